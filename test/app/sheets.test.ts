import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { TEN_CODES } from '#features/codes/server/import.ts'
import { SHEET as ACTIONS, planImport as planActions, readActions } from '#features/discipline/server/import.ts'
import { planImport as planRoster, SHEET as ROSTER } from '#features/roster/server/import.ts'
import { planImport as planChecklist, shapeOf } from '#features/trial-mods/server/import.ts'
import type { SheetReport } from '#lib/sheet.ts'
import { decodeSheet, isArchive } from '#lib/sheet-text.ts'
import { planList } from '#server/list-sheet.ts'
import { root } from '#server/paths.ts'
import { readSheet, type SheetFile } from '#server/sheet.ts'
import { openXlsx } from '#ui/import-xlsx.ts'
import { ACTION_TYPES } from '../action-types.ts'
import { CHECKLIST } from '../checklist.ts'
import { STAFF_LADDER } from '../rosters.ts'

/*
 * Tests what an import does with each row of the spreadsheets in `test/sheets/`, which are written as communities write
 * them. No wrong row goes in without a question.
 */

const FOLDER = join(root, 'test/sheets')
const DAYS = { today: '2026-11-20', latest: '2026-11-21' }
/** The people of the roster and of the guild. */
const people = [
  { id: '213456789012345678', names: ['Dana Whitfield', 'SD-1 | Dana W.'] },
  { id: '224567890123456789', names: ['Theo Marchetti'] },
  { id: '335678901234567890', names: ['Priya Castell'] },
  { id: '446789012345678901', names: ['Marcus Delgado'] },
  { id: '1057890123456789012', names: ['Ivy Cho'] },
]

type Answers = Readonly<Record<string, string>>

/** The text of each file. For an .xlsx file, the text of its first sheet as the page reads it. */
const TEXTS = new Map(
  await Promise.all(
    readdirSync(FOLDER).map(async (name) => {
      const bytes = new Uint8Array(readFileSync(join(FOLDER, name)))
      if (!isArchive(bytes)) return [name, decodeSheet(bytes)] as const
      const { sheets, read } = await openXlsx(bytes)
      return [name, await read(sheets[0] ?? '')] as const
    }),
  ),
)

const fileOf = (name: string, answers: Answers = {}, goodRowsOnly = false): SheetFile => ({
  csv: TEXTS.get(name) ?? '',
  answers: new Map(Object.entries(answers)),
  people,
  goodRowsOnly,
})

const LISTS: Record<string, (file: SheetFile) => SheetReport> = {
  actions: (file) =>
    planActions(
      readActions(readSheet(file, ACTIONS), ACTION_TYPES, { now: new Date('2026-11-20T12:00:00Z') }, null),
      new Set(),
    ).report,
  checklist: (file) =>
    planChecklist(readSheet(file, shapeOf(CHECKLIST)), [], {
      checklist: CHECKLIST,
      importer: null,
      today: DAYS.today,
    }).report,
  'ten-codes': (file) => planList(readSheet(file, TEN_CODES), [], TEN_CODES, 'keep').report,
}
const rosterReport = (file: SheetFile) =>
  planRoster(readSheet(file, ROSTER), [], STAFF_LADDER, { importer: null, ...DAYS }).report

const reportOf = (name: string, answers?: Answers, goodRowsOnly?: boolean) => {
  const list = Object.keys(LISTS).find((each) => name.startsWith(each))
  const file = fileOf(name, answers, goodRowsOnly)
  return (list === undefined ? undefined : LISTS[list])?.(file) ?? rosterReport(file)
}

/** The numbers of rows that go in, that raise a question, that are handed back and that are passed over. */
function outcomeOf(name: string, answers?: Answers) {
  const report = reportOf(name, answers)
  const wrong = new Set(report.errors.filter(({ question }) => question === undefined).map(({ line }) => line))
  const questioned = new Set(report.errors.map(({ line }) => line).filter((line) => !wrong.has(line)))
  const goodRows = reportOf(name, answers, true)
  return [goodRows.added, questioned.size, wrong.size, report.passedOver?.length ?? 0]
}

const OUTCOMES: Record<string, readonly [goIn: number, asked: number, handedBack: number, passedOver: number]> = {
  'a-web-page.csv': [0, 0, 1, 0],
  'actions-by-name.csv': [0, 2, 2, 0],
  'actions.csv': [2, 0, 1, 0],
  'both-date-orders.csv': [2, 1, 0, 0],
  'byte-order-mark.csv': [3, 0, 0, 0],
  'checklist.csv': [1, 0, 1, 1],
  'cut-ids.csv': [1, 3, 0, 0],
  'dates-as-numbers.csv': [1, 0, 1, 0],
  'day-first.csv': [3, 0, 0, 0],
  'day-or-month.csv': [2, 2, 0, 0],
  'empty-columns.csv': [3, 0, 0, 0],
  'empty-statuses.csv': [3, 0, 0, 0],
  'excel-of-a-mac.xlsx': [1, 0, 0, 0],
  'excel-rounded-ids.xlsx': [0, 2, 0, 0],
  'excel.xlsx': [3, 0, 0, 0],
  'extra-columns.csv': [2, 0, 0, 0],
  'failed-formulas.csv': [2, 0, 1, 0],
  'five-date-formats.csv': [5, 0, 0, 0],
  'fixed-and-given-again.csv': [1, 0, 0, 0],
  'german.csv': [2, 0, 0, 1],
  'ids-as-mentions.csv': [3, 0, 0, 0],
  'ids-as-numbers.csv': [1, 3, 0, 0],
  'line-breaks.csv': [2, 0, 1, 0],
  'merged-cells.csv': [1, 0, 2, 0],
  'no-headings.csv': [0, 0, 1, 0],
  'not-applicable.csv': [3, 0, 0, 0],
  'open-posts.csv': [2, 0, 0, 3],
  'plain.csv': [3, 0, 0, 0],
  'ragged-rows.csv': [2, 0, 1, 0],
  'rounded-ids.csv': [1, 2, 1, 0],
  'same-callsign-twice.csv': [1, 0, 2, 0],
  'same-person-twice.csv': [2, 0, 2, 0],
  'same-row-twice.csv': [3, 0, 1, 0],
  'section-headings.csv': [3, 0, 0, 4],
  'semicolons.csv': [3, 0, 0, 0],
  'short-years.csv': [3, 0, 0, 0],
  'some-without-ids.csv': [2, 1, 0, 0],
  'spanish.csv': [2, 0, 0, 0],
  'tabs.tsv': [3, 0, 0, 0],
  'ten-codes.csv': [1, 0, 3, 1],
  'title-rows.csv': [3, 0, 0, 0],
  'told-separator.csv': [1, 0, 0, 0],
  'totals.csv': [3, 0, 1, 2],
  'user-names-for-ids.csv': [1, 0, 1, 0],
  'utf-16-be.txt': [3, 0, 0, 0],
  'utf-16-le.csv': [3, 0, 0, 0],
  'windows-1252.csv': [3, 0, 0, 0],
  'without-ids.csv': [0, 2, 1, 0],
}

describe('Spreadsheets in all styles', () => {
  it.each(Object.entries(OUTCOMES))(
    '%s has the expected numbers of imported, questioned, returned and skipped rows',
    (name, outcome) => {
      expect(outcomeOf(name)).toEqual(outcome)
    },
  )

  it('each file in the folder has an expected result', () => {
    expect(readdirSync(FOLDER).sort()).toEqual(Object.keys(OUTCOMES).sort())
  })
})

/** The name, Discord ID and hire date of each member that the import of a roster writes. */
const written = (name: string, answers?: Answers) =>
  planRoster(readSheet(fileOf(name, answers, true), ROSTER), [], STAFF_LADDER, { importer: null, ...DAYS }).writes.map(
    ({ after: { discordId, hiredAt, name: member } }) => [member, discordId, hiredAt],
  )

describe('Questions about a spreadsheet', () => {
  it('a question about dates shows them in words, and its answer determines how they are read', () => {
    expect(reportOf('day-or-month.csv').questions).toEqual([
      {
        ...{ key: 'date:/', kind: 'date', line: 2, rows: 2, suggested: null, answer: null },
        text: 'Which comes first in the column "Hired", in dates such as "3/4/2025", "5/6/2024"?',
        options: [
          { value: 'mdy', label: 'The month: 4 March 2025, 6 May 2024' },
          { value: 'dmy', label: 'The day: 3 April 2025, 5 June 2024' },
        ],
      },
    ])
    expect(written('day-or-month.csv', { 'date:/': 'dmy' }).map(([, , hiredAt]) => hiredAt)).toEqual([
      '2025-04-03',
      '2024-06-05',
      '2024-07-07',
      null,
    ])
    expect(reportOf('both-date-orders.csv').questions?.[0]?.text).toMatch(
      /1 with the month first, 1 with the day first/,
    )
  })

  it.each(['cut-ids.csv', 'ids-as-numbers.csv'])(
    'a question about rounded ids suggests the matching person, and accepts the answer: %s',
    (file) => {
      const questions = reportOf(file).questions ?? []
      const suggested = Object.fromEntries(questions.map(({ key, suggested: id }) => [key, id ?? '']))
      expect(Object.values(suggested)).toEqual(['213456789012345678', '224567890123456789', '1057890123456789012'])
      expect(outcomeOf(file, suggested)).toEqual([4, 0, 0, 0])
      expect(written(file, suggested)[0]).toEqual(['Dana Whitfield', '213456789012345678', null])
    },
  )

  it('a question about a person is asked once for all of their rows, which can be skipped', () => {
    const answers = { 'person::priya': '335678901234567890', 'person::marcus': '446789012345678901' }
    expect(reportOf('actions-by-name.csv').questions?.map(({ key, rows }) => [key, rows])).toEqual([
      ['person::priya', 2],
      ['person::marcus', 4],
    ])
    expect(outcomeOf('actions-by-name.csv', answers)).toEqual([2, 0, 2, 0])
    expect(outcomeOf('actions-by-name.csv', { ...answers, 'person::priya': 'leave' })).toEqual([0, 0, 2, 2])
    expect(outcomeOf('actions-by-name.csv', { ...answers, 'person::priya': 'Priya' })).toEqual([0, 2, 2, 0])
  })
})

describe('Returned rows', () => {
  it('returned rows have the original columns and the error, and are all imported after the correction', () => {
    const { returned, good } = reportOf('merged-cells.csv')
    expect([good, returned?.rows]).toEqual([1, 2])
    const lines = returned?.file.split('\r\n') ?? []
    expect(lines[0]).toMatch(/Callsign,Name,Rank,.*,What is wrong$/)
    expect(lines[1]).toMatch(/^M-11,Theo Marchetti,,'224567890123456789,.*,Position: This is required\.$/)
    const csv = (returned?.file ?? '').replace('Marchetti,,', 'Marchetti,Mod,').replace('Cho,,', 'Cho,Mod,')
    expect(rosterReport({ csv, people })).toMatchObject({ ok: true, added: 2, errors: [] })
  })
})
