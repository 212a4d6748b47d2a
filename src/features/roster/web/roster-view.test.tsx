import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Place } from '#lib/further-places.ts'
import type { Part } from '#lib/part.ts'
import { clientOfStaff, fakeServer, json } from '#test/fake-server.ts'
import { ROSTER_CONTENT } from '#test/rosters.ts'
import { CONTENT } from '#test/site.ts'
import { LiveRegion } from '#ui/live-region.tsx'
import { backgroundList } from '#web/background-list.ts'
import { SiteProvider } from '#web/site-context.tsx'
import { findRosterContent, type RosterContent, type RosterMember, staffRoster } from '../contract.ts'
import { RosterView } from './roster-view.tsx'

function member(name: string, more: Partial<RosterMember> = {}): RosterMember {
  const number = [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 1_000_000
  const digits = String(number).padStart(6, '0')
  return {
    id: `00000000-0000-4000-8000-000000${digits}`,
    version: 1,
    name,
    callsign: null,
    discordId: `412345678901${digits}`,
    position: 'Moderator',
    timezone: 'EST',
    hiredAt: '2024-03-04',
    lastMove: null,
    status: 'Active',
    notes: null,
    ...more,
  }
}

const DANA = member('Dana Whitfield', { callsign: 'SD-1', position: 'Staff Director', notes: 'Out until 12/1' })
const REMY = member('Remy Lane', { callsign: 'M-2', status: 'LOA' })
const IVY = member('Ivy Cho', { callsign: 'M-10' })
const TEAM = [DANA, REMY, IVY]

const server = fakeServer(() => ({
  'GET /api/roster': json({ data: TEAM }),
  'GET /api/people': json({ data: [] }),
}))

function show({
  members = TEAM,
  rights = {},
  search = '',
  content = ROSTER_CONTENT,
  off = [],
  rosters = [],
  avatars,
}: {
  members?: RosterMember[] | null
  rights?: object
  search?: string
  content?: RosterContent
  off?: readonly Part[]
  rosters?: readonly Place[]
  avatars?: Record<string, string>
} = {}) {
  window.history.replaceState(null, '', `/staff-roster${search}`)
  const known = {
    [findRosterContent.path]: content,
    ...(members && { [staffRoster.list.path]: { data: members, avatars } }),
  }
  return render(
    <SiteProvider content={{ ...CONTENT, off, rosters }}>
      <QueryClientProvider client={clientOfStaff(rights, known)}>
        <RosterView
          roster={staffRoster}
          words={{
            search: 'Search name, callsign, Discord ID...',
            empty: 'No staff members found in the roster yet.',
            copied: '✓ copied',
          }}
          choices="menus"
          logo={null}
          links={[{ label: 'Home', href: '/' }]}
        />
      </QueryClientProvider>
    </SiteProvider>,
  )
}

const table = () => screen.getByRole('table', { name: 'Staff Roster' })
const names = () => [...table().querySelectorAll('tr[data-member] th')].map((cell) => cell.textContent)
const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) })
const settle = () => act(async () => {})

describe('A member with an action in force', () => {
  const inForce = { action: 12, type: 'Suspension', until: '2026-04-01T12:00:00.000Z' }
  const effect = { status: { ...inForce, status: 'Suspended' }, promotion: inForce }
  const team = [{ ...REMY, effect }, IVY]

  it('the member is shown, counted and filtered by the status from the action, with its reason and end', () => {
    show({ members: team, search: '?status=Suspended' })
    expect(names()).toHaveLength(1)
    expect(within(rowOf('Remy')).getByText('Suspended')).toBeTruthy()
    expect(within(rowOf('Remy')).getByRole('img', { name: /^Suspension #12, until 04\/01\/2026/ })).toBeTruthy()
    cleanup()
    show({ members: team, search: '?status=LOA' })
    expect(screen.queryByText('Remy Lane')).toBeNull()
  })

  it('the form edits the stored status, and says which action is in force', () => {
    show({ members: team, rights: { isManagement: true } })
    fireEvent.click(screen.getByRole('button', { name: 'Edit Remy Lane' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Edit Remy Lane' }))
    expect(dialog.getByLabelText<HTMLSelectElement>(/^Status/).value).toBe('LOA')
    expect(dialog.getByText(/^Shown as Suspended until 04\/01\/2026.*: Suspension #12/)).toBeTruthy()
    expect(dialog.getByText(/^Not promoted until 04\/01\/2026.*: Suspension #12/)).toBeTruthy()
  })
})

describe('The staff roster', () => {
  it('the roster has the columns Callsign, Name, Position, Discord UID, Timezone, Hired, Last Move, Status and Notes', () => {
    show()
    expect(
      within(table())
        .getAllByRole('columnheader')
        .map((head) => head.textContent)
        .slice(0, 9),
    ).toEqual(['Callsign', 'Name', 'Position', 'Discord UID', 'Timezone', 'Hired', 'Last Move', 'Status', 'Notes'])
    expect([...rowOf('Dana').querySelectorAll('th, td')].map((cell) => cell.textContent)).toEqual([
      'SD-1',
      'Dana Whitfield',
      'Staff Director',
      DANA.discordId,
      'EST',
      '03/04/2024',
      '',
      'Active',
      'Out until 12/1',
    ])
  })

  it("rows are grouped under '<Role> Team' headers, and sorted by the number of the callsign", () => {
    show()
    const lines = [...table().querySelectorAll('tbody tr')].map((row) => row.querySelector('th')?.textContent)
    expect(lines).toEqual(['Staff Director Team1', 'Dana Whitfield', 'Moderator Team2', 'Remy Lane', 'Ivy Cho'])
    expect(table().getAttribute('aria-rowcount')).toBe('6')
    expect(rowOf('Remy').getAttribute('aria-rowindex')).toBe('5')
  })

  it('sorting by a column removes the groups, sorts positions by rank, and can be reset', () => {
    show()
    const press = (column: string) =>
      fireEvent.click(within(table()).getByRole('button', { name: `Sort by ${column}` }))
    press('Name')
    expect(names()).toEqual(['Dana Whitfield', 'Ivy Cho', 'Remy Lane'])
    const sorted = table().querySelector('[aria-sort]')
    expect([sorted?.textContent, sorted?.getAttribute('aria-sort')]).toEqual(['Name', 'ascending'])
    expect(window.location.search).toBe('?sort=name%3Aasc')
    expect(table().querySelector('[data-banner]')).toBeNull()
    press('Name')
    expect(names()).toEqual(['Remy Lane', 'Ivy Cho', 'Dana Whitfield'])
    press('Name')
    expect([names(), window.location.search]).toEqual([['Dana Whitfield', 'Remy Lane', 'Ivy Cho'], ''])
    expect(table().querySelectorAll('[data-banner]')).toHaveLength(2)
    press('Position')
    press('Position')
    expect(names()).toEqual(['Remy Lane', 'Ivy Cho', 'Dana Whitfield'])
  })

  it('totals by status are shown, and a press on one filters by it', () => {
    show()
    const totals = within(screen.getByRole('list', { name: 'Totals by status' })).getAllByRole('button')
    expect(totals.map((total) => total.textContent).slice(0, 3)).toEqual(['Members 3', 'Active 2', 'Semi-Active 0'])
    const [all, active, nobody] = totals
    if (!all || !active) throw new Error('there are no totals')
    expect(nobody?.hasAttribute('disabled')).toBe(true)
    fireEvent.click(active)
    expect(names()).toEqual(['Dana Whitfield', 'Ivy Cho'])
    expect(window.location.search).toBe('?status=Active')
    expect([all, active].map((total) => total.getAttribute('aria-pressed'))).toEqual(['false', 'true'])
    fireEvent.click(all)
    expect(names()).toHaveLength(3)
  })

  it('the status breakdown and role distribution have counts and rounded percentages', () => {
    show()
    const status = screen.getByRole('table', { name: 'Status breakdown' })
    expect(within(status).getByRole('row', { name: 'Active 2 67%' })).toBeTruthy()
    expect(within(status).getByRole('row', { name: 'LOA 1 33%' })).toBeTruthy()
    const roles = screen.getByRole('table', { name: 'Role distribution' })
    expect(within(roles).getByRole('row', { name: 'Moderator 2 67%' })).toBeTruthy()
  })

  it("a press on a name copies a mention and shows '✓ copied' for about 1.2 s", async () => {
    vi.useFakeTimers()
    show()
    fireEvent.click(screen.getByTitle('Copy mention of Remy Lane'))
    await settle()
    expect(server.copied).toEqual([`<@${REMY.discordId}>`])
    screen.getByText('✓ copied')
    act(() => vi.advanceTimersByTime(1_200))
    expect(screen.queryByText('✓ copied')).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('the search matches name, callsign and Discord ID', async () => {
    show()
    const search = screen.getByPlaceholderText('Search name, callsign, Discord ID...')
    for (const [text, found] of [
      ['remy', 'Remy Lane'],
      ['sd-1', 'Dana Whitfield'],
      [IVY.discordId.slice(6), 'Ivy Cho'],
    ] as const) {
      fireEvent.change(search, { target: { value: text } })
      await waitFor(() => expect(names()).toEqual([found]))
    }
    screen.getByText('1 of 3 members')
  })

  it('Status and Role filters show counts, with a chip for each active filter', async () => {
    show()
    fireEvent.click(screen.getByRole('button', { name: 'Status' }))
    const loa = screen.getByRole('checkbox', { name: 'LOA 1' })
    fireEvent.click(loa)
    await waitFor(() => expect(names()).toEqual(['Remy Lane']))
    fireEvent.click(screen.getByRole('button', { name: 'Remove filter Status: LOA' }))
    await waitFor(() => expect(names()).toHaveLength(3))
    fireEvent.click(screen.getByRole('button', { name: 'Role' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Staff Director 1' }))
    await waitFor(() => expect(names()).toEqual(['Dana Whitfield']))
    fireEvent.click(screen.getByRole('button', { name: 'Clear Filters' }))
    await waitFor(() => expect(names()).toHaveLength(3))
  })

  it('the filter is in the address', () => {
    show({ search: '?status=LOA&role=Moderator' })
    expect(names()).toEqual(['Remy Lane'])
    screen.getByRole('button', { name: 'Remove filter Role: Moderator' })
  })

  it('an empty roster says so', () => {
    show({ members: [] })
    screen.getByText('No staff members found in the roster yet.')
  })

  it("an empty result says so, with a 'Clear all filters' button", async () => {
    show({ search: '?search=nobody' })
    screen.getByText('No staff members match your current filters. Try adjusting your search or clearing some filters!')
    fireEvent.click(screen.getByRole('button', { name: 'Clear all filters' }))
    await waitFor(() => expect(names()).toHaveLength(3))
  })

  it("loading shows 'Loading roster…', and a failure 'Failed to load roster.'", async () => {
    let fail = () => {}
    server.answers = {}
    vi.stubGlobal(
      'fetch',
      () =>
        new Promise((_, reject) => {
          fail = () => reject(new TypeError('no network'))
        }),
    )
    show({ members: null })
    expect(screen.getAllByText('Loading roster…').length).toBeGreaterThan(0)
    fail()
    await screen.findByText('Failed to load roster.')
  })

  it('the roster refreshes every 10 s and on demand', async () => {
    vi.useFakeTimers()
    show()
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(server.asked.map(({ call }) => call)).toEqual(['GET /api/roster', 'GET /api/roster'])
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(server.asked).toHaveLength(3)
  })
})

it('the roster shows profile pictures, which open the member', () => {
  show({ avatars: { [IVY.discordId]: 'https://cdn.test/ivy.png' } })
  const opens = within(rowOf('Ivy')).getByRole('link', { name: 'Open Ivy Cho' })
  expect(opens.querySelector('img')?.getAttribute('src')).toBe('https://cdn.test/ivy.png')
  expect(rowOf('Dana').querySelector('img')).toBeNull()
  fireEvent.click(opens)
  expect(window.location.search).toBe(`?person=${IVY.discordId}`)
})

describe('The roster on a phone', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  })

  it('each group has a row for each member, where the name copies the mention and the rest opens the person', async () => {
    show({ avatars: { [IVY.discordId]: 'https://cdn.test/ivy.png' } })
    expect(screen.queryByRole('table', { name: 'Staff Roster' })).toBeNull()
    const group = screen.getByRole('region', { name: 'Moderator Team 2' })
    const [remy, ivy] = within(group).getAllByRole('listitem')
    if (remy === undefined || ivy === undefined) throw new Error('the group has two members')
    expect(remy.textContent).toBe('M-2Remy LaneModeratorLOA')
    expect(ivy.querySelector('img')?.getAttribute('src')).toBe('https://cdn.test/ivy.png')
    fireEvent.click(within(remy).getByTitle('Copy mention of Remy Lane'))
    await settle()
    expect([server.copied, window.location.search]).toEqual([[`<@${REMY.discordId}>`], ''])
    fireEvent.click(within(remy).getByText('Moderator'))
    expect(window.location.search).toBe(`?person=${REMY.discordId}`)
    act(() => backgroundList()?.show(IVY.discordId, { focus: true }))
    expect(document.activeElement).toBe(within(ivy).getByRole('link', { name: 'Open Ivy Cho' }))
  })

  it('a link jumps to a group', async () => {
    show()
    fireEvent.click(screen.getByRole('button', { name: 'Jump to a group' }))
    fireEvent.click(screen.getByRole('menuitem', { name: 'Moderator 2' }))
    const heading = screen.getByRole('heading', { name: 'Moderator Team 2' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
  })
})

describe('The keyboard on the roster', () => {
  it('arrow keys move between rows, Home and End to the ends, and one row is in the Tab order', () => {
    show()
    const dana = rowOf('Dana')
    act(() => dana.focus())
    fireEvent.keyDown(dana, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(rowOf('Remy'))
    fireEvent.keyDown(rowOf('Remy'), { key: 'End' })
    expect(document.activeElement).toBe(rowOf('Ivy'))
    fireEvent.keyDown(rowOf('Ivy'), { key: 'Home' })
    expect(document.activeElement).toBe(dana)
    expect(table().querySelectorAll('tr[tabindex="0"]')).toHaveLength(1)
  })

  it('the down arrow moves from the search to the rows', () => {
    show()
    fireEvent.keyDown(screen.getByRole('searchbox', { name: 'Search' }), { key: 'ArrowDown' })
    expect(document.activeElement).toBe(rowOf('Dana'))
  })

  it('Enter, a press on a row and the link beside the name open the person beside the page', () => {
    for (const open of [
      () => fireEvent.keyDown(rowOf('Dana'), { key: 'Enter' }),
      () => fireEvent.click(within(rowOf('Dana')).getByText('Staff Director')),
      () => fireEvent.click(screen.getByRole('link', { name: 'Open Dana Whitfield' })),
    ]) {
      show({ search: '?role=Staff+Director' })
      open()
      expect(window.location.search).toBe(`?role=Staff+Director&person=${DANA.discordId}`)
      expect(rowOf('Dana').dataset.shown).toBe('true')
      cleanup()
    }
  })

  it('the panel moves through the rows in their order, and returns the focus to one of them', () => {
    show()
    expect(backgroundList()?.ids).toEqual([DANA, REMY, IVY].map(({ discordId }) => discordId))
    act(() => backgroundList()?.show(IVY.discordId, { focus: true }))
    expect(document.activeElement).toBe(rowOf('Ivy'))
    cleanup()
    expect(backgroundList()).toBeNull()
  })
})

describe('The roster for management', () => {
  const rights = { isManagement: true }

  it('management sees buttons that staff do not', () => {
    show()
    expect(screen.queryByRole('button', { name: 'Add member' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Import' })).toBeNull()
    screen.getByRole('button', { name: 'Export' })
    cleanup()
    show({ rights })
    screen.getByRole('button', { name: 'Add member' })
    screen.getByRole('link', { name: 'Import' })
  })

  it('management adds a member, with errors beside each field', async () => {
    server.answers['POST /api/roster'] = json(
      { ok: false, error: { code: 'already_there', message: 'x', fields: { callsign: 'SD-1 is taken.' } } },
      409,
    )
    show({ rights })
    fireEvent.click(screen.getByRole('button', { name: 'Add member' }))
    // The button that opened it is hidden behind the dialog now.
    fireEvent.click(screen.getByRole('button', { name: 'Add member' }))
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
    screen.getByText('A Discord ID is needed: 17 to 20 digits.')
    expect(server.asked.filter(({ call }) => call.startsWith('POST'))).toEqual([])
    for (const [label, value] of [
      ['Name', ' Nadia Rhodes '],
      ['Discord UID', '412345678901234508'],
      ['Position', 'T-Mod'],
      ['Callsign', 'SD-1'],
    ] as const)
      fireEvent.change(screen.getByLabelText(label), { target: { value } })
    fireEvent.submit(screen.getByLabelText('Name').closest('form') ?? document.body)
    await screen.findByText('SD-1 is taken.')
    const sent = server.asked.find(({ call }) => call.startsWith('POST'))
    expect(sent?.body).toMatchObject({ position: 'T-Mod', callsign: 'SD-1', status: 'Active' })
  })

  it('selecting a person fills in name and Discord ID, and clears their errors', async () => {
    server.answers['GET /api/people'] = json({
      data: [
        { id: '412345678901234599', name: 'Wren Holloway', other_names: ['wren_h'], callsign: 'T-9', position: null },
      ],
    })
    show({ rights })
    fireEvent.click(screen.getByRole('button', { name: 'Add member' }))
    fireEvent.submit(screen.getByLabelText('Name').closest('form') ?? document.body)
    expect(document.activeElement).toBe(screen.getByLabelText('Name'))
    const picker = screen.getByRole('combobox', { name: 'Find a person' })
    fireEvent.change(picker, { target: { value: 'wren_h' } })
    await screen.findByRole('option', { name: /Wren Holloway/ })
    fireEvent.keyDown(picker, { key: 'Enter' })
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Wren Holloway')
    expect(screen.getByLabelText('Discord UID')).toHaveProperty('value', '412345678901234599')
    expect(screen.getByLabelText('Discord UID').getAttribute('aria-invalid')).toBeNull()
    expect(screen.getByLabelText('Position').getAttribute('aria-invalid')).toBe('true')
  })

  it('management changes a member from its row, and a last move that was not edited is set by the server', async () => {
    server.answers[`PUT /api/roster/${DANA.id}`] = json({ ok: true, item: { ...DANA, version: 2 } })
    show({ rights })
    fireEvent.click(screen.getByRole('button', { name: 'Edit Dana Whitfield' }))
    fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'LOA' } })
    fireEvent.submit(screen.getByLabelText('Name').closest('form') ?? document.body)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.asked[0]?.body).toMatchObject({ status: 'LOA', version: 1 })
    expect(server.asked[0]?.body).not.toHaveProperty('lastMove')
  })

  it('a question appears before unsaved notes are discarded', () => {
    show({ rights })
    fireEvent.click(screen.getByRole('button', { name: 'Edit Dana Whitfield' }))
    fireEvent.change(screen.getByLabelText('Notes'), { target: { value: 'Back' } })
    fireEvent.click(screen.getByRole('button', { name: 'Close dialog' }))
    fireEvent.click(screen.getByRole('button', { name: 'Keep writing' }))
    expect(screen.getByLabelText('Notes')).toHaveProperty('value', 'Back')
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    fireEvent.click(screen.getByRole('button', { name: 'Discard the text' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('a question appears before the name of a new member is discarded', () => {
    show({ rights })
    fireEvent.click(screen.getByRole('button', { name: 'Add member' }))
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Remy Vale' } })
    fireEvent.click(screen.getByRole('button', { name: 'Close dialog' }))
    fireEvent.click(screen.getByRole('button', { name: 'Keep writing' }))
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Remy Vale')
  })

  it('management sees both versions if somebody else saved first, and chooses one', async () => {
    const theirs = { ...DANA, version: 5, timezone: 'GMT' }
    const path = `PUT /api/roster/${DANA.id}`
    server.answers[path] = json({ ok: false, error: { code: 'changed_meanwhile', message: 'x' }, item: theirs }, 409)
    show({ rights })
    fireEvent.click(screen.getByRole('button', { name: 'Edit Dana Whitfield' }))
    fireEvent.change(screen.getByLabelText('Notes'), { target: { value: 'Back' } })
    fireEvent.submit(screen.getByLabelText('Name').closest('form') ?? document.body)
    const dialog = await screen.findByRole('dialog', { name: 'Dana Whitfield was changed by someone else' })
    expect([...dialog.querySelectorAll('td')].map((cell) => cell.textContent)).toEqual([
      'EST',
      'GMT',
      'Back',
      'Out until 12/1',
    ])
    server.answers[path] = json({ ok: true, item: { ...theirs, version: 6 } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Keep mine' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const saved = server.asked.filter(({ call }) => call.startsWith('PUT'))
    expect(saved[1]?.body).toMatchObject({ notes: 'Back', timezone: 'EST', version: 5 })
  })

  it('the reason why a member could not be removed scrolls into view, also the second time', async () => {
    server.answers[`DELETE /api/roster/${DANA.id}`] = json(
      { ok: false, error: { code: 'unavailable', message: 'Try again in a minute.' } },
      503,
    )
    const shownParts: (string | null)[] = []
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      shownParts.push(this.textContent)
    })
    show({ rights })
    fireEvent.click(screen.getByRole('button', { name: 'Edit Dana Whitfield' }))
    for (const times of [1, 2]) {
      fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
      await waitFor(() => expect(shownParts).toEqual(Array(times).fill('Try again in a minute.')))
    }
    vi.restoreAllMocks()
  })

  it('a removed member is restored by undo', async () => {
    server.answers[`DELETE /api/roster/${DANA.id}`] = json({ ok: true })
    server.answers[`POST /api/roster/${DANA.id}/undo-removal`] = json({ ok: true, item: DANA })
    show({ rights })
    render(<LiveRegion />)
    fireEvent.click(screen.getByRole('button', { name: 'Edit Dana Whitfield' }))
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('Undone: Dana Whitfield was removed.')
    expect(server.asked.map(({ call }) => call).filter((call) => !call.startsWith('GET'))).toEqual([
      `DELETE /api/roster/${DANA.id}`,
      `POST /api/roster/${DANA.id}/undo-removal`,
    ])
  })
})

describe('Links to other rosters', () => {
  it('the roster links to the developers roster, unless the community has none', () => {
    show()
    screen.getByRole('link', { name: 'Development Roster' })
    cleanup()
    show({ off: ['dev-roster'] })
    expect(screen.queryByRole('link', { name: 'Development Roster' })).toBeNull()
  })

  it('the roster links to further rosters for people who can read them', () => {
    const rosters = [
      { key: 'fire-academy', title: 'Fire Academy', readBy: 'staff', changedBy: 'management' },
      { key: 'internal-affairs', title: 'Internal Affairs', readBy: 'owner', changedBy: 'owner' },
    ] as const
    const groups = [{ name: 'Cadet' }]
    const content = {
      ...ROSTER_CONTENT,
      rosters: {
        ...ROSTER_CONTENT.rosters,
        ...Object.fromEntries(rosters.map(({ key, title }) => [key, { title, groups, others: 'Cadet' }])),
      },
    }
    show({ content, rosters })
    expect(screen.getByRole('link', { name: 'Fire Academy' }).getAttribute('href')).toBe('/rosters/fire-academy')
    expect(screen.queryByRole('link', { name: 'Internal Affairs' })).toBeNull()
  })
})

describe('The rosters of another community', () => {
  const content: RosterContent = {
    ...ROSTER_CONTENT,
    statuses: [
      { name: 'Beurlaubt', aliases: ['Urlaub'], colour: '#7fd0ff', counts: 'away' },
      { name: 'Im Dienst', colour: 'ok', counts: 'present' },
    ],
    emptyStatus: 'Im Dienst',
    rosters: {
      ...ROSTER_CONTENT.rosters,
      roster: {
        title: 'Feuerwache',
        groups: [
          { name: 'Leitung', colour: '#ffb0c8', titles: { Wehrführer: ['WF'] } },
          { name: 'Mannschaft', titles: { Feuerwehrmann: [] } },
        ],
        others: 'Mannschaft',
      },
    },
  }
  const members = [
    member('Uwe Stein', { position: 'Feuerwehrmann', status: 'Urlaub' }),
    member('Eva Ott', { position: 'Wehrführer', status: 'Im Dienst' }),
  ]

  it('the page has the title, groups, statuses and colours of the community', () => {
    show({ members, content })
    screen.getByRole('heading', { level: 1, name: 'Feuerwache' })
    const banners = [...screen.getByRole('table', { name: 'Feuerwache' }).querySelectorAll('[data-banner]')]
    expect(banners.map((banner) => banner.textContent)).toEqual(['Leitung Team1', 'Mannschaft Team1'])
    expect(banners[0]?.querySelector<HTMLElement>('.text-own')?.style.getPropertyValue('--own')).toBe('#ffb0c8')
    const totals = screen.getByLabelText('Totals by status')
    expect([...totals.children].map((total) => total.textContent)).toEqual(['Members 2', 'Beurlaubt 1', 'Im Dienst 1'])
    const chip = within(rowOf('Uwe Stein')).getByText('Beurlaubt')
    expect([chip.className.includes('text-own'), chip.style.getPropertyValue('--own')]).toEqual([true, '#7fd0ff'])
    const charts = screen.getAllByRole('table').map((chart) => chart.textContent)
    expect(charts.some((chart) => chart?.includes('Beurlaubt150%'))).toBe(true)
    expect(charts.some((chart) => chart?.includes('Mannschaft150%'))).toBe(true)
  })

  it('the filters and the form have the values of the community', async () => {
    show({ members, content, rights: { isManagement: true }, search: '?role=Leitung' })
    expect([...document.querySelectorAll('tr[data-member] th')].map((cell) => cell.textContent)).toEqual(['Eva Ott'])
    fireEvent.click(screen.getByRole('button', { name: 'Add member' }))
    const status = await screen.findByLabelText<HTMLSelectElement>('Status')
    expect([...status.options].map(({ text }) => text)).toEqual(['Beurlaubt', 'Im Dienst'])
    expect(status.value).toBe('Im Dienst')
    expect([...document.querySelectorAll('datalist option')].map((option) => option.getAttribute('value'))).toEqual(
      expect.arrayContaining(['Wehrführer', 'Feuerwehrmann']),
    )
  })
})

describe('Several selected members', () => {
  const asManagement = { rights: { isManagement: true } }
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Choose ${name}` })
  const bar = () => screen.queryByRole('region', { name: 'Chosen rows' })
  const chosen = () => TEAM.filter(({ name }) => box(name).checked).map(({ name }) => name)

  it('members are selected by checkbox, Ctrl or Shift, and the bar shows the number', () => {
    show()
    expect(bar()).toBeNull()
    fireEvent.click(box('Dana Whitfield'))
    expect(bar()?.textContent).toContain('1 chosen')
    fireEvent.click(rowOf('Ivy'), { ctrlKey: true })
    expect(chosen()).toEqual(['Dana Whitfield', 'Ivy Cho'])
    fireEvent.click(rowOf('Dana'), { metaKey: true })
    fireEvent.click(rowOf('Remy'), { ctrlKey: true })
    fireEvent.click(box('Dana Whitfield'), { shiftKey: true })
    expect(chosen()).toEqual(['Dana Whitfield', 'Remy Lane', 'Ivy Cho'])
    expect(window.location.search).toBe('')
    fireEvent.click(screen.getByRole('button', { name: /Choose none/ }))
    expect(bar()).toBeNull()
  })

  it('members are selected with Space, Shift and arrow, and Ctrl A, and deselected with Escape', () => {
    show()
    rowOf('Dana').focus()
    fireEvent.keyDown(rowOf('Dana'), { key: ' ' })
    expect(chosen()).toEqual(['Dana Whitfield'])
    fireEvent.keyDown(rowOf('Dana'), { key: 'ArrowDown', shiftKey: true })
    expect(chosen()).toEqual(['Dana Whitfield', 'Remy Lane'])
    expect(document.activeElement).toBe(rowOf('Remy'))
    fireEvent.keyDown(rowOf('Remy'), { key: 'ArrowUp', shiftKey: true })
    expect(chosen()).toEqual(['Dana Whitfield'])
    fireEvent.keyDown(rowOf('Dana'), { key: 'a', ctrlKey: true })
    expect(chosen()).toHaveLength(3)
    fireEvent.keyDown(rowOf('Dana'), { key: 'Escape' })
    expect(chosen()).toEqual([])
  })

  it('selected members count only while they are visible', () => {
    show()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Choose all' }))
    expect(bar()?.textContent).toContain('3 chosen')
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Ivy' } })
    expect(bar()?.textContent).toContain('1 chosen')
  })

  it('the mentions of selected members are copied', async () => {
    show()
    fireEvent.click(box('Remy Lane'))
    fireEvent.click(box('Dana Whitfield'))
    fireEvent.click(screen.getByRole('button', { name: 'Copy mentions' }))
    await settle()
    expect(server.copied).toEqual([`<@${DANA.discordId}> <@${REMY.discordId}>`])
    screen.getByRole('button', { name: '✓ copied' })
  })

  it('selected members are exported in the order of the list', async () => {
    show()
    const link = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    server.answers['POST /api/roster/export'] = () => new Response('Callsign')
    fireEvent.click(box('Ivy Cho'))
    fireEvent.click(box('Dana Whitfield'))
    fireEvent.click(within(bar() ?? document.body).getByRole('button', { name: 'Export' }))
    fireEvent.click(screen.getByRole('menuitem', { name: 'CSV, for spreadsheets' }))
    await waitFor(() => expect(link).toHaveBeenCalled())
    const sent = server.asked.find(({ call }) => call === 'POST /api/roster/export')
    expect(sent?.body).toEqual({ format: 'csv', rows: [DANA.id, IVY.id] })
    link.mockRestore()
  })

  it('the members are named in the confirmation of a new status', async () => {
    show({ ...asManagement, members: [DANA, REMY] })
    render(<LiveRegion />)
    server.answers['POST /api/roster/statuses'] = json({ ok: true, data: [{ ...DANA, status: 'LOA', version: 2 }] })
    fireEvent.click(box('Dana Whitfield'))
    fireEvent.click(screen.getByRole('button', { name: 'Set status' }))
    fireEvent.click(screen.getByRole('menuitem', { name: 'LOA' }))
    await screen.findByText('Dana Whitfield is marked LOA.')
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('Dana Whitfield is marked Active again.')
  })

  it('a status is set in one call, and undone in one call with the previous values', async () => {
    const remy = { ...REMY, status: 'Inactive' }
    show({ ...asManagement, members: [DANA, remy, IVY] })
    render(<LiveRegion />)
    const after = [DANA, remy, IVY].map((each) => ({ ...each, status: 'LOA', lastMove: '2026-03-14', version: 2 }))
    server.answers['POST /api/roster/statuses'] = json({ ok: true, data: after })
    fireEvent.click(box('Dana Whitfield'))
    fireEvent.click(box('Remy Lane'))
    fireEvent.click(box('Ivy Cho'))
    fireEvent.click(screen.getByRole('button', { name: 'Set status' }))
    fireEvent.click(screen.getByRole('menuitem', { name: 'LOA' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await screen.findByText('2 members are Active again. 1 member is Inactive again.')
    expect(server.asked.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)).toEqual([
      {
        members: [
          { id: DANA.id, version: 1, status: 'LOA' },
          { id: REMY.id, version: 1, status: 'LOA' },
          { id: IVY.id, version: 1, status: 'LOA' },
        ],
      },
      {
        members: [
          { id: DANA.id, version: 2, status: 'Active', lastMove: null },
          { id: REMY.id, version: 2, status: 'Inactive', lastMove: null },
          { id: IVY.id, version: 2, status: 'Active', lastMove: null },
        ],
      },
    ])
    expect(bar()).toBeNull()
  })

  it('the selection stays if no member could be changed, and the bar says why', async () => {
    show(asManagement)
    const message = 'Someone else changed Ivy Cho meanwhile. Nothing was saved.'
    server.answers['POST /api/roster/statuses'] = json(
      { ok: false, error: { code: 'changed_meanwhile', message } },
      409,
    )
    fireEvent.click(box('Ivy Cho'))
    fireEvent.click(screen.getByRole('button', { name: 'Set status' }))
    fireEvent.click(screen.getByRole('menuitem', { name: 'LOA' }))
    await screen.findByText(message)
    expect(chosen()).toEqual(['Ivy Cho'])
    fireEvent.click(screen.getByRole('button', { name: /Choose none/ }))
    fireEvent.click(box('Remy Lane'))
    expect(screen.queryByText(message)).toBeNull()
  })

  it('a held Enter key that opened the menu does not set a status', () => {
    show(asManagement)
    fireEvent.click(box('Ivy Cho'))
    fireEvent.click(screen.getByRole('button', { name: 'Set status' }))
    const [first] = screen.getAllByRole('menuitem')
    expect(fireEvent.keyDown(first ?? document.body, { key: 'Enter', repeat: true })).toBe(false)
    expect(fireEvent.keyDown(first ?? document.body, { key: 'Enter' })).toBe(true)
  })

  it('people without the right cannot set a status', () => {
    show()
    fireEvent.click(box('Ivy Cho'))
    expect(screen.queryByRole('button', { name: 'Set status' })).toBeNull()
  })
})
