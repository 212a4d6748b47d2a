import { msg, nameOf, type PlainMessage, t } from '#lib/messages.ts'
import type { SheetError } from '#lib/sheet.ts'
import { headerKey, keyOf } from '#lib/text.ts'
import { CATALOGUES } from '#messages/catalogues.ts'

/** The column that rows get when they are handed back. Given again, it is left out. */
export const WHAT_IS_WRONG = msg('What is wrong')
/** In whichever language they were handed back. */
const NAMES_OF_PROBLEMS = new Set(
  [WHAT_IS_WRONG, ...Object.values(CATALOGUES).map((catalogue) => nameOf(catalogue[WHAT_IS_WRONG] ?? ''))].map(keyOf),
)
export const isAboutProblems = (header: string) =>
  NAMES_OF_PROBLEMS.has(keyOf(header)) || keyOf(header) === keyOf(t(WHAT_IS_WRONG))

/** What a feature knows of its spreadsheets. */
export interface SheetShape<F extends string> {
  /** What each header of a row means; null: nobody calls a column so. */
  fieldsOf(headers: readonly string[]): readonly (F | null)[]
  /** In the language that is spoken. */
  labelOf(field: F): string
  /** Every field, in the order in which they are named to the person who wrote a column that is not known. */
  fields: readonly F[]
  /** The row that names the columns has these two; whatever title stands above it is passed over. */
  signs: readonly [F, F]
  /** The fields without which nothing is imported; the signs unless said. */
  needed?: readonly F[]
  /** The fields that hold a day. */
  days?: readonly F[]
  /** Whom a row is about: the fields with their Discord ID and with their name. */
  people?: readonly { id: F; name: F }[]
  /** Fields in which "N/A" or a dash says nothing. */
  blankable?: readonly F[]
  /** A row in which none of these says anything is an open post or a heading, and no record. */
  vacant?: readonly F[]
  /** What the rows are, in the plural. */
  things: PlainMessage
  /** The most rows that a file may hold. */
  most: number
}

/** The same where the words of the language that is spoken are known too: a sample file has them. */
export function withLabels<F extends string>(shape: SheetShape<F>): SheetShape<F> {
  const labelled = new Map(shape.fields.map((field) => [headerKey(shape.labelOf(field)), field]))
  const fieldsOf = (headers: readonly string[]) => {
    const meant = shape.fieldsOf(headers)
    return headers.map((header, at) => labelled.get(headerKey(header)) ?? meant[at] ?? null)
  }
  return { ...shape, fieldsOf }
}

export interface HeaderCell<F> {
  text: string
  name: string
  field: F | null
  /** What was chosen for it, where something was. */
  choice: string | undefined
}

/** The columns that a row would name: what was chosen goes before what their headers mean. */
export function chosenColumns<F extends string>(
  cells: readonly string[],
  { fieldsOf, fields, labelOf }: SheetShape<F>,
  choices: ReadonlyMap<string, string> | undefined,
): HeaderCell<F>[] {
  const meant = fieldsOf(cells)
  return cells.map((text, at) => {
    const name = cells.indexOf(text) === at ? text : t('{name} (column {number})', { name: text, number: at + 1 })
    const choice = text === '' ? undefined : (choices?.get(name) ?? (isAboutProblems(text) ? '' : undefined))
    const field =
      choice === undefined
        ? (meant[at] ?? null)
        : (fields.find((each) => each === choice || labelOf(each).toLowerCase() === choice.toLowerCase()) ?? null)
    return { text, name, field, choice }
  })
}

/** Of rows of which none names what it must, the one that looks most like the names of columns. */
export function likelyHeader<R extends { columns: readonly HeaderCell<string>[] }>(rows: readonly R[]): R | undefined {
  const count = ({ columns }: R) => columns.filter(({ field }) => field !== null).length
  const best = rows.reduce<R | undefined>((most, row) => (most && count(most) >= count(row) ? most : row), undefined)
  if (best !== undefined && count(best) > 0) return best
  return rows.find(({ columns }) => columns.filter(({ text }) => text !== '').length > 1)
}

/** Which field each column fills: of several that mean the same the chosen one, else the first. */
export function settle<F extends string>(
  cells: readonly HeaderCell<F>[],
  line: number,
  { labelOf, fields }: SheetShape<F>,
) {
  const names = fields.map(labelOf).join(', ')
  const errors: SheetError[] = []
  const open: SheetError[] = []
  const unsettled = new Set<number>()
  const holders = new Map<F, number>()
  for (const [at, { field, choice, name }] of cells.entries()) {
    if (choice === undefined) continue
    const holder = field === null ? undefined : holders.get(field)
    if (choice !== '' && field === null) {
      errors.push({ line, field: name, message: t('"{text}" is none of these: {names}.', { text: choice, names }) })
    } else if (field !== null && holder === undefined) {
      holders.set(field, at)
    } else if (field !== null && holder !== undefined) {
      const first = cells[holder]?.name ?? ''
      const message = t('The column "{name}" is {field} already. Leave one of the two out.', {
        name: first,
        field: labelOf(field),
      })
      errors.push({ line, field: name, message })
    }
  }
  for (const [at, { text, name, field, choice }] of cells.entries()) {
    if (choice !== undefined || text === '') continue
    if (field === null) {
      unsettled.add(at)
      const message = t('The column "{name}" is not known. Leave it out, or choose which of these it is: {names}.', {
        name,
        names,
      })
      open.push({ line, field: name, message })
      continue
    }
    const holder = holders.get(field)
    if (holder === undefined) {
      holders.set(field, at)
      continue
    }
    unsettled.add(at)
    if (cells[holder]?.choice === undefined) unsettled.add(holder)
    const message = t('The columns "{first}" and "{second}" mean the same. Leave one of them out.', {
      first: cells[holder]?.name ?? '',
      second: name,
    })
    open.push({ line, field: name, message })
  }
  const columns = cells.map(({ field }, at) => (field !== null && holders.get(field) === at ? field : null))
  return { columns, unsettled, open, errors }
}
