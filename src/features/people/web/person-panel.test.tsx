import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { clientOfStaff, fakeServer, json } from '#test/fake-server.ts'
import { useBackgroundList } from '#web/background-list.ts'
import type { ListedPerson, Person } from '../contract.ts'
import { PersonPanel } from './person-panel.tsx'
import { usePrefetchOnFocus } from './use-prefetch-on-focus.ts'

const DANA = '310000000000000105'
const [BEFORE, AFTER] = ['310000000000000104', '310000000000000106']

const NOBODY: Person = {
  ...{ id: DANA, name: null, other_names: [], avatar: null },
  ...{ rosters: [], checklists: [], record: null, player_record: null, timeline: [] },
}
const PERSON: Person = {
  ...NOBODY,
  name: 'Dana Whitfield',
  other_names: ['dana_w'],
  rosters: [
    {
      ...{ key: 'roster', memberId: 'x', title: 'Staff Roster', page: '/staff-roster', name: 'Dana Whitfield' },
      ...{
        callsign: 'SD-1',
        position: 'Staff Director',
        status: 'Active',
        statusColour: 'ok',
        notes: 'Out until 12/1',
      },
      ...{ timezone: 'EST', zone: 'America/New_York', hiredAt: '2024-03-04', lastMove: null },
    },
  ],
  checklists: [
    {
      ...{ key: 'trial-mods', title: 'Trial Mod Checklist', page: '/trial-mod-checklist', name: 'Dana Whitfield' },
      ...{ status: 'In-Training', isFinished: false, instructor: 'Wren Holloway', passed: 1 },
      stages: [
        { title: 'Classroom', mark: 'done' },
        { title: 'In-Game', mark: null },
      ],
    },
  ],
  record: {
    ...{ page: `/staff-da-database?user=${DANA}`, total: 3, is_capped: false, revoked: 1, points: 4 },
    standing: [{ type: 'Strike', colour: 'warn', count: 2 }],
  },
  player_record: {
    ...{ page: `/player-record?user=${DANA}`, total: 1, is_capped: false, revoked: 0, points: 0 },
    standing: [{ type: 'Kick', colour: 'amber', count: 1 }],
  },
  timeline: [
    {
      ...{ at: '2026-01-02T10:00:00.000Z', kind: 'action', what: 'Strike', colour: 'warn', mark: null },
      ...{ by: 'Wren Holloway', reason: 'Late again.', list: null, page: `/staff-da-database?user=${DANA}&entry=7` },
    },
  ],
}

const server = fakeServer(() => ({
  [`GET /api/people/${DANA}`]: json({ item: PERSON }),
  ...Object.fromEntries([BEFORE, AFTER].map((id) => [`GET /api/people/${id}`, json({ item: { ...NOBODY, id } })])),
}))

const callbacks = { shown: [] as string[], closed: 0 }

function List({ ids }: { ids: readonly string[] }) {
  useBackgroundList({ ids, show: () => undefined })
  return null
}

function show(ids: readonly string[] = [], listed: ListedPerson | null = null) {
  Object.assign(callbacks, { shown: [], closed: 0 })
  render(
    <QueryClientProvider client={clientOfStaff({})}>
      <List ids={ids} />
      <PersonPanel
        id={DANA}
        listed={listed}
        onShow={(id) => callbacks.shown.push(id)}
        onClose={() => {
          callbacks.closed += 1
        }}
        actions={() => <button type="button">Log action</button>}
        markOf={(mark) => mark ?? 'open'}
      />
    </QueryClientProvider>,
  )
}

it('the panel shows the person and their record on every list', async () => {
  show()
  const panel = await screen.findByRole('dialog', { name: 'Dana Whitfield' })
  const roster = within(panel).getByRole('region', { name: 'Staff Roster' })
  within(panel).getByText('SD-1')
  within(roster).getByText(/^\w{3} \d{1,2}:\d\d [AP]M$/)
  within(roster).getByText(/\d+ years?/)
  within(roster).getByText('Out until 12/1')
  const record = within(panel).getByRole('region', { name: 'Disciplinary actions' })
  within(record).getByText('2 Strike')
  within(record).getByText('1 revoked')
  within(record).getByText('These actions count until someone revokes them.')
  const ofPlayer = within(panel).getByRole('region', { name: 'Player record' })
  within(ofPlayer).getByText('1 Kick')
  expect(within(ofPlayer).getByRole('link').getAttribute('href')).toBe(`/player-record?user=${DANA}`)
  within(panel).getByText('1 of 2 stages passed')
  const [entry] = within(within(panel).getByRole('region', { name: 'Timeline' })).getAllByRole('listitem')
  expect(entry?.textContent).toContain('Late again.')
  expect(entry?.querySelector('a')?.getAttribute('href')).toBe(`/staff-da-database?user=${DANA}&entry=7`)
  within(panel).getByRole('button', { name: 'Log action' })
})

it('the panel shows their time zone without a clock if the browser does not know the zone', async () => {
  const [place] = PERSON.rosters
  const rosters = place === undefined ? [] : [{ ...place, timezone: 'Mars/Base', zone: 'Mars/Base' }]
  server.answers[`GET /api/people/${DANA}`] = json({ item: { ...PERSON, rosters } })
  show()
  const roster = await screen.findByRole('region', { name: 'Staff Roster' })
  within(roster).getByText('Mars/Base')
  expect(roster.querySelector('time[datetime*="T"]')).toBeNull()
})

it('the panel says that nothing about the person can be read', async () => {
  server.answers[`GET /api/people/${DANA}`] = json({ item: NOBODY })
  show()
  await screen.findByText('This Discord ID is on no list that you may read.')
  expect(screen.queryByRole('region', { name: 'Disciplinary actions' })).toBeNull()
})

it('the arrow keys open the previous and the next row, which are loaded beforehand', async () => {
  show([BEFORE, DANA, AFTER])
  const panel = await screen.findByRole('dialog', { name: 'Dana Whitfield' })
  expect(server.asked.map(({ call }) => call).toSorted()).toEqual(
    [BEFORE, DANA, AFTER].map((id) => `GET /api/people/${id}`),
  )
  const body = panel.querySelector('[data-body]') ?? panel
  expect(document.activeElement).toBe(body)
  fireEvent.keyDown(body, { key: 'ArrowDown' })
  fireEvent.keyDown(body, { key: 'ArrowUp' })
  fireEvent.click(within(panel).getByRole('button', { name: 'Next row' }))
  expect(callbacks.shown).toEqual([AFTER, BEFORE, AFTER])
})

it('there is no next row at the end of the list, or on a page without rows', async () => {
  show([BEFORE, DANA])
  const panel = await screen.findByRole('dialog', { name: 'Dana Whitfield' })
  expect(within(panel).getByRole('button', { name: 'Next row' })).toHaveProperty('disabled', true)
  fireEvent.keyDown(panel.querySelector('[data-body]') ?? panel, { key: 'ArrowDown' })
  expect(callbacks.shown).toEqual([])
})

it('the panel closes by its button and by a swipe to the right, and not by a vertical swipe', async () => {
  show()
  const panel = await screen.findByRole('dialog', { name: 'Dana Whitfield' })
  const body = panel.querySelector('[data-body]') ?? panel
  const swipe = (x: number, y: number) => {
    fireEvent.touchStart(body, { touches: [{ clientX: 10, clientY: 10 }] })
    fireEvent.touchEnd(body, { changedTouches: [{ clientX: 10 + x, clientY: 10 + y }] })
  }
  swipe(120, 160)
  swipe(60, 0)
  expect(callbacks.closed).toBe(0)
  swipe(140, 20)
  fireEvent.click(within(panel).getByRole('button', { name: 'Close' }))
  expect(callbacks.closed).toBe(2)
})

it('the panel shows the data of the list at once, and announces loading once', async () => {
  const { id, name, avatar, rosters } = PERSON
  show([], { id, name, avatar, rosters, checklists: [] })
  const panel = screen.getByRole('dialog', { name: 'Dana Whitfield' })
  const roster = within(panel).getByRole('region', { name: 'Staff Roster' })
  within(panel).getByText('SD-1')
  within(panel).getByRole('button', { name: 'Log action' })
  expect(within(panel).getAllByText('Loading…')).toHaveLength(1)
  await within(panel).findByText('2 Strike')
  expect(within(panel).queryByText('Loading…')).toBeNull()
  expect(within(panel).getByRole('region', { name: 'Staff Roster' })).toBe(roster)
})

it('the known roster stays above those that load later', async () => {
  const [staff] = PERSON.rosters
  if (staff === undefined) throw new Error('nobody without a roster is meant here')
  const development = { ...staff, key: 'dev-roster', title: 'Development Roster', position: 'Developer' }
  server.answers[`GET /api/people/${DANA}`] = json({ item: { ...PERSON, rosters: [staff, development] } })
  show([], { id: DANA, name: 'Dana Whitfield', avatar: null, rosters: [development], checklists: [] })
  await screen.findByRole('region', { name: 'Staff Roster' })
  const titles = screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'))
  expect(titles.slice(0, 2)).toEqual(['Development Roster', 'Staff Roster'])
})

it('a person who could not be loaded is reported, and no part stays loading', async () => {
  server.answers[`GET /api/people/${DANA}`] = json({ error: 'Out of order' }, 500)
  show([], { id: DANA, name: 'Dana Whitfield', avatar: null, rosters: [], checklists: [] })
  const panel = screen.getByRole('dialog', { name: 'Dana Whitfield' })
  await within(panel).findByText('This person could not be loaded.')
  expect(within(panel).queryByText('Loading…')).toBeNull()
})

function Rows() {
  usePrefetchOnFocus()
  return (
    <table>
      <tbody>
        {[BEFORE, DANA, AFTER].map((id) => (
          <tr key={id} tabIndex={-1} data-testid={id}>
            <td>
              <a href={`?person=${id}`}>Open</a>
              <button type="button">Copy</button>
            </td>
          </tr>
        ))}
        <tr tabIndex={-1} data-testid="action" />
      </tbody>
    </table>
  )
}

function showRows() {
  render(
    <QueryClientProvider client={clientOfStaff({})}>
      <Rows />
    </QueryClientProvider>,
  )
  return (id: string) => screen.getByTestId(id)
}

const asked = () => server.asked.map(({ call }) => call)

it('resting the focus on a row loads its person once, and passing rows are not loaded', () => {
  vi.useFakeTimers()
  const row = showRows()
  for (const id of [BEFORE, DANA, AFTER, DANA]) {
    fireEvent.focusIn(row(id))
    vi.advanceTimersByTime(33)
  }
  expect(asked()).toEqual([])
  vi.advanceTimersByTime(150)
  fireEvent.focusIn(row(DANA))
  vi.advanceTimersByTime(150)
  expect(asked()).toEqual([`GET /api/people/${DANA}`])
})

it('pressing a row loads its person at once, and other buttons and rows without a person do not', () => {
  vi.useFakeTimers()
  const row = showRows()
  fireEvent.pointerDown(within(row(DANA)).getByRole('button', { name: 'Copy' }))
  fireEvent.pointerDown(row('action'))
  expect(asked()).toEqual([])
  fireEvent.pointerDown(row(DANA))
  fireEvent.focusIn(row(DANA))
  vi.advanceTimersByTime(150)
  expect(asked()).toEqual([`GET /api/people/${DANA}`])
})
