import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Hit } from '#features/assistant/contract.ts'
import { listPenalCodes, listTenCodes } from '#features/codes/contract.ts'
import { listQuickLinks } from '#features/quick-links/contract.ts'
import { devRoster, staffRoster } from '#features/roster/contract.ts'
import type { Rights } from '#lib/access.ts'
import { trialMod } from '#test/checklist.ts'
import { CONTENT } from '#test/site.ts'
import { type SiteContent, SiteProvider } from '#web/site-context.tsx'
import { pagesOf } from '../community-pages.tsx'
import { PagesContext } from './open-pages.ts'
import { QuickKeys } from './quick-keys.tsx'

const STAFF: Rights = { isOwner: false, isManagement: false, isStaff: true, isES: false, canESQuick: true }
const ES: Rights = { isOwner: false, isManagement: false, isStaff: false, isES: true, canESQuick: true }
const MEMBER: Rights = { isOwner: false, isManagement: false, isStaff: false, isES: false, canESQuick: false }

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

const copied: string[] = []
let asked: string[]
let loggedOut: number
/** What the server's search finds. */
let found: Hit[] = []

/** Lists that only one community has, the last of them for owners. */
const PLACE = { changedBy: 'owner' } as const
const FURTHER = {
  rosters: [
    { ...PLACE, key: 'fire-academy', title: 'Fire Academy', readBy: 'staff' },
    { ...PLACE, key: 'internal-affairs', title: 'Internal Affairs', readBy: 'owner' },
  ],
  checklists: [
    { ...PLACE, key: 'leo-academy', title: 'LEO Academy', readBy: 'staff' },
    { ...PLACE, key: 'affairs-course', title: 'Affairs Course', readBy: 'owner' },
  ],
} as const

function show(rights: Rights | null = STAFF, content: SiteContent = CONTENT) {
  asked = []
  loggedOut = 0
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
    asked.push(address)
    return Response.json(address.startsWith('/api/search?') ? { data: found } : replies[address])
  })
  const user = { username: 'priya', avatarUrl: '' }
  const logout = async () => {
    loggedOut += 1
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SiteProvider content={content}>
        <PagesContext value={pagesOf(content)}>
          <QuickKeys
            auth={rights === null ? { status: 'signed-out' } : { status: 'signed-in', user, rights, logout }}
          />
        </PagesContext>
        <main id="content" tabIndex={-1}>
          <input aria-label="A field of the page" />
        </main>
      </SiteProvider>
    </QueryClientProvider>,
  )
}

const press = (key: string, more: object = {}) => fireEvent.keyDown(document.body, { key, ...more })
const place = () => window.location.pathname + window.location.search + window.location.hash
async function jumpTo(text: string): Promise<HTMLElement> {
  press('k', { ctrlKey: true })
  const field = await screen.findByRole('combobox', { name: 'Jump to' })
  fireEvent.change(field, { target: { value: text } })
  return field
}

beforeEach(() => {
  localStorage.clear()
  window.history.replaceState(null, '', '/')
  copied.length = 0
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('Ctrl K', () => {
  it('finds rules and codes by what the server knows them by, also for a visitor', async () => {
    found = [
      {
        book: 'rules',
        title: ['26.1 ', 'Speed', ' limits'],
        trail: 'Driving',
        href: '/rules/vehicles#261',
        text: [''],
      },
      { book: 'ten-codes', title: ['10-50'], trail: '', href: '/ten-codes#code-10-50', text: [''] },
    ]
    show(null)
    const field = await jumpTo('how fast')
    await waitFor(() => expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toHaveLength(2))
    expect(screen.getByRole('dialog').textContent).not.toContain('Staff Roster')
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(place()).toBe('/rules/vehicles#261'))
    found = []
  })

  it('opens the palette and closes it; nothing is asked for before', async () => {
    show()
    expect(asked).toEqual([])
    press('k', { metaKey: true })
    await screen.findByRole('combobox', { name: 'Jump to' })
    press('k', { ctrlKey: true })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('has its field at once, before its code has loaded: no key goes to the page, and Enter waits', async () => {
    show()
    screen.getByLabelText('A field of the page').focus()
    press('k', { ctrlKey: true })
    const field = screen.getByRole('combobox', { name: 'Jump to' })
    expect(document.activeElement).toBe(field)
    screen.getAllByText('Loading…')
    fireEvent.change(field, { target: { value: 'sd-1' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(place()).toBe('/')
    await waitFor(() => expect(place()).toBe('/?person=310000000000000105'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('an Enter that waits is forgotten when more is typed', async () => {
    show()
    press('k', { ctrlKey: true })
    const field = screen.getByRole('combobox', { name: 'Jump to' })
    fireEvent.change(field, { target: { value: 'sd-1' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    fireEvent.change(field, { target: { value: 'sd-' } })
    await screen.findByRole('option', { name: /^Dana Whitfield/ })
    await waitFor(() => expect(screen.queryByText('Loading…')).toBeNull())
    expect(place()).toBe('/')
    expect(field).toHaveProperty('value', 'sd-')
  })

  it('finds a person, and opens them beside the page that one is on', async () => {
    show()
    const field = await jumpTo('sd-1')
    await screen.findByRole('option', { name: /^Dana Whitfield/ })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(place()).toBe('/?person=310000000000000105')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('finds people of further rosters and checklists, in the lists that the person may read', async () => {
    show(STAFF, { ...CONTENT, ...FURTHER })
    const field = await jumpTo('fa-1')
    await screen.findByRole('option', { name: /^Uwe Stein/ })
    fireEvent.change(field, { target: { value: 'eva' } })
    await screen.findByRole('option', { name: /Eva Ott.*LEO Academy/ })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(place()).toBe('/checklists/leo-academy?search=Eva%20Ott&archived=true')
    const further = asked.filter((path) => /^\/api\/(rosters|checklists)\//.test(path))
    expect(further.sort()).toEqual(['/api/checklists/leo-academy', '/api/rosters/fire-academy'])
  })

  it('lets the keyboard begin at the page, before anybody can press another key', async () => {
    show()
    // A busy browser, whose next frame is late.
    vi.stubGlobal('requestAnimationFrame', () => 0)
    screen.getByLabelText('A field of the page').focus()
    const field = await jumpTo('crash')
    await screen.findByRole('option', { name: /10-50/ })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(document.activeElement).toBe(document.getElementById('content'))
  })

  it('does things with what it finds, and has them first the next time', async () => {
    show()
    const field = await jumpTo('copy mention of dana')
    await screen.findByRole('option', { name: 'Copy mention of Dana Whitfield' })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(copied).toEqual(['<@310000000000000105>'])
    const again = await jumpTo('dana')
    await screen.findByRole('option', { name: 'Log action on Dana Whitfield' })
    fireEvent.change(again, { target: { value: '' } })
    const recent = await screen.findByRole('group', { name: 'Recent' })
    expect(within(recent).getByRole('option').textContent).toBe('Copy mention of Dana Whitfield')
  })

  it('copies the mention of a person', async () => {
    show()
    const field = await jumpTo('dana')
    await screen.findByRole('option', { name: /^Dana Whitfield/ })
    fireEvent.keyDown(field, { key: 'Enter', shiftKey: true })
    expect(copied).toEqual(['<@310000000000000105>'])
  })

  it('finds a code, opens the list at that code, and has it first the next time', async () => {
    show()
    const field = await jumpTo('crash')
    await screen.findByRole('option', { name: /10-50/ })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(place()).toBe('/ten-codes#code-10-50')
    press('k', { ctrlKey: true })
    const recent = await screen.findByRole('group', { name: 'Recent' })
    expect(within(recent).getByRole('option').textContent).toContain('10-50')
  })

  it('leads ES members to their page, by a button too', async () => {
    show(ES)
    fireEvent.click(screen.getByRole('button', { name: /^Jump to/ }))
    const field = await screen.findByRole('combobox', { name: 'Jump to' })
    fireEvent.change(field, { target: { value: 'es quick' } })
    await screen.findByRole('option', { name: /ES Quick Info/ })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(place()).toBe('/es')
  })

  it('shows only the pages that the person may see, and never asks for what is closed to them', async () => {
    show(MEMBER)
    expect(screen.queryByRole('button', { name: /Jump to/ })).toBeNull()
    await jumpTo('roster')
    expect(await screen.findAllByText('Nothing found for “roster”.')).not.toEqual([])
    expect(asked.sort()).toEqual([listPenalCodes.path, listTenCodes.path, '/api/search?q=roster'].sort())
    cleanup()
    show(STAFF)
    await jumpTo('import')
    expect(await screen.findAllByText('Nothing found for “import”.')).not.toEqual([])
    cleanup()
    show({ ...STAFF, isManagement: true })
    await jumpTo('import')
    await screen.findByRole('option', { name: /Import · Staff Roster/ })
  })

  it('signs out', async () => {
    show()
    const field = await jumpTo('sign out')
    await screen.findByRole('option', { name: /Log out/ })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(loggedOut).toBe(1)
  })

  it('does not open over another dialog, whose form would be lost', () => {
    show()
    const other = document.createElement('dialog')
    other.setAttribute('open', '')
    document.body.append(other)
    press('k', { ctrlKey: true })
    expect(screen.queryByRole('combobox', { name: 'Jump to' })).toBeNull()
    other.remove()
  })
})

describe('the question mark', () => {
  it('shows which keys do what, but not while somebody types', async () => {
    show()
    fireEvent.keyDown(screen.getByLabelText('A field of the page'), { key: '?' })
    expect(screen.queryByRole('dialog')).toBeNull()
    press('?')
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

it('staff see a button that opens the palette', async () => {
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Jump to a page, a person or a code' }))
  await screen.findByRole('combobox', { name: 'Jump to' })
})
