import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { listOwnActions } from '#features/discipline/contract.ts'
import { findOwnProgress } from '#features/trial-mods/contract.ts'
import type { OwnVerification } from '#features/verification/contract.ts'
import { NO_RIGHTS, type Rights } from '#lib/access.ts'
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
}

async function show({ rights = {}, verification = null, isVerificationOff = false }: ShowOptions = {}) {
  const replies: Record<string, unknown> = {
    '/api/auth/check': { ok: true, user: { username: 'jules', avatarUrl: '' }, ...NO_RIGHTS, ...rights },
    '/api/me': { item: ACCOUNT },
    '/api/verification': { item: verification },
    '/api/verification/groups': { data: [{ key: 'sea', label: 'Sea Rescue', kinds: [] }] },
    [listOwnActions.path]: { data: [] },
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
describe('My account lists the pages that one may open', () => {
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
  ])('%s', async (_, rights, groups) => {
    await show({ rights })
    await screen.findByRole('heading', { name: 'Pages you can open' })
    for (const [label, pages] of Object.entries(groups)) {
      const access = label.toLowerCase()
      const declared = PAGES.filter((page) => page.access === access).map(({ path }) => path)
      expect(listed(label)).toEqual(pages && declared)
      // Those of the spec; a page that a feature adds stands beside them.
      if (pages !== null) expect(declared).toEqual(expect.arrayContaining(pages))
    }
    expect(listed('Everyone')).toContain('/ten-codes')
    expect(listed('Everyone')).not.toContain('/login')
  })
})

describe('My account shows how far the verification is', () => {
  const card = () => within(screen.getByRole('region', { name: 'IRL Verification' }))

  it('that one is not verified, and where that begins', async () => {
    await show()
    await screen.findByText('You are not verified.')
    await card().findByText('Sea Rescue')
    expect(card().getByRole('link', { name: 'Get verified' }).getAttribute('href')).toBe('/verify')
  })

  it('that one is verified, with nothing to begin', async () => {
    await show({ verification: VERIFIED })
    await screen.findByRole('heading', { level: 3, name: 'Verified' })
    expect(card().queryByRole('link')).toBeNull()
  })

  it('that one may begin again', async () => {
    await show({ verification: { ...VERIFIED, status: 'expired' } })
    await screen.findByRole('heading', { level: 3, name: 'Expired' })
    card().getByRole('link', { name: 'Go to verification' })
  })

  it('nothing where the site has no verification', async () => {
    await show({ isVerificationOff: true })
    await screen.findByRole('heading', { name: 'Pages you can open' })
    expect(screen.queryByRole('region', { name: 'IRL Verification' })).toBeNull()
  })
})
