import { DiscordId, discordIdProblem } from '#lib/discord-id.ts'
import { groupBy } from '#lib/group-by.ts'
import { formatLongDay } from '#lib/long-dates.ts'
import { findMessage, msg, t } from '#lib/messages.ts'
import { fold } from '#lib/search.ts'
import { LEAVE_OUT, MAX_QUESTIONS, type SheetQuestion } from '#lib/sheet.ts'
import { comparisonKey, headerKey } from '#lib/text.ts'
import type { CsvRow } from './csv.ts'
import type { SheetShape } from './sheet-columns.ts'
import { clearDates, type DateOrder, type OpenDates, readAs, readDates } from './sheet-dates.ts'
import { candidatesFor, idNumbers, type KnownPerson, nameFit, type RoundedId, roundedId } from './sheet-people.ts'

/** An error in a row that is found before its record is built. */
interface RowProblem {
  field: string
  message: string
  /** The key of the question whose answer resolves the error. */
  question?: string
}

export interface SheetRow extends CsvRow {
  /** The row's cells as the file contains them. */
  written: readonly string[]
  problems: readonly RowProblem[]
}

/** A row that is not imported, because it has no record or a person chose to leave it out, and its text. */
interface PassedOver {
  line: number
  text: string
}

export interface ReadRows {
  rows: SheetRow[]
  passedOver: PassedOver[]
  questions: SheetQuestion[]
}

interface Reading<F extends string> {
  columns: readonly (F | null)[]
  headers: readonly string[]
  shape: SheetShape<F>
  answers: ReadonlyMap<string, string>
  people: readonly KnownPerson[]
}

/** The most characters that are quoted of a row that is not imported. */
const MAX_QUOTED = 100

/** Reads the rows below the header: sets rows without a record aside, reads dates, and resolves people. */
export function readRows<F extends string>(all: readonly CsvRow[], reading: Reading<F>): ReadRows {
  const passedOver: PassedOver[] = []
  const passOver = ({ line, cells }: CsvRow) => {
    const text = cells.filter((cell) => cell !== '').join(' · ')
    passedOver.push({ line, text: text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text })
  }
  const records: CsvRow[] = []
  for (const row of all) {
    const cleanRow = { line: row.line, cells: tidy(row.cells, reading) }
    if (isNoRecord(cleanRow.cells, reading)) passOver(row)
    else records.push(cleanRow)
  }
  const written = new Map(all.map(({ line, cells }) => [line, cells]))
  const problems: (RowProblem & { line: number })[] = []
  const report = (line: number, problem: RowProblem) => void problems.push({ line, ...problem })
  for (const { line, cells } of records) {
    for (const [at, cell] of cells.entries()) {
      const field = reading.columns[at] ?? null
      if (field !== null && FAILED_FORMULA.test(cell)) {
        report(line, {
          field,
          message: t('The spreadsheet has an error here: {cell}. Write the value instead.', { cell }),
        })
      }
    }
  }
  const questions = askDates(records, reading, report)
  const { left, asked } = askPeople(records, reading, report)
  for (const row of records) {
    if (left.has(row.line)) passOver({ line: row.line, cells: written.get(row.line) ?? [] })
  }
  const problemsByLine = groupBy(problems, ({ line }) => line)
  return {
    rows: records
      .filter(({ line }) => !left.has(line))
      .map(({ line, cells }) => ({
        ...{ line, cells, written: written.get(line) ?? [], problems: problemsByLine.get(line) ?? [] },
      })),
    passedOver: passedOver.sort((a, b) => a.line - b.line),
    questions: [...questions, ...asked].slice(0, MAX_QUESTIONS),
  }
}

const FAILED_FORMULA = /^#(ref!|value!|name\?|div\/0!|num!|null!|error!|spill!|calc!|bezug!|wert!|¡ref!|¡valor!)$/i
/** Texts that people write into a cell to say that it has no value. */
const NOTHING = /^(-+|–|—|\/|\?|n\s?\/\s?a|#n\/a|#nv|none|null|nil|unknown|unbekannt|keine?|k\.\s?a\.|ninguno|s\/d)$/i
/** Texts that people write for a vacant position. */
const OPEN_POST = /^\W*(vacant|vacancy|open|empty|tbd|tba|hiring|frei|offen|unbesetzt|vakant|vacante|libre)\W*$/i
const FOOTER =
  /^(grand |sub)?(totals?|sum|count|last updated|updated|gesamt(zahl)?|summe|insgesamt|anzahl|stand|zuletzt aktualisiert|ultima actualizacion|actualizado)(?!\p{L})/iu

/** Empties cells with a placeholder such as "N/A", and reduces Discord mentions to their ids. */
function tidy<F extends string>(cells: readonly string[], { columns, shape }: Reading<F>): string[] {
  const { blankable = [], people = [] } = shape
  return cells.map((cell, at) => {
    const field = columns[at] ?? null
    if (field === null) return cell
    if (blankable.includes(field) && NOTHING.test(cell)) return ''
    return people.some(({ id }) => id === field) ? (/^<@!?(\d+)>$/.exec(cell)?.[1] ?? cell) : cell
  })
}

/** Whether a row is a heading, a total, a repeated header, or a vacant position. */
function isNoRecord<F extends string>(cells: readonly string[], { columns, headers, shape }: Reading<F>): boolean {
  const filled = cells.filter((cell) => cell !== '')
  const named = headers.filter((header) => header !== '').length
  if (filled.length === 0) return true
  if (filled.length === 1 && named >= 4) return true
  if (filled.length <= 3 && named > filled.length && filled.some((cell) => FOOTER.test(fold(cell)))) return true
  if (cells.every((cell, at) => cell === '' || comparisonKey(cell) === comparisonKey(headers[at] ?? ''))) return true
  const { vacant } = shape
  return (
    vacant !== undefined &&
    cells.every((cell, at) => {
      const field = columns[at] ?? null
      return field === null || !vacant.includes(field) || cell === '' || OPEN_POST.test(cell)
    })
  )
}

type Report = (line: number, problem: RowProblem) => void

/** Rewrites dates as `YYYY-MM-DD`. Asks one question for each separator whose dates can be read in several ways. */
function askDates<F extends string>(rows: readonly CsvRow[], reading: Reading<F>, report: Report): SheetQuestion[] {
  const { columns, shape, answers } = reading
  const asked: { dates: OpenDates; label: string; lines: ReadonlySet<number> }[] = []
  const textsIn = (at: number) => rows.map(({ cells }) => cells[at] ?? '').filter((cell) => cell !== '')
  const clear = new Map(
    columns.flatMap((field, at) =>
      field !== null && shape.days?.includes(field) ? [[at, clearDates(textsIn(at))]] : [],
    ),
  )
  for (const field of shape.days ?? []) {
    const at = columns.indexOf(field)
    if (at === -1) continue
    const { days, open, doubtful } = readDates(textsIn(at), {
      orderOf: (group) => answers.get(dateKey(group)),
      elsewhere: added(at, clear),
    })
    const lines = new Map<string, Set<number>>(open.map(({ group }) => [group, new Set()]))
    for (const row of rows) {
      const cell = row.cells[at] ?? ''
      const group = doubtful.get(cell) ?? ''
      const day = days.get(cell)
      lines.get(group)?.add(row.line)
      if (day !== undefined) row.cells[at] = day
      else if (group !== '') {
        const message = t('"{cell}" can be read in several ways. Say which comes first, or write it as 2026-03-14.', {
          cell,
        })
        report(row.line, { field, message, question: dateKey(group) })
      }
    }
    for (const dates of open) {
      asked.push({ dates, label: shape.labelOf(field), lines: lines.get(dates.group) ?? new Set() })
    }
  }
  return [...groupBy(asked, ({ dates }) => dates.group)].map(([group, columnsOf]) => {
    const orders = columnsOf[0]?.dates.orders ?? []
    const examples = [...new Set(columnsOf.flatMap(({ dates }) => dates.examples))].slice(0, MAX_EXAMPLES)
    const lines = new Set(columnsOf.flatMap((each) => [...each.lines]))
    const clearly = orders.flatMap((order) => {
      const count = columnsOf.reduce((sum, { dates }) => sum + dates.clear[order], 0)
      return count === 0 ? [] : [t(CLEARLY[order], { count })]
    })
    const labels = columnsOf.map(({ label }) => label)
    const question = t(
      {
        one: 'Which comes first in the column {columns}, in dates such as {dates}?',
        other: 'Which comes first in the columns {columns}, in dates such as {dates}?',
      },
      { count: labels.length, columns: quoted(labels), dates: quoted(examples) },
    )
    const others = clearly.length === 0 ? [] : [t('Other dates there: {counts}.', { counts: clearly.join(', ') })]
    const answer = answers.get(dateKey(group))
    return {
      ...{ key: dateKey(group), kind: 'date' },
      text: [question, ...others].join(' '),
      ...{ line: Math.min(...lines), rows: lines.size },
      options: orders.map((order) => ({ value: order, label: optionOf(order, examples) })),
      suggested: null,
      answer: orders.find((order) => order === answer) ?? null,
    }
  })
}

/** The sum of the counts of all columns except one. */
function added(without: number, clear: ReadonlyMap<number, ReturnType<typeof clearDates>>) {
  const sums: ReturnType<typeof clearDates> = new Map()
  for (const [at, counts] of clear) {
    if (at === without) continue
    for (const [group, { dmy, mdy, ymd }] of counts) {
      const sum = sums.get(group) ?? { dmy: 0, mdy: 0, ymd: 0 }
      sums.set(group, { dmy: sum.dmy + dmy, mdy: sum.mdy + mdy, ymd: sum.ymd + ymd })
    }
  }
  return sums
}

const dateKey = (group: string) => `date:${group}`
const MAX_EXAMPLES = 3

const quoted = (texts: readonly string[]) => texts.map((text) => t('"{text}"', { text })).join(', ')

const CLEARLY = {
  dmy: msg('{count} with the day first'),
  mdy: msg('{count} with the month first'),
  ymd: msg('{count} with the year first'),
} satisfies Record<DateOrder, string>

const FIRST = {
  dmy: msg('The day: {examples}'),
  mdy: msg('The month: {examples}'),
  ymd: msg('The year: {examples}'),
} satisfies Record<DateOrder, string>

function optionOf(order: DateOrder, examples: readonly string[]): string {
  const days = examples.map((text) => readAs(text, order)).filter((day) => day !== null)
  return t(FIRST[order], { examples: days.map(formatLongDay).join(', ') })
}

interface Asked {
  question: SheetQuestion
  lines: number[]
}

/** Asks once for each person whose id is missing or may have been rounded. */
function askPeople<F extends string>(rows: readonly CsvRow[], reading: Reading<F>, report: Report) {
  const { columns, shape, people } = reading
  const known = new Map(people.map((person) => [person.id, person]))
  const numbers = idNumbers(people)
  const asked = new Map<string, Asked>()
  const left = new Set<number>()
  for (const pair of shape.people ?? []) {
    const [idAt, nameAt] = [columns.indexOf(pair.id), columns.indexOf(pair.name)]
    if (idAt === -1) continue
    for (const row of rows) {
      const id = row.cells[idAt] ?? ''
      const name = row.cells[nameAt] ?? ''
      const rounded = roundedId(id, numbers)
      if (id === '' ? name === '' : rounded === null) continue
      const same = known.get(id)
      if (same !== undefined && (name === '' || nameFit(name, same) > 0)) continue
      const nameKey = headerKey(name)
      const key = `person:${id}:${nameKey}`
      const { question, lines } = asked.get(key) ?? {
        question: askWho({ key, id, name, rounded }, reading, asked.size < MAX_QUESTIONS && nameKey.length <= MAX_NAME),
        lines: [],
      }
      asked.set(key, { question, lines })
      lines.push(row.line)
      if (question.answer === LEAVE_OUT) left.add(row.line)
      else if (question.answer !== null) row.cells[idAt] = question.answer
      else if (isWorthAsking(question)) report(row.line, { field: pair.id, message: question.text, question: key })
      else if (rounded !== null)
        report(row.line, { field: pair.id, message: findMessage(discordIdProblem(id) ?? question.text) })
    }
  }
  const worth = [...asked.values()].filter(({ question }) => isWorthAsking(question))
  return {
    left,
    asked: worth.map(({ question, lines }) => ({ ...question, line: lines[0] ?? 1, rows: lines.length })),
  }
}

/** Whether there is a choice. If no known person fits, the row has an error instead of a question. */
const isWorthAsking = ({ options, answer }: SheetQuestion) => options.length > 1 || answer !== null

/** The most characters of a name in a question. A longer name would not fit into the question's key. */
const MAX_NAME = 45

interface Unknown {
  key: string
  id: string
  name: string
  rounded: RoundedId | null
}

function askWho(
  { key, id, name, rounded }: Unknown,
  { answers, people }: Pick<Reading<string>, 'answers' | 'people'>,
  looks: boolean,
): SheetQuestion {
  const found = looks ? candidatesFor(name, rounded, people) : { people: [], suggested: null }
  const options = found.people.map((person) => ({ value: person.id, label: `${person.names[0] ?? ''} (${person.id})` }))
  const asItIs = discordIdProblem(id) === null ? [{ value: id, label: t('{id} is right', { id }) }] : []
  return {
    ...{ key, kind: 'person', text: questionOf(id, name), line: 1, rows: 0 },
    options: [...options, ...asItIs, { value: LEAVE_OUT, label: t('None of these people: leave the rows out') }],
    suggested: found.suggested?.id ?? null,
    answer: answerOf(answers.get(key)),
  }
}

function questionOf(id: string, name: string): string {
  if (id === '') return t('Who is {name}? The file has no Discord ID for them.', { name })
  if (name === '') return t('Who is this? The spreadsheet rounded the Discord ID to {id}.', { id })
  return t('Who is {name}? The spreadsheet rounded the Discord ID to {id}.', { name, id })
}

/** A valid answer is a Discord ID or `LEAVE_OUT`. */
function answerOf(text: string | undefined): string | null {
  if (text === undefined || text === LEAVE_OUT) return text ?? null
  const id = DiscordId.safeParse(text)
  return id.success ? id.data : null
}
