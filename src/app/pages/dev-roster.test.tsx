import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { devRoster, findRosterContent, type RosterMember } from '#features/roster/contract.ts'
import { clientOfStaff } from '#test/fake-server.ts'
import { ROSTER_CONTENT } from '#test/rosters.ts'
import { CONTENT } from '#test/site.ts'
import { SiteProvider } from '#web/site-context.tsx'
import { Page as DevRosterPage } from './dev-roster.tsx'

const copied: string[] = []

function developer(number: number, more: Partial<RosterMember>): RosterMember {
  return {
    id: `00000000-0000-4000-8000-00000000000${number}`,
    version: 1,
    name: 'Iris Kowalczyk',
    callsign: `DEV-${number}`,
    discordId: `31000000000000011${number}`,
    position: 'Lead Developer',
    timezone: 'CET',
    hiredAt: '2022-02-14',
    lastMove: null,
    status: 'Active',
    notes: null,
    ...more,
  }
}

const TEAM = [
  developer(1, {}),
  developer(2, { name: 'Rafael Quiroga', position: 'Vehicle Developer', status: 'LOA' }),
  developer(3, { name: 'Freya Lindqvist', position: 'Vehicle Developer' }),
]

function show(members: RosterMember[] | null = TEAM) {
  const queryClient = clientOfStaff({}, { [findRosterContent.path]: ROSTER_CONTENT })
  if (members !== null) queryClient.setQueryData([devRoster.list.path], { data: members })
  render(
    <SiteProvider content={CONTENT}>
      <QueryClientProvider client={queryClient}>
        <DevRosterPage />
      </QueryClientProvider>
    </SiteProvider>,
  )
}

const table = () => screen.getByRole('table', { name: 'Development Roster' })
const names = () => [...table().querySelectorAll('tr[data-member] th')].map((cell) => cell.textContent)
const chip = (group: string, name: RegExp) =>
  within(screen.getByRole('group', { name: group })).getByRole('button', { name })

beforeEach(() => {
  window.history.replaceState(null, '', '/dev-roster')
  copied.length = 0
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('The developers roster', () => {
  it('the page has a title bar with status counts', () => {
    show()
    const bar = screen.getByRole('heading', { level: 1, name: 'Development Roster' }).closest('header')
    const totals = [...(bar?.querySelectorAll('ul[aria-label="Totals by status"] button') ?? [])].map(
      (total) => total.textContent,
    )
    expect(totals.slice(0, 2)).toEqual(['Members 3', 'Active 2'])
    expect(totals).toContain('LOA 1')
  })

  it('the page has the same columns as the staff roster', () => {
    show()
    const heads = within(table()).getAllByRole('columnheader').slice(0, 9)
    expect(heads.map((head) => head.textContent)).toEqual([
      'Callsign',
      'Name',
      'Position',
      'Discord UID',
      'Timezone',
      'Hired',
      'Last Move',
      'Status',
      'Notes',
    ])
  })

  it("rows are grouped under 'Team' banners by position", () => {
    show()
    const lines = [...table().querySelectorAll('tbody tr')].map((row) => row.querySelector('th')?.textContent)
    expect(lines).toEqual([
      'Lead Developer Team1',
      'Iris Kowalczyk',
      'Vehicle Developer Team2',
      'Rafael Quiroga',
      'Freya Lindqvist',
    ])
  })

  it('the search matches name, callsign or UID', async () => {
    show()
    const search = screen.getByPlaceholderText('Search name, callsign or UID')
    for (const [text, found] of [
      ['freya', 'Freya Lindqvist'],
      ['dev-2', 'Rafael Quiroga'],
      ['310000000000000111', 'Iris Kowalczyk'],
    ] as const) {
      fireEvent.change(search, { target: { value: text } })
      await waitFor(() => expect(names()).toEqual([found]))
    }
    fireEvent.change(search, { target: { value: '' } })
    await waitFor(() => expect(names()).toHaveLength(3))
  })

  it('filter chips toggle by status and by position group', async () => {
    show()
    fireEvent.click(chip('Position group', /^Vehicle Developer 2$/))
    await waitFor(() => expect(names()).toEqual(['Rafael Quiroga', 'Freya Lindqvist']))
    expect(chip('Position group', /^Vehicle Developer/).getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(chip('Status', /^LOA 1$/))
    await waitFor(() => expect(names()).toEqual(['Rafael Quiroga']))
    fireEvent.click(chip('Position group', /^Vehicle Developer/))
    fireEvent.click(chip('Status', /^LOA/))
    await waitFor(() => expect(names()).toHaveLength(3))
  })

  it("a press on a name copies a mention and shows 'copied' for 1.2 s", async () => {
    vi.useFakeTimers()
    show()
    fireEvent.click(screen.getByTitle('Copy mention of Iris Kowalczyk'))
    await act(async () => {})
    expect(copied).toEqual(['<@310000000000000111>'])
    screen.getByText('copied')
    act(() => vi.advanceTimersByTime(1_200))
    expect(screen.queryByText('copied')).toBeNull()
  })

  it('the side panel has counts and percentages by status and by position group', () => {
    show()
    const panel = within(screen.getByRole('complementary', { name: 'Overview' }))
    panel.getByRole('row', { name: 'Active 2 67%' })
    panel.getByRole('row', { name: 'Vehicle Developer 2 67%' })
  })

  it("loading shows 'Loading roster…', and a failure 'Failed to load roster.'", async () => {
    let fail = () => {}
    const never = new Promise((_, reject) => {
      fail = () => reject(new TypeError('no network'))
    })
    vi.stubGlobal('fetch', () => never)
    show(null)
    expect(screen.getAllByText('Loading roster…').length).toBeGreaterThan(0)
    fail()
    await screen.findByText('Failed to load roster.')
  })

  it("an empty roster says 'No staff in the roster yet.'", () => {
    show([])
    screen.getByText('No staff in the roster yet.')
  })
})
