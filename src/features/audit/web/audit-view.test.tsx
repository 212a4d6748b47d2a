import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AuditWords } from '#lib/audit-words.ts'
import { NO_PREFERENCES } from '#lib/list-preferences.ts'
import { msg } from '#lib/messages.ts'
import type { AuditRow, ChainState } from '../contract.ts'
import { AuditView } from './audit-view.tsx'
import type { PlaceOf } from './entry-sentence.tsx'

const row = (seq: number, more: Partial<AuditRow> = {}): AuditRow => ({
  seq,
  at: '2026-03-14T18:30:00.000Z',
  actorId: '310000000000000203',
  actorName: 'Priya Castell',
  action: 'changeTenCode',
  target: `ten-codes/${seq}`,
  before: { code: '10-4', meaning: 'OK', color: 'green', version: 1 },
  after: { code: '10-4', meaning: 'Acknowledged', color: 'green', version: 2 },
  requestId: 'request-1',
  hash: 'a'.repeat(64),
  ...more,
})

let asked: URL[]
let posted: string[]
let namesAsked: (string | null)[]
let rows: AuditRow[]
let chain: ChainState
let refusal: Response | null
/**
 * The first request for the state of the chain is answered when this resolves, with the state at the time of the
 * request.
 */
let firstLook: Promise<void>

beforeEach(() => {
  asked = []
  posted = []
  namesAsked = []
  refusal = null
  firstLook = Promise.resolve()
  rows = [row(2), row(1, { actorId: null, actorName: null, action: 'fillRoster', target: 'roster', before: null })]
  chain = { running: null, hasFailed: false, last: null }
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const url = new URL(address, 'http://site.example')
    if (init?.method === 'POST') posted.push(url.pathname)
    if (url.pathname === '/api/audit/chain') {
      const answer = Response.json(chain)
      if (init?.method !== 'POST') await firstLook
      return answer
    }
    if (url.pathname === '/api/audit/actions') return Response.json({ data: ['changeTenCode', 'fillRoster'] })
    if (url.pathname === '/api/audit/actors') {
      return Response.json({
        data: [
          { id: '310000000000000204', name: 'Not 310000000000000203' },
          { id: '310000000000000203', name: 'Priya Castell' },
        ],
      })
    }
    if (url.pathname === '/api/audit/people') {
      namesAsked.push(url.searchParams.get('ids'))
      return Response.json({ data: [{ id: '310000000000000204', name: 'Dana Whitfield' }] })
    }
    if (url.pathname === '/api/list-preferences') return Response.json({ version: 0, preferences: NO_PREFERENCES })
    asked.push(url)
    return refusal ?? Response.json({ rows, total: 120, isCapped: false })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function viewAt(search = '') {
  window.history.replaceState(null, '', `/audit${search}`)
  return (
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <AuditView words={SAID} placeOf={placeOf} />
    </QueryClientProvider>
  )
}
const CHANGED = msg('{who} changed {person}: {changes}')
const FILLED = msg('{who} put the first entries into {list}: {changes}')
const IMPORTED = msg('{who} imported a file into {list}: {changes}')
const SAID: AuditWords = {
  actions: {
    changeMentor: { name: msg('Change mentor'), sentence: CHANGED },
    changeTenCode: { name: msg('Change ten code'), sentence: msg('{who} changed {record}: {changes}') },
    fillRoster: { name: msg('Fill roster'), sentence: FILLED },
    importRoster: { name: msg('Import roster'), sentence: IMPORTED },
    importTenCodes: { name: msg('Import ten codes'), sentence: IMPORTED },
  },
  fields: { mentorId: msg('mentor'), version: null },
}
const placeOf: PlaceOf = ({ target }) =>
  target.startsWith('roster') ? { title: 'Staff Roster', href: '/staff-roster' } : null
const show = (search?: string) => render(viewAt(search))
const lastAsked = () => Object.fromEntries(asked.at(-1)?.searchParams ?? [])
const rowsShown = async () => (await screen.findAllByRole('row')).slice(1)

describe('The page of the audit log', () => {
  it('a hidden entry names neither its actor nor the site', async () => {
    const after = { hidden: 'Hidden, because this is about you.' }
    const nobody = { actorId: null, actorName: null, requestId: '', hash: '' }
    rows = [row(3, { ...nobody, action: 'addAction', target: 'staff-da', before: null, after })]
    show()
    const sentence = await screen.findByText(/Somebody did something that is hidden, because it is about you/)
    fireEvent.click(sentence)
    const details = await screen.findByRole('dialog')
    expect(details.textContent).not.toContain('The site itself')
    expect(within(details).queryByRole('button', { name: 'Everything by this person' })).toBeNull()
    expect(within(details).queryByText('Request')).toBeNull()
  })

  it('each entry shows actor, action, time, target and changes', async () => {
    show()
    const [first, second] = await rowsShown()
    expect(first?.textContent).toContain(
      'Priya Castell changed 10-4 Acknowledged: meaning OK → AcknowledgedChange ten code',
    )
    expect(second?.textContent).toContain('The site itself put the first entries into Staff Roster: ')
    screen.getByText('Page 1 of 3')
  })

  it('people in entries are named with one call, and link to the person and the record', async () => {
    const mentor = { action: 'changeMentor', target: 'training/310000000000000204', before: { mentorId: null } }
    rows = [
      row(3, { ...mentor, after: { mentorId: '310000000000000209' } }),
      row(2, { ...mentor, after: { mentorId: '310000000000000204' } }),
      row(1, { action: 'importRoster', target: 'roster', before: null, after: { added: 3 } }),
    ]
    show()
    await waitFor(async () => {
      const [first, second] = await rowsShown()
      expect(first?.textContent).toContain('changed Dana Whitfield: mentor 310000000000000209')
      expect(second?.textContent).toContain('changed Dana Whitfield: mentor Dana Whitfield')
    })
    expect(namesAsked).toEqual(['310000000000000204,310000000000000209'])
    const [first, , third] = await rowsShown()
    if (!first || !third) throw new Error('rows are missing')
    expect(within(first).getByRole('link', { name: 'Dana Whitfield' }).getAttribute('href')).toBe(
      '?person=310000000000000204',
    )
    expect(within(third).getByRole('link', { name: 'Staff Roster' }).getAttribute('href')).toBe('/staff-roster')
    expect(third.textContent).toContain('imported a file into Staff Roster: added 3')
  })

  it('a person filter by id shows the name of that person only', async () => {
    show('?actor=310000000000000203')
    await screen.findByDisplayValue('Priya Castell')
  })

  it('the request has exactly the filters of the address', async () => {
    show('?actor=310000000000000203&action=changeTenCode&target=ten-codes&page=2&pageSize=25')
    await rowsShown()
    expect(asked.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
      {
        actor: '310000000000000203',
        action: 'changeTenCode',
        target: 'ten-codes',
        page: '2',
        pageSize: '25',
      },
    ])
    screen.getByDisplayValue('Priya Castell')
  })

  it('sign-ins are hidden and imports folded by default, and a filter in the address shows sign-ins', async () => {
    show()
    await rowsShown()
    expect(lastAsked()).toEqual({ signIns: 'hidden', imports: 'folded', page: '1', pageSize: '50' })
    fireEvent.click(screen.getByRole('checkbox', { name: 'Show sign-ins' }))
    await waitFor(() => expect(lastAsked()).toEqual({ imports: 'folded', page: '1', pageSize: '50' }))
    await waitFor(() => expect(window.location.search).toBe('?signIns=true'))
  })

  it.each(['?action=signIn', '?target=roster/8f', '?import=7'])('nothing is hidden at %s', async (search) => {
    show(search)
    await rowsShown()
    expect(Object.keys(lastAsked())).not.toContain('signIns')
    expect(Object.keys(lastAsked())).not.toContain('imports')
  })

  it('the entries of one person include their sign-ins', async () => {
    show('?actor=310000000000000203')
    await rowsShown()
    expect(lastAsked()).toEqual({ imports: 'folded', actor: '310000000000000203', page: '1', pageSize: '50' })
    expect(screen.getByRole('checkbox', { name: 'Show sign-ins' })).toHaveProperty('checked', true)
  })

  it('an import unfolds to its records, with a link to all of them', async () => {
    rows = [row(7, { action: 'importTenCodes', target: 'ten-codes', before: null, after: { added: 120 } })]
    show()
    const [first] = await rowsShown()
    if (first) fireEvent.keyDown(first, { key: 'Enter' })
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText('What it did to each record')
    expect(lastAsked()).toEqual({ import: '7', page: '1', pageSize: '25' })
    fireEvent.click(dialog.getByRole('button', { name: 'Show all 120' }))
    await waitFor(() => expect(lastAsked()).toEqual({ import: '7', page: '1', pageSize: '50' }))
    await waitFor(() => expect(window.location.search).toBe('?import=7'))
    fireEvent.click(await screen.findByRole('button', { name: 'Back to the whole log' }))
    await waitFor(() => expect(window.location.search).toBe(''))
  })

  it('the heading of the times sorts by the oldest first, and then by the latest', async () => {
    show('?page=2')
    const press = async () => fireEvent.click(await screen.findByRole('button', { name: 'Sort by When' }))
    await press()
    await waitFor(() => expect(lastAsked()).toMatchObject({ sort: 'when:asc', page: '1' }))
    expect(window.location.search).toBe('?sort=when%3Aasc')
    expect(screen.getByRole('columnheader', { name: /When/ }).getAttribute('aria-sort')).toBe('ascending')
    await press()
    await waitFor(() => expect(lastAsked()).not.toHaveProperty('sort'))
  })

  it('a changed filter resets to page 1 and is in the address', async () => {
    show('?page=2')
    await rowsShown()
    fireEvent.change(screen.getByLabelText('Action'), { target: { value: 'fillRoster' } })
    await waitFor(() => expect(lastAsked()).toEqual({ action: 'fillRoster', page: '1', pageSize: '50' }))
    await waitFor(() => expect(window.location.search).toBe('?action=fillRoster'))
  })

  it('a row opens by keyboard to both states side by side, with the raw entry', async () => {
    show()
    const [first] = await rowsShown()
    if (first) fireEvent.keyDown(first, { key: 'Enter' })
    const dialog = await screen.findByRole('dialog')
    within(dialog).getByRole('cell', { name: 'Acknowledged' })
    within(dialog).getByText('2 other fields did not change.')
    const technical = within(dialog).getByText('Technical').closest('details')
    expect(technical?.open).toBe(false)
    for (const text of ['ten-codes/2', 'request-1', 'a'.repeat(64), 'Raw data']) {
      expect(technical?.textContent).toContain(text)
    }
    fireEvent.click(within(dialog).getByRole('button', { name: '10-4 Acknowledged' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(lastAsked().target).toBe('ten-codes/2'))
  })

  it('an empty result and a failed request are shown with their cause', async () => {
    rows = []
    show('?action=other')
    await screen.findByText('No rows found.')
    cleanup()
    const error = { code: 'invalid', message: '', fields: { from: 'There is no such day. Write it as 2026-03-14.' } }
    refusal = Response.json({ ok: false, error }, { status: 400 })
    show('?from=2026-02-30')
    await screen.findByText('Failed to load the audit log. There is no such day. Write it as 2026-03-14.')
  })
})

describe('The hash chain in the audit log', () => {
  it('the chain is verified on demand, and the last result is shown with its time', async () => {
    show()
    await screen.findByText('Tamper check: not run')
    const at = new Date(Date.now() - 3 * 60_000).toISOString()
    const last = { at, by: 'Theo Marchetti', rows: 1234, erased: 0, head: 'b'.repeat(64), broken: null }
    chain = { running: { rows: 500, total: 1234 }, hasFailed: false, last: null }
    fireEvent.click(screen.getByRole('button', { name: 'Check for tampering' }))
    await screen.findByText(/Checking: 500 of 1,234 rows/)
    expect(posted).toEqual(['/api/audit/chain'])
    chain = { running: null, hasFailed: false, last }
    await screen.findByText(/No tampering found/)
    const status = screen.getByRole('region', { name: 'Tamper check' })
    expect(status.textContent).toContain('1,234 rows')
    expect(status.textContent).toContain('Checked 3 minutes ago by Theo Marchetti.')
  })

  it('a verification that starts before the first status response is shown too', async () => {
    let answer: () => void = () => undefined
    firstLook = new Promise((resolve) => (answer = resolve))
    show()
    await rowsShown()
    chain = { running: { rows: 0, total: 12 }, hasFailed: false, last: null }
    fireEvent.click(screen.getByRole('button', { name: 'Check for tampering' }))
    await screen.findByText(/Checking: 0 of 12 rows/)
    const last = { at: new Date().toISOString(), by: null, rows: 12, erased: 0, head: 'b'.repeat(64), broken: null }
    chain = { running: null, hasFailed: false, last }
    answer()
    await screen.findByText(/No tampering found/)
  })

  it('the result counts the entries with erased people', async () => {
    chain.last = { at: new Date().toISOString(), by: null, rows: 12, erased: 3, head: 'c'.repeat(64), broken: null }
    show()
    await screen.findByText(/No tampering found/)
    const status = screen.getByRole('region', { name: 'Tamper check' })
    expect(status.textContent).toContain('12 rows, 3 of them without a person who was erased, last hash')
  })

  it('a broken chain shows where and why', async () => {
    const broken = { seq: 3, why: 'its content is not what was written' }
    chain.last = { at: new Date().toISOString(), by: null, rows: 2, erased: 0, head: 'c'.repeat(64), broken }
    show()
    await screen.findByText('Tampering found at row 3: its content is not what was written.')
  })
})
