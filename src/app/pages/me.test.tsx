import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { listOwnAppeals } from '#features/appeals/contract.ts'
import { findDisciplineContent, listOwnActions, type OwnAction } from '#features/discipline/contract.ts'
import { listOwnTasks, type OwnTask } from '#features/doctor/contract.ts'
import { listOwnEvidence } from '#features/evidence/contract.ts'
import { findOwnProgress } from '#features/trial-mods/contract.ts'
import type { OwnVerification } from '#features/verification/contract.ts'
import { levelOf, NO_RIGHTS, type Rights } from '#lib/access.ts'
import { CONTENT } from '#test/site.ts'
import { SiteProvider } from '#web/site-context.tsx'
import { pagesOf } from '../community-pages.tsx'
import { PAGES } from '../routes.tsx'
import { PagesContext } from '../shell/open-pages.ts'
import { Page as MyPage } from './me.tsx'

const ACCOUNT = {
  id: '310000000000000201',
  username: 'jules',
  name: 'Jules Arden',
  avatarUrl: '',
  type: '-',
  isInGuild: true,
  sources: [],
  rolesReadAt: null,
  sessions: [],
}
const VERIFIED: OwnVerification = {
  status: 'verified',
  group: 'military',
  startedAt: '2026-03-14T18:30:00.000Z',
  pendingAt: null,
  verifiedAt: '2026-03-14T18:40:00.000Z',
  decidedAt: null,
  expiredAt: null,
  reason: null,
  role: null,
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

interface ShowOptions {
  rights?: Partial<Rights>
  verification?: OwnVerification | null
  isVerificationOff?: boolean
  account?: Partial<typeof ACCOUNT>
  tasks?: OwnTask[]
  actions?: OwnAction[]
}

async function show({
  rights = {},
  verification = null,
  isVerificationOff = false,
  account,
  tasks = [],
  actions = [],
}: ShowOptions = {}) {
  const replies: Record<string, unknown> = {
    '/api/auth/check': { ok: true, user: { username: 'jules', avatarUrl: '' }, ...NO_RIGHTS, ...rights },
    '/api/me': { item: { ...ACCOUNT, ...account } },
    [listOwnTasks.path]: { data: tasks },
    '/api/verification': { item: verification },
    '/api/verification/groups': { data: [{ key: 'sea', label: 'Sea Rescue', kinds: [] }] },
    [listOwnActions.path]: {
      data: actions,
      points: { active: 0, until: null },
      player_points: { active: 0, until: null },
      kept_days: { staff: null, players: null },
    },
    [findDisciplineContent.path]: { types: [], players: [] },
    [listOwnEvidence.path]: { data: [] },
    [listOwnAppeals.path]: { data: [], actions: [] },
    [findOwnProgress.path]: { data: null },
  }
  vi.stubGlobal('fetch', async (address: string) => Response.json(replies[address]))
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SiteProvider content={{ ...CONTENT, isVerificationOff }}>
        <PagesContext value={pagesOf(CONTENT)}>
          <MyPage />
        </PagesContext>
      </SiteProvider>
    </QueryClientProvider>,
  )
  await screen.findByText('Jules Arden')
}
describe('The pages on My account', () => {
  const listed = (label: string) => {
    const list = screen.queryByRole('list', { name: label })
    return list && [...list.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  }
  const ES = { isES: true, canESQuick: true }
  const STAFF = { isStaff: true, canESQuick: true }
  const STAFF_PAGES = ['/staff-roster', '/trial-mod-checklist', '/staff-da-database', '/dev-roster']

  it.each<[string, Partial<Rights>, Record<string, string[] | null>]>([
    ['a member', {}, { ES: null, Staff: null, Management: null, Owner: null }],
    ['ES', ES, { ES: ['/es'], Staff: null, Owner: null }],
    ['staff', STAFF, { ES: ['/es'], Staff: STAFF_PAGES, Management: null, Owner: null }],
    [
      'an owner',
      { ...STAFF, isManagement: true, isOwner: true },
      { ES: ['/es'], Staff: STAFF_PAGES, Owner: ['/users', '/verifications', '/audit', '/ingest-tokens'] },
    ],
  ])('the account lists the pages of %s', async (_, rights, groups) => {
    await show({ rights })
    await screen.findByRole('heading', { name: 'Pages you can open' })
    for (const [label, pages] of Object.entries(groups)) {
      const access = label.toLowerCase()
      const declared = PAGES.filter((page) => levelOf(page.access) === access).map(({ path }) => path)
      expect(listed(label)).toEqual(pages && declared)
      // The links of the spec. Features may add more pages to the same group.
      if (pages !== null) expect(declared).toEqual(expect.arrayContaining(pages))
    }
    expect(listed('Everyone')).toContain('/ten-codes')
    expect(listed('Everyone')).not.toContain('/login')
  })
})

describe('First steps on My account', () => {
  const steps = () => within(screen.getByRole('region', { name: 'Your next steps' })).getAllByRole('listitem')
  const stepTexts = () => steps().map(({ textContent }) => textContent?.replace(/^(.*?\)).*/, '$1'))

  it('a new member sees the steps to join Discord, verify, apply and play', async () => {
    await show({ account: { isInGuild: false } })
    await screen.findByText('Verify what you do in real life')
    expect(stepTexts()).toEqual([
      'Join our Discord (to do)',
      'Verify what you do in real life (to do)',
      'Apply to a department (to do)',
      'Join the server (to do)',
    ])
  })

  it('completed steps are marked', async () => {
    await show({ verification: VERIFIED })
    await screen.findByText('Verify what you do in real life')
    expect(stepTexts().slice(0, 2)).toEqual(['Join our Discord (done)', 'Verify what you do in real life (done)'])
  })

  it('people with a right see no first steps', async () => {
    await show({ account: { type: 'staff' }, rights: { isStaff: true, canESQuick: true } })
    await screen.findByRole('heading', { name: 'Pages you can open' })
    expect(screen.queryByRole('region', { name: 'Your next steps' })).toBeNull()
  })
})

describe('Actions on My account', () => {
  const ACTION: OwnAction = {
    ...{
      id: 5,
      version: 1,
      family: 'staff',
      date: '2026-03-14T12:00:00.000Z',
      type: 'Strike',
      external_reason: 'You left early',
    },
    ...{ revoked: null, ends_at: null, points: { given: 0, are_active: false, until: null }, offences: [] },
    ...{ acknowledged_at: null, approval_due_at: null, may_acknowledge: false },
    effect: { roster_status: null, blocks_promotion: false },
  }
  const first = () => screen.getAllByRole('heading', { level: 2 })[0]?.textContent

  it.each<[string, boolean, ShowOptions]>([
    ['where one is not read', true, { actions: [{ ...ACTION, may_acknowledge: true }] }],
    ['of a person with a record who is not in the guild', true, { actions: [ACTION], account: { isInGuild: false } }],
    ['but not where all are read', false, { actions: [ACTION] }],
  ])('actions are shown first or not: %s', async (_, isFirst, options) => {
    await show(options)
    await screen.findByText('You left early')
    expect(first() === 'Actions').toBe(isFirst)
  })

  it('a person with a record outside the guild sees no step to join it', async () => {
    await show({ actions: [ACTION], account: { isInGuild: false } })
    await screen.findByText('You left early')
    expect(screen.queryByRole('region', { name: 'Your next steps' })).toBeNull()
  })
})

describe('Steps for an owner on My account', () => {
  const OWNER = { isStaff: true, isManagement: true, isOwner: true, canESQuick: true }
  const account = { type: 'ownership' }

  it('an owner sees the open steps to customize the site, and completed ones', async () => {
    const tasks: OwnTask[] = [
      { key: 'name', isDone: true },
      { key: 'rules', isDone: false },
      { key: 'backup', isDone: false },
    ]
    await show({ rights: OWNER, account, tasks })
    expect(await screen.findByText('1 of 3 done')).toBeDefined()
    expect(screen.getByText('Run npm run backup', { exact: false })).toBeDefined()
    expect(screen.queryByText('What your community is called', { exact: false })).toBeNull()
  })

  it('an owner sees no steps once all are completed', async () => {
    await show({ rights: OWNER, account, tasks: [{ key: 'name', isDone: true }] })
    await screen.findByRole('heading', { name: 'Pages you can open' })
    expect(screen.queryByText('Make the site your own')).toBeNull()
  })
})

describe('The verification on My account', () => {
  const card = () => within(screen.getByRole('region', { name: 'IRL Verification' }))

  it('an unverified person sees a link to the verification', async () => {
    await show()
    await screen.findByText('You are not verified.')
    await card().findByText('Sea Rescue')
    expect(card().getByRole('link', { name: 'Get verified' }).getAttribute('href')).toBe('/verify')
  })

  it('a verified person sees that they are verified', async () => {
    await show({ verification: VERIFIED })
    await screen.findByRole('heading', { level: 3, name: 'Verified' })
    expect(card().queryByRole('link')).toBeNull()
  })

  it('a person who can verify again sees so', async () => {
    await show({ verification: { ...VERIFIED, status: 'expired' } })
    await screen.findByRole('heading', { level: 3, name: 'Expired' })
    card().getByRole('link', { name: 'Go to verification' })
  })

  it('nothing is shown on a site without verification', async () => {
    await show({ isVerificationOff: true })
    await screen.findByRole('heading', { name: 'Pages you can open' })
    expect(screen.queryByRole('region', { name: 'IRL Verification' })).toBeNull()
  })
})
