import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkAuth, findListPreferences } from '#features/auth/contract.ts'
import { NO_PREFERENCES } from '#lib/list-preferences.ts'
import { BARE_PENAL_CODE } from '#test/penal-code.ts'
import { CONTENT } from '#test/site.ts'
import { LiveRegion } from '#ui/live-region.tsx'
import { useLocation } from '#web/router.tsx'
import { SiteProvider } from '#web/site-context.tsx'
import { listCodeSynonyms, listPenalCodes, listTenCodes, type PenalCode, type TenCode } from '../contract.ts'
import { PenalCodes } from './penal-codes.tsx'
import { TenCodes } from './ten-codes.tsx'

const people = {
  created_by_username: 'dana.whitfield',
  created_by_discord: '310000000000000105',
  updated_by_username: 'dana.whitfield',
  updated_by_discord: '310000000000000105',
}
const record = { version: 1, created_at: '2026-03-14T18:30:00.000Z', updated_at: '2026-03-14T18:30:00.000Z' }

const TEN_CODES: TenCode[] = [
  { ...record, ...people, id: 1, code: '10-4', meaning: 'Message understood', category: 'Radio', color: 'green' },
  { ...record, ...people, id: 2, code: '10-50', meaning: 'Traffic stop', category: 'Traffic', color: 'yellow' },
]
const PENAL_CODES: PenalCode[] = [
  {
    ...BARE_PENAL_CODE,
    ...record,
    ...people,
    id: 1,
    statute: '316.193(1)',
    title: 'Driving under the influence',
    class: 'Misdemeanor (2nd degree)',
    fine: 1500,
    jail: 4,
    points: 0,
    notes: 'Tow the vehicle.',
  },
  {
    ...BARE_PENAL_CODE,
    ...record,
    ...people,
    id: 2,
    statute: '784.03',
    title: 'Battery',
  },
]

/** The fake server of these pages. */
const server = {
  tenCodes: TEN_CODES,
  penalCodes: PENAL_CODES,
  isStaff: false,
  isSignedIn: false,
  isDown: false,
  preferences: NO_PREFERENCES,
  writes: [] as { method: string; path: string; body: unknown }[],
  /** The reply to the next write. Null is a success. */
  answer: null as { status: number; body: unknown } | null,
}

function reply(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}

async function fakeFetch(input: string, init: RequestInit = {}): Promise<Response> {
  const { method = 'GET' } = init
  if (method !== 'GET') {
    server.writes.push({ method, path: input, body: init.body == null ? null : JSON.parse(String(init.body)) })
    const item = [...server.tenCodes, ...server.penalCodes].find(({ id }) => input.endsWith(`/${id}`))
    return server.answer
      ? reply(server.answer.body, server.answer.status)
      : reply({ ok: true, item: item ?? TEN_CODES[0] })
  }
  if (input === checkAuth.path) return reply(auth())
  if (server.isDown) return reply({ ok: false, error: { code: 'unavailable', message: 'Down.' } }, 400)
  if (input === listTenCodes.path) return reply({ data: server.tenCodes })
  if (input === listPenalCodes.path) return reply({ data: server.penalCodes })
  if (input.startsWith(findListPreferences.path)) return reply({ version: 1, preferences: server.preferences })
  if (input === listCodeSynonyms.path) return reply({ data: [['drunk driving', 'driving under the influence']] })
  throw new Error(`nobody answers ${input}`)
}

function auth() {
  const { isStaff } = server
  if (!server.isSignedIn) return { ok: false }
  const user = { username: 'priya.castell', avatarUrl: '' }
  return { ok: true, user, isOwner: false, isManagement: false, isStaff, isES: false, canESQuick: isStaff }
}

beforeEach(() => {
  Object.assign(server, { isStaff: false, isSignedIn: false, isDown: false, writes: [], answer: null })
  server.preferences = NO_PREFERENCES
  Object.assign(server, { tenCodes: TEN_CODES, penalCodes: PENAL_CODES })
  vi.stubGlobal('fetch', fakeFetch)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Where() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

async function open(address: string) {
  window.history.replaceState(null, '', address)
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  queryClient.setQueryData([checkAuth.path], auth())
  render(
    <SiteProvider content={CONTENT}>
      <QueryClientProvider client={queryClient}>
        {address.startsWith('/ten') ? <TenCodes /> : <PenalCodes />}
        <Where />
      </QueryClientProvider>
    </SiteProvider>,
  )
  if (!server.isDown) await screen.findByRole('table')
  if (server.isStaff) await screen.findAllByRole('button', { name: /^Delete / }, { timeout: 5_000 })
}

function openAsStaff(address: string) {
  Object.assign(server, { isSignedIn: true, isStaff: true })
  return open(address)
}

async function openAddForm(address: '/ten-codes' | '/penal-codes') {
  await openAsStaff(address)
  fireEvent.click(screen.getByRole('button', { name: /^Add a / }))
}

const rows = () => screen.getAllByRole('row').slice(1)
const type = (label: string, value: string, within_: HTMLElement = document.body) =>
  fireEvent.change(within(within_).getByLabelText(label), { target: { value } })

/** The form that contains the element. A page may have several forms. */
function formOf(element: HTMLElement): HTMLFormElement {
  const form = element.closest('form')
  if (form === null) throw new Error('it stands in no form')
  return form
}

describe('10-Codes for everybody', () => {
  it('10-Codes show code, meaning, category and the name of the color', async () => {
    await open('/ten-codes')
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Code',
      'Meaning',
      'Category',
      'Color',
    ])
    expect(rows().map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['10-4', 'Message understood', 'Radio', 'Green'],
      ['10-50', 'Traffic stop', 'Traffic', 'Yellow'],
    ])
  })

  it("10-Codes say: You're viewing in read-only mode. Only staff can add or remove 10-codes.", async () => {
    await open('/ten-codes?q=stop#code-10-50')
    const link = screen.getByRole('link', { name: 'Sign in with Discord' })
    expect(link.parentElement?.textContent).toBe(
      "You're viewing in read-only mode. Only staff can add or remove 10-codes. Sign in with Discord",
    )
    expect(link.getAttribute('href')).toBe(
      `/api/auth/discord/start?returnTo=${encodeURIComponent('/ten-codes?q=stop#code-10-50')}`,
    )
    expect(screen.queryByText(/Last updated by/)).toBeNull()
    expect(screen.queryByRole('button', { name: /Edit/ })).toBeNull()
  })

  it('10-Codes open even if the fragment of the address is invalid', async () => {
    await open('/ten-codes#%')
    expect(screen.getAllByRole('row')).toHaveLength(3)
  })

  it('10-Codes offer no sign-in to a signed-in person who is not staff', async () => {
    server.isSignedIn = true
    await open('/ten-codes')
    expect(screen.getByText(/read-only mode/)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Sign in with Discord' })).toBeNull()
  })

  it('10-Codes are searched by code or meaning, and the search is in the address', async () => {
    await open('/ten-codes')
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search code or meaning' }), { target: { value: 'STOP' } })
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect(screen.getByText('1 of 2 codes')).toBeTruthy()
    await waitFor(() => expect(screen.getByText('/ten-codes?q=STOP')).toBeTruthy())
  })

  it('10-Codes have a category filter with a clear button', async () => {
    await open('/ten-codes?category=Radio')
    expect(rows()).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(screen.getByText('/ten-codes')).toBeTruthy()
    fireEvent.change(screen.getByRole('combobox', { name: 'Category' }), { target: { value: 'Traffic' } })
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect(screen.getByText('/ten-codes?category=Traffic')).toBeTruthy()
  })

  it('the search of 10-Codes matches word forms and synonyms', async () => {
    await open('/penal-codes')
    const search = screen.getByRole('searchbox')
    for (const [typed, statute] of [
      ['batteries', '784.03'],
      ['drunk driving', '316.193(1)'],
      ['drives', '316.193(1)'],
    ] as const) {
      fireEvent.change(search, { target: { value: typed } })
      await waitFor(() => expect(screen.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual([statute]))
    }
    expect(screen.queryByText(/Did you mean/)).toBeNull()
  })

  it('a typing error in a search suggests the nearest words', async () => {
    await open('/ten-codes')
    const search = screen.getByRole('searchbox')
    fireEvent.change(search, { target: { value: 'trafic stpo' } })
    fireEvent.click(await screen.findByRole('button', { name: 'traffic stop' }))
    expect(search).toHaveProperty('value', 'traffic stop')
    await waitFor(() => expect(screen.queryByText(/Did you mean/)).toBeNull())
    expect(screen.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual(['10-50'])
  })

  it('10-Codes without a match say: No codes match your search.', async () => {
    await open('/ten-codes')
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'no such code' } })
    expect(await screen.findByText('No codes match your search.')).toBeTruthy()
  })

  it('10-Codes link to Penal Codes', async () => {
    await open('/ten-codes')
    expect(screen.getByRole('link', { name: 'Penal Codes' }).getAttribute('href')).toBe('/penal-codes')
  })

  it('each 10-Code has a permalink, which is copied without the filters', async () => {
    await open('/ten-codes')
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const link = screen.getByRole('link', { name: '10-50' })
    expect(link.getAttribute('href')).toBe('#code-10-50')
    expect(document.getElementById('code-10-50')?.contains(link)).toBe(true)
    await act(async () => fireEvent.click(link))
    expect(writeText.mock.calls[0]?.[0]).toMatch(/^[^?]*#code-10-50$/)
  })

  it('the down arrow moves from the search to the 10-Codes', async () => {
    await open('/ten-codes')
    const search = screen.getByRole('searchbox')
    search.focus()
    fireEvent.keyDown(search, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(screen.getByRole('link', { name: '10-4' }))
  })

  it('10-Codes that fail to load say: Failed to load 10-Codes.', async () => {
    server.isDown = true
    await open('/ten-codes')
    expect(await screen.findByText('Failed to load 10-Codes.')).toBeTruthy()
    server.isDown = false
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Traffic stop')).toBeTruthy()
    expect(screen.queryByText('Failed to load 10-Codes.')).toBeNull()
  })
})

describe('10-Codes for staff', () => {
  it('staff sort 10-Codes by a column, also in the address, and visitors have them in number order', async () => {
    const shown = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent)
    await openAsStaff('/ten-codes?sort=meaning:desc')
    expect(shown()).toEqual(['10-50', '10-4'])
    fireEvent.click(screen.getByRole('button', { name: 'Sort by Meaning' }))
    expect(shown()).toEqual(['10-4', '10-50'])
    fireEvent.click(screen.getByRole('button', { name: 'Sort by Color' }))
    await waitFor(() => expect(window.location.search).toBe('?sort=color%3Aasc'))
    cleanup()
    Object.assign(server, { isStaff: false })
    await open('/ten-codes?sort=meaning:desc')
    expect(shown()).toEqual(['10-4', '10-50'])
    expect(screen.queryByRole('button', { name: /^Sort by/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Columns' })).toBeNull()
  })

  it('10-Codes have saved views and selectable columns', async () => {
    server.preferences = {
      ...NO_PREFERENCES,
      views: [{ name: 'Traffic', search: 'category=Traffic' }],
      hidden: ['category'],
      widths: { code: 200, meaning: 400 },
    }
    await openAsStaff('/ten-codes')
    const table = screen.getByRole('region', { name: '10-Codes' })
    await waitFor(() => expect(table.dataset.hidden).toBe('3'))
    expect(table.querySelectorAll('col')).toHaveLength(4)
    // The cell of the edited row spans the visible columns.
    fireEvent.click(screen.getByRole('button', { name: 'Edit 10-4' }))
    expect(table.querySelector('td[colspan]')?.getAttribute('colspan')).toBe('4')
    fireEvent.click(screen.getByRole('button', { name: 'Views' }))
    expect(screen.getByRole('menuitem', { name: 'Traffic', hidden: true }).getAttribute('href')).toBe(
      '/ten-codes?category=Traffic',
    )
  })

  it('each 10-Code shows: Last updated by {name} ({discord id}) • date-time', async () => {
    await openAsStaff('/ten-codes')
    expect(screen.queryByText(/read-only mode/)).toBeNull()
    const lines = screen.getAllByText(/^Last updated by dana\.whitfield \(310000000000000105\) • 03\/1[45]\/2026, /)
    expect(lines).toHaveLength(2)
  })

  it('an import of 10-Codes is named once, and the author of a later change on its row', async () => {
    const nobody = { updated_by_username: null, updated_by_discord: null }
    server.tenCodes = TEN_CODES.map((code) => (code.id === 1 ? code : { ...code, ...nobody }))
    await openAsStaff('/ten-codes')
    expect(screen.getAllByText(/^Imported • 03\/1[45]\/2026, /)).toHaveLength(1)
    expect(screen.getAllByText(/^Last updated by /)).toHaveLength(1)
    expect(screen.queryByPlaceholderText('10-XX')).toBeNull()
  })

  it('a button opens the form for a 10-Code with its placeholder, meaning, optional category and color', async () => {
    await openAddForm('/ten-codes')
    const code = screen.getByPlaceholderText('10-XX')
    const form = formOf(code)
    expect(within(form).getByLabelText('Code')).toBe(code)
    type('Code', ' 10-8 ', form)
    type('Meaning', 'In service', form)
    const color = within(form).getByLabelText<HTMLSelectElement>('Code color')
    expect(color.value).toBe('default')
    expect([...color.options].map((option) => option.value)).toEqual([
      'default',
      'red',
      'orange',
      'yellow',
      'blue',
      'green',
    ])
    fireEvent.submit(form)
    await waitFor(() => expect(server.writes).toHaveLength(1))
    expect(server.writes[0]).toEqual({
      method: 'POST',
      path: '/api/codes/ten',
      body: { code: '10-8', meaning: 'In service', color: 'default' },
    })
    await waitFor(() => expect(within(form).getByLabelText<HTMLInputElement>('Code').value).toBe(''))
  })

  it('the form requires code and meaning before anything is sent', async () => {
    await openAddForm('/ten-codes')
    fireEvent.submit(formOf(screen.getByPlaceholderText('10-XX')))
    expect(await screen.findAllByText('This is required.')).toHaveLength(2)
    expect(server.writes).toEqual([])
  })

  it('a failed addition alerts: Failed to add code. and names the wrong field', async () => {
    await openAddForm('/ten-codes')
    const form = formOf(screen.getByPlaceholderText('10-XX'))
    type('Code', '10-4', form)
    type('Meaning', 'Again', form)
    const fields = { code: 'This code is already in the list.' }
    server.answer = { status: 409, body: { ok: false, error: { code: 'already_there', message: '', fields } } }
    fireEvent.submit(form)
    expect(await screen.findByText('Failed to add code.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'OK' }))
    expect(screen.queryByText('Failed to add code.')).toBeNull()
    expect(within(form).getByText('This code is already in the list.')).toBeTruthy()
    expect(within(form).getByLabelText<HTMLInputElement>('Meaning').value).toBe('Again')
  })

  it('10-Codes are edited in place, and an empty category is null', async () => {
    await openAsStaff('/ten-codes')
    fireEvent.click(screen.getByRole('button', { name: 'Edit 10-50' }))
    const form = screen.getByRole('form', { name: 'Edit 10-50' })
    type('Meaning', 'Traffic stop, tag follows', form)
    type('Category', '', form)
    fireEvent.click(within(form).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Edit 10-50' })).toBeNull())
    expect(server.writes).toEqual([
      {
        method: 'PUT',
        path: '/api/codes/ten/2',
        body: { code: '10-50', meaning: 'Traffic stop, tag follows', category: null, color: 'yellow', version: 1 },
      },
    ])
  })

  it('Cancel and Escape restore a row', async () => {
    await openAsStaff('/ten-codes')
    for (const leave of [
      () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' })),
      () => fireEvent.keyDown(screen.getByDisplayValue('10-50'), { key: 'Escape' }),
    ]) {
      fireEvent.click(screen.getByRole('button', { name: 'Edit 10-50' }))
      leave()
      expect(screen.queryByRole('form', { name: 'Edit 10-50' })).toBeNull()
    }
    expect(server.writes).toEqual([])
  })

  it('Escape asks before typed text is discarded', async () => {
    await openAsStaff('/ten-codes')
    fireEvent.click(screen.getByRole('button', { name: 'Edit 10-50' }))
    type('Meaning', 'Mine', screen.getByRole('form', { name: 'Edit 10-50' }))
    fireEvent.keyDown(screen.getByDisplayValue('Mine'), { key: 'Escape' })
    fireEvent.click(screen.getByRole('button', { name: 'Keep writing' }))
    expect(screen.getByDisplayValue('Mine')).toBeTruthy()
    fireEvent.keyDown(screen.getByDisplayValue('Mine'), { key: 'Escape' })
    fireEvent.click(screen.getByRole('button', { name: 'Discard the text' }))
    expect(screen.queryByRole('form', { name: 'Edit 10-50' })).toBeNull()
  })

  it('the button that opened the form asks before typed text is discarded', async () => {
    await openAsStaff('/ten-codes')
    const button = screen.getByRole('button', { name: 'Add a 10-code' })
    fireEvent.click(button)
    const panel = screen.getByRole('region', { name: 'Add a 10-code' })
    type('Meaning', 'Mine', panel)
    fireEvent.click(button)
    fireEvent.click(screen.getByRole('button', { name: 'Keep writing' }))
    expect(within(panel).getByDisplayValue('Mine')).toBeTruthy()
    fireEvent.click(button)
    fireEvent.click(screen.getByRole('button', { name: 'Discard the text' }))
    expect(screen.queryByRole('region', { name: 'Add a 10-code' })).toBeNull()
    fireEvent.click(button)
    fireEvent.click(button)
    expect(screen.queryByRole('region', { name: 'Add a 10-code' })).toBeNull()
  })

  it('a failed change alerts: Failed to save changes. and keeps the typed text', async () => {
    await openAsStaff('/ten-codes')
    fireEvent.click(screen.getByRole('button', { name: 'Edit 10-50' }))
    type('Meaning', 'Mine', screen.getByRole('form', { name: 'Edit 10-50' }))
    server.answer = { status: 404, body: { ok: false, error: { code: 'not_found', message: 'It is gone.' } } }
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Failed to save changes.')).toBeTruthy()
    expect(screen.getByText('It is gone.')).toBeTruthy()
    expect(screen.getByDisplayValue('Mine')).toBeTruthy()
  })

  it('a 10-Code that somebody else changed meanwhile shows both versions, and one can be chosen', async () => {
    await openAsStaff('/ten-codes')
    const theirs = { ...TEN_CODES[1], meaning: 'Theirs', version: 2 }
    for (const choice of ['Keep mine', 'Take theirs']) {
      fireEvent.click(screen.getByRole('button', { name: 'Edit 10-50' }))
      type('Meaning', 'Mine', screen.getByRole('form', { name: 'Edit 10-50' }))
      server.answer = {
        status: 409,
        body: { ok: false, error: { code: 'changed_meanwhile', message: '' }, item: theirs },
      }
      fireEvent.click(screen.getByRole('button', { name: 'Save' }))
      const dialog = within(await screen.findByRole('dialog', { name: '10-50 was changed' }))
      expect(dialog.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['Mine', 'Theirs'])
      server.answer = null
      server.writes = []
      fireEvent.click(dialog.getByRole('button', { name: choice }))
      await waitFor(() => expect(screen.queryByRole('form', { name: 'Edit 10-50' })).toBeNull())
      expect(server.writes.map(({ body }) => body)).toEqual(
        choice === 'Keep mine'
          ? [{ code: '10-50', meaning: 'Mine', category: 'Traffic', color: 'yellow', version: 2 }]
          : [],
      )
    }
  })

  it('10-Codes are deleted in two steps', async () => {
    await openAsStaff('/ten-codes')
    fireEvent.click(screen.getByRole('button', { name: 'Delete 10-50' }))
    expect(server.writes).toEqual([])
    server.tenCodes = TEN_CODES.slice(0, 1)
    fireEvent.click(screen.getByRole('button', { name: 'Confirm: delete 10-50' }))
    await waitFor(() => expect(screen.queryByText('Traffic stop')).toBeNull())
    expect(server.writes).toEqual([{ method: 'DELETE', path: '/api/codes/ten/2', body: null }])
    render(<LiveRegion />)
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(server.writes[1]).toMatchObject({ method: 'POST', path: '/api/codes/ten', body: { code: '10-50' } }),
    )
  })

  it('a failed deletion alerts: Failed to delete.', async () => {
    await openAsStaff('/ten-codes')
    server.answer = { status: 403, body: { ok: false, error: { code: 'not_allowed', message: 'Not you.' } } }
    fireEvent.click(screen.getByRole('button', { name: 'Delete 10-50' }))
    fireEvent.click(screen.getByRole('button', { name: 'Confirm: delete 10-50' }))
    expect(await screen.findByText('Failed to delete.')).toBeTruthy()
    expect(screen.getByText('Not you.')).toBeTruthy()
    expect(screen.getByText('Traffic stop')).toBeTruthy()
  })

  it('10-Codes stay visible while they are edited, whatever the filter', async () => {
    await openAsStaff('/ten-codes')
    fireEvent.click(screen.getByRole('button', { name: 'Edit 10-50' }))
    type('Meaning', 'Half written', screen.getByRole('form', { name: 'Edit 10-50' }))
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '10-4' } })
    await waitFor(() => expect(screen.getByText('1 of 2 codes')).toBeTruthy())
    expect(screen.getByDisplayValue('Half written')).toBeTruthy()
  })
})

describe('Penal Codes', () => {
  it('Penal Codes have the columns Statute, Title, Class, Fine, Jail (months), Points and Notes', async () => {
    await open('/penal-codes')
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Statute',
      'Title',
      'Class',
      'Fine',
      'Jail (months)',
      'Points',
      'Notes',
    ])
    expect(rows().map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['316.193(1)', 'Driving under the influence', 'Misdemeanor (2nd degree)', '$1,500', '4', '0', 'Tow the vehicle.'],
      ['784.03', 'Battery', '', '—', '—', '—', ''],
    ])
    expect(screen.getByRole('link', { name: 'Charge Battery' }).getAttribute('href')).toBe(
      '/penal-codes/calculator?charges=784-03',
    )
  })

  it("Penal Codes say: You're viewing in read-only mode. Only staff can add or remove penal codes.", async () => {
    await open('/penal-codes')
    expect(
      screen.getByText(/^You're viewing in read-only mode\. Only staff can add or remove penal codes\./),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: '10-Codes' }).getAttribute('href')).toBe('/ten-codes')
  })

  it('Penal Codes are searched by statute, title or notes, and filtered by class', async () => {
    await open('/penal-codes?q=tow')
    expect(rows()).toHaveLength(1)
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search statute, title or notes' }), {
      target: { value: 'no such statute' },
    })
    expect(await screen.findByText('No items match your search.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(rows()).toHaveLength(2))
    fireEvent.click(screen.getByRole('button', { name: /^Misdemeanor \(2nd degree\)/ }))
    await waitFor(() => expect(rows()).toHaveLength(1))
  })

  it('Penal Codes that fail to load say: Failed to load Penal Codes.', async () => {
    server.isDown = true
    await open('/penal-codes')
    expect(await screen.findByText('Failed to load Penal Codes.')).toBeTruthy()
  })

  it('Penal Codes have an Actions column for staff only, and number fields with minimum 0 and step 1', async () => {
    await openAddForm('/penal-codes')
    expect(screen.getAllByRole('columnheader').at(-1)?.textContent).toBe('Actions')
    for (const label of ['Fine', 'Jail (months)', 'Points']) {
      const input = screen.getByLabelText(label)
      expect(['type', 'min', 'step'].map((name) => input.getAttribute(name))).toEqual(['number', '0', '1'])
    }
    expect(screen.getByPlaceholderText('Infraction/Misdemeanor/Felony')).toBe(
      within(formOf(screen.getByLabelText('Statute'))).getByLabelText('Class'),
    )
  })

  it('empty numbers are omitted when a penal code is added, and null when it is changed', async () => {
    await openAddForm('/penal-codes')
    const form = formOf(screen.getByLabelText('Statute'))
    type('Statute', '812.014', form)
    type('Title', 'Theft', form)
    type('Fine', '100', form)
    fireEvent.submit(form)
    await waitFor(() => expect(server.writes).toHaveLength(1))
    expect(server.writes[0]?.body).toEqual({ statute: '812.014', title: 'Theft', fine: 100 })

    fireEvent.click(screen.getByRole('button', { name: 'Edit 316.193(1)' }))
    const edit = screen.getByRole('form', { name: 'Edit 316.193(1)' })
    for (const label of ['Class', 'Fine', 'Jail (months)', 'Points', 'Notes']) type(label, '', edit)
    fireEvent.click(within(edit).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.writes).toHaveLength(2))
    expect(server.writes[1]?.body).toEqual({
      statute: '316.193(1)',
      title: 'Driving under the influence',
      ...BARE_PENAL_CODE,
      version: 1,
    })
  })

  it('a failed addition alerts: Failed to add penal code.', async () => {
    await openAddForm('/penal-codes')
    const form = formOf(screen.getByLabelText('Statute'))
    type('Statute', '812.014', form)
    type('Title', 'Theft', form)
    server.answer = { status: 503, body: { ok: false, error: { code: 'unavailable', message: '' } } }
    fireEvent.submit(form)
    expect(await screen.findByText('Failed to add penal code.')).toBeTruthy()
  })

  it('a negative or invalid number is refused before anything is sent', async () => {
    await openAddForm('/penal-codes')
    const form = formOf(screen.getByLabelText('Statute'))
    type('Statute', '812.014', form)
    type('Title', 'Theft', form)
    type('Fine', '-5', form)
    type('Jail (months)', '1.5', form)
    fireEvent.submit(form)
    expect(await screen.findByText('Use 0 or more.')).toBeTruthy()
    expect(screen.getByText('Use a whole number.')).toBeTruthy()
    expect(server.writes).toEqual([])
  })
})
