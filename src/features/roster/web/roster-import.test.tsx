import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PastImport } from '#features/audit/contract.ts'
import type { SheetQuestion } from '#lib/sheet.ts'
import { root } from '#server/paths.ts'
import { ROSTER_CONTENT } from '#test/rosters.ts'
import { findRosterContent, type RosterImport, staffRoster } from '../contract.ts'
import { RosterImportView } from './roster-import.tsx'

const TRY = 'POST /api/roster/import?dryRun=true'
const IMPORT = 'POST /api/roster/import?name=november.csv&basis=shown'

let past: PastImport[]
let answers: Record<string, { status: number; body: unknown }>
let sent: { call: string; text: string }[]

const NOTHING: RosterImport = {
  ok: true,
  added: 0,
  changed: 0,
  unchanged: 3,
  missing: 0,
  changes: [],
  errors: [],
  columns: [],
  basis: 'shown',
}
const GOOD: RosterImport = {
  ...NOTHING,
  added: 1,
  changed: 1,
  missing: 1,
  changes: [
    {
      kind: 'changed',
      discordId: '310000000000000105',
      callsign: 'SD-1',
      name: 'Dana Whitfield',
      fields: [
        { field: 'hiredAt', before: '2021-11-05', after: '2021-11-06' },
        { field: 'status', before: 'Active', after: 'LOA' },
      ],
    },
    {
      kind: 'added',
      discordId: '412345678901234508',
      callsign: 'TM-3',
      name: 'Nadia Rhodes',
      fields: [
        { field: 'name', before: null, after: 'Nadia Rhodes' },
        { field: 'position', before: null, after: 'Trial Moderator' },
      ],
    },
    { kind: 'missing', discordId: '412345678901234509', callsign: 'M-9', name: 'Ivy Cho', fields: [] },
  ],
}

beforeEach(() => {
  sent = []
  past = []
  answers = { [TRY]: { status: 200, body: GOOD }, [IMPORT]: { status: 200, body: GOOD } }
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const call = `${init.method} ${address}`
    if (call === 'GET /api/imports?list=roster') return Response.json({ data: past })
    sent.push({ call, text: String(init.body) })
    const answer = answers[call]
    if (answer === undefined) throw new Error(`unexpected call: ${call}`)
    return Response.json(answer.body, { status: answer.status })
  })
  const queryClient = new QueryClient()
  queryClient.setQueryData([findRosterContent.path], ROSTER_CONTENT)
  render(
    <QueryClientProvider client={queryClient}>
      <RosterImportView roster={staffRoster} />
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function choose(content: BlobPart = 'Name,Discord UID') {
  fireEvent.change(screen.getByLabelText('Spreadsheet'), { target: { files: [new File([content], 'november.csv')] } })
}

describe('Importing a spreadsheet on the page', () => {
  it('an import first shows its changes, and writes after a confirmation', async () => {
    choose()
    const table = await screen.findByRole('table', { name: 'What changes' })
    const rows = [...table.querySelectorAll('tbody tr')].map((row) => row.textContent)
    expect(rows).toEqual([
      'ChangedSD-1Dana WhitfieldHired 11/05/202111/06/2021Status ActiveLOA',
      'AddedTM-3Nadia RhodesPosition Trial Moderator',
      'MissingM-9Ivy Cho',
    ])
    expect(sent.map(({ call }) => call)).toEqual([TRY])
    fireEvent.click(screen.getByRole('button', { name: 'Import 2 changes' }))
    await screen.findByText('The file was imported.')
    expect(sent[1]).toEqual({ call: IMPORT, text: 'Name,Discord UID' })
    screen.getByRole('link', { name: 'Open the Staff Roster' })
  })

  it('the message about an import disappears when the import is undone', async () => {
    const by = 'Dana Whitfield'
    past = [
      {
        id: 12,
        at: '2026-11-03T18:30:00.000Z',
        by,
        file: null,
        names: [],
        added: 1,
        changed: 1,
        removed: 0,
        undone: null,
        may_undo: true,
      },
    ]
    const undoing = { status: 200, body: { removes: 1, restores: 1, stay: 0, staying: [] } }
    Object.assign(answers, { 'GET /api/imports/12/undo': undoing, 'POST /api/imports/12/undo': undoing })
    choose()
    fireEvent.click(await screen.findByRole('button', { name: 'Import 2 changes' }))
    await screen.findByText('The file was imported.')
    fireEvent.click(await screen.findByRole('button', { name: /^Undo the import of/ }))
    await screen.findByText(/Undoing it removes 1 entry/)
    fireEvent.click(screen.getByRole('button', { name: 'Undo the import' }))
    await screen.findByLabelText('Spreadsheet')
    expect(screen.queryByText('The file was imported.')).toBeNull()
  })

  it('a file that was imported already needs no import', async () => {
    answers[TRY] = { status: 200, body: NOTHING }
    choose()
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Nothing to import' })
    expect(button.disabled).toBe(true)
  })

  it('errors are shown with line and field, and the import is not offered', async () => {
    const errors = [{ line: 4, field: 'discordId', message: '1.23457E+17 was rounded by the spreadsheet.' }]
    answers[TRY] = { status: 200, body: { ...NOTHING, ok: false, unchanged: 0, errors } }
    choose()
    const table = await screen.findByRole('table', { name: 'Fix these' })
    expect(within(table).getAllByRole('row')[1]?.textContent).toBe(
      '4Discord UID1.23457E+17 was rounded by the spreadsheet.',
    )
    expect(screen.queryByRole('button', { name: /Import/ })).toBeNull()
  })

  it('valid rows can be imported without the others, which are offered as a file', async () => {
    const errors = [{ line: 4, field: 'discordId', message: '1.23457E+17 was rounded by the spreadsheet.' }]
    const returned = { rows: 1, file: 'Name,What is wrong' }
    const wrong = { ...NOTHING, ok: false, unchanged: 0, errors, good: 2, returned }
    const good = { ...GOOD, errors, good: 2, returned }
    answers = {
      [TRY]: { status: 200, body: wrong },
      [`${TRY}&rows=good`]: { status: 200, body: good },
      'POST /api/roster/import?rows=good&name=november.csv&basis=shown': { status: 200, body: good },
    }
    choose()
    await screen.findByText('2 rows are good, 1 row is not')
    fireEvent.click(screen.getByRole('radio', { name: /Import the 2 good rows now/ }))
    await screen.findByRole('table', { name: 'Rows that come back to you' })
    fireEvent.click(screen.getByRole('button', { name: 'Import 2 changes' }))
    await screen.findByText('The good rows were imported.')
    screen.getByRole('button', { name: 'Download 1 row to fix' })
  })

  it('pasted rows are accepted', async () => {
    fireEvent.change(screen.getByLabelText('Rows to import'), { target: { value: 'Name\tDiscord UID' } })
    fireEvent.click(screen.getByRole('button', { name: 'Check these rows' }))
    await screen.findByRole('table', { name: 'What changes' })
    expect(sent).toEqual([{ call: TRY, text: 'Name\tDiscord UID' }])
  })

  it('the first sheet of an .xlsx file is used unless another is selected', async () => {
    choose(readFileSync(join(root, 'test/sheets/excel.xlsx')))
    fireEvent.change(await screen.findByLabelText('Sheet of the file'), { target: { value: 'Old' } })
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[0]?.text).toMatch(/^HAMMOCK COAST — STAFF\n\nCallsign,Name,/)
    expect(sent[1]?.text).toBe('Name')
  })

  it('the person that a name means is remembered for the next file', async () => {
    const question: SheetQuestion = {
      ...{ key: 'person::dana', kind: 'person', text: 'Who is Dana?', line: 2, rows: 1, suggested: null, answer: null },
      options: [{ value: '310000000000000105', label: 'Dana Whitfield' }],
    }
    const answer = new URLSearchParams({ answers: '{"person::dana":"310000000000000105"}' })
    const answered = { ...GOOD, questions: [{ ...question, answer: '310000000000000105' }] }
    answers = {
      [TRY]: { status: 200, body: { ...NOTHING, ok: false, questions: [question] } },
      [`${TRY}&${answer}`]: { status: 200, body: answered },
      [`POST /api/roster/import?${answer}&name=november.csv&basis=shown`]: { status: 200, body: answered },
    }
    choose()
    fireEvent.change(await screen.findByLabelText('Who is Dana?'), { target: { value: '310000000000000105' } })
    fireEvent.click(screen.getByRole('button', { name: 'Use this answer' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Import 2 changes' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Import another file' }))
    sent = []
    await screen.findByLabelText('Spreadsheet')
    choose()
    await screen.findByRole('button', { name: 'Import 2 changes' })
    expect(sent.map(({ call }) => call)).toEqual([TRY, `${TRY}&${answer}`])
    expect(screen.getByText('Your answers')).toBeDefined()
  })

  it('the preview reloads if the roster changed since the dry run', async () => {
    answers[IMPORT] = { status: 400, body: { error: { code: 'invalid', message: 'Line 3: the callsign is taken.' } } }
    choose()
    fireEvent.click(await screen.findByRole('button', { name: 'Import 2 changes' }))
    await screen.findByText('Line 3: the callsign is taken.')
    expect(sent.map(({ call }) => call)).toEqual([TRY, IMPORT, TRY])
  })

  it('files in the code page of Windows spreadsheets are read', async () => {
    choose(new Uint8Array([0x50, 0x65, 0xf1, 0x61])) // Peña
    await screen.findByRole('table', { name: 'What changes' })
    expect(sent[0]?.text).toBe('Peña')
  })

  it('the page asks for the field of an unknown column, reloads the preview, and sends what is shown', async () => {
    const column = (name: string, field: string | null, isOpen: boolean) => ({ name, field, sample: '44', isOpen })
    const withColumns = (...columns: ReturnType<typeof column>[]) => ({ status: 200, body: { ...GOOD, columns } })
    const grade = `&columns=${new URLSearchParams({ c: '{"Grade":"position"}' }).toString().slice(2)}`
    const columns = '{"Shoe size":"","Grade":"position"}'
    const both = new URLSearchParams({ columns, name: 'november.csv', basis: 'shown' }).toString()
    answers = {
      [TRY]: withColumns(column('Name', 'name', false), column('Shoe size', null, true), column('Grade', null, true)),
      [`${TRY}${grade}`]: withColumns(
        column('Name', 'name', false),
        column('Shoe size', null, true),
        column('Grade', 'position', false),
      ),
      [`POST /api/roster/import?${both}`]: { status: 200, body: GOOD },
    }
    choose()
    await screen.findByText('Choose what to do with 2 columns of your file')
    fireEvent.change(screen.getByLabelText('What to do with the column Grade'), { target: { value: 'position' } })
    await screen.findByText('Choose what to do with 1 column of your file')
    expect(screen.getByLabelText<HTMLSelectElement>('What to do with the column Grade').value).toBe('position')
    fireEvent.click(await screen.findByRole('button', { name: 'Import 2 changes' }))
    await screen.findByText('The file was imported.')
    expect(sent.map(({ call }) => call)).toEqual([TRY, `${TRY}${grade}`, `POST /api/roster/import?${both}`])
  })
})
