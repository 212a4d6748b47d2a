import { afterAll, describe, expect, it } from 'vitest'
import { findOwnVerification, listVerificationGroups, receiveVerification } from '#features/verification/contract.ts'
import type { VerificationProvider } from '#features/verification/server/gateway.ts'
import { copyCommunity } from '../community-copy.ts'
import { PEOPLE } from '../people.ts'
import { useSharedWorld } from '../world.ts'

const copy = copyCommunity()
copy.write(
  'verification.yaml',
  `groups:
  - key: rettung
    provider: fir
    label: Rettungskräfte
    drawing: /media/lights.svg
    kinds:
      - { label: Feuerwehr, icon: flame }
      - { label: Seenotrettung, icon: ship }
  - { key: pflege, provider: nrs, label: Pflegekräfte, kinds: [] }
`,
)
copy.write(
  'media/lights.svg',
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"><path d="M0 0h4v1H0z"/></svg>',
)
afterAll(copy.discard)

const ID = '7f1c1f0e-0000-4000-8000-000000000001'
const provider: VerificationProvider = {
  createSession: async ({ subjectRef }) => ({ token: subjectRef, popupUrl: 'https://provider.test' }),
  isWebhookKey: () => true,
  parseWebhook: (group) => [
    { subjectRef: ID, status: 'verified', group: String(group), reportedAt: '2026-03-14 18:31:12' },
  ],
}

describe('A community that verifies other groups', () => {
  const world = useSharedWorld({ communityDir: () => copy.dir, app: { verification: provider } })

  it('shows its own groups, icons and drawing on the page', async () => {
    const { html } = await world().visit('/verify')
    const main = /<main.*<\/main>/s.exec(html)?.[0] ?? ''
    expect(main).toMatch(/<img src="\/media\/lights-[0-9a-f]+\.svg"/)
    expect(main).toMatch(/<h3[^>]*>Rettungskräfte<\/h3>.*<\/svg>Feuerwehr.*<\/svg>Seenotrettung.*Pflegekräfte/s)
    expect(html).not.toMatch(/military|veterans|first responders|\bEMT\b/i)
  })

  it('lists its groups in the API, without their names at the provider', async () => {
    const { body } = await world().as.anyone(listVerificationGroups)
    expect(body.data).toMatchObject([
      { key: 'rettung', label: 'Rettungskräfte', kinds: [{ label: 'Feuerwehr' }, { label: 'Seenotrettung' }] },
      { key: 'pflege', label: 'Pflegekräfte', kinds: [] },
    ])
    expect(JSON.stringify(body)).not.toContain('nrs')
  })

  it('records the group for which a person was confirmed', async () => {
    await world().signIn(PEOPLE.member)
    await world().database.pool.query(
      `insert into verification_sessions (id, user_id, created_at, status) values ($1, $2, now(), 'started')`,
      [ID, PEOPLE.member.id],
    )
    const sent = await world().as.anyone(receiveVerification, {
      body: '"nrs"',
      headers: { 'x-vfyps-key': 'the-key', 'content-type': 'application/json' },
    })
    expect(sent.status).toBe(200)
    const { body } = await world().as.member(findOwnVerification)
    expect(body.item).toMatchObject({ status: 'verified', group: 'pflege' })
  })
})
