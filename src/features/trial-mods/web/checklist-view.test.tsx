import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { CHECKLIST, trialMod } from '#test/checklist.ts'
import { clientOfStaff, fakeServer, json } from '#test/fake-server.ts'
import { LiveRegion } from '#ui/live-region.tsx'
import { columnsOf } from '../column-rules.ts'
import { type Checklist, furtherCalls, type Stage, type TrialMod, trialModCalls } from '../contract.ts'
import { withCompletion, withStage } from '../rules.ts'
import { STAGE_KEYS } from '../stage-rules.ts'
import { ChecklistView } from './checklist-view.tsx'
import { ChecklistProvider } from './queries.ts'

const EARLIER = '2026-02-01T10:00:00.000Z'
const DONE: Stage = { done: true, failed: false, inProgress: false, by: 'Marcus Delgado', notes: 'Calm' }

function record(name: string, id: number, more: Partial<TrialMod> = {}): TrialMod {
  const traineeId = `3100000000000001${String(id).padStart(2, '0')}`
  return trialMod(name, { traineeId, staffId: `TM-${id}`, ...more })
}
const NOLAN = withStage(record('Nolan Reyes', 15), 'classroom', DONE)
const MARA = record('Mara Finch', 9, { assignedInstructor: 'Wren Holloway' })
const TYLER = withCompletion(record('Tyler Pineda', 2), { status: 'Passed', completedAt: EARLIER }, EARLIER)
const COREY = withCompletion(record('Corey Vance', 20), { status: 'Failed', completedAt: EARLIER }, EARLIER)
const ALL = [MARA, NOLAN, TYLER, COREY]
const stagePath = `PATCH /api/trialmods/${NOLAN.traineeId}/stage`
const completionPath = `POST /api/trialmods/${NOLAN.traineeId}/completion`
const reviewPath = `POST /api/trialmods/${NOLAN.traineeId}/review`

const server = fakeServer(() => ({
  'GET /api/trialmods': json(ALL),
  'GET /api/people': json({ data: [] }),
  'GET /api/people/pictures': json({ data: { [NOLAN.traineeId]: '/nolan.webp' } }),
  [`GET /api/trialmods/${NOLAN.traineeId}/history`]: json({ data: [] }),
}))
const refusal = (status: number, code: string, message: string, item?: unknown) =>
  json({ ok: false, error: { code, message }, item }, status)
const bodyOf = (call: string) => server.asked.find((each) => each.call === call)?.body
/** The calls that write. */
const written = () => server.asked.filter(({ call }) => !call.startsWith('GET '))
const times = (call: string) => server.asked.filter((each) => each.call === call).length

interface Shown {
  records?: TrialMod[] | null
  rights?: object
  search?: string
  props?: Partial<Parameters<typeof ChecklistView>[0]>
  checklist?: Checklist
  calls?: typeof academy
}
const academy = furtherCalls({ key: 'leo-academy', title: 'LEO Academy', readBy: 'staff', changedBy: 'management' })
function show({
  records = ALL,
  rights = {},
  search = '',
  props = {},
  checklist = CHECKLIST,
  calls = trialModCalls,
}: Shown = {}) {
  window.history.replaceState(null, '', `/trial-mod-checklist${search}`)
  const known = { [calls.content.path]: checklist, ...(records && { [calls.list.path]: records }) }
  return render(
    <QueryClientProvider client={clientOfStaff(rights, known)}>
      <ChecklistProvider value={calls}>
        <ChecklistView
          links={[
            { label: 'Staff Roster', href: '/staff-roster' },
            { label: 'Staff DA Database', href: '/staff-da-database' },
          ]}
          {...props}
        />
      </ChecklistProvider>
      <LiveRegion />
    </QueryClientProvider>,
  )
}

const table = () => screen.getByRole('table', { name: 'Trial Mod Checklist' })
const names = () => [...table().querySelectorAll('tr[data-row]')].map((row) => row.getAttribute('aria-label'))
/** Behind an open dialog the cells are hidden from screen readers. */
const cellsOf = (name: string, { hidden = false } = {}) =>
  [...screen.getByRole('row', { name, hidden }).querySelectorAll('td, th')].map((cell) => cell.textContent)
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const statusOf = (name: string, { hidden = false } = {}) =>
  screen.getByRole('button', { name: new RegExp(`^Status of ${name}:`), hidden })
/** Opens the menu, chooses a status, and confirms the dialog that follows. */
function chooseStatus(name: string, status: string): void {
  fireEvent.click(statusOf(name))
  fireEvent.click(screen.getByRole('menuitemradio', { name: status }))
  if (status !== 'In-Training') fireEvent.click(button(`Set to ${status}`))
}
const settle = () => act(async () => {})
const openClassroom = () => fireEvent.click(button(/^Classroom of Nolan Reyes/))
const supervisor = () => screen.getByLabelText('Supervising Admin')
const isDisabled = (element: HTMLElement) => element.hasAttribute('disabled')

it('a further checklist has its own calls and import, and no part in the training queue', async () => {
  const path = `POST /api/checklists/leo-academy/${NOLAN.traineeId}/completion`
  server.answers[path] = json({
    ok: true,
    item: withCompletion({ ...NOLAN, version: 2 }, { status: 'Failed' }, EARLIER),
  })
  show({ calls: academy, rights: { isManagement: true } })
  expect(screen.getByRole('link', { name: 'Import' }).getAttribute('href')).toBe('/checklists/leo-academy/import')
  fireEvent.click(statusOf('Nolan Reyes'))
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Failed' }))
  const dialog = screen.getByRole('alertdialog').textContent
  expect(dialog).toContain('Nolan Reyes moves to the archived records.')
  expect(dialog).not.toMatch(/training queue|Discord/)
  fireEvent.click(button('Set to Failed'))
  await waitFor(() => expect(bodyOf(path)).toMatchObject({ status: 'Failed' }))
})

it('several trainees are selected by keyboard, and bulk actions receive them', () => {
  show({ props: { choiceOf: (chosen) => <p>{chosen.map(({ trialMod }) => trialMod.name).join(' and ')}</p> } })
  const [first = '', second = ''] = names().map(String)
  const row = screen.getByRole('row', { name: first })
  row.focus()
  fireEvent.keyDown(row, { key: ' ' })
  fireEvent.keyDown(row, { key: 'ArrowDown', shiftKey: true })
  expect(document.activeElement?.getAttribute('aria-label')).toBe(second)
  const bar = screen.getByRole('region', { name: 'Chosen rows' })
  expect(bar.textContent).toContain('2 chosen')
  within(bar).getByText(`${first} and ${second}`)
  fireEvent.keyDown(screen.getByRole('row', { name: second }), { key: 'Escape' })
  expect(screen.queryByRole('region', { name: 'Chosen rows' })).toBeNull()
})

it('the selection stays when the menu of a row is closed by keyboard', () => {
  show()
  const [name = ''] = names().map(String)
  fireEvent.keyDown(screen.getByRole('row', { name }), { key: ' ' })
  fireEvent.click(statusOf(name))
  fireEvent.keyDown(screen.getAllByRole('menuitemradio')[0] ?? document.body, { key: 'Escape' })
  expect(screen.queryByRole('menu')).toBeNull()
  expect(screen.getByRole('region', { name: 'Chosen rows' }).textContent).toContain('1 chosen')
})

it('the selection stays when a dialog for it is closed by keyboard', () => {
  show({
    props: {
      choiceOf: () => (
        <dialog open>
          <button type="button">within</button>
        </dialog>
      ),
    },
  })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Choose all' }))
  fireEvent.keyDown(button('within'), { key: 'Escape' })
  screen.getByRole('region', { name: 'Chosen rows' })
  fireEvent.keyDown(button('Copy mentions'), { key: 'Escape' })
  expect(screen.queryByRole('region', { name: 'Chosen rows' })).toBeNull()
})

describe('The checklist', () => {
  it('the checklist shows profile pictures, which open the person', async () => {
    show()
    const opens = await screen.findByRole('link', { name: 'Open Nolan Reyes' })
    await vi.waitFor(() => expect(opens.querySelector('img')?.getAttribute('src')).toBe('/nolan.webp'))
    expect(screen.getByRole('link', { name: 'Open Mara Finch' }).querySelector('img')).toBeNull()
    fireEvent.click(opens)
    expect(window.location.search).toBe(`?person=${NOLAN.traineeId}`)
  })

  it('the checklist has the 17 columns in order', () => {
    show()
    expect(columnsOf(CHECKLIST)).toHaveLength(17)
    expect(
      within(table())
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(columnsOf(CHECKLIST))
    expect(cellsOf('Nolan Reyes')).toHaveLength(17)
    expect(cellsOf('Nolan Reyes').slice(0, 5)).toEqual([
      'TM-15',
      'Nolan Reyes1/7 passed · 1 note',
      'Marcus Delgado',
      'CompletedMarcus Delgado',
      'Open',
    ])
  })

  it('a truncated cell shows the full assignee and supervisor on hover', () => {
    show()
    const row = within(screen.getByRole('row', { name: 'Nolan Reyes' }))
    expect(row.getAllByTitle('Marcus Delgado').map((place) => place.textContent)).toEqual([
      'Marcus Delgado',
      'Marcus Delgado',
    ])
  })

  it('the checklist links to Staff Roster and Staff DA Database, and its counts filter by Total, Training, Passed and Failed', async () => {
    show()
    expect(screen.getByRole('link', { name: 'Staff Roster' }).getAttribute('href')).toBe('/staff-roster')
    expect(screen.getByRole('link', { name: 'Staff DA Database' }).getAttribute('href')).toBe('/staff-da-database')
    const figures = [...screen.getByLabelText('Counts').children].map((figure) => figure.textContent)
    expect(figures).toEqual(['Total 4', 'Training 2', 'Passed 1', 'Failed 1'])
    fireEvent.click(button('Passed 1'))
    await waitFor(() => expect(names()).toEqual(['Tyler Pineda']))
    expect(button('Passed 1').getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(button('Total 4'))
    await waitFor(() => expect(names()).toHaveLength(4))
  })

  it('releasing a count restores the filter, and the total is highlighted only if all trainees are shown', async () => {
    show()
    const pressed = (name: string) => button(name).getAttribute('aria-pressed')
    expect(pressed('Total 4')).toBe('false')
    fireEvent.click(button('Failed 1'))
    await waitFor(() => expect(names()).toEqual(['Corey Vance']))
    fireEvent.click(button('Failed 1'))
    await waitFor(() => expect(names()).toEqual(['Mara Finch', 'Nolan Reyes']))
    fireEvent.click(button('Total 4'))
    await waitFor(() => expect(names()).toHaveLength(4))
    expect(pressed('Total 4')).toBe('true')
    fireEvent.click(button('Total 4'))
    await waitFor(() => expect(names()).toHaveLength(2))
  })

  it('passed and failed records are hidden by default', async () => {
    show()
    expect(names()).toEqual(['Mara Finch', 'Nolan Reyes'])
    fireEvent.click(screen.getByLabelText('Hide Archived'))
    await waitFor(() => expect(names()).toEqual(['Mara Finch', 'Nolan Reyes', 'Tyler Pineda', 'Corey Vance']))
  })

  it('the checklist filters by status, instructor and text, and Clear Filters resets them', async () => {
    show()
    const options = [...screen.getByLabelText('Status').querySelectorAll('option')].map(({ text }) => text)
    expect(options).toEqual(['All Statuses', 'In-Training', 'Passed', 'Failed'])
    fireEvent.change(screen.getByLabelText('Instructor'), { target: { value: 'Wren Holloway' } })
    await waitFor(() => expect(names()).toEqual(['Mara Finch']))
    fireEvent.click(button('Clear Filters'))
    await waitFor(() => expect(names()).toHaveLength(2))
    fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'tm-15' } })
    await waitFor(() => expect(names()).toEqual(['Nolan Reyes']))
    fireEvent.click(button('Clear Filters'))
    await waitFor(() => expect(names()).toHaveLength(2))
    fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'Failed' } })
    await waitFor(() => expect(names()).toEqual(['Corey Vance']))
  })

  it('the filters are in the address', () => {
    show({ search: '?status=Passed&archived=true' })
    expect(names()).toEqual(['Tyler Pineda'])
  })

  it("an empty result says 'No trial mods found' with a hint to adjust or clear filters", async () => {
    show({ search: '?search=nobody' })
    screen.getByText('No trial mods found')
    screen.getByText('Try adjusting your search or clearing the filters.')
  })

  it('a skeleton of 8 rows by 15 columns is shown while loading', () => {
    server.answers['GET /api/trialmods'] = () => new Promise(() => {})
    show({ records: null })
    const rows = screen.getByText('Loading trial mods…').nextElementSibling?.children ?? []
    expect([...rows].map((row) => row.children.length)).toEqual(Array(8).fill(15))
  })

  it("a failed request shows 'Failed to load data' or the message, with 'Try again'", async () => {
    server.answers['GET /api/trialmods'] = () => Promise.reject(new TypeError('offline'))
    show({ records: null })
    await screen.findByText('Failed to load data')
    screen.getByText(/^The site could not be reached\./)
    server.answers['GET /api/trialmods'] = refusal(503, 'unavailable', 'The database is down.')
    fireEvent.click(button('Try again'))
    await screen.findByText('The database is down.')
    server.answers['GET /api/trialmods'] = json(ALL)
    fireEvent.click(button('Try again'))
    await waitFor(() => expect(names()).toEqual(['Mara Finch', 'Nolan Reyes']))
  })

  it('the focus stays in the search when a phone is rotated', () => {
    let isPhone = true
    const turns = new Set<() => void>()
    vi.stubGlobal('matchMedia', () => ({
      ...{ matches: isPhone, addEventListener: (_: string, turn: () => void) => turns.add(turn) },
      removeEventListener: (_: string, turn: () => void) => turns.delete(turn),
    }))
    const turn = () => {
      isPhone = !isPhone
      act(() => turns.forEach((each) => void each()))
    }
    show()
    const before = screen.getByLabelText('Search')
    before.focus()
    turn()
    expect(before.isConnected).toBe(false)
    expect(document.activeElement).toBe(screen.getByLabelText('Search'))
    button('Refresh').focus()
    turn()
    expect(document.activeElement).toBe(button('Refresh'))
  })

  it('the checklist has a Refresh button', async () => {
    show()
    server.answers['GET /api/trialmods'] = json([NOLAN])
    fireEvent.click(button('Refresh'))
    await waitFor(() => expect(names()).toEqual(['Nolan Reyes']))
  })

  it('only management can add, edit and promote', () => {
    show()
    expect(screen.queryByRole('button', { name: /Add|Edit Nolan Reyes$|Promote/ })).toBeNull()
    cleanup()
    const promoted: string[] = []
    show({
      rights: { isManagement: true },
      search: '?archived=true',
      props: { promotable: new Set([TYLER.traineeId]), onPromote: (id) => promoted.push(id) },
    })
    button('Add trial mod')
    button('Edit Nolan Reyes')
    fireEvent.click(button('Promote Tyler Pineda to Moderator'))
    expect(promoted).toEqual([TYLER.traineeId])
  })

  it('arrow keys move between rows, and Enter opens the next stage', () => {
    show()
    const [first, second] = table().querySelectorAll<HTMLElement>('tr[data-row]')
    first?.focus()
    if (first) fireEvent.keyDown(first, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(second)
    if (second) fireEvent.keyDown(second, { key: 'Enter' })
    screen.getByRole('dialog', { name: 'In-Game — Nolan Reyes' })
  })
})

describe('The stage dialog', () => {
  it('the dialog has the stage label and the name of the trainee as its title', () => {
    show()
    fireEvent.click(button(/^In-Game Sit 3 of Nolan Reyes/))
    const dialog = screen.getByRole('dialog', { name: 'In-Game Sit 3 — Nolan Reyes' })
    expect(
      within(dialog)
        .getAllByRole('checkbox')
        .map((box) => box.parentElement?.textContent),
    ).toEqual(['Completed', 'Failed', 'In-Progress'])
    expect(screen.getByLabelText('Notes (optional)').getAttribute('rows')).toBe('3')
    button('Cancel')
    button('Save Changes')
  })

  it('the dialog asks before unsaved notes are discarded', () => {
    show()
    openClassroom()
    fireEvent.change(screen.getByLabelText('Notes (optional)'), { target: { value: 'Ten lines' } })
    fireEvent.keyDown(screen.getByLabelText('Notes (optional)'), { key: 'Escape' })
    fireEvent.click(button('Keep writing'))
    expect(screen.getByLabelText('Notes (optional)')).toHaveProperty('value', 'Ten lines')
    fireEvent.click(button('Cancel'))
    fireEvent.click(button('Discard the text'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('selecting one status clears the others', () => {
    show()
    openClassroom()
    fireEvent.click(screen.getByLabelText('Failed'))
    const boxes = within(screen.getByRole('dialog')).getAllByRole<HTMLInputElement>('checkbox')
    expect(boxes.map(({ checked }) => checked)).toEqual([false, true, false])
  })

  it('a supervisor without a status cannot be saved', () => {
    show()
    openClassroom()
    fireEvent.click(screen.getByLabelText('Completed'))
    screen.getByText('Pick a status (Completed / In-Progress / Failed) when setting a supervisor.')
    expect(isDisabled(button('Save Changes'))).toBe(true)
  })

  it('a status without a supervisor cannot be saved, and the checkboxes are disabled without one', () => {
    show()
    openClassroom()
    fireEvent.change(supervisor(), { target: { value: '  ' } })
    screen.getByText('Enter a Supervising Admin when selecting a status.')
    expect(isDisabled(button('Save Changes'))).toBe(true)
    const boxes = within(screen.getByRole('dialog')).getAllByRole('checkbox')
    expect(boxes.map(isDisabled)).toEqual([true, true, true])
    fireEvent.click(button('Clear status and supervisor'))
    expect(isDisabled(button('Save Changes'))).toBe(false)
  })

  it('the dialog says why a status cannot be selected yet', () => {
    show()
    fireEvent.click(button(/^In-Game of Nolan Reyes/))
    const words = 'Enter a Supervising Admin first, then choose a status.'
    expect(screen.getByText(words).id).toBe(screen.getByRole('group').getAttribute('aria-describedby'))
    fireEvent.change(supervisor(), { target: { value: 'Wren Holloway' } })
    expect(screen.queryByText(words)).toBeNull()
  })

  it('the supervisor field suggests the viewer first, then the people of the roster', () => {
    show({ props: { me: 'Priya Castell', staff: ['Marcus Delgado', 'Priya Castell'] } })
    fireEvent.click(button(/^In-Game of Nolan Reyes/))
    const list = document.getElementById(String(supervisor().getAttribute('list')))
    const options = [...(list?.querySelectorAll('option') ?? [])].map((option) => [
      option.value,
      option.getAttribute('label'),
    ])
    expect(options[0]).toEqual(['Priya Castell', 'Me'])
    expect(options.map(([value]) => value)).toEqual(['Priya Castell', 'Marcus Delgado', 'Wren Holloway'])
    fireEvent.click(button('Me (Priya Castell)'))
    expect(supervisor()).toHaveProperty('value', 'Priya Castell')
  })

  it('the dialog asks once before it saves an unknown supervisor', async () => {
    show({ props: { staff: ['Priya Castell'] } })
    server.answers[stagePath] = json({ ok: true, item: NOLAN })
    fireEvent.click(button(/^In-Game of Nolan Reyes/))
    fireEvent.change(supervisor(), { target: { value: 'Pri' } })
    fireEvent.click(screen.getByLabelText('Completed'))
    fireEvent.click(button('Save Changes'))
    screen.getByText(/^Nobody on the roster is called “Pri”/)
    expect(times(stagePath)).toBe(0)
    button('Priya Castell')
    fireEvent.click(button('Save Changes'))
    await waitFor(() => expect(bodyOf(stagePath)).toMatchObject({ byName: 'Pri' }))
  })

  it('a supervisor of the roster is saved without a question, in any spelling', async () => {
    show({ props: { staff: ['Priya Castell'] } })
    server.answers[stagePath] = json({ ok: true, item: NOLAN })
    fireEvent.click(button(/^In-Game of Nolan Reyes/))
    fireEvent.change(supervisor(), { target: { value: ' priya castell' } })
    fireEvent.click(screen.getByLabelText('Completed'))
    fireEvent.click(button('Save Changes'))
    await waitFor(() => expect(bodyOf(stagePath)).toMatchObject({ byName: 'priya castell' }))
  })

  it('trimmed texts are saved at once on the page and then on the server', async () => {
    show()
    let answer = (_: Response) => {}
    server.answers[stagePath] = () => new Promise((resolve) => (answer = resolve))
    openClassroom()
    fireEvent.change(supervisor(), { target: { value: ' Wren Holloway ' } })
    fireEvent.click(screen.getByLabelText('Failed'))
    fireEvent.change(screen.getByLabelText('Notes (optional)'), { target: { value: '  ' } })
    fireEvent.click(button('Save Changes'))
    await waitFor(() => expect(cellsOf('Nolan Reyes')[3]).toBe('FailedWren Holloway'))
    expect(cellsOf('Nolan Reyes')[1]).toBe('Nolan Reyes0/7 passed · 1 failed')
    expect(bodyOf(stagePath)).toEqual({
      stage: 'classroom',
      done: false,
      failed: true,
      inProgress: false,
      notes: null,
      byName: 'Wren Holloway',
      version: 1,
    })
    const saved = withStage({ ...NOLAN, version: 2 }, 'classroom', {
      ...DONE,
      done: false,
      failed: true,
      by: 'Wren H.',
    })
    answer(Response.json({ ok: true, item: saved }))
    await waitFor(() => expect(cellsOf('Nolan Reyes')[3]).toBe('FailedWren H.'))
  })

  it('the dialog confirms saved notes, and sends nothing without changes', async () => {
    show()
    server.answers[stagePath] = () => {
      const classroom = { ...DONE, notes: 'Early' }
      return Response.json({ ok: true, item: withStage({ ...NOLAN, version: 2 }, 'classroom', classroom) })
    }
    openClassroom()
    fireEvent.click(button('Save Changes'))
    await settle()
    expect(times(stagePath)).toBe(0)
    openClassroom()
    fireEvent.change(screen.getByLabelText('Notes (optional)'), { target: { value: 'Early' } })
    fireEvent.click(button('Save Changes'))
    await screen.findByText('Notes of Classroom of Nolan Reyes saved.')
  })

  it('a failed save reloads the list and restores the typed text', async () => {
    show()
    server.answers[stagePath] = refusal(503, 'unavailable', 'The database is down.')
    openClassroom()
    fireEvent.change(screen.getByLabelText('Notes (optional)'), { target: { value: 'A long text' } })
    fireEvent.click(button('Save Changes'))
    await screen.findByText('The database is down.')
    expect(times('GET /api/trialmods')).toBe(1)
    expect(screen.getByLabelText<HTMLTextAreaElement>('Notes (optional)').value).toBe('A long text')
    await waitFor(() => expect(cellsOf('Nolan Reyes', { hidden: true })[1]).toBe('Nolan Reyes1/7 passed · 1 note'))
  })

  it('a failed save does not discard text that is typed for the next stage', async () => {
    show()
    let fail: (answer: Response) => void = () => undefined
    server.answers[`GET /api/trialmods/${MARA.traineeId}/history`] = json({ data: [] })
    server.answers[stagePath] = () => new Promise((resolve) => (fail = resolve))
    const notes = () => screen.getByLabelText<HTMLTextAreaElement>('Notes (optional)')
    openClassroom()
    fireEvent.change(notes(), { target: { value: 'Of the first' } })
    fireEvent.click(button('Save Changes'))
    fireEvent.click(button(/^Classroom of Mara Finch/))
    fireEvent.change(notes(), { target: { value: 'Of the second' } })
    await waitFor(() => expect(times(stagePath)).toBe(1))
    fail(refusal(503, 'unavailable', 'The database is down.')())
    await waitFor(() => expect(times('GET /api/trialmods')).toBe(1))
    expect(notes().value).toBe('Of the second')
    fireEvent.click(button('Cancel'))
    fireEvent.click(button('Discard the text'))
    await screen.findByText('The database is down.')
    expect(notes().value).toBe('Of the first')
  })

  it('both versions are shown if somebody else changed the stage meanwhile', async () => {
    show()
    const theirs = withStage({ ...NOLAN, version: 7 }, 'classroom', { ...DONE, notes: 'Their note' })
    server.answers[stagePath] = refusal(
      409,
      'changed_meanwhile',
      'Someone else changed this while you were editing.',
      theirs,
    )
    openClassroom()
    fireEvent.change(screen.getByLabelText('Notes (optional)'), { target: { value: 'My note' } })
    fireEvent.click(button('Save Changes'))
    await screen.findByRole('dialog', { name: 'Nolan Reyes was changed by someone else' })
    screen.getByText('My note')
    screen.getByText('Their note')
    server.answers[stagePath] = json({ ok: true, item: { ...theirs, version: 8 } })
    fireEvent.click(button('Keep mine'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.asked.findLast(({ call }) => call === stagePath)?.body).toMatchObject({
      notes: 'My note',
      version: 7,
    })
  })

  it('the dialog shows who set which value and when', async () => {
    const at = '2026-03-14T18:30:00.000Z'
    const entry = { ...DONE, stage: 'classroom', at, actorId: '310000000000000203', actorName: 'Priya Castell' }
    server.answers[`GET /api/trialmods/${NOLAN.traineeId}/history`] = json({
      data: [entry, { ...entry, stage: 'in_game' }],
    })
    show()
    openClassroom()
    const history = await screen.findByRole('region', { name: 'History' })
    expect(within(history).getAllByRole('listitem')).toHaveLength(1)
    expect(history.textContent).toMatch(/Completed.*Marcus Delgado.*Calm.*Saved by Priya Castell/)
  })

  it("one's own record is read-only, also for management", () => {
    show({ rights: { isManagement: true }, props: { ownId: NOLAN.traineeId } })
    expect(screen.queryByRole('button', { name: 'Edit Nolan Reyes' })).toBeNull()
    openClassroom()
    screen.getByText('This is your own record. Somebody else must sign it off.')
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull()
    expect(isDisabled(statusOf('Nolan Reyes', { hidden: true }))).toBe(true)
  })
})

describe('Completion and reviews', () => {
  const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  const write = (label: string, value: string) => {
    fireEvent.click(button(new RegExp(`^${label} of Nolan Reyes`)))
    const field = screen.getByLabelText(`${label} of Nolan Reyes`)
    fireEvent.change(field, { target: { value } })
    fireEvent.keyDown(field, { key: 'Enter' })
  }
  const anyTime = expect.stringMatching(/^20\d\d-\d\d-\d\dT/)

  it('moving over the statuses with the arrow keys selects none', () => {
    show()
    statusOf('Nolan Reyes').focus()
    fireEvent.keyDown(statusOf('Nolan Reyes'), { key: 'ArrowDown' })
    const menu = screen.getByRole('menu')
    expect(document.activeElement?.textContent).toBe('In-Training')
    fireEvent.keyDown(menu, { key: 'ArrowDown' })
    expect(document.activeElement?.textContent).toBe('Passed')
    fireEvent.keyDown(menu, { key: 'Escape' })
    expect(document.activeElement).toBe(statusOf('Nolan Reyes'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(written()).toEqual([])
  })

  it('a status can be selected only after its consequences and missing stages are shown', () => {
    const failing = withStage(NOLAN, 'in_game', { ...DONE, done: false, failed: true })
    show({ records: [failing] })
    fireEvent.click(statusOf('Nolan Reyes'))
    fireEvent.click(screen.getByRole('menuitemradio', { name: 'Failed' }))
    const dialog = screen.getByRole('alertdialog', { name: 'Fail Nolan Reyes?' })
    expect(document.activeElement).toBe(button('Cancel'))
    within(dialog).getByText('1 of 7 done, 1 failed')
    within(dialog).getByText(/^Not done: In-Game \(failed\), Supervised Sit 1, .*In-Game Sit 3\.$/)
    within(dialog).getByText('The completion date is today.')
    within(dialog).getByText(/You can undo this for 10 seconds. Only then is it announced on Discord/)
    fireEvent.click(button('Cancel'))
    expect(written()).toEqual([])
  })

  it('staff cannot pass a trainee with unfinished stages', () => {
    show()
    fireEvent.click(statusOf('Nolan Reyes'))
    fireEvent.click(screen.getByRole('menuitemradio', { name: 'Passed' }))
    screen.getByText(/^Only management can pass somebody with unfinished stages/)
    expect(screen.queryByRole('button', { name: 'Set to Passed' })).toBeNull()
    fireEvent.click(button('Close'))
    expect(written()).toEqual([])
  })

  it('staff pass a trainee with all stages completed, without a reason', async () => {
    const ready = STAGE_KEYS.reduce((done, key) => withStage(done, key, DONE), MARA)
    const path = `POST /api/trialmods/${MARA.traineeId}/completion`
    show({ records: [ready] })
    server.answers[path] = json({
      ok: true,
      item: withCompletion({ ...ready, version: 2 }, { status: 'Passed' }, EARLIER),
    })
    chooseStatus('Mara Finch', 'Passed')
    await waitFor(() => expect(bodyOf(path)).toEqual({ status: 'Passed', completedAt: anyTime, version: 1 }))
  })

  it('management passes a trainee early with a reason, and the record moves to the archive', async () => {
    show({ rights: { isManagement: true } })
    server.answers[completionPath] = json({
      ok: true,
      item: withCompletion({ ...NOLAN, version: 2 }, { status: 'Passed' }, EARLIER),
    })
    chooseStatus('Nolan Reyes', 'Passed')
    screen.getByText('Write why they pass with unfinished stages.')
    expect(times(completionPath)).toBe(0)
    fireEvent.change(screen.getByLabelText('Why do they pass with unfinished stages?'), { target: { value: ' Vet ' } })
    fireEvent.click(button('Set to Passed'))
    await waitFor(() => expect(names()).toEqual(['Mara Finch']))
    expect(bodyOf(completionPath)).toEqual({ status: 'Passed', completedAt: anyTime, why: 'Vet', version: 1 })
    await screen.findByText('Nolan Reyes is marked Passed and hidden with the archived.')
  })

  it('a selected status is undone from its notification', async () => {
    show()
    const undoPath = `${completionPath}/undo`
    server.answers[completionPath] = json({
      ok: true,
      item: withCompletion({ ...NOLAN, version: 2 }, { status: 'Failed' }, EARLIER),
    })
    server.answers[undoPath] = json({ ok: true, item: { ...NOLAN, version: 3 } })
    chooseStatus('Nolan Reyes', 'Failed')
    await waitFor(() => expect(names()).toEqual(['Mara Finch']))
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(names()).toEqual(['Mara Finch', 'Nolan Reyes']))
    await screen.findByText('Nolan Reyes is marked In-Training again.')
    expect(bodyOf(undoPath)).toEqual({ part: 'completion', version: 2 })
  })

  it('the page says that it is too late to undo', async () => {
    show()
    const failed = withCompletion({ ...NOLAN, version: 2 }, { status: 'Failed' }, EARLIER)
    server.answers[completionPath] = json({ ok: true, item: failed })
    server.answers[`${completionPath}/undo`] = refusal(409, 'too_late', 'It is too late to undo this.')
    chooseStatus('Nolan Reyes', 'Failed')
    server.answers['GET /api/trialmods'] = json([MARA, failed])
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await screen.findByText('It was not undone. It is too late to undo this.')
    await waitFor(() => expect(names()).toEqual(['Mara Finch']))
  })

  it('selecting In-Training sends a completion date of null', async () => {
    show({ records: [{ ...TYLER, traineeId: NOLAN.traineeId, trialMod: NOLAN.trialMod }], search: '?archived=true' })
    server.answers[completionPath] = json({ ok: true, item: NOLAN })
    chooseStatus('Nolan Reyes', 'In-Training')
    await waitFor(() =>
      expect(bodyOf(completionPath)).toEqual({ status: 'In-Training', completedAt: null, version: 1 }),
    )
  })

  it('an official instructor sends the date, and an empty one sends null', async () => {
    show()
    const named = { ...NOLAN, version: 2, officialInstructor: 'Marcus', dates: { completed: EARLIER } }
    server.answers[completionPath] = json({ ok: true, item: named })
    write('Official Instructor', ' Marcus ')
    await waitFor(() =>
      expect(bodyOf(completionPath)).toEqual({ officialInstructorName: 'Marcus', completedAt: anyTime, version: 1 }),
    )
    await waitFor(() => expect(cellsOf('Nolan Reyes')[11]).toBe('02/01/2026'))
    server.asked = []
    write('Official Instructor', '')
    await waitFor(() => expect(bodyOf(completionPath)).toEqual({ officialInstructorName: null, version: 2 }))
  })

  it('a review name is saved with the current time, and clearing it sends null', async () => {
    show()
    const named = { ...NOLAN, version: 2, traineeReviewName: 'Nolan', traineeReviewDate: EARLIER }
    server.answers[completionPath] = json({ ok: true, item: named })
    write('Trainee Review', 'Nolan')
    await waitFor(() =>
      expect(bodyOf(completionPath)).toEqual({ traineeReviewName: 'Nolan', traineeReviewDate: anyTime, version: 1 }),
    )
    await waitFor(() => expect(cellsOf('Nolan Reyes')[16]).toBe('02/01/2026'))
    server.asked = []
    write('Trainee Review', '')
    await waitFor(() =>
      expect(bodyOf(completionPath)).toEqual({ traineeReviewName: null, traineeReviewDate: null, version: 2 }),
    )
  })

  it('a rating is sent with its type and day', async () => {
    show()
    server.answers[reviewPath] = json({ ok: true, item: { ...NOLAN, version: 2, instructorReviewRating: 4 } })
    choose('Rating, Instructor Review of Nolan Reyes', '4')
    await waitFor(() =>
      expect(bodyOf(reviewPath)).toEqual({ type: 'instructor', rating: 4, reviewedAt: anyTime, version: 1 }),
    )
  })

  it('a second change of the same part follows the first without a conflict with itself', async () => {
    show({ search: '?archived=true' })
    server.answers[completionPath] = () => json({ ok: true, item: { ...NOLAN, version: 1 + times(completionPath) } })()
    chooseStatus('Nolan Reyes', 'Failed')
    await settle()
    write('Official Instructor', 'Marcus')
    await waitFor(() => expect(times(completionPath)).toBe(2))
    expect(server.asked.filter(({ call }) => call === completionPath).map(({ body }) => body?.version)).toEqual([1, 2])
  })

  it('a refused change is shown even if another follows at once', async () => {
    show()
    const theirs = withCompletion({ ...NOLAN, version: 7 }, { status: 'Failed' }, EARLIER)
    server.answers[completionPath] = refusal(409, 'changed_meanwhile', 'Someone else changed this.', theirs)
    server.answers[`POST /api/trialmods/${MARA.traineeId}/review`] = json({ ok: true, item: { ...MARA, version: 2 } })
    chooseStatus('Nolan Reyes', 'Failed')
    choose('Rating, Instructor Review of Mara Finch', '4')
    await waitFor(() => expect(times(`POST /api/trialmods/${MARA.traineeId}/review`)).toBe(1))
    await screen.findByRole('dialog', { name: 'Nolan Reyes was changed by someone else' })
    await settle()
    screen.getByRole('dialog', { name: 'Nolan Reyes was changed by someone else' })
  })

  it('two refused changes are shown one after the other', async () => {
    show()
    for (const record of [NOLAN, MARA]) {
      const theirs = withCompletion({ ...record, version: 7 }, { status: 'Failed' }, EARLIER)
      server.answers[`POST /api/trialmods/${record.traineeId}/completion`] = refusal(
        409,
        'changed_meanwhile',
        'Changed.',
        theirs,
      )
      chooseStatus(record.trialMod.name, 'Failed')
    }
    await screen.findByRole('dialog', { name: 'Nolan Reyes was changed by someone else' })
    fireEvent.click(button('Take theirs'))
    await screen.findByRole('dialog', { name: 'Mara Finch was changed by someone else' })
    fireEvent.click(button('Take theirs'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('the list reloads if a save fails', async () => {
    show()
    server.answers[completionPath] = refusal(403, 'not_allowed', 'You cannot sign off your own record.')
    chooseStatus('Nolan Reyes', 'Failed')
    await screen.findByText('You cannot sign off your own record.')
    await waitFor(() => expect(names()).toEqual(['Mara Finch', 'Nolan Reyes']))
    expect(times('GET /api/trialmods')).toBe(1)
  })
})

describe('The form for management', () => {
  const rights = { isManagement: true }
  it('the form adds a trial moderator', async () => {
    show({ rights })
    server.answers['POST /api/trialmods'] = json({ ok: true, item: NOLAN })
    fireEvent.click(button('Add trial mod'))
    const dialog = within(screen.getByRole('dialog', { name: 'Add a trial moderator' }))
    fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Nolan Reyes' } })
    fireEvent.change(dialog.getByLabelText('Discord UID'), { target: { value: '42' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Add trial mod' }))
    screen.getByText('A Discord ID has 17 to 20 digits and nothing else.')
    fireEvent.change(dialog.getByLabelText('Discord UID'), { target: { value: NOLAN.traineeId } })
    fireEvent.click(dialog.getByRole('button', { name: 'Add trial mod' }))
    await screen.findByText('Nolan Reyes is on the checklist.')
    expect(bodyOf('POST /api/trialmods')).toMatchObject({ traineeId: NOLAN.traineeId, name: 'Nolan Reyes' })
  })

  it('the form fills itself in only from a selected person', async () => {
    server.answers['GET /api/people'] = json({
      data: [
        { id: '412345678901234599', name: 'Wren Holloway', other_names: ['wren_h'], callsign: 'T-9', position: null },
      ],
    })
    show({ rights })
    fireEvent.click(button('Add trial mod'))
    const picker = screen.getByRole('combobox', { name: 'Find a person' })
    fireEvent.change(picker, { target: { value: 'nobody' } })
    await settle()
    fireEvent.keyDown(picker, { key: 'Enter' })
    expect(screen.getByLabelText('Discord UID')).toHaveProperty('value', '')
    fireEvent.change(picker, { target: { value: 'wren_h' } })
    await within(screen.getByRole('listbox')).findByRole('option', { name: /Wren Holloway/ })
    fireEvent.keyDown(picker, { key: 'Enter' })
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Wren Holloway')
    expect(screen.getByLabelText('Discord UID')).toHaveProperty('value', '412345678901234599')
    expect(screen.getByLabelText('Staff ID')).toHaveProperty('value', 'T-9')
  })

  it('the form removes a trial moderator in two steps', async () => {
    show({ rights })
    server.answers[`DELETE /api/trialmods/${NOLAN.traineeId}`] = json({ ok: true })
    fireEvent.click(button('Edit Nolan Reyes'))
    fireEvent.click(button('Remove'))
    expect(times(`DELETE /api/trialmods/${NOLAN.traineeId}`)).toBe(0)
    fireEvent.click(button('Press again to remove'))
    await screen.findByText('Nolan Reyes was removed from the checklist.')
  })
})

describe('The checklist of another community', () => {
  const checklist: Checklist = {
    ...CHECKLIST,
    title: 'Grundausbildung',
    person: 'Anwärter',
    stages: [
      { key: 'in_game', column: 'Praxis', title: 'Praktische Übung' },
      { key: 'classroom', column: 'Theorie', title: 'Unterricht', signedOffBy: 'management' },
    ],
    inOrder: true,
    outcomes: { ...CHECKLIST.outcomes, Passed: { label: 'Bestanden' } },
    promotion: { from: 'Anwärter', to: 'Feuerwehrmann' },
  }

  it('the checklist has the title, stages and status labels of the community', () => {
    show({
      checklist,
      search: '?archived=true',
      props: { promotable: new Set([TYLER.traineeId]), onPromote: () => {} },
    })
    screen.getByRole('heading', { level: 1, name: 'Grundausbildung' })
    const shown = within(screen.getByRole('table', { name: 'Grundausbildung' }))
    const heads = shown.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads.slice(0, 6)).toEqual(['Staff ID', 'Anwärter', 'Assigned Instructor', 'Praxis', 'Theorie', 'Status'])
    expect(shown.getByRole('row', { name: 'Nolan Reyes' }).textContent).toContain('1/2 passed')
    shown.getByRole('button', { name: 'Status of Tyler Pineda: Bestanden' })
    shown.getByRole('button', { name: 'Promote Tyler Pineda to Feuerwehrmann' })
    expect(screen.getByLabelText('Counts').textContent).toContain('Bestanden 1')
  })

  it('the checklist calls nobody a trial mod', () => {
    show({ records: [], checklist, search: '?search=Uwe', rights: { isManagement: true } })
    screen.getByText('Nobody found')
    fireEvent.click(screen.getByRole('button', { name: 'Add Anwärter' }))
    screen.getByRole('dialog', { name: 'Add to the Grundausbildung' })
    expect(document.body.textContent).not.toMatch(/trial mod/i)
  })

  it('stages are signed off in their order by the configured people', () => {
    show({ checklist })
    fireEvent.click(screen.getByRole('button', { name: /^Unterricht of Mara Finch/ }))
    expect(screen.getByRole('dialog').textContent).toContain('You may not sign off this stage.')
    cleanup()
    show({ checklist, rights: { isManagement: true } })
    fireEvent.click(screen.getByRole('button', { name: /^Unterricht of Mara Finch/ }))
    expect(screen.getByRole('dialog').textContent).toContain('First comes Praktische Übung.')
    cleanup()
    show({ checklist })
    fireEvent.click(screen.getByRole('button', { name: /^Praktische Übung of Mara Finch/ }))
    within(screen.getByRole('dialog')).getByLabelText('Supervising Admin')
  })
})
