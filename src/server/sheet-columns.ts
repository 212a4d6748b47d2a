import { messageKey, msg, type PlainMessage, t } from '#lib/messages.ts'
import type { SheetError } from '#lib/sheet.ts'
import { comparisonKey, headerKey } from '#lib/text.ts'
import { CATALOGUES } from '#messages/catalogues.ts'

/** The header of the column with the errors of rows that are handed back. A new import ignores this column. */
export const WHAT_IS_WRONG = msg('What is wrong')
/** That header in every language, because the rows may have been handed back in another one. */
const NAMES_OF_PROBLEMS = new Set(
  [WHAT_IS_WRONG, ...Object.values(CATALOGUES).map((catalogue) => messageKey(catalogue[WHAT_IS_WRONG] ?? ''))].map(
    comparisonKey,
  ),
)
export const isAboutProblems = (header: string) =>
  NAMES_OF_PROBLEMS.has(comparisonKey(header)) || comparisonKey(header) === comparisonKey(t(WHAT_IS_WRONG))

/** The description of a feature's spreadsheets. */
export interface SheetShape<F extends string> {
  /** The field of each header in a row. Null for an unknown header. */
  fieldsOf(headers: readonly string[]): readonly (F | null)[]
  /** The field's label in the current language. */
  labelOf(field: F): string
  /** Every field, in the order in which the error about an unknown column lists them. */
  fields: readonly F[]
  /** The header is the first row with these two fields. Titles above it are skipped. */
  headerFields: readonly [F, F]
  /** The required fields. Defaults to `headerFields`. */
  requiredFields?: readonly F[]
  /** The fields that contain a day. */
  days?: readonly F[]
  /** The people in a row: the field with a person's Discord ID and the field with their name. */
  people?: readonly { id: F; name: F }[]
  /** Fields in which "N/A" or a dash counts as empty. */
  blankable?: readonly F[]
  /** A row in which each of these fields is empty or says "vacant" is a vacant position or a heading, not a record. */
  vacant?: readonly F[]
  /** The name of the records, in the plural. */
  recordsName: PlainMessage
  /** The most rows that a file may contain. */
  maxRows: number
}

/** The shape that also recognises the labels of the current language as headers, as sample files contain them. */
export function withLabels<F extends string>(shape: SheetShape<F>): SheetShape<F> {
  const labelled = new Map(shape.fields.map((field) => [headerKey(shape.labelOf(field)), field]))
  const fieldsOf = (headers: readonly string[]) => {
    const recognised = shape.fieldsOf(headers)
    return headers.map((header, at) => labelled.get(headerKey(header)) ?? recognised[at] ?? null)
  }
  return { ...shape, fieldsOf }
}

export interface HeaderCell<F> {
  text: string
  name: string
  field: F | null
  /** The field that was chosen for the column, if any. */
  choice: string | undefined
}

/** The columns if this row were the header. A chosen field takes precedence over the header's meaning. */
export function chosenColumns<F extends string>(
  cells: readonly string[],
  { fieldsOf, fields, labelOf }: SheetShape<F>,
  choices: ReadonlyMap<string, string> | undefined,
): HeaderCell<F>[] {
  const recognised = fieldsOf(cells)
  return cells.map((text, at) => {
    const name = cells.indexOf(text) === at ? text : t('{name} (column {number})', { name: text, number: at + 1 })
    const choice = text === '' ? undefined : (choices?.get(name) ?? (isAboutProblems(text) ? '' : undefined))
    const field =
      choice === undefined
        ? (recognised[at] ?? null)
        : (fields.find((each) => each === choice || labelOf(each).toLowerCase() === choice.toLowerCase()) ?? null)
    return { text, name, field, choice }
  })
}

/** The row that looks most like a header, when no row contains both `headerFields`. */
export function likelyHeader<R extends { columns: readonly HeaderCell<string>[] }>(rows: readonly R[]): R | undefined {
  const count = ({ columns }: R) => columns.filter(({ field }) => field !== null).length
  const best = rows.reduce<R | undefined>((most, row) => (most && count(most) >= count(row) ? most : row), undefined)
  if (best !== undefined && count(best) > 0) return best
  return rows.find(({ columns }) => columns.filter(({ text }) => text !== '').length > 1)
}

/**
 * Decides which field each column fills. Of several columns with the same meaning, the chosen one wins, else the first.
 */
export function resolveColumns<F extends string>(
  cells: readonly HeaderCell<F>[],
  line: number,
  { labelOf, fields }: SheetShape<F>,
) {
  const names = fields.map(labelOf).join(', ')
  const errors: SheetError[] = []
  const openColumnErrors: SheetError[] = []
  const openColumns = new Set<number>()
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
      const message = t('The column "{name}" is already used as {field}. Leave one of the two out.', {
        name: first,
        field: labelOf(field),
      })
      errors.push({ line, field: name, message })
    }
  }
  for (const [at, { text, name, field, choice }] of cells.entries()) {
    if (choice !== undefined || text === '') continue
    if (field === null) {
      openColumns.add(at)
      const message = t('The column "{name}" is not known. Leave it out, or choose which of these it is: {names}.', {
        name,
        names,
      })
      openColumnErrors.push({ line, field: name, message })
      continue
    }
    const holder = holders.get(field)
    if (holder === undefined) {
      holders.set(field, at)
      continue
    }
    openColumns.add(at)
    if (cells[holder]?.choice === undefined) openColumns.add(holder)
    const message = t('The columns "{first}" and "{second}" mean the same thing. Leave one of them out.', {
      first: cells[holder]?.name ?? '',
      second: name,
    })
    openColumnErrors.push({ line, field: name, message })
  }
  const columns = cells.map(({ field }, at) => (field !== null && holders.get(field) === at ? field : null))
  return { columns, openColumns, openColumnErrors, errors }
}
