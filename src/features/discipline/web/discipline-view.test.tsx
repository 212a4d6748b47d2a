import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { localMoment } from '#lib/dates.ts'
import { ACTION_TYPES } from '#test/action-types.ts'
import { clientOfStaff, fakeServer, json } from '#test/fake-server.ts'
import { LiveRegion } from '#ui/live-region.tsx'
import { queriesOfTopic } from '#web/queries.ts'
import { type ActionPerson, type DaEntry, type DisciplineContent, findDisciplineContent } from '../contract.ts'
import type { EvidenceSlot } from './action-details.tsx'
import { DisciplineView } from './discipline-view.tsx'
import type { KnownOffence } from './offence-fields.tsx'

const NOLAN = '310000000000000101'
const MARCUS = '310000000000000103'
const IVY = '412345678901234567'
const ivy: ActionPerson = {
  id: IVY,
  name: 'Ivy Cho',
  callsign: 'M-10',
  position: 'Moderator',
  avatar: 'https://cdn.example/ivy.png',
  record: {
    total: 3,
    is_capped: false,
    types: [{ type: 'Strike', count: 2 }],
    revoked: 1,
    last: '2026-03-14T12:00:00.000Z',
    points: { active: 4, until: null },
  },
  has_approver: true,
}

function entry(id: number, more: Partial<DaEntry> = {}): DaEntry {
  return {
    id,
    version: 1,
    date: '2026-03-14T12:00:00.000Z',
    user: NOLAN,
    user_name: 'Nolan Reyes',
    admin: MARCUS,
    admin_name: 'Marcus Delgado',
    type: 'Strike',
    internal_reason: `internal ${id}`,
    external_reason: `external ${id}`,
    is_revised: false,
    is_from_game: false,
    revoked: null,
    ...{ ends_at: null, points: 0, points_end_at: null, acknowledged_at: null, approval: null },
    ...more,
  }
}

const server = fakeServer(() => ({
  'GET /api/staff-da': (query) => {
    const isOfIvy = query.get('user') === IVY
    return Response.json({ rows: isOfIvy ? [] : [entry(2), entry(1)], total: isOfIvy ? 0 : 60, is_capped: false })
  },
  'GET /api/staff-da/people': json({
    users: [{ id: NOLAN, name: 'Nolan Reyes', other_names: ['N. R. | S-12'], count: 2 }],
    admins: [{ id: MARCUS, name: 'Marcus Delgado', other_names: [], count: 2 }],
  }),
  'GET /api/people/pictures': json({ data: { [NOLAN]: '/nolan.webp' } }),
  'GET /api/people': json({
    data: [{ id: IVY, name: 'Ivy Cho', other_names: ['ivy in the guild'], callsign: 'M-10', position: 'Moderator' }],
  }),
  [`GET /api/staff-da/people/${IVY}`]: json({ item: ivy }),
  [`GET /api/staff-da/people/${MARCUS}`]: json({ item: { ...ivy, id: MARCUS, name: 'Marcus Delgado' } }),
  'GET /api/staff-da/weeks': json({ data: [{ week: '2026-03-09', counts: { Strike: 2 } }], is_capped: false }),
  'GET /api/staff-da/templates': json({
    data: [{ label: 'Missed shift', type: 'Verbal Warning', internal: 'Missed it', external: 'You missed it' }],
  }),
  'GET /api/staff-da/2': json({
    item: entry(2),
    revisions: [],
    offences: [],
    deviation: null,
    may_revise: false,
    may_revoke: false,
    may_approve: false,
    is_stuck: false,
  }),
}))
const OFFENCES = [
  { code: 'A-1', name: 'Missed shift', category: 'Activity' },
  { code: 'C-1', name: 'Shouting', category: 'Conduct' },
]
const listCalls = () => server.asked.filter(({ call }) => call === 'GET /api/staff-da')

let client: QueryClient
function viewAt(
  search = '',
  rights = {},
  types: DisciplineContent['types'] = ACTION_TYPES,
  offences: readonly KnownOffence[] | null = OFFENCES,
  evidence?: EvidenceSlot,
) {
  window.history.replaceState(null, '', `/staff-da-database${search}`)
  client = clientOfStaff(rights, { [findDisciplineContent.path]: { types, players: [] } })
  return (
    <QueryClientProvider client={client}>
      <DisciplineView
        links={[
          { label: 'Staff Roster', href: '/staff-roster' },
          { label: 'Trial Mod Checklist', href: '/trial-mod-checklist' },
        ]}
        more={[{ label: 'Offences', href: '/offences' }]}
        importHref="/staff-da-database/import"
        people={[{ id: IVY, name: 'Ivy Cho', note: 'M-10' }]}
        offences={offences}
        {...(evidence && { evidence })}
      />
    </QueryClientProvider>
  )
}
function show({
  search,
  rights,
  types,
  offences,
  evidence,
}: {
  search?: string
  rights?: object
  types?: DisciplineContent['types']
  offences?: readonly KnownOffence[]
  evidence?: EvidenceSlot
} = {}) {
  render(viewAt(search, rights, types, offences, evidence))
}
/** Behind an open dialog, rows are hidden from screen readers. */
const rows = ({ hidden = false } = {}) => screen.findAllByRole('row', { hidden }).then((all) => all.slice(1))

describe('Staff DA Database', () => {
  it("the page links to the roster and the checklist, and has a refresh button, the total and 'Showing X-Y'", async () => {
    show()
    expect(await screen.findByText('Showing 1-2')).toBeTruthy()
    expect(screen.getByText('60')).toBeTruthy()
    const links = within(screen.getByRole('navigation', { name: 'Staff tools' })).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/staff-roster', '/trial-mod-checklist'])
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(listCalls()).toHaveLength(2))
  })

  it('the page has a menu with further pages about actions', async () => {
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'More pages' }))
    expect(screen.getByRole('menuitem', { name: 'Offences' }).getAttribute('href')).toBe('/offences')
  })

  it('the columns are Date, User, Admin, Type, Internal Reason and External Reason, with dates as month/day/year', async () => {
    show()
    const [first] = await rows()
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Date',
      'User',
      'Admin',
      'Type',
      'Internal Reason',
      'External Reason',
    ])
    expect(first?.textContent).toBe('03/14/2026Nolan ReyesMarcus DelgadoStrikeinternal 2external 2')
  })

  it('the list shows the profile picture of each user who signed in', async () => {
    show()
    const [first] = await rows()
    await vi.waitFor(() => expect(first?.querySelector('img')?.getAttribute('src')).toBe('/nolan.webp'))
    expect(server.asked.filter(({ call }) => call.startsWith('GET /api/people/pictures'))).toHaveLength(1)
  })

  it('a press on a profile picture opens the person beside the page, and not the action', async () => {
    show()
    const [first] = await rows()
    if (first === undefined) throw new Error('there is no row')
    const picture = within(first).getByRole('link', { name: 'Open Nolan Reyes' })
    expect(picture.getAttribute('href')).toBe(`?person=${NOLAN}`)
    fireEvent.click(picture)
    await waitFor(() => expect(window.location.search).toBe(`?person=${NOLAN}`))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('rows can be selected, and the mentions of their people are copied, each once', async () => {
    show()
    await rows()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Choose all' }))
    const bar = screen.getByRole('region', { name: 'Chosen rows' })
    expect(bar.textContent).toContain('2 chosen')
    fireEvent.click(within(bar).getByRole('button', { name: 'Copy mentions' }))
    await waitFor(() => expect(server.copied).toEqual([`<@${entry(2).user}>`]))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('the list requests 25 actions a page, the newest first, without empty filters', async () => {
    show({ search: '?query=%20&user=' })
    await rows()
    expect(Object.fromEntries(listCalls()[0]?.query ?? [])).toEqual({ sort: 'date:desc', page: '1', pageSize: '25' })
  })

  it('a changed filter resets to page 1 and reloads after 350 ms', async () => {
    show({ search: '?page=2' })
    await rows()
    expect(listCalls().at(-1)?.query.get('page')).toBe('2')
    vi.useFakeTimers()
    fireEvent.change(screen.getByPlaceholderText('Search name, ID, reason...'), { target: { value: 'ramming' } })
    await act(() => vi.advanceTimersByTimeAsync(340))
    expect(listCalls()).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(20))
    expect(Object.fromEntries(listCalls().at(-1)?.query ?? [])).toMatchObject({ query: 'ramming', page: '1' })
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(window.location.search).toBe('?query=ramming')
  })

  it('a changed sort order or page size resets to page 1, and Clear resets everything', async () => {
    show()
    await rows()
    fireEvent.change(screen.getByLabelText('Sort'), { target: { value: 'user_name:asc' } })
    fireEvent.change(screen.getByLabelText('Page size'), { target: { value: '100' } })
    await waitFor(() =>
      expect(Object.fromEntries(listCalls().at(-1)?.query ?? [])).toMatchObject({
        sort: 'user_name:asc',
        pageSize: '100',
      }),
    )
    expect(listCalls()).toHaveLength(2)
    expect(
      within(screen.getByLabelText('Page size'))
        .getAllByRole('option')
        .map((each) => each.textContent),
    ).toEqual(['10', '25', '50', '100'])
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    await waitFor(() => expect(screen.getByLabelText('Sort')).toHaveProperty('value', 'date:desc'))
  })

  it('the user filter finds a person by name and filters by their Discord ID', async () => {
    show()
    await rows()
    const user = screen.getByRole('combobox', { name: 'User' })
    fireEvent.click(user)
    fireEvent.click(await screen.findByRole('option', { name: /Nolan Reyes/ }))
    await waitFor(() => expect(listCalls().at(-1)?.query.get('user')).toBe(NOLAN))
    expect(user).toHaveProperty('value', 'Nolan Reyes')
  })

  it('the line above the list names the rows that are shown, also while the next page loads', async () => {
    show()
    expect(await screen.findByText('Showing 1-2')).toBeTruthy()
    let arrive: (reply: Response) => void = () => undefined
    server.answers['GET /api/staff-da'] = () =>
      new Promise((resolve) => {
        arrive = resolve
      })
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(listCalls()).toHaveLength(2))
    expect(screen.getByText('Showing 1-2')).toBeTruthy()
    arrive(Response.json({ rows: [entry(4)], total: 60, is_capped: false }))
    expect(await screen.findByText('Showing 26-26')).toBeTruthy()
  })

  it("the list has First, Prev, 'Page X of Y', Next and Last, and a new page loads at once", async () => {
    show()
    await rows()
    expect(screen.getByText('Page 1 of 3')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Prev' })).toHaveProperty('disabled', true)
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    expect(listCalls().at(-1)?.query.get('page')).toBe('2')
    fireEvent.click(screen.getByRole('button', { name: 'Last page' }))
    await waitFor(() => expect(listCalls().at(-1)?.query.get('page')).toBe('3'))
    expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true)
    fireEvent.click(screen.getByRole('button', { name: 'First page' }))
    await screen.findByText('Page 1 of 3')
  })

  it('a page past the end leads to the last page', async () => {
    server.answers['GET /api/staff-da'] = (query) =>
      Response.json({ rows: query.get('page') === '9' ? [] : [entry(1)], total: 60, is_capped: false })
    show({ search: '?page=9' })
    const steps = window.history.length
    await screen.findByText('Page 3 of 3')
    expect(await rows()).toHaveLength(1)
    // The Back button does not lead to the page that does not exist.
    expect(window.history.length).toBe(steps)
  })

  it('a total past the limit says that there are more, and a short search says what it matches', async () => {
    server.answers['GET /api/staff-da'] = json({ rows: [entry(1)], total: 1000, is_capped: true })
    show({ search: '?query=de' })
    expect(await screen.findByText('1,000+')).toBeTruthy()
    expect(
      screen.getByText('Counting stopped at 1,000: more match. Narrow the search or the filters to see the rest.'),
    ).toBeTruthy()
    expect(
      screen.getByText('With fewer than 3 characters, only people whose names begin with them are found.'),
    ).toBeTruthy()
  })

  it("an empty list says 'No DA entries found' with a hint", async () => {
    server.answers['GET /api/staff-da'] = json({ rows: [], total: 0, is_capped: false })
    show()
    expect(await screen.findByText('No DA entries found')).toBeTruthy()
    expect(screen.getByText('Try adjusting search or clearing filters.')).toBeTruthy()
    expect(screen.getByText('Page 1 of 1')).toBeTruthy()
  })

  it("a failed request shows 'Failed to load' with a 'Try again' button, and clears the results", async () => {
    show()
    await rows()
    server.answers['GET /api/staff-da'] = json({}, 500)
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(await screen.findByText('Failed to load')).toBeTruthy()
    expect(screen.queryByText('internal 2')).toBeNull()
    server.answers['GET /api/staff-da'] = json({ rows: [entry(7)], total: 1, is_capped: false })
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('internal 7')).toBeTruthy()
  })

  it('an unreachable site is named as the cause', async () => {
    server.answers['GET /api/staff-da'] = () => Promise.reject(new TypeError('offline'))
    show()
    const note = await screen.findByRole('alert')
    expect(note.textContent).toMatch(/^Failed to loadThe site could not be reached\./)
  })

  it('the error message of the server is shown', async () => {
    const fields = { end: 'The end is before the start.' }
    server.answers['GET /api/staff-da'] = json({ ok: false, error: { code: 'invalid', message: 'No.', fields } }, 400)
    show({ search: '?start=2026-03-02&end=2026-03-01' })
    expect(await screen.findByText('The end is before the start.')).toBeTruthy()
    cleanup()
    const message = 'The database does not answer right now.'
    server.answers['GET /api/staff-da'] = json({ ok: false, error: { code: 'unavailable', message } }, 503)
    show()
    expect(await screen.findByText(message)).toBeTruthy()
  })
})

describe('Details of an action', () => {
  it("a press on a row opens details with the title 'DA Details — <user>', copyable reasons and Close", async () => {
    show()
    const [first] = await rows()
    if (first) fireEvent.click(first)
    const dialog = await screen.findByRole('dialog', { name: 'DA Details — Nolan Reyes' })
    for (const text of ['Marcus Delgado', 'internal 2', 'external 2'])
      expect(within(dialog).getByText(text)).toBeTruthy()
    fireEvent.click(within(dialog).getByTitle('Copy internal reason'))
    expect(await within(dialog).findByText('✓ copied')).toBeTruthy()
    fireEvent.click(within(dialog).getByTitle('Copy external reason'))
    await waitFor(() => expect(server.copied).toEqual(['internal 2', 'external 2']))
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('the details always start with the focus on Close, whatever buttons and fields they have', async () => {
    server.answers['GET /api/staff-da/2'] = json({
      ...{ item: entry(2), revisions: [], offences: [], deviation: null },
      ...{ may_revise: true, may_revoke: true, may_approve: false, is_stuck: false },
    })
    const evidence: EvidenceSlot = () => (
      <section data-later="">
        <input type="file" aria-label="Picture" />
      </section>
    )
    show({ evidence })
    for (let time = 0; time < 2; time++) {
      const [first] = await rows()
      if (first) fireEvent.click(first)
      const dialog = await screen.findByRole('dialog', { name: 'DA Details — Nolan Reyes' })
      const close = within(dialog).getByRole('button', { name: 'Close' })
      expect(document.activeElement).toBe(close)
      await within(dialog).findByRole('button', { name: 'Revoke' })
      fireEvent.click(close)
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
  })

  it('the arrow keys move to the next and the previous action of the list, and stop at its ends', async () => {
    server.answers['GET /api/staff-da/1'] = json({
      ...{
        item: entry(1, { user_name: 'Ivy Cho' }),
        revisions: [],
        offences: [],
        deviation: null,
        may_revise: false,
        may_revoke: false,
      },
    })
    show({ search: '?query=ramming&entry=2' })
    await rows({ hidden: true })
    const steps = window.history.length
    const dialog = await screen.findByRole('dialog', { name: 'DA Details — Nolan Reyes' })
    const close = within(dialog).getByRole('button', { name: 'Close' })
    fireEvent.keyDown(close, { key: 'ArrowUp' })
    expect(window.location.search).toBe('?query=ramming&entry=2')
    fireEvent.keyDown(close, { key: 'ArrowDown' })
    await screen.findByRole('dialog', { name: 'DA Details — Ivy Cho' })
    expect(window.location.search).toBe('?query=ramming&entry=1')
    expect(within(dialog).getByRole('button', { name: 'Next row' })).toHaveProperty('disabled', true)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Previous row' }))
    await screen.findByRole('dialog', { name: 'DA Details — Nolan Reyes' })
    // One press of Back closes the dialog, however many actions were opened.
    expect(window.history.length).toBe(steps)
    fireEvent.keyDown(close, { key: 'ArrowDown' })
    fireEvent.click(close)
    const [, last] = await rows()
    await waitFor(() => expect(document.activeElement).toBe(last))
  })

  it('Back does not reopen details that were closed', async () => {
    show()
    const steps = window.history.length
    for (let time = 0; time < 2; time++) {
      const [first] = await rows()
      if (first) fireEvent.click(first)
      const dialog = await screen.findByRole('dialog', { name: 'DA Details — Nolan Reyes' })
      fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
      await waitFor(() => expect(window.history.state).toBeNull())
      expect(screen.queryByRole('dialog')).toBeNull()
    }
    expect(window.history.length).toBe(steps + 1)
  })

  it('the details ask before selected evidence that was not added is discarded', async () => {
    function Chosen({ onUnsaved }: { onUnsaved(isUnsaved: boolean): void }) {
      return <button type="button" onClick={() => onUnsaved(true)} aria-label="Choose a picture" />
    }
    const evidence: EvidenceSlot = ({ onUnsaved }) => <Chosen onUnsaved={onUnsaved} />
    show({ search: '?entry=2', evidence })
    const dialog = await screen.findByRole('dialog', { name: 'DA Details — Nolan Reyes' })
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Choose a picture' }))
    for (const leave of [
      () => fireEvent.click(within(dialog).getByRole('button', { name: 'Close' })),
      () => fireEvent.keyDown(within(dialog).getByRole('button', { name: 'Close' }), { key: 'ArrowDown' }),
      () => fireEvent.keyDown(within(dialog).getByRole('button', { name: 'Close' }), { key: 'Escape' }),
    ]) {
      leave()
      const question = screen.getByRole('alertdialog', { name: 'Discard the picture or link?' })
      fireEvent.click(within(question).getByRole('button', { name: 'Keep it' }))
      expect(window.location.search).toBe('?entry=2')
    }
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    fireEvent.click(screen.getByRole('button', { name: 'Discard it' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('a person who reads their own actions is not suggested as the subject of a new one', async () => {
    show({ search: `?user=${NOLAN}`, rights: { id: NOLAN } })
    await rows()
    fireEvent.click(screen.getByRole('button', { name: 'Log action' }))
    const form = within(await screen.findByRole('dialog'))
    const field = form.getByRole('combobox', { name: 'Person' })
    expect(field).toHaveProperty('value', '')
    fireEvent.change(field, { target: { value: 'nolan' } })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(screen.queryByRole('option', { name: /Nolan Reyes/ })).toBeNull()
  })

  it('the link to an action opens only this action', async () => {
    show({ search: '?query=ramming&entry=2' })
    const dialog = await screen.findByRole('dialog', { name: 'DA Details — Nolan Reyes' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Copy link' }))
    await waitFor(() => expect(server.copied).toEqual([`${window.location.origin}/staff-da-database?entry=2`]))
  })

  it('staff who cannot revise see no button for it', async () => {
    show({ search: '?entry=2' })
    const dialog = await screen.findByRole('dialog', { name: 'DA Details — Nolan Reyes' })
    await waitFor(() => expect(server.asked.some(({ call }) => call === 'GET /api/staff-da/2')).toBe(true))
    expect(within(dialog).queryByRole('button', { name: /Revise|Revoke/ })).toBeNull()
  })

  it('the details list every revision side by side, and how and why an action was revoked', async () => {
    const {
      admin: _,
      admin_name: __,
      id: ___,
      version: ____,
      is_revised: _____,
      is_from_game: ______,
      revoked: _______,
      ...was
    } = entry(2)
    const revoked = { at: was.date, by: '1', by_name: 'Dana', outcome: 'reduced' as const, why: 'A first time' }
    server.answers['GET /api/staff-da/2'] = json({
      item: entry(2, { internal_reason: 'second words', version: 3, is_revised: true, revoked }),
      revisions: [
        {
          version: 1,
          at: was.date,
          by: MARCUS,
          by_name: 'Marcus Delgado',
          why: 'Spelling',
          was,
          acknowledged_at: null,
        },
      ],
      ...{ offences: [], deviation: null },
      may_revise: false,
      may_revoke: false,
    })
    show({ search: '?entry=2' })
    expect(await screen.findByText('Revoked: reduced')).toBeTruthy()
    expect(screen.getByText('A first time')).toBeTruthy()
    fireEvent.click(screen.getByText('One earlier revision'))
    const cells = within(screen.getByRole('dialog')).getAllByRole('cell')
    expect(cells.map((cell) => cell.textContent)).toEqual(['internal 2', 'second words'])
  })

  it.each([
    ['closed', 'Not yetDiscord refused the message: their settings do not allow it.'],
    [null, 'Not yet'],
  ])(
    'the details show the delivery status while the person has not confirmed the action: %s',
    async (delivery, expected) => {
      server.answers['GET /api/staff-da/2'] = json({
        ...{ item: entry(2), revisions: [], offences: [], deviation: null, delivery },
        ...{ may_revise: false, may_revoke: false },
      })
      show({ search: '?entry=2' })
      const dialog = await screen.findByRole('dialog')
      await waitFor(() => expect(within(dialog).getByText('Read').nextElementSibling?.textContent).toBe(expected))
    },
  )

  it('the details say that an internal reason is hidden from the viewer', async () => {
    const kept = entry(2, { internal_reason: null })
    server.answers['GET /api/staff-da'] = json({ rows: [kept], total: 1, is_capped: false })
    server.answers['GET /api/staff-da/2'] = json({
      item: kept,
      revisions: [],
      offences: [],
      deviation: null,
      may_revise: false,
      may_revoke: false,
    })
    show({ search: '?entry=2' })
    const reason = within(await screen.findByRole('region', { name: 'Internal Reason' }))
    expect(reason.getByText('Hidden, because this is about you.')).toBeTruthy()
    expect(reason.queryByRole('button')).toBeNull()
    expect(await screen.findAllByText('Hidden, because this is about you.')).toHaveLength(2)
  })

  describe('of an action that waits for approval', () => {
    const WAITS = {
      ...{ state: 'waiting' as const, due_at: null },
      ...{ at: null, by: null, by_name: null, why: null },
    }
    const opened = (approval: DaEntry['approval'], mayApprove = true, isStuck = false) => {
      server.answers['GET /api/staff-da/2'] = json({
        item: entry(2, { approval }),
        ...{ revisions: [], offences: [], deviation: null },
        ...{ may_revise: false, may_revoke: false, may_approve: mayApprove, is_stuck: isStuck },
      })
      show({ search: '?entry=2' })
    }
    const sent = () => server.asked.findLast(({ call }) => call === 'POST /api/staff-da/2/approval')?.body

    it('the details say whether the action is in force meanwhile, and who can approve it', async () => {
      opened(WAITS, false)
      await screen.findByText(
        'It is not in force until a second person approves it. That person must not have given, imported or revised it.',
      )
      expect(screen.queryByRole('button', { name: /Approve|Reject/ })).toBeNull()
      cleanup()
      opened({ ...WAITS, due_at: '2000-01-01T12:00:00.000Z' })
      expect(await screen.findByText(/^It is in force, and the approval is overdue: .* by 1 January 2000/)).toBeTruthy()
      cleanup()
      opened({ ...WAITS, due_at: '2999-01-01T12:00:00.000Z' })
      expect(await screen.findByText(/^It is in force\. .* must approve it by 1 January 2999/)).toBeTruthy()
    })

    it('the details say what to do if nobody can approve the action', async () => {
      opened(WAITS, false, true)
      expect(await screen.findByText(/^Nobody else can approve it now\./)).toBeTruthy()
      cleanup()
      opened(WAITS, false)
      await screen.findByText('Waits for approval')
      expect(screen.queryByText(/^Nobody else can approve/)).toBeNull()
    })

    it('an action is approved after a confirmation that states the consequences', async () => {
      opened(WAITS)
      server.answers['POST /api/staff-da/2/approval'] = json({ ok: true, item: entry(2, { version: 2 }) })
      fireEvent.click(await screen.findByRole('button', { name: 'Approve' }))
      const question = within(screen.getByRole('dialog', { name: 'Approve the action against Nolan Reyes' }))
      question.getByText('This action (Strike) is in force from now on.')
      expect(sent()).toBeUndefined()
      fireEvent.click(question.getByRole('button', { name: 'Approve' }))
      await waitFor(() => expect(sent()).toEqual({ decision: 'approve', why: null, version: 1 }))
    })

    it('an action is rejected with a reason', async () => {
      opened(WAITS)
      server.answers['POST /api/staff-da/2/approval'] = json({ ok: true, item: entry(2, { version: 2 }) })
      fireEvent.click(await screen.findByRole('button', { name: 'Reject' }))
      const question = within(screen.getByRole('dialog', { name: 'Reject the action against Nolan Reyes' }))
      fireEvent.click(question.getByRole('button', { name: 'Reject' }))
      expect(await question.findByText('Say why you reject it.')).toBeTruthy()
      expect(sent()).toBeUndefined()
      fireEvent.change(question.getByLabelText('Why'), { target: { value: 'No clip' } })
      fireEvent.click(question.getByRole('button', { name: 'Reject' }))
      await waitFor(() => expect(sent()).toEqual({ decision: 'reject', why: 'No clip', version: 1 }))
    })

    it('a decision is for the version shown when the dialog opened, and later changes are shown afterwards', async () => {
      opened(WAITS)
      fireEvent.click(await screen.findByRole('button', { name: 'Approve' }))
      const question = within(screen.getByRole('dialog', { name: 'Approve the action against Nolan Reyes' }))
      const { version: _version, id: _id, ...was } = entry(2, { points: 1 })
      const more = { user_name: 'Nolan R.', type: 'Removal', points: 5 }
      const item = entry(2, { approval: WAITS, version: 2, is_revised: true, ...more })
      const by = {
        version: 1,
        at: '2026-03-15T13:00:00.000Z',
        by: MARCUS,
        by_name: 'Marcus Delgado',
        why: 'It was worse',
      }
      server.answers['GET /api/staff-da/2'] = json({
        ...{ item, revisions: [{ ...by, was, acknowledged_at: null }], offences: [], deviation: null },
        ...{ may_revise: false, may_revoke: false, may_approve: true, is_stuck: false },
      })
      render(<LiveRegion />)
      await act(() => client.invalidateQueries())
      await screen.findByText('DA Details — Nolan R. #2')
      screen.getByRole('dialog', { name: 'Approve the action against Nolan Reyes' })
      question.getByText('This action (Strike) is in force from now on.')
      const changed = { code: 'changed_meanwhile', message: 'Someone else changed this while you were editing.' }
      server.answers['POST /api/staff-da/2/approval'] = json({ ok: false, error: changed, item }, 409)
      fireEvent.click(question.getByRole('button', { name: 'Approve' }))
      await question.findByText('Someone else changed this while you were editing.')
      expect(sent()).toMatchObject({ decision: 'approve', version: 1 })
      fireEvent.click(question.getByRole('button', { name: 'Cancel' }))
      expect((await screen.findByText('It was worse')).closest('details')?.open).toBe(true)
    })

    it('the details say who decided', async () => {
      const at = '2026-03-15T12:00:00.000Z'
      opened({ ...WAITS, state: 'approved', at, by: '1', by_name: 'Dana', why: 'Seen the clip' }, false)
      expect(await screen.findByText(/^Approved by Dana, 03\/15\/2026/)).toBeTruthy()
      expect(screen.getByText('Seen the clip')).toBeTruthy()
      expect(screen.queryByText(/^It was changed after that/)).toBeNull()
    })

    it('the details say who changed the action after its approval', async () => {
      const approval = {
        ...WAITS,
        state: 'approved' as const,
        at: '2026-03-15T12:00:00.000Z',
        by: '1',
        by_name: 'Dana',
      }
      const { version: _version, id: _id, ...was } = entry(2)
      const revision = {
        version: 2,
        at: '2026-03-15T13:00:00.000Z',
        by: MARCUS,
        by_name: 'Marcus Delgado',
        why: 'Clearer',
      }
      server.answers['GET /api/staff-da/2'] = json({
        item: entry(2, { approval, version: 3, is_revised: true, internal_reason: 'Something else' }),
        revisions: [{ ...revision, was, acknowledged_at: null }],
        ...{ offences: [], deviation: null },
        ...{ may_revise: false, may_revoke: false, may_approve: false, is_stuck: false },
      })
      show({ search: '?entry=2' })
      expect(await screen.findByText(/^It was changed after that, by Marcus Delgado, 03\/15\/2026/)).toBeTruthy()
    })

    it('the list has a filter for waiting actions if a type needs approval', async () => {
      show()
      const chip = await screen.findByRole('button', { name: 'Waits for approval' })
      fireEvent.click(chip)
      await waitFor(() => expect(listCalls().at(-1)?.query.get('approval')).toBe('waiting'))
      cleanup()
      show({ types: [{ name: 'Strike', colour: 'warn' }] })
      await rows()
      expect(screen.queryByRole('button', { name: 'Waits for approval' })).toBeNull()
    })
  })

  it('the list has a filter for missing evidence if an offence needs some', async () => {
    show()
    await rows()
    expect(screen.queryByRole('button', { name: 'Evidence is missing' })).toBeNull()
    cleanup()
    show({ offences: OFFENCES.map((offence) => ({ ...offence, needsEvidence: true })) })
    fireEvent.click(await screen.findByRole('button', { name: 'Evidence is missing' }))
    await waitFor(() => expect(listCalls().at(-1)?.query.get('evidence')).toBe('missing'))
  })

  it('the list with the filter for missing evidence reloads when evidence is added', async () => {
    show({ search: '?evidence=missing' })
    await rows()
    await act(() => client.invalidateQueries(queriesOfTopic('evidence')))
    expect(listCalls()).toHaveLength(2)
    cleanup()
    server.asked.length = 0
    show()
    await rows()
    await act(() => client.invalidateQueries(queriesOfTopic('evidence')))
    expect(listCalls()).toHaveLength(1)
  })

  it('a reviser sees both versions if somebody else saved first', async () => {
    server.answers['GET /api/staff-da/2'] = json({
      item: entry(2),
      revisions: [],
      offences: [],
      deviation: null,
      may_revise: true,
      may_revoke: true,
    })
    const theirs = entry(2, { version: 2, internal_reason: 'their words' })
    server.answers['PUT /api/staff-da/2'] = json(
      { ok: false, error: { code: 'changed_meanwhile', message: 'Someone else.' }, item: theirs },
      409,
    )
    show({ search: '?entry=2' })
    render(<LiveRegion />)
    fireEvent.click(await screen.findByRole('button', { name: 'Revise' }))
    fireEvent.change(screen.getByLabelText('Internal reason'), { target: { value: 'my words' } })
    fireEvent.change(screen.getByLabelText('Reason for the change'), { target: { value: 'clearer' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save revision' }))
    expect(await screen.findByText('their words')).toBeTruthy()
    expect(screen.getByText('my words')).toBeTruthy()
    server.answers['PUT /api/staff-da/2'] = json({ ok: true, item: theirs })
    fireEvent.click(screen.getByRole('button', { name: 'Keep mine' }))
    await waitFor(() =>
      expect(server.asked.findLast(({ call }) => call === 'PUT /api/staff-da/2')?.body).toMatchObject({
        internal_reason: 'my words',
        why: 'clearer',
        version: 2,
        date: '2026-03-14T12:00:00.000Z',
      }),
    )
    server.answers['PUT /api/staff-da/2'] = json({ ok: true, item: { ...theirs, version: 4 } })
    fireEvent.click(await screen.findByRole('button', { name: 'Undo', hidden: true }))
    await screen.findAllByText('Undone: The revision was saved.')
    expect(server.asked.findLast(({ call }) => call === 'PUT /api/staff-da/2')?.body).toMatchObject({
      internal_reason: 'their words',
      why: 'The revision was undone.',
      version: 2,
      date: theirs.date,
    })
  })

  it('a revocation is for the version shown when the dialog opened', async () => {
    const found = { revisions: [], offences: [], deviation: null, may_revise: false, may_revoke: true }
    server.answers['GET /api/staff-da/2'] = json({ item: entry(2), ...found })
    show({ search: '?entry=2' })
    render(<LiveRegion />)
    fireEvent.click(await screen.findByRole('button', { name: 'Revoke' }))
    const question = within(screen.getByRole('dialog', { name: 'Revoke the action against Nolan Reyes' }))
    server.answers['GET /api/staff-da/2'] = json({ item: entry(2, { version: 2, user_name: 'Nolan R.' }), ...found })
    await act(() => client.invalidateQueries())
    await screen.findByText('DA Details — Nolan R. #2')
    const changed = { code: 'changed_meanwhile', message: 'Someone else changed this while you were editing.' }
    server.answers['POST /api/staff-da/2/revoke'] = json({ ok: false, error: changed }, 409)
    fireEvent.change(question.getByLabelText('Why'), { target: { value: 'No clip' } })
    fireEvent.click(question.getByRole('button', { name: 'Revoke' }))
    await question.findByText('Someone else changed this while you were editing.')
    const sent = server.asked.findLast(({ call }) => call === 'POST /api/staff-da/2/revoke')
    expect(sent?.body).toMatchObject({ why: 'No clip', version: 1 })
  })

  it.each([
    ['revoked', 'Revoke', 'revoke'],
    ['rejected', 'Reject', 'approval'],
  ])('an action that changed meanwhile is %s by a second press, with the typed reason', async (_what, press, call) => {
    const approval = { state: 'waiting', due_at: null, at: null, by: null, by_name: null, why: null } as const
    const may = {
      may_revise: false,
      may_revoke: press === 'Revoke',
      may_approve: press === 'Reject',
      is_stuck: false,
    }
    server.answers['GET /api/staff-da/2'] = json({
      ...{ item: entry(2, { approval }), revisions: [], offences: [], deviation: null },
      ...may,
    })
    show({ search: '?entry=2' })
    fireEvent.click(await screen.findByRole('button', { name: press }))
    const name = `${press} the action against Nolan Reyes`
    const question = within(screen.getByRole('dialog', { name }))
    fireEvent.change(question.getByLabelText('Why'), { target: { value: 'No clip' } })
    const changed = { code: 'changed_meanwhile', message: 'Someone else changed this while you were editing.' }
    const item = entry(2, { approval, version: 2, type: 'Removal', points: 5 })
    server.answers[`POST /api/staff-da/2/${call}`] = json({ ok: false, error: changed, item }, 409)
    fireEvent.click(question.getByRole('button', { name: press }))
    await question.findByText('Read what changed before you go on. What you wrote is still there.')
    const cells = question.getAllByRole('cell').map((cell) => cell.textContent)
    expect(cells).toEqual(['Strike', 'Removal', '0', '5'])
    expect(question.getByLabelText('Why')).toHaveProperty('value', 'No clip')
    server.answers[`POST /api/staff-da/2/${call}`] = json({ ok: true, item: { ...item, version: 3 } })
    fireEvent.click(question.getByRole('button', { name: press }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull())
    const sent = server.asked.filter((asked) => asked.call === `POST /api/staff-da/2/${call}`).map(({ body }) => body)
    expect(sent).toMatchObject([
      { why: 'No clip', version: 1 },
      { why: 'No clip', version: 2 },
    ])
  })

  it('an action that somebody approved meanwhile is shown as approved before it is revoked', async () => {
    const approval = { state: 'waiting', due_at: null, at: null, by: null, by_name: null, why: null } as const
    server.answers['GET /api/staff-da/2'] = json({
      ...{ item: entry(2, { approval }), revisions: [], offences: [], deviation: null },
      ...{ may_revise: false, may_revoke: true, may_approve: false, is_stuck: false },
    })
    show({ search: '?entry=2' })
    fireEvent.click(await screen.findByRole('button', { name: 'Revoke' }))
    fireEvent.change(screen.getByLabelText('Why'), { target: { value: 'No clip' } })
    const decided = { state: 'approved', at: '2026-03-15T12:00:00.000Z', by: '1', by_name: 'Dana' } as const
    const item = entry(2, { approval: { ...approval, ...decided }, version: 2 })
    const changed = { code: 'changed_meanwhile', message: 'Someone else changed this while you were editing.' }
    server.answers['POST /api/staff-da/2/revoke'] = json({ ok: false, error: changed, item }, 409)
    fireEvent.click(screen.getByRole('button', { name: 'Revoke' }))
    const cells = (await screen.findAllByRole('cell')).map((cell) => cell.textContent)
    expect(cells).toEqual(['Waits for approval', expect.stringMatching(/^Approved by Dana, 03\/15\/2026/)])
  })
})

describe("Revising one's own action", () => {
  const ME = '310000000000000102'
  const own = { admin: ME, type: 'Verbal Warning', points: 1, ends_at: '2026-04-13T12:00:00.000Z' }
  const offence = { code: 'A-1', name: 'Missed shift', text: '', rung: 1, type: 'Verbal Warning', days: 30, points: 1 }

  async function openForm(admin = ME, revisions: object[] = [], more: Partial<DaEntry> = {}) {
    server.answers['GET /api/staff-da/2'] = json({
      item: entry(2, { ...own, admin, ...(revisions.length > 0 && { type: 'Strike' }), ...more }),
      revisions,
      offences: [{ ...offence, needs_evidence: false }],
      deviation: { way: 'none', why: null },
      may_revise: true,
      may_revoke: true,
    })
    server.answers['PUT /api/staff-da/2'] = json({ ok: true, item: entry(2, { ...own, version: 2 }) })
    show({ search: '?entry=2', rights: { id: ME } })
    fireEvent.click(await screen.findByRole('button', { name: 'Revise' }))
    fireEvent.change(screen.getByLabelText('Reason for the change'), { target: { value: 'thought again' } })
  }
  const why = () => screen.queryByLabelText('Why you do not follow the suggestion')

  it('the form shows the suggestion, and asks for a reason as soon as the values differ from it', async () => {
    await openForm()
    expect(screen.getByText('Suggested: Verbal Warning · 30 days · 1 point')).toBeTruthy()
    expect(why()).toBeNull()
    fireEvent.change(screen.getByLabelText('Points'), { target: { value: '5' } })
    expect(why()).not.toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Save revision' }))
    expect(screen.getByText('Say why you do not follow the suggestion.')).toBeTruthy()
    expect(server.asked.filter(({ call }) => call === 'PUT /api/staff-da/2')).toEqual([])
    fireEvent.change(screen.getByLabelText('Why you do not follow the suggestion'), { target: { value: 'It went on' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save revision' }))
    await waitFor(() =>
      expect(server.asked.findLast(({ call }) => call === 'PUT /api/staff-da/2')?.body).toMatchObject({
        points: 5,
        deviation_why: 'It went on',
      }),
    )
  })

  const SECOND = {
    rungs: [{ code: 'A-1', name: 'Missed shift', rung: 2, type: 'Written Warning', days: 60, points: 2, earlier: [7] }],
    ...{ type: 'Written Warning', days: 60, points: 2, told: null, needs_evidence: true },
  }
  const askedFor = () => {
    const query = server.asked.findLast(({ call }) => call === 'GET /api/staff-da/suggestion')?.query
    return query && Object.fromEntries(query)
  }

  it.each([
    ['another person', 'User ID', MARCUS, { user: MARCUS, date: '2026-03-14T12:00:00.000Z' }],
    ['another time', 'When', '2026-03-20T10:00', { user: entry(2).user, date: expect.stringMatching(/^2026-03-/) }],
  ])(
    'the form for %s updates the suggestion at once, and asks for a reason if the values differ',
    async (_, field, value, query) => {
      await openForm()
      server.answers['GET /api/staff-da/suggestion'] = json(SECOND)
      fireEvent.change(screen.getByLabelText(field), { target: { value } })
      expect(screen.queryByText('Suggested: Verbal Warning · 30 days · 1 point')).toBeNull()
      await screen.findByText('Suggested: Written Warning · 60 days · 2 points')
      expect(screen.getByText('after #7')).toBeTruthy()
      expect(screen.queryByText(/^Evidence is needed/)).toBeNull()
      expect(askedFor()).toEqual({ ...query, offences: 'A-1', revises: '2' })
      expect(why()).not.toBeNull()
      fireEvent.click(screen.getByRole('button', { name: 'Save revision' }))
      expect(screen.getByText('Say why you do not follow the suggestion.')).toBeTruthy()
      expect(server.asked.filter(({ call }) => call === 'PUT /api/staff-da/2')).toEqual([])
    },
  )

  it('an incomplete user id requests no suggestion', async () => {
    await openForm()
    fireEvent.change(screen.getByLabelText('User ID'), { target: { value: '3100' } })
    expect(askedFor()).toBeUndefined()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save revision' }).disabled).toBe(false)
  })

  it('the form asks for a reason if the server requires one', async () => {
    await openForm()
    server.answers['GET /api/staff-da/suggestion'] = json({ ok: false, error: { code: 'x', message: 'No.' } }, 500)
    fireEvent.change(screen.getByLabelText('User ID'), { target: { value: MARCUS } })
    await screen.findByText('The suggestion could not be loaded.')
    const fields = { deviation_why: 'Say why you do not follow the suggestion.' }
    server.answers['PUT /api/staff-da/2'] = json({ ok: false, error: { code: 'invalid', message: 'No.', fields } }, 400)
    fireEvent.click(screen.getByRole('button', { name: 'Save revision' }))
    await waitFor(() => expect(why()).not.toBeNull())
    const write = (value: string) =>
      fireEvent.change(screen.getByLabelText('Why you do not follow the suggestion'), { target: { value } })
    write('I')
    expect(why()).toHaveProperty('value', 'I')
    write('')
    expect(why()).not.toBeNull()
  })

  it('the form for another person fills in their name and shows their record, unless a name was typed', async () => {
    await openForm()
    server.answers['GET /api/staff-da/suggestion'] = json(SECOND)
    const name = () => screen.getByLabelText<HTMLInputElement>('Name in the record').value
    fireEvent.change(screen.getByLabelText('User ID'), { target: { value: IVY } })
    expect(name()).toBe('')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save revision' }).disabled).toBe(true)
    await screen.findByText('3 actions so far, the last on 03/14/2026')
    expect(name()).toBe('Ivy Cho')
    fireEvent.change(screen.getByLabelText('User ID'), { target: { value: NOLAN } })
    expect(name()).toBe('Nolan Reyes')
    expect(screen.queryByText('3 actions so far, the last on 03/14/2026')).toBeNull()
    fireEvent.change(screen.getByLabelText('Name in the record'), { target: { value: 'Ivy' } })
    fireEvent.change(screen.getByLabelText('User ID'), { target: { value: IVY } })
    expect(name()).toBe('Ivy')
    fireEvent.change(await screen.findByLabelText('Why you do not follow the suggestion'), {
      target: { value: 'Mild' },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Save revision' }))
    await waitFor(() =>
      expect(server.asked.findLast(({ call }) => call === 'PUT /api/staff-da/2')?.body).toMatchObject({
        ...{ user: IVY, user_name: 'Ivy' },
      }),
    )
  })

  it('an action is not saved for a person who could not be looked up', async () => {
    await openForm(MARCUS)
    server.answers[`GET /api/staff-da/people/${IVY}`] = json({ ok: false, error: { code: 'x', message: 'No.' } }, 500)
    fireEvent.change(screen.getByLabelText('User ID'), { target: { value: IVY } })
    await screen.findByText('We could not check who this is, so you cannot save yet. Try again.')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save revision' }).disabled).toBe(true)
  })

  it('an end that was not edited moves together with the time of the action', async () => {
    await openForm()
    const first = { ...SECOND, type: 'Verbal Warning', days: 30, points: 1 }
    server.answers['GET /api/staff-da/suggestion'] = json(first)
    const ends = () => screen.getByLabelText<HTMLInputElement>('Ends').value
    const moveTo = (when: string) =>
      fireEvent.change(screen.getByLabelText('When'), { target: { value: localMoment(when) } })
    moveTo('2026-03-13T12:00:00.000Z')
    expect(ends()).toBe(localMoment('2026-04-12T12:00:00.000Z'))
    await screen.findByText('Suggested: Verbal Warning · 30 days · 1 point')
    expect(why()).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Save revision' }))
    await waitFor(() =>
      expect(server.asked.findLast(({ call }) => call === 'PUT /api/staff-da/2')?.body).toMatchObject({
        ...{ date: '2026-03-13T12:00:00.000Z', ends_at: '2026-04-12T12:00:00.000Z' },
      }),
    )
  })

  it('an end that was edited stays when the time of the action changes', async () => {
    await openForm(MARCUS)
    const ends = screen.getByLabelText('Ends')
    fireEvent.change(ends, { target: { value: '2026-05-01T10:00' } })
    fireEvent.change(screen.getByLabelText('When'), { target: { value: '2026-03-10T10:00' } })
    expect(ends).toHaveProperty('value', '2026-05-01T10:00')
  })

  it('the end of the points moves together with the time of the action, unless it was edited', async () => {
    const points_end_at = '2026-06-12T12:00:30.000Z'
    await openForm(MARCUS, [], { points_end_at })
    const until = () => screen.getByLabelText<HTMLInputElement>('Points until')
    const moveTo = (when: string) =>
      fireEvent.change(screen.getByLabelText('When'), { target: { value: localMoment(when) } })
    moveTo('2026-02-12T12:00:00.000Z')
    expect(until().value).toBe(localMoment('2026-05-13T12:00:30.000Z'))
    fireEvent.click(screen.getByRole('button', { name: 'Save revision' }))
    await waitFor(() =>
      expect(server.asked.findLast(({ call }) => call === 'PUT /api/staff-da/2')?.body).toMatchObject({
        ...{ date: '2026-02-12T12:00:00.000Z', points_end_at: '2026-05-13T12:00:00.000Z' },
      }),
    )
    cleanup()
    await openForm(MARCUS, [], { points_end_at })
    fireEvent.change(until(), { target: { value: '2026-06-01T10:00' } })
    moveTo('2026-02-12T12:00:00.000Z')
    expect(until().value).toBe('2026-06-01T10:00')
    cleanup()
    await openForm(MARCUS)
    moveTo('2026-02-12T12:00:00.000Z')
    expect(until().value).toBe('')
  })

  it('fields that were not edited keep their value when somebody else revises the action meanwhile', async () => {
    const opened = { ends_at: '2026-03-25T12:00:00.000Z', points_end_at: '2026-06-12T12:00:00.000Z' }
    await openForm(MARCUS, [], opened)
    const theirs = entry(2, {
      ...{ ...own, ...opened, admin: MARCUS, version: 2, date: '2026-03-10T12:00:00.000Z' },
      ...{ user: IVY, user_name: 'Ivy Cho', ends_at: '2026-03-21T12:00:00.000Z', internal_reason: 'their words' },
    })
    server.answers['GET /api/staff-da/2'] = json({
      ...{ item: theirs, revisions: [], offences: [], deviation: null },
      ...{ may_revise: true, may_revoke: true, may_approve: false, is_stuck: false },
    })
    await act(() => client.invalidateQueries())
    screen.getByRole('dialog', { name: 'Revise the action against Nolan Reyes' })
    const shown = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
    expect(shown('Ends')).toBe(localMoment(opened.ends_at))
    expect(shown('Points until')).toBe(localMoment(opened.points_end_at))
    expect(shown('Name in the record')).toBe('Nolan Reyes')
    expect(screen.queryByText('3 actions so far, the last on 03/14/2026')).toBeNull()
    const changed = { code: 'changed_meanwhile', message: 'Someone else.' }
    server.answers['PUT /api/staff-da/2'] = json({ ok: false, error: changed, item: theirs }, 409)
    fireEvent.click(screen.getByRole('button', { name: 'Save revision' }))
    await screen.findByText('their words')
    server.answers['PUT /api/staff-da/2'] = json({ ok: true, item: { ...theirs, version: 3 } })
    fireEvent.click(screen.getByRole('button', { name: 'Keep mine' }))
    await waitFor(() =>
      expect(server.asked.findLast(({ call }) => call === 'PUT /api/staff-da/2')?.body).toMatchObject({
        ...{ user: NOLAN, user_name: 'Nolan Reyes', date: '2026-03-14T12:00:00.000Z' },
        ...{ ...opened, internal_reason: 'internal 2', version: 2 },
      }),
    )
  })

  it('after a change by somebody else, the form asks for a reason only if the author changes other values', async () => {
    const { type, points, ends_at } = own
    const was = { ...entry(2), type, points, ends_at, points_end_at: null }
    const at = '2026-03-14T13:00:00.000Z'
    await openForm(ME, [{ version: 1, at, by: MARCUS, by_name: 'Marcus', why: 'More', was, acknowledged_at: null }])
    const form = within(screen.getByRole('dialog'))
    fireEvent.change(form.getByLabelText('Type'), { target: { value: 'Verbal Warning' } })
    expect(why()).toBeNull()
    fireEvent.change(screen.getByLabelText('Points'), { target: { value: '5' } })
    expect(why()).not.toBeNull()
  })

  it('the form asks only the author for a reason', async () => {
    await openForm(MARCUS)
    fireEvent.change(screen.getByLabelText('Points'), { target: { value: '5' } })
    expect(screen.queryByText(/^Suggested/)).toBeNull()
    expect(why()).toBeNull()
  })
})

describe('Logging an action', () => {
  async function open() {
    show()
    await rows()
    fireEvent.click(screen.getByRole('button', { name: 'Log action' }))
    return screen.getByRole('combobox', { name: 'Person' })
  }

  /** Waits until the form has loaded the person and the check for duplicates. */
  const checked = () =>
    waitFor(() => {
      const button = within(screen.getByRole('dialog')).getByRole('button', { name: 'Log action' })
      expect(button).toHaveProperty('disabled', false)
    })

  it('the form finds the person by name, callsign or Discord ID, and fills in a template', async () => {
    const person = await open()
    for (const [typed, name] of [
      ['ivy', /Ivy Cho/],
      ['m-10', /Ivy Cho/],
      ['nolan', /Nolan Reyes/],
      ['in the guild', /Ivy Cho/],
      ['499999999999999999', /Discord ID 499999999999999999/],
    ] as const) {
      fireEvent.change(person, { target: { value: typed } })
      expect(await screen.findByRole('option', { name })).toBeTruthy()
    }
    fireEvent.change(person, { target: { value: 'ivy' } })
    fireEvent.keyDown(person, { key: 'Enter' })
    expect(screen.getByLabelText('Name in the record')).toHaveProperty('value', 'Ivy Cho')
    await screen.findByText('3 actions so far, the last on 03/14/2026')
    await screen.findByRole('option', { name: /Missed shift/ })
    fireEvent.change(screen.getByLabelText('Template'), { target: { value: 'Missed shift' } })
    server.answers['POST /api/staff-da'] = json({ ok: true, item: entry(9, { user_name: 'Ivy Cho' }) })
    const dialog = screen.getByRole('dialog', { name: 'Log an action' })
    await checked()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Log action' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.asked.find(({ call }) => call === 'POST /api/staff-da')?.body).toEqual({
      user: IVY,
      user_name: 'Ivy Cho',
      type: 'Verbal Warning',
      internal_reason: 'Missed it',
      external_reason: 'You missed it',
    })
  })

  it('the form is filled in with the person whose history is shown, before the list has loaded', async () => {
    for (const call of ['GET /api/staff-da', 'GET /api/people', 'GET /api/staff-da/people']) {
      server.answers[call] = () => new Promise<never>(() => {})
    }
    server.answers[`GET /api/staff-da/people/${NOLAN}`] = json({ item: { ...ivy, id: NOLAN, name: 'Nolan Reyes' } })
    render(viewAt(`?user=${NOLAN}`))
    fireEvent.click(screen.getByRole('button', { name: 'Log action' }))
    await screen.findByText('3 actions so far, the last on 03/14/2026')
    expect(screen.getByLabelText('Name in the record')).toHaveProperty('value', 'Nolan Reyes')
  })

  it('the focus is on the person field if nobody is selected, and otherwise on the offences', async () => {
    const person = await open()
    expect(document.activeElement).toBe(person)
    cleanup()
    render(viewAt(`?user=${NOLAN}`))
    fireEvent.click(screen.getByRole('button', { name: 'Log action' }))
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Offence' }))
    cleanup()
    render(viewAt(`?user=${NOLAN}`, {}, ACTION_TYPES, []))
    fireEvent.click(screen.getByRole('button', { name: 'Log action' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Template'))
  })

  it('the focus is on the offences even if they load late, and text typed meanwhile searches them', async () => {
    const { rerender } = render(viewAt(`?user=${NOLAN}`, {}, ACTION_TYPES, null))
    fireEvent.click(screen.getByRole('button', { name: 'Log action' }))
    const offence = screen.getByRole('combobox', { name: 'Offence' })
    expect(document.activeElement).toBe(offence)
    fireEvent.change(offence, { target: { value: 'missed' } })
    await screen.findByText('Loading offences…')
    rerender(viewAt(`?user=${NOLAN}`))
    expect(screen.getByRole('combobox', { name: 'Offence' })).toBe(offence)
    expect(document.activeElement).toBe(offence)
    screen.getByRole('option', { name: /A-1 Missed shift/ })
  })

  it('the focus moves to the next field if the community has no offences, unless the user moved it', () => {
    const openAndNone = (meanwhile: () => void) => {
      const { rerender } = render(viewAt(`?user=${NOLAN}`, {}, ACTION_TYPES, null))
      fireEvent.click(screen.getByRole('button', { name: 'Log action' }))
      meanwhile()
      rerender(viewAt(`?user=${NOLAN}`, {}, ACTION_TYPES, []))
    }
    openAndNone(() => {})
    expect(document.activeElement).toBe(screen.getByLabelText('Template'))
    cleanup()
    openAndNone(() => screen.getByLabelText('Points').focus())
    expect(document.activeElement).toBe(screen.getByLabelText('Points'))
  })

  it('the form fills in the suggestion for an offence, and asks for a reason if the values differ', async () => {
    const rung = { code: 'A-1', name: 'Missed shift', rung: 2, type: 'Written Warning', days: 60, points: 2 }
    server.answers['GET /api/staff-da/suggestion'] = json({
      ...{ rungs: [{ ...rung, earlier: [7] }], type: 'Written Warning', days: 60, points: 2 },
      ...{ told: 'You missed a shift.', needs_evidence: true },
    })
    const person = await open()
    fireEvent.change(person, { target: { value: 'ivy' } })
    fireEvent.keyDown(person, { key: 'Enter' })
    const offence = screen.getByRole('combobox', { name: 'Offence' })
    fireEvent.change(offence, { target: { value: 'a-1' } })
    fireEvent.keyDown(offence, { key: 'Enter' })
    await screen.findByText('Suggested: Written Warning · 60 days · 2 points')
    expect(screen.getByText('after #7')).toBeTruthy()
    expect(screen.getByText(/^Evidence is needed/)).toBeTruthy()
    const dialog = within(screen.getByRole('dialog', { name: 'Log an action' }))
    await waitFor(() => expect(dialog.getByLabelText('Type')).toHaveProperty('value', 'Written Warning'))
    expect(dialog.getByLabelText('Lasts (days)')).toHaveProperty('value', '60')
    expect(dialog.getByLabelText('External reason')).toHaveProperty('value', 'You missed a shift.')
    fireEvent.change(dialog.getByLabelText('Internal reason'), { target: { value: 'Again' } })
    fireEvent.change(dialog.getByLabelText('Lasts (days)'), { target: { value: '' } })
    await checked()
    fireEvent.click(dialog.getByRole('button', { name: 'Log action' }))
    expect(await dialog.findByText('Say why you do not follow the suggestion.')).toBeTruthy()
    server.answers['POST /api/staff-da'] = json({ ok: true, item: entry(9, { user_name: 'Ivy Cho' }) })
    fireEvent.change(dialog.getByLabelText('Why you do not follow the suggestion'), {
      target: { value: 'It went on for days' },
    })
    fireEvent.click(dialog.getByRole('button', { name: 'Log action' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.asked.find(({ call }) => call === 'POST /api/staff-da')?.body).toEqual({
      ...{ user: IVY, user_name: 'Ivy Cho', type: 'Written Warning', internal_reason: 'Again' },
      ...{ external_reason: 'You missed a shift.', offences: ['A-1'], points: 2, deviation_why: 'It went on for days' },
    })
  })

  describe('with offences', () => {
    type Fields = Partial<Record<'Type' | 'Lasts (days)' | 'Points' | 'External reason', string>>
    const suggested = (code: string, days: number, points: number) => ({
      rungs: [{ code, name: code, rung: 1, type: 'Written Warning', days, points, earlier: [] }],
      ...{ type: 'Written Warning', days, points, told: `The text of ${code}.`, needs_evidence: false },
    })
    const OF = { 'A-1': suggested('A-1', 60, 2), 'C-1': suggested('C-1', 90, 3), 'A-1,C-1': suggested('A-1', 120, 5) }
    const FILLED_IN = {
      ...{ Type: 'Written Warning', 'Lasts (days)': '60', Points: '2' },
      'External reason': 'The text of A-1.',
    }

    async function openAndChoose(code: string) {
      server.answers['GET /api/staff-da/suggestion'] = (query) => {
        const of = Object.entries(OF).find(([codes]) => codes === query.get('offences'))
        return Response.json(of?.[1])
      }
      render(viewAt(`?user=${IVY}`))
      fireEvent.click(screen.getByRole('button', { name: 'Log action' }))
      addOffence(code)
    }
    const form = () => within(screen.getByRole('dialog', { name: 'Log an action' }))
    function addOffence(code: string) {
      const offence = form().getByRole('combobox', { name: 'Offence' })
      fireEvent.change(offence, { target: { value: code } })
      fireEvent.keyDown(offence, { key: 'Enter' })
    }
    const removeOffence = (code: string) =>
      fireEvent.click(form().getByRole('button', { name: new RegExp(`${code} `) }))
    function write(fields: Fields) {
      for (const [label, value] of Object.entries(fields))
        fireEvent.change(form().getByLabelText(label), { target: { value } })
    }
    const says = (fields: Fields) =>
      waitFor(() => {
        for (const [label, value] of Object.entries(fields))
          expect(form().getByLabelText(label)).toHaveProperty('value', value)
      })

    it('the filled-in values are removed with the last offence, and do not stay for the next one', async () => {
      await openAndChoose('A-1')
      await says(FILLED_IN)
      removeOffence('A-1')
      await says({ Type: '', 'Lasts (days)': '', Points: '', 'External reason': '' })
      addOffence('C-1')
      await says({ 'Lasts (days)': '90', Points: '3', 'External reason': 'The text of C-1.' })
    })

    it('the values for one offence are replaced when others are added', async () => {
      await openAndChoose('A-1')
      await says(FILLED_IN)
      addOffence('C-1')
      await says({ 'Lasts (days)': '120', Points: '5', 'External reason': 'The text of A-1.' })
      removeOffence('A-1')
      await says({ 'Lasts (days)': '90', Points: '3', 'External reason': 'The text of C-1.' })
    })

    it('edited values stay with their reason, whatever the next suggestion is', async () => {
      await openAndChoose('A-1')
      await says(FILLED_IN)
      const own = { 'Lasts (days)': '5', 'External reason': '' }
      write(own)
      const why = 'Why you do not follow the suggestion'
      fireEvent.change(form().getByLabelText(why), { target: { value: 'It was a mistake' } })
      addOffence('C-1')
      expect(form().getByText('Loading the suggestion…')).toBeTruthy()
      expect(form().getByLabelText(why)).toHaveProperty('value', 'It was a mistake')
      await says({ ...own, Points: '5' })
      expect(form().queryByText('Loading the suggestion…')).toBeNull()
      expect(form().getByLabelText(why)).toHaveProperty('value', 'It was a mistake')
      removeOffence('A-1')
      removeOffence('C-1')
      await says({ ...own, Type: '', Points: '' })
    })

    it('values that are typed before the suggestion loads stay', async () => {
      await openAndChoose('A-1')
      const own = { Type: 'Strike', 'Lasts (days)': '10', 'External reason': 'Mine' }
      write(own)
      await says({ ...own, Points: '2' })
    })
  })

  it('the form closes once the action is logged, even if the list does not respond', async () => {
    render(<LiveRegion />)
    const person = await open()
    fireEvent.change(person, { target: { value: 'ivy' } })
    fireEvent.keyDown(person, { key: 'Enter' })
    await screen.findByText('3 actions so far, the last on 03/14/2026')
    fireEvent.change(screen.getByLabelText('Internal reason'), { target: { value: 'Missed it' } })
    const dialog = screen.getByRole('dialog', { name: 'Log an action' })
    fireEvent.change(within(dialog).getByLabelText('Type'), { target: { value: 'Strike' } })
    server.answers['POST /api/staff-da'] = json({ ok: true, item: entry(9, { user_name: 'Ivy Cho' }) })
    await checked()
    server.answers['GET /api/staff-da'] = () => new Promise<never>(() => {})
    fireEvent.click(within(dialog).getByRole('button', { name: 'Log action' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    server.answers['POST /api/staff-da/9/undo'] = json({ ok: true, item: entry(9, { user_name: 'Ivy Cho' }) })
    fireEvent.click(await screen.findByRole('button', { name: 'Undo', hidden: true }))
    await screen.findAllByText('Strike for Ivy Cho is taken back. It stays listed as revoked.')
    const undo = server.asked.find(({ call }) => call === 'POST /api/staff-da/9/undo')
    expect(undo?.body).toEqual({ version: 1 })
  })

  it('the form explains the effect of a type until its end, and that there is none without an end', async () => {
    await open()
    const days = screen.getByLabelText('Lasts (days)')
    const hint = () => document.getElementById(days.getAttribute('aria-describedby') ?? '')?.textContent
    fireEvent.change(within(screen.getByRole('dialog')).getByLabelText('Type'), { target: { value: 'Demotion' } })
    expect(hint()).toBe(
      'Empty: it does not end. They cannot be promoted until it ends. Without an end it does not change their place on the rosters and does not stop promotions.',
    )
  })

  it('Tab moves to the placeholders of a template, which are listed until they are filled in', async () => {
    const internal = 'Missed the shift of [date], [hours] hours. [sic]'
    server.answers['GET /api/staff-da/templates'] = json({
      data: [
        { label: 'Missed shift', type: 'Strike', internal: internal.replace(' [sic]', ''), external: 'See [date].' },
      ],
    })
    const person = await open()
    fireEvent.change(person, { target: { value: 'ivy' } })
    await screen.findByRole('option', { name: /Ivy Cho/ })
    fireEvent.keyDown(person, { key: 'Enter' })
    await screen.findByText('3 actions so far, the last on 03/14/2026')
    await screen.findByRole('option', { name: /Missed shift/ })
    fireEvent.change(screen.getByLabelText('Template'), { target: { value: 'Missed shift' } })
    const reason = screen.getByLabelText<HTMLTextAreaElement>('Internal reason')
    const chosen = () => reason.value.slice(reason.selectionStart, reason.selectionEnd)
    reason.focus()
    expect(chosen()).toBe('[date]')
    expect(fireEvent.keyDown(reason, { key: 'Tab' })).toBe(false)
    expect(chosen()).toBe('[hours]')
    expect(fireEvent.keyDown(reason, { key: 'Tab' })).toBe(true)
    expect(fireEvent.keyDown(reason, { key: 'Tab', shiftKey: true })).toBe(false)
    expect(chosen()).toBe('[date]')

    const log = within(screen.getByRole('dialog', { name: 'Log an action' })).getByRole('button', {
      name: 'Log action',
    })
    fireEvent.change(reason, { target: { value: internal.replace('[hours]', '3') } })
    await checked()
    fireEvent.click(log)
    expect(screen.getAllByText('Fill in [date].')).toHaveLength(2)
    expect(server.asked.some(({ call }) => call.startsWith('POST'))).toBe(false)
    fireEvent.change(reason, { target: { value: 'Missed the shift of Friday. [sic]' } })
    fireEvent.change(screen.getByLabelText('External reason'), { target: { value: '' } })
    server.answers['POST /api/staff-da'] = json({ ok: true, item: entry(9) })
    fireEvent.click(log)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('the form shows missing values beside each field and sends nothing', async () => {
    await open()
    const dialog = screen.getByRole('dialog', { name: 'Log an action' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Log action' }))
    expect(within(dialog).getByText('Choose who this is about.')).toBeTruthy()
    expect(within(dialog).getByText('Pick one of the types.')).toBeTruthy()
    expect(server.asked.some(({ call }) => call.startsWith('POST'))).toBe(false)
  })

  const pick = (person: HTMLElement, name: string) => {
    fireEvent.change(person, { target: { value: name } })
    fireEvent.keyDown(person, { key: 'Enter' })
  }
  const send = () => fireEvent.submit(screen.getByLabelText('Internal reason').closest('form') ?? document.body)

  it('the form shows the person and their record before it can be sent', async () => {
    let answer = (_: Response) => {}
    const late = new Promise<Response>((resolve) => {
      answer = resolve
    })
    server.answers[`GET /api/staff-da/people/${IVY}`] = () => late
    const person = await open()
    fireEvent.change(screen.getByLabelText('Internal reason'), { target: { value: 'why' } })
    fireEvent.change(within(screen.getByRole('dialog')).getByLabelText('Type'), { target: { value: 'Strike' } })
    pick(person, 'ivy')
    const dialog = screen.getByRole('dialog', { name: 'Log an action' })
    const button = within(dialog).getByRole('button', { name: 'Log action' })
    expect(button).toHaveProperty('disabled', true)
    send()
    answer(Response.json({ item: ivy }))
    const card = within(await screen.findByRole('region', { name: 'Who this is about' }))
    await card.findByText('M-10 · Moderator')
    card.getByText('3 actions so far, the last on 03/14/2026')
    card.getByText('2 Strike')
    card.getByText('1 revoked')
    expect(dialog.querySelector('img')?.getAttribute('src')).toBe('https://cdn.example/ivy.png')
    expect(button).toHaveProperty('disabled', false)
    expect(server.asked.some(({ call }) => call.startsWith('POST'))).toBe(false)
  })

  /** The responses of the list to the queries about Ivy: her newest actions, and those of one type and day. */
  function recordOfIvy(alike: () => Response | Promise<Response>) {
    const usual = server.answers['GET /api/staff-da']
    server.answers['GET /api/staff-da'] = (query) => {
      if (query.get('user') !== IVY) return usual?.(query) ?? Response.error()
      if (query.has('type')) return alike()
      const latest = [1, 2, 3, 4].map((id) => entry(id, { user: IVY, user_name: 'Ivy Cho' }))
      return Response.json({ rows: latest, total: 4, is_capped: false })
    }
  }
  const found = (...rows: DaEntry[]) => Response.json({ rows, total: rows.length, is_capped: false })
  const button = (name: string) => within(screen.getByRole('dialog')).findByRole('button', { name })
  const chooseType = (type: string) =>
    fireEvent.change(within(screen.getByRole('dialog')).getByLabelText('Type'), { target: { value: type } })

  it('the form shows the last actions of the person, each with its reason', async () => {
    recordOfIvy(() => found())
    pick(await open(), 'ivy')
    const list = within(await screen.findByRole('list', { name: 'Last actions' }))
    expect(list.getAllByRole('listitem')).toHaveLength(3)
    expect(list.getAllByText('internal 1').length).toBeGreaterThan(0)
  })

  it('the form warns of an action with the same person, type and day, which can be logged anyway', async () => {
    const first = entry(7, { user: IVY, user_name: 'Ivy Cho', internal_reason: 'the same thing' })
    recordOfIvy(() => found(first))
    pick(await open(), 'ivy')
    fireEvent.change(screen.getByLabelText('When'), { target: { value: '2026-03-14T09:00' } })
    fireEvent.change(screen.getByLabelText('Internal reason'), { target: { value: 'why' } })
    chooseType('Strike')
    const list = within(await screen.findByRole('list', { name: 'Logged already' }))
    expect(list.getAllByText('the same thing').length).toBeGreaterThan(0)
    screen.getByText(
      'This may be logged already: the same person, type and day. If it is something else, log it anyway.',
    )
    const asked = listCalls().findLast(({ query }) => query.has('type'))?.query
    expect(Object.fromEntries(asked ?? [])).toMatchObject({
      ...{ user: IVY, type: 'Strike', start: '2026-03-14', end: '2026-03-14' },
    })
    server.answers['POST /api/staff-da'] = json({ ok: true, item: entry(9) })
    fireEvent.click(await button('Log anyway'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.asked.filter(({ call }) => call === 'POST /api/staff-da')).toHaveLength(1)
  })

  it('the form does not warn of a revoked action, or after another type is selected', async () => {
    const revoked = { at: '2026-03-14T13:00:00.000Z', by: MARCUS, by_name: 'M.', outcome: 'expunged', why: '' } as const
    const answers = [found(entry(7, { user: IVY })), found(entry(8, { user: IVY, revoked }))]
    recordOfIvy(() => answers.shift() ?? Response.error())
    pick(await open(), 'ivy')
    chooseType('Strike')
    await screen.findByRole('list', { name: 'Logged already' })
    chooseType('Written Warning')
    expect(await button('Log action')).toBeTruthy()
    expect(screen.queryByRole('list', { name: 'Logged already' })).toBeNull()
    await waitFor(() => expect(answers).toHaveLength(0))
    expect(screen.queryByRole('list', { name: 'Logged already' })).toBeNull()
  })

  it('the form waits until the check for a similar action has finished', async () => {
    let answer = (_: Response) => {}
    recordOfIvy(() => new Promise<Response>((resolve) => (answer = resolve)))
    pick(await open(), 'ivy')
    await screen.findByText('3 actions so far, the last on 03/14/2026')
    fireEvent.change(screen.getByLabelText('Internal reason'), { target: { value: 'why' } })
    chooseType('Strike')
    expect(await button('Log action')).toHaveProperty('disabled', true)
    send()
    answer(found())
    await waitFor(async () => expect(await button('Log action')).toHaveProperty('disabled', false))
    expect(server.asked.some(({ call }) => call.startsWith('POST'))).toBe(false)
  })

  it('the form says that the check for a similar action failed, and the action can be logged', async () => {
    recordOfIvy(() => Response.json({ ok: false }, { status: 503 }))
    pick(await open(), 'ivy')
    chooseType('Strike')
    await screen.findByText('We could not check whether this is logged already.')
    expect(await button('Log action')).toHaveProperty('disabled', false)
  })

  it('nothing is sent about a person who could not be looked up', async () => {
    server.answers[`GET /api/staff-da/people/${IVY}`] = json({ ok: false }, 503)
    const person = await open()
    pick(person, 'ivy')
    await screen.findByText('We could not check who this is, so you cannot log an action yet. Try again.')
    expect(within(screen.getByRole('dialog')).getByRole('button', { name: 'Log action' })).toHaveProperty(
      'disabled',
      true,
    )
  })

  it('the form warns of an unknown Discord ID', async () => {
    const id = '499999999999999999'
    const record = { total: 0, is_capped: false, types: [], revoked: 0, last: null }
    const item = { id, name: null, callsign: null, position: null, avatar: null, record }
    server.answers[`GET /api/staff-da/people/${id}`] = json({ item })
    const person = await open()
    pick(person, id)
    await screen.findByText(
      'This Discord ID is not on a roster, not in our Discord server and has no actions. Check it.',
    )
  })

  it('the form never shows the people of an earlier search', async () => {
    const person = await open()
    fireEvent.change(person, { target: { value: 'nol' } })
    await screen.findByRole('option', { name: /Nolan Reyes/ })
    fireEvent.change(person, { target: { value: 'nobody at all' } })
    expect(within(screen.getByRole('listbox')).queryByRole('option')).toBeNull()
    fireEvent.keyDown(person, { key: 'Enter' })
    expect(screen.getByLabelText('Name in the record')).toHaveProperty('value', '')
  })

  it('an error disappears when its field is valid, and the first invalid field gets the focus', async () => {
    const person = await open()
    send()
    expect(document.activeElement).toBe(person)
    pick(person, 'ivy')
    await screen.findByText('3 actions so far, the last on 03/14/2026')
    expect(screen.queryByText('Choose who this is about.')).toBeNull()
    expect(screen.getByText('Pick one of the types.')).toBeTruthy()
    send()
    expect(document.activeElement).toBe(within(screen.getByRole('dialog')).getByLabelText('Type'))
    fireEvent.change(within(screen.getByRole('dialog')).getByLabelText('Type'), { target: { value: 'Strike' } })
    expect(screen.queryByText('Pick one of the types.')).toBeNull()
    await checked()
    send()
    const reason = screen.getByLabelText('Internal reason')
    expect(document.activeElement).toBe(reason)
    expect(reason.getAttribute('aria-invalid')).toBe('true')
    fireEvent.change(reason, { target: { value: 'a' } })
    expect(reason.getAttribute('aria-invalid')).toBeNull()
    fireEvent.change(reason, { target: { value: ' ' } })
    expect(reason.getAttribute('aria-invalid')).toBeNull()
  })

  it('an error from the server stays until its field is edited', async () => {
    const person = await open()
    pick(person, 'ivy')
    await screen.findByText('3 actions so far, the last on 03/14/2026')
    fireEvent.change(within(screen.getByRole('dialog')).getByLabelText('Type'), { target: { value: 'Strike' } })
    fireEvent.change(screen.getByLabelText('Internal reason'), { target: { value: 'why' } })
    const fields = { date: 'This date is in the future.' }
    server.answers['POST /api/staff-da'] = json({ ok: false, error: { code: 'invalid', message: 'No.', fields } }, 400)
    await checked()
    send()
    await screen.findByText('This date is in the future.')
    expect(document.activeElement).toBe(screen.getByLabelText('When'))
    fireEvent.change(screen.getByLabelText('Internal reason'), { target: { value: 'why not' } })
    screen.getByText('This date is in the future.')
    fireEvent.change(screen.getByLabelText('When'), { target: { value: '2026-03-14T12:00' } })
    expect(screen.queryByText('This date is in the future.')).toBeNull()
  })

  it('a template does not replace text that was typed', async () => {
    await open()
    fireEvent.change(screen.getByLabelText('Internal reason'), { target: { value: 'my own words' } })
    await screen.findByRole('option', { name: /Missed shift/ })
    fireEvent.change(screen.getByLabelText('Template'), { target: { value: 'Missed shift' } })
    expect(screen.getByLabelText('Internal reason')).toHaveProperty('value', 'my own words')
    expect(screen.getByLabelText('External reason')).toHaveProperty('value', 'You missed it')
  })
})

it('the chart has the same numbers as a table', async () => {
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Show as a table' }))
  const table = within(screen.getByRole('dialog', { name: 'Actions per week' })).getByRole('table')
  expect(within(table).getAllByRole('row')[1]?.textContent).toBe('03/09/202600200002')
})

it('the list and the chart have the filter by type and all other filters', async () => {
  show({ search: `?user=${NOLAN}` })
  await rows()
  const chartCalls = () => server.asked.filter(({ call }) => call === 'GET /api/staff-da/weeks')
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions()
  expect(Object.fromEntries(chartCalls()[0]?.query ?? [])).toEqual({ user: NOLAN, zone })
  fireEvent.change(screen.getByLabelText('Type'), { target: { value: 'Strike' } })
  await waitFor(() =>
    expect(Object.fromEntries(chartCalls().at(-1)?.query ?? [])).toEqual({ user: NOLAN, type: 'Strike', zone }),
  )
  expect(listCalls().at(-1)?.query.get('type')).toBe('Strike')
  fireEvent.change(screen.getByLabelText('Sort'), { target: { value: 'date:asc' } })
  await waitFor(() => expect(listCalls().at(-1)?.query.get('sort')).toBe('date:asc'))
  expect(chartCalls()).toHaveLength(2)
})

it('a period filters by days, is in the address, and ends when days are selected', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-18T12:00:00Z') })
  show({ search: '?page=2' })
  await rows()
  fireEvent.click(screen.getByRole('button', { name: 'This week' }))
  expect(window.location.search).toBe('?period=week')
  await waitFor(() => expect(listCalls().at(-1)?.query.get('start')).toBe('2026-03-16'))
  expect(listCalls().at(-1)?.query.get('page')).toBe('1')
  expect(listCalls().at(-1)?.query.has('period')).toBe(false)
  expect(screen.getByLabelText('Start date')).toHaveProperty('value', '2026-03-16')
  fireEvent.change(screen.getByLabelText('End date'), { target: { value: '2026-03-17' } })
  expect(window.location.search).toBe('?start=2026-03-16&end=2026-03-17')
  expect(screen.getByRole('button', { name: 'This week' }).getAttribute('aria-pressed')).toBe('false')
  fireEvent.click(screen.getByRole('button', { name: 'Today' }))
  expect(window.location.search).toBe('?period=today')
  fireEvent.click(screen.getByRole('button', { name: 'Today' }))
  expect(window.location.search).toBe('')
})

it('a week of the chart filters the list without changing the chart, and a second press shows all weeks', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-18T12:00:00Z') })
  show()
  const chartCalls = () => server.asked.filter(({ call }) => call === 'GET /api/staff-da/weeks')
  fireEvent.click(await screen.findByRole('button', { name: 'Show as a table' }))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '03/09/2026' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(window.location.search).toBe('?start=2026-03-09&end=2026-03-15')
  await waitFor(() => expect(listCalls().at(-1)?.query.get('end')).toBe('2026-03-15'))
  expect(chartCalls()).toHaveLength(1)
  const column = screen.getByText('Week of 03/09/2026: 2').parentElement?.querySelector('rect')
  if (column) fireEvent.click(column)
  expect(window.location.search).toBe('')
})

it('the chart says where counting stopped', async () => {
  server.answers['GET /api/staff-da/weeks'] = json({
    data: [{ week: '2026-03-09', counts: { Strike: 2 } }],
    is_capped: true,
  })
  show({ search: '?query=ramming' })
  await screen.findByText('Counted back to 03/09/2026; there are more before it.')
})

it('the chart says that it could not be loaded, and can be reloaded', async () => {
  const loaded = server.answers
  server.answers = { ...loaded, 'GET /api/staff-da/weeks': json({ ok: false }, 503) }
  show()
  await screen.findByText('Failed to load the chart.')
  server.answers = loaded
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('button', { name: 'Show as a table' })
})

it('the page offers the types of the community in their order and colours, to people who can give them', async () => {
  const types: DisciplineContent['types'] = [
    { name: 'Ermahnung', colour: 'info' },
    { name: 'Verweis', colour: '#c0a0ff' },
    { name: 'Ausschluss', colour: 'danger', givenBy: 'management' },
  ]
  server.answers['GET /api/staff-da'] = json({
    rows: [
      { ...entry(2), type: 'Verweis' },
      { ...entry(1), type: 'Strike' },
    ],
    total: 2,
    is_capped: false,
  })
  server.answers['GET /api/staff-da/weeks'] = json({
    data: [{ week: '2026-03-09', counts: { Strike: 2 } }],
    is_capped: false,
  })
  show({ types })
  const [row] = await rows()
  const chip = within(row ?? document.body).getByText('Verweis')
  expect([chip.className.includes('text-own'), chip.style.getPropertyValue('--own')]).toEqual([true, '#c0a0ff'])
  const optionsOf = (field: HTMLElement) => [...field.querySelectorAll('option')].map(({ text }) => text)
  expect(optionsOf(screen.getByLabelText('Type'))).toEqual(['All types', 'Ermahnung', 'Verweis', 'Ausschluss'])
  fireEvent.click(await screen.findByRole('button', { name: 'Show as a table' }))
  const heads = within(screen.getByRole('dialog')).getAllByRole('columnheader')
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    'Week of',
    'Ermahnung',
    'Verweis',
    'Ausschluss',
    'Strike',
    'All',
  ])
  cleanup()

  show({ types })
  fireEvent.click(screen.getByRole('button', { name: 'Log action' }))
  const form = () => within(screen.getByRole('dialog')).getByLabelText('Type')
  expect(optionsOf(form())).toEqual(['Choose…', 'Ermahnung', 'Verweis'])
  cleanup()
  show({ types, rights: { isManagement: true } })
  fireEvent.click(screen.getByRole('button', { name: 'Log action' }))
  expect(optionsOf(form())).toEqual(['Choose…', 'Ermahnung', 'Verweis', 'Ausschluss'])
})
