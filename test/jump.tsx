import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { pagesOf } from '#app/community-pages.tsx'
import { furtherPages } from '#app/further-pages.tsx'
import { PagesContext } from '#app/shell/open-pages.ts'
import { QuickKeys } from '#app/shell/quick-keys.tsx'
import type { Hit } from '#features/assistant/contract.ts'
import { listPenalCodes, listTenCodes } from '#features/codes/contract.ts'
import { listQuickLinks } from '#features/quick-links/contract.ts'
import { devRoster, staffRoster } from '#features/roster/contract.ts'
import { NO_RIGHTS, type Rights } from '#lib/access.ts'
import { type SiteContent, SiteProvider } from '#web/site-context.tsx'
import { trialMod } from './checklist.ts'
import { CONTENT } from './site.ts'

export const STAFF: Rights = { ...NO_RIGHTS, isStaff: true, canESQuick: true }
export const ES: Rights = { ...NO_RIGHTS, isES: true, canESQuick: true }
export const MEMBER = NO_RIGHTS

const DANA = {
  id: '00000000-0000-4000-8000-000000000001',
  version: 1,
  name: 'Dana Whitfield',
  callsign: 'SD-1',
  discordId: '310000000000000105',
  position: 'Staff Director',
  timezone: null,
  hiredAt: null,
  lastMove: null,
  status: 'Active',
  notes: null,
}
const PLAYERS = [{ id: 'subject:12', name: 'Bo Fender', other_names: [], count: 3 }]
const TEN_CODE = {
  id: 7,
  version: 1,
  code: '10-50',
  meaning: 'Traffic crash',
  category: 'Traffic',
  color: 'red',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}

/** The hits that the fake server returns, and the actions of the page. */
export const seen = { found: [] as Hit[], asked: [] as string[], copied: [] as string[], loggedOut: 0 }

/** Resets the browser before each test: the home page and an empty storage. */
export function resetBeforeEach(): void {
  beforeEach(() => {
    localStorage.clear()
    window.history.replaceState(null, '', '/')
    Object.assign(seen, { found: [], copied: [] })
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text: string) => void seen.copied.push(text) },
    })
  })
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
  })
}

/** Renders the keyboard shortcuts and the palette around a page, for a user with these rights. */
export function show(rights: Rights | null = STAFF, content: SiteContent = CONTENT, id?: string) {
  seen.asked = []
  seen.loggedOut = 0
  const replies: Record<string, unknown> = {
    [staffRoster.list.path]: { data: [DANA] },
    [devRoster.list.path]: { data: [] },
    [listTenCodes.path]: { data: [TEN_CODE] },
    [listPenalCodes.path]: { data: [] },
    [listQuickLinks.path]: { data: [] },
    '/api/rosters/fire-academy': { data: [{ ...DANA, name: 'Uwe Stein', callsign: 'FA-1' }] },
    '/api/checklists/leo-academy': [trialMod('Eva Ott', { completion: { status: 'Passed' } })],
  }
  vi.stubGlobal('fetch', async (address: string) => {
    seen.asked.push(address)
    if (address.startsWith('/api/player-actions/people?')) return Response.json({ users: PLAYERS, admins: [] })
    return Response.json(address.startsWith('/api/search?') ? { data: seen.found } : replies[address])
  })
  const user = { username: 'priya', avatarUrl: '' }
  const logout = async () => {
    seen.loggedOut += 1
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SiteProvider content={content}>
        <PagesContext value={pagesOf({ ...content, further: furtherPages(content) })}>
          <QuickKeys
            auth={rights === null ? { status: 'signed-out' } : { status: 'signed-in', id, user, rights, logout }}
          />
        </PagesContext>
        <main id="content" tabIndex={-1}>
          <input aria-label="A field of the page" />
        </main>
      </SiteProvider>
    </QueryClientProvider>,
  )
}

export const press = (key: string, more: object = {}) => fireEvent.keyDown(document.body, { key, ...more })
export const place = () => window.location.pathname + window.location.search + window.location.hash
export async function jumpTo(text: string): Promise<HTMLElement> {
  press('k', { ctrlKey: true })
  const field = await screen.findByRole('combobox', { name: 'Jump to' })
  fireEvent.change(field, { target: { value: text } })
  return field
}
