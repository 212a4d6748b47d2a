import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NO_RIGHTS, type Rights } from '#lib/access.ts'
import type { Part } from '#lib/part.ts'
import { clientOfStaff } from '#test/fake-server.ts'
import { CONTENT } from '#test/site.ts'
import { SiteProvider } from '#web/site-context.tsx'
import { pagesOf } from '../community-pages.tsx'
import { furtherPages } from '../further-pages.tsx'
import { loadedPage } from '../page-code.ts'
import { PagesContext } from './open-pages.ts'
import { StaffBar } from './staff-bar.tsx'

const ES = { ...NO_RIGHTS, isES: true, canESQuick: true }
const STAFF = { ...NO_RIGHTS, isStaff: true, canESQuick: true }
const MANAGEMENT = { ...STAFF, isManagement: true }
const OWNER = { ...MANAGEMENT, isOwner: true }

const KNOWN = {
  '/api/inbox/count': {
    unread: 0,
    waiting: [
      { path: '/trial-mod-checklist', count: 2 },
      { path: '/verifications', count: 1 },
      { path: '/appeals', count: 2 },
      { path: '/appeals', count: 1 },
    ],
  },
}
const NOTHING_WAITS = { '/api/inbox/count': { unread: 0, waiting: [] } }

function show(
  path: string,
  rights: Rights,
  { off = [] as readonly Part[], fetchCode = (_path: string): unknown => undefined } = {},
) {
  window.history.replaceState(null, '', path)
  const rosters = [{ key: 'fire-academy', title: 'Fire Academy', readBy: 'staff', changedBy: 'staff' }] as const
  const content = { ...CONTENT, off, rosters }
  const pages = pagesOf({ ...content, further: furtherPages(content) }).map((page) => ({
    ...page,
    load: async () => {
      fetchCode(page.path)
      return { Page: () => null }
    },
  }))
  render(
    <SiteProvider content={content}>
      <PagesContext value={pages}>
        <QueryClientProvider client={clientOfStaff(rights, rights === OWNER ? KNOWN : NOTHING_WAITS)}>
          <header>
            <StaffBar rights={rights} />
          </header>
        </QueryClientProvider>
      </PagesContext>
    </SiteProvider>,
  )
  return pages
}

const bar = () => screen.queryByRole('navigation', { name: 'Tools' })
const links = () => [...(bar()?.querySelectorAll('a') ?? [])].map((link) => link.textContent)

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('The staff bar', () => {
  it('the bar has the permitted tools in their order, with their waiting items', () => {
    show('/staff-roster', OWNER)
    expect(links()).toEqual([
      ...['Roster', 'Checklist2 waiting', 'Actions', 'Players', 'Development', 'Fire Academy', 'Codes', 'ES'],
      ...['Appeals3 waiting', 'Verifications1 waiting', 'Audit'],
    ])
    expect(bar()?.closest('header')).not.toBeNull()
  })

  it('the bar loads the code of the permitted tools after the page has settled, and of no other page', () => {
    vi.useFakeTimers()
    const fetched: string[] = []
    show('/staff-roster', STAFF, {
      off: ['ten-codes'],
      fetchCode: (path) => fetched.push(path),
    })
    expect(fetched).toEqual([])
    vi.runOnlyPendingTimers()
    vi.useRealTimers()
    expect(fetched.sort()).toEqual([
      ...['/dev-roster', '/es', '/penal-codes', '/player-record', '/rosters/fire-academy'],
      ...['/staff-da-database', '/staff-roster', '/trial-mod-checklist'],
    ])
  })

  it('the code of a tool is ready when its link is pressed', async () => {
    vi.useFakeTimers()
    const pages = show('/staff-roster', STAFF)
    const isReady = () => pages.filter((page) => loadedPage(page) !== undefined).map(({ path }) => path)
    expect(isReady()).toEqual([])
    vi.runOnlyPendingTimers()
    vi.useRealTimers()
    await vi.waitFor(() => expect(isReady()).toContain('/trial-mod-checklist'))
    expect(isReady()).not.toContain('/audit')
  })

  it('the bar omits tools without access and tools that the community switched off', () => {
    show('/staff-roster', STAFF, { off: ['dev-roster', 'ten-codes'] })
    expect(links()).toEqual(['Roster', 'Checklist', 'Actions', 'Players', 'Fire Academy', 'Codes', 'ES'])
    expect(screen.getByRole('link', { name: 'Codes' }).getAttribute('href')).toBe('/penal-codes')
    cleanup()
    show('/es', ES)
    expect(links()).toEqual(['Codes', 'ES'])
  })

  it.each([
    ['/staff-roster/import', 'Roster'],
    ['/penal-codes', 'Codes'],
    ['/rosters/fire-academy', 'Fire Academy'],
  ])('on %s the bar marks %s', (path, label) => {
    show(path, MANAGEMENT)
    expect(bar()?.querySelector('[aria-current="page"]')?.textContent).toBe(label)
  })

  it('the bar is also on tool pages that it does not list, and on no other page', () => {
    show('/users', OWNER)
    expect(bar()).not.toBeNull()
    for (const path of ['/', '/me', '/supporters', '/rules']) {
      cleanup()
      show(path, OWNER)
      expect([path, bar()]).toEqual([path, null])
    }
  })
})

describe('The staff bar on a phone', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  })

  it('the bar is at the bottom of the screen, with further tools in a menu', () => {
    show('/staff-roster', OWNER)
    expect(bar()?.closest('header')).toBeNull()
    expect(links()).toEqual(['Roster', '2 waitingChecklist', 'Actions', 'Players'])
    const more = within(bar() ?? document.body).getByRole('button', { name: 'More tools' })
    expect(more.textContent).toContain('4 waiting')
  })
})
