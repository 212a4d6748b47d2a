import fc from 'fast-check'
import { expect, it } from 'vitest'
import { planImport, SHEET } from '#features/roster/server/import.ts'
import { LEAVE_OUT } from '#lib/sheet.ts'
import { readSheet, type SheetFile } from '#server/sheet.ts'
import { STAFF_LADDER } from '../rosters.ts'

/*
 * Writes a known roster in the style of some community and imports it with the correct answer to every question. The
 * import must give the same roster. Without answers, only rows that are correct may go in.
 */

interface Member {
  name: string
  discordId: string
  callsign: string
  position: string
  hiredAt: string | null
  lastMove: string | null
  status: string
  notes: string
}

const two = (number: number) => String(number).padStart(2, '0')
const MONTHS = ['Jan', 'Feb', 'March', 'April', 'May', 'June', 'Juli', 'Ago', 'Sept', 'Oktober', 'noviembre', 'Dez']
/** The ways in which communities write dates. */
const DATES: Record<string, (year: number, month: number, day: number) => string> = {
  iso: (y, m, d) => `${y}-${two(m)}-${two(d)}`,
  american: (y, m, d) => `${m}/${d}/${y}`,
  british: (y, m, d) => `${two(d)}/${two(m)}/${y}`,
  german: (y, m, d) => `${two(d)}.${two(m)}.${y}`,
  dashed: (y, m, d) => `${d}-${m}-${y}`,
  short: (y, m, d) => `${m}/${d}/${two(y % 100)}`,
  shortDashed: (y, m, d) => `${two(d)}-${two(m)}-${two(y % 100)}`,
  words: (y, m, d) => `${d} ${MONTHS[m - 1]} ${y}`,
}
/** The correct answer to a question about the order of day and month. */
const ORDERS: Record<string, string> = {
  american: 'mdy',
  british: 'dmy',
  german: 'dmy',
  dashed: 'dmy',
  short: 'mdy',
  shortDashed: 'dmy',
}

/** The ways in which spreadsheets spoil ids. */
const IDS: Record<string, (id: string) => string> = {
  whole: (id) => id,
  cut: (id) => id.slice(0, 15) + '0'.repeat(id.length - 15),
  scientific: (id) => `${id[0]}.${id.slice(1, 6)}E+${id.length - 1}`,
  scientificGerman: (id) => `${id[0]},${id.slice(1, 15)}E+${id.length - 1}`,
  mention: (id) => `<@${id}>`,
  gone: () => '',
}

const HEADINGS = [
  ['Name', 'Discord ID', 'Callsign', 'Rank', 'Date Hired', 'Last Promo', 'Status', 'Notes'],
  [
    'Mitglied',
    'Discord-ID',
    'Rufzeichen',
    'Dienstgrad',
    'Eingestellt am',
    'Letzte Beförderung',
    'Status',
    'Bemerkungen',
  ],
  ['Nombre', 'ID de Discord', 'Indicativo', 'Rango', 'Fecha de ingreso', 'Último ascenso', 'Estado', 'Notas'],
] as const

const day = fc.option(
  fc
    .date({ min: new Date('2015-01-01'), max: new Date('2026-10-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  { nil: null, freq: 4 },
)
const member = fc.record({
  name: fc
    .constantFrom('Dana', 'Theo', 'Priya', 'Jürgen', 'José', 'Ivy')
    .chain((first) =>
      fc
        .string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 4, maxLength: 8 })
        .map((last) => `${first} ${last.charAt(0).toUpperCase()}${last.slice(1)}`),
    ),
  discordId: fc.bigInt({ min: 10n ** 17n, max: 2n * 10n ** 18n }).map(String),
  position: fc.constantFrom('Moderator', 'Administrator', 'Trial Moderator'),
  hiredAt: day,
  lastMove: day,
  status: fc.constantFrom('Active', 'LOA', 'Suspended'),
  notes: fc.constantFrom('', 'late, loud', 'two\nlines', 'a; b; c', 'says "no"', '100 hours\tgood'),
})
const roster = fc
  .uniqueArray(member, { minLength: 1, maxLength: 25, selector: ({ discordId }) => discordId })
  .map((members) => members.map((each, at): Member => ({ ...each, callsign: `M-${at + 1}` })))

const style = fc.record({
  dates: fc.constantFrom(...Object.keys(DATES)),
  ids: fc.constantFrom(...Object.keys(IDS)),
  headings: fc.constantFrom(...HEADINGS),
  separator: fc.constantFrom(',', ';', '\t'),
  nothing: fc.constantFrom('', 'N/A', '-'),
  title: fc.boolean(),
  footer: fc.boolean(),
  emptyColumns: fc.boolean(),
  order: fc.array(fc.nat({ max: 1000 }), { minLength: 8, maxLength: 8 }),
})
type Style = typeof style extends fc.Arbitrary<infer S> ? S : never

function sheetOf(members: readonly Member[], how: Style): string {
  const dateOf = (text: string | null) => {
    const [year = 0, month = 0, date = 0] = (text ?? '').split('-').map(Number)
    return text === null ? how.nothing : (DATES[how.dates]?.(year, month, date) ?? '')
  }
  const rows = members.map((each) => [
    ...[each.name, IDS[how.ids]?.(each.discordId) ?? '', each.callsign, each.position],
    ...[dateOf(each.hiredAt), dateOf(each.lastMove), each.status, each.notes || how.nothing],
  ])
  const columns = how.order.map((rank, at) => ({ rank, at })).sort((a, b) => a.rank - b.rank)
  const shown = [how.headings.slice(), ...rows].map((row) => {
    const cells = columns.map(({ at }) => row[at] ?? '')
    return how.emptyColumns ? ['', ...cells, '', ''] : cells
  })
  const quoted = (cell: string) => (/["\n,;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  return [
    ...(how.title ? ['STAFF ROSTER', ''] : []),
    ...shown.map((row) => row.map(quoted).join(how.separator)),
    ...(how.footer ? [['Total staff:', String(members.length)].join(how.separator)] : []),
  ].join('\r\n')
}

const plan = (file: SheetFile) =>
  planImport(readSheet(file, SHEET), [], STAFF_LADDER, { importer: null, today: '2026-11-20', latest: '2026-11-21' })

/** The correct answers to all questions. A row is left out unless exactly one person has its name. */
function answersTo(members: readonly Member[], how: Style, file: SheetFile): Map<string, string> {
  const { questions = [] } = plan(file).report
  return new Map(
    questions.flatMap(({ key, kind, options }) => {
      if (kind === 'date') return [[key, ORDERS[how.dates] ?? '']] as const
      const matching = members.filter(
        (each) => key.endsWith(`:${keyOfName(each.name)}`) && options.some(({ value }) => value === each.discordId),
      )
      const [only, ...others] = matching
      return [[key, only !== undefined && others.length === 0 ? only.discordId : LEAVE_OUT]] as const
    }),
  )
}
const keyOfName = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f\s]/g, '')
    .toLowerCase()

it('rows of a roster in any style are imported correctly, need an answer, or are returned: none is imported wrong', () => {
  fc.assert(
    fc.property(roster, style, (members, how) => {
      const people = members.map(({ discordId, name }) => ({ id: discordId, names: [name] }))
      const file: SheetFile = { csv: sheetOf(members, how), people, goodRowsOnly: true }
      const known = new Map(members.map((each) => [each.callsign, each]))
      const answered = { ...file, answers: answersTo(members, how, file) }
      for (const each of [file, answered]) {
        for (const { after } of plan(each).writes) {
          const { hiredAt, lastMove, notes, ...rest } = known.get(after.callsign ?? '') ?? {}
          expect(after).toMatchObject({ ...rest, hiredAt, lastMove, notes: notes || null })
        }
      }
      const names = members.map(({ name }) => keyOfName(name))
      const areApart = new Set(names).size === names.length
      if (areApart) expect(plan(answered).writes).toHaveLength(members.length)
    }),
    { numRuns: 150, seed: 14 },
  )
})
