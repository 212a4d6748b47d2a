import * as z from 'zod/mini'
import { cleanLine } from './clean-text.ts'
import { jsonOrNull } from './json.ts'
import { formatNumber, msg, t } from './messages.ts'

/** One error in a spreadsheet. */
export const SheetError = z.object({
  /** The number of the row as the spreadsheet shows it, from 1. A cell with line breaks is part of one row. */
  line: z.number(),
  /** What the error is about: a field of the records, the header of a column, or `file`. */
  field: z.string(),
  message: z.string(),
  /** The key of the question whose answer resolves the error. */
  question: z.optional(z.string()),
})
export type SheetError = z.infer<typeof SheetError>

/** A column of the file, and the field that it is read as. */
export const SheetColumn = z.object({
  /** The column's header. A header that already occurs in the file carries its number, as in `Notes (column 7)`. */
  name: z.string(),
  /** The field that the column fills. Null when the column is left out. */
  field: z.nullable(z.string()),
  /** The first value below the header. */
  sample: z.string(),
  /** The header is unknown, or another column means the same. The file is imported only after a person has chosen. */
  isOpen: z.boolean(),
})
export type SheetColumn = z.infer<typeof SheetColumn>

/** A question about a file that only a person can answer. Its rows are not imported before they answer. */
export const SheetQuestion = z.object({
  /** The key under which the answer is sent. */
  key: z.string(),
  kind: z.enum(['date', 'person']),
  text: z.string(),
  /** The number of the first row that the question is about. `rows` is the number of such rows. */
  line: z.number(),
  rows: z.number(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  /** The value of the option that fits best. It is not used until a person confirms it. */
  suggested: z.nullable(z.string()),
  /** The value of the chosen option. Null while the question is not answered. */
  answer: z.nullable(z.string()),
})
export type SheetQuestion = z.infer<typeof SheetQuestion>

/** The answer to a question about a person that leaves their rows out of the import. */
export const LEAVE_OUT = 'leave'

/**
 * The most questions about one file, so that their answers fit into a URL. Rows with further questions are handed back.
 */
export const MAX_QUESTIONS = 100

/** The largest file that is accepted, in bytes. */
export const MAX_BYTES = 2 * 1024 * 1024

/** The most errors of a spreadsheet that a report lists. */
export const MAX_ERRORS = 500

/** The field chosen for each column, by the column's name. An empty string leaves the column out. */
export type ColumnChoices = Readonly<Record<string, string>>

/** The most characters of the choices, and of the answers: both travel in the URL. */
export const MAX_CHOICES = 10_000

const MAX_NAME = 200

const Texts = z.pipe(
  z
    .string(msg('Send this once.'))
    .check(
      z.maxLength(MAX_CHOICES, { error: () => t('Use at most {max} characters.', { max: formatNumber(MAX_CHOICES) }) }),
    ),
  z.transform((text, context): ReadonlyMap<string, string> => {
    const chosen = z.record(z.string(), z.string()).safeParse(jsonOrNull(text))
    if (chosen.success) return new Map(Object.entries(chosen.data))
    const message = msg('Write a JSON object of texts: {"Grade":"position","Shoe size":""}.')
    context.issues.push({ code: 'custom', message, input: text })
    return z.NEVER
  }),
)

/**
 * The query and body of every call that imports a spreadsheet. `dryRun` reports what would change and changes nothing.
 */
export const sheetCall = {
  query: z.strictObject({
    dryRun: z.pipe(
      z._default(z.enum(['true', 'false'], msg('Write true or false.')), 'false'),
      z.transform((value) => value === 'true'),
    ),
    columns: z.optional(Texts),
    /** The answers, by the keys of the questions. */
    answers: z.optional(Texts),
    /** `good` imports the rows without errors and hands back the others. `all` imports every row or none. */
    rows: z._default(z.enum(['all', 'good'], msg('Write all or good.')), 'all'),
    /** The file's name, for the list of imports. */
    name: z.optional(
      z.pipe(
        z.string(msg('Send this once.')),
        z.transform((name) => cleanLine(name, MAX_NAME)),
      ),
    ),
  }),
  body: z.string(msg('Send a CSV file.')),
  bodyType: 'text/csv',
} as const

/** A `sheetCall` for imports that also change existing records. */
export const recordSheetCall = {
  ...sheetCall,
  query: z.extend(sheetCall.query, {
    /** The `basis` that a dry run returned. The import fails with 409 if it would now make other changes. */
    basis: z.optional(
      z
        .string(msg('Send this once.'))
        .check(z.maxLength(100, { error: () => t('Use at most {max} characters.', { max: 100 }) })),
    ),
  }),
} as const

/** A `recordSheetCall` with a summary for one list. The contract adds only the path, the access and the reply. */
export const recordSheetCallFor = (title: string) => ({
  summary: `Imports a spreadsheet (CSV) into the ${title}. All rows are imported or none, unless rows=good imports only the rows without errors. With dryRun=true, nothing is stored and the report states what would change. With the \`basis\` of a dry run, the import returns 409 if it would now change something else.`,
  ...recordSheetCall,
})

/**
 * A `recordSheetCall` for a list that a file may replace. `missing` keeps or removes records that are not in the file.
 * With `remove`, every row must be without errors, whatever `rows` says.
 */
export const listSheetCall = {
  ...recordSheetCall,
  query: z.extend(recordSheetCall.query, {
    missing: z._default(z.enum(['keep', 'remove'], msg('Write keep or remove.')), 'keep'),
  }),
} as const
export type MissingRecords = z.infer<typeof listSheetCall.query>['missing']

/** A file with the fields chosen for its columns and the answers to its questions. */
export interface ChosenSheet {
  text: string
  /** The name of the file on the page. */
  name?: string | undefined
  choices: ColumnChoices
  answers: Readonly<Record<string, string>>
  /** Whether rows without errors are imported although other rows have errors. */
  goodRowsOnly: boolean
  /** Whether records that are not in the file are removed. Only lists whose call has `missing` use it. */
  removesMissing: boolean
  /** The `basis` of the preview. Only imports that change records have it. */
  basis?: string | undefined
  /** Called with the progress of the import. */
  onProgress?: OnImportProgress
}

/** The progress of an import, in rows. */
export interface ImportProgress {
  done: number
  total: number
}
export type OnImportProgress = (rows: ImportProgress) => void

/** The body and query with which a page previews a file (`dryRun`) or imports it. */
export function sheetRequest({ text, name, choices, answers, goodRowsOnly }: ChosenSheet, how?: 'dryRun') {
  const dryRun = how === 'dryRun' ? ('true' as const) : undefined
  const rows = goodRowsOnly ? ('good' as const) : undefined
  const called = how === 'dryRun' ? undefined : name
  return { body: text, query: { dryRun, columns: asText(choices), answers: asText(answers), rows, name: called } }
}

const asText = (texts: Readonly<Record<string, string>>) =>
  Object.keys(texts).length === 0 ? undefined : JSON.stringify(texts)

/** The body and query of a `recordSheetCall`. */
export function recordSheetRequest(sheet: ChosenSheet, how?: 'dryRun') {
  const { body, query } = sheetRequest(sheet, how)
  return { body, query: { ...query, basis: how === 'dryRun' ? undefined : sheet.basis } }
}

/** The body and query of a `listSheetCall`. */
export function listSheetRequest(sheet: ChosenSheet, how?: 'dryRun') {
  const { body, query } = recordSheetRequest(sheet, how)
  return { body, query: { ...query, missing: sheet.removesMissing ? ('remove' as const) : undefined } }
}

/**
 * The reply of every call that imports a spreadsheet: counts of records, all 0 when there are errors, and the errors in
 * the order of the file.
 */
export const SheetReport = z.object({
  ok: z.boolean(),
  added: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  missing: z.number(),
  /** At most `MAX_ERRORS`. */
  errors: z.array(SheetError),
  /** Every column with a header, in the order of the file. Empty if no row of the file names the columns. */
  columns: z.array(SheetColumn),
  /** The questions that a person must answer before all rows can be imported. */
  questions: z.optional(z.array(SheetQuestion)),
  /** Notes to read before the import, as whole sentences. */
  notices: z.optional(z.array(z.string())),
  /**
   * Rows that are not imported: headings, totals, repeated column names, vacant positions, and rows that a person chose
   * to leave out. At most `MAX_ERRORS`.
   */
  passedOver: z.optional(z.array(z.object({ line: z.number(), text: z.string() }))),
  /** The number of rows without errors, when other rows have errors. */
  good: z.optional(z.number()),
  /** The rows with errors, as a file of the same columns and one more column that states the error. */
  returned: z.optional(z.object({ rows: z.number(), file: z.string() })),
  /** The errors by kind, each with its first message, when there are more errors than `errors` lists. */
  kinds: z.optional(z.array(z.object({ field: z.string(), message: z.string(), count: z.number() }))),
  /** Present only in the 400 response of a rejected import. */
  error: z.optional(z.object({ code: z.string(), message: z.string() })),
})
export type SheetReport = z.infer<typeof SheetReport>

/** The report of an import that also changes existing records. */
export const RecordReport = z.extend(SheetReport, {
  /** Identifies the changes that the import makes. It differs as soon as the import would make other changes. */
  basis: z.string(),
})

/** The change of one record of a list by an import, with its fields as people read them. Null is an empty value. */
const ListChange = z.object({
  kind: z.enum(['added', 'changed', 'missing', 'removed']),
  /** The record's key, unique in its list. */
  key: z.string(),
  sign: z.nullable(z.string()),
  name: z.string(),
  fields: z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
})
export type ListChange = z.infer<typeof ListChange>

/**
 * The report of the import of a list. Records that are not in the file count as `missing` and stay, or as `removed`.
 */
export const ListReport = z.extend(RecordReport, {
  removed: z.number(),
  changes: z.array(ListChange),
})
export type ListReport = z.infer<typeof ListReport>
