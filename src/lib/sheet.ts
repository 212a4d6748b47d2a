import * as z from 'zod/mini'
import { jsonOrNull } from './json.ts'
import { formatNumber, msg, t } from './messages.ts'
import { tidied } from './tidied.ts'

/** One thing that is wrong with a spreadsheet. */
export const SheetError = z.object({
  /** The row as the spreadsheet shows it, from 1: a cell with line breaks is part of one row. */
  line: z.number(),
  /** A field of the records, the header of a column, or `file`. */
  field: z.string(),
  message: z.string(),
  /** The question whose answer settles it. */
  question: z.optional(z.string()),
})
export type SheetError = z.infer<typeof SheetError>

/** A column of the file, and what it is taken for. */
export const SheetColumn = z.object({
  /** Its header. A header that stands there before carries its number, as in `Notes (column 7)`. */
  name: z.string(),
  /** The field that it fills; null: it is left out. */
  field: z.nullable(z.string()),
  /** The first thing that stands below it. */
  sample: z.string(),
  /** Nobody knows it, or another column means the same: the file is imported once somebody has chosen. */
  isOpen: z.boolean(),
})
export type SheetColumn = z.infer<typeof SheetColumn>

/** What a file leaves open and only a person can say. Its rows are not imported before. */
export const SheetQuestion = z.object({
  /** What its answer is sent under. */
  key: z.string(),
  kind: z.enum(['date', 'person']),
  text: z.string(),
  /** The first row that it is about, and how many there are. */
  line: z.number(),
  rows: z.number(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  /** The option that fits best. A person confirms it; nothing is taken for it before. */
  suggested: z.nullable(z.string()),
  /** What was answered. */
  answer: z.nullable(z.string()),
})
export type SheetQuestion = z.infer<typeof SheetQuestion>

/** The answer to a question about a person that leaves their rows out of the import. */
export const LEAVE_OUT = 'leave'

/** The most questions that one file asks, so that their answers fit into an address; further rows are handed back. */
export const MAX_QUESTIONS = 100

/** The largest file that is taken. */
export const MAX_BYTES = 2 * 1024 * 1024

/** The most errors of a spreadsheet that are told. */
export const MAX_ERRORS = 500

/** What is chosen for columns, by their names: a field, or nothing to leave the column out. */
export type ColumnChoices = Readonly<Record<string, string>>

/** So long a text of choices or answers may be: both travel in the address. */
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

/** What every call sends that takes over a spreadsheet: the file, what its columns are, and whether it only asks. */
export const sheetCall = {
  query: z.strictObject({
    dryRun: z.pipe(
      z._default(z.enum(['true', 'false'], msg('Write true or false.')), 'false'),
      z.transform((value) => value === 'true'),
    ),
    columns: z.optional(Texts),
    /** What was answered, by the keys of the questions. */
    answers: z.optional(Texts),
    /** `good` imports the rows with which nothing is wrong and hands back the others; `all` is all of them or nothing. */
    rows: z._default(z.enum(['all', 'good'], msg('Write all or good.')), 'all'),
    /** How the file is called, for the list of imports. */
    name: z.optional(
      z.pipe(
        z.string(msg('Send this once.')),
        z.transform((name) => tidied(name, MAX_NAME)),
      ),
    ),
  }),
  body: z.string(msg('Send a CSV file.')),
  bodyType: 'text/csv',
} as const

/** The same where records are changed as well. */
export const recordSheetCall = {
  ...sheetCall,
  query: z.extend(sheetCall.query, {
    /** What a dry run answered: the import is refused (409) where it would do something else by now. */
    basis: z.optional(
      z
        .string(msg('Send this once.'))
        .check(z.maxLength(100, { error: () => t('Use at most {max} characters.', { max: 100 }) })),
    ),
  }),
} as const

/** The same, said of one list: of its import nothing but the place, the access and the reply is left to say. */
export const recordSheetInto = (title: string) => ({
  summary: `Takes over a spreadsheet into the ${title}: all of it or nothing, unless rows=good takes those with which nothing is wrong. With dryRun=true it only says what would change; with the basis of a dry run it is refused where something else would change by now.`,
  ...recordSheetCall,
})

/** The same for a list that may also be replaced: what becomes of records that are not in the file. */
export const listSheetCall = {
  ...recordSheetCall,
  query: z.extend(recordSheetCall.query, {
    missing: z._default(z.enum(['keep', 'remove'], msg('Write keep or remove.')), 'keep'),
  }),
} as const
export type MissingRecords = z.infer<typeof listSheetCall.query>['missing']

/** A file with what was chosen for its columns and answered to its questions. */
export interface ChosenSheet {
  text: string
  /** How the page calls the file. */
  name?: string | undefined
  choices: ColumnChoices
  answers: Readonly<Record<string, string>>
  /** Whether the good rows are imported although others are wrong. */
  goodRowsOnly: boolean
  /** Whether records that are not in the file are removed; only of lists that take `missing`. */
  removesMissing: boolean
  /** Names what its preview showed; only where records are changed. */
  basis?: string | undefined
  /** Hears how far the import is. */
  onProgress?: OnRows
}

/** How many rows of how many are done. */
export interface RowsDone {
  done: number
  total: number
}
export type OnRows = (rows: RowsDone) => void

/** What a page sends of a file: to hear what it would change (`dryRun`), or to import it. */
export function sheetSent({ text, name, choices, answers, goodRowsOnly }: ChosenSheet, how?: 'dryRun') {
  const dryRun = how === 'dryRun' ? ('true' as const) : undefined
  const rows = goodRowsOnly ? ('good' as const) : undefined
  const called = how === 'dryRun' ? undefined : name
  return { body: text, query: { dryRun, columns: asText(choices), answers: asText(answers), rows, name: called } }
}

const asText = (texts: Readonly<Record<string, string>>) =>
  Object.keys(texts).length === 0 ? undefined : JSON.stringify(texts)

/** The same where records are changed as well. */
export function recordSheetSent(sheet: ChosenSheet, how?: 'dryRun') {
  const { body, query } = sheetSent(sheet, how)
  return { body, query: { ...query, basis: how === 'dryRun' ? undefined : sheet.basis } }
}

/** The same for a list that may also be replaced. */
export function listSheetSent(sheet: ChosenSheet, how?: 'dryRun') {
  const { body, query } = recordSheetSent(sheet, how)
  return { body, query: { ...query, missing: sheet.removesMissing ? ('remove' as const) : undefined } }
}

/**
 * What every such call answers: how many records, all 0 when there are errors, and in the order of the file what is
 * wrong.
 */
export const SheetReport = z.object({
  ok: z.boolean(),
  added: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  missing: z.number(),
  /** At most `MAX_ERRORS`. */
  errors: z.array(SheetError),
  /** Every column with a header, in the order of the file; none where no row names the columns. */
  columns: z.array(SheetColumn),
  /** What a person must say before all rows can be imported. */
  questions: z.optional(z.array(SheetQuestion)),
  /** What is worth knowing before the import, in sentences. */
  notices: z.optional(z.array(z.string())),
  /** Rows that hold no record: headings and totals, column names once more, open posts. At most `MAX_ERRORS`. */
  passedOver: z.optional(z.array(z.object({ line: z.number(), text: z.string() }))),
  /** How many rows have nothing wrong with them, where others have. */
  good: z.optional(z.number()),
  /** The others as a file of the same columns, with one more that says what is wrong. */
  returned: z.optional(z.object({ rows: z.number(), file: z.string() })),
  /** What is wrong by kind, each with its first message, where there are more errors than are told. */
  kinds: z.optional(z.array(z.object({ field: z.string(), message: z.string(), count: z.number() }))),
  /** Only in the 400 of an import that was refused. */
  error: z.optional(z.object({ code: z.string(), message: z.string() })),
})
export type SheetReport = z.infer<typeof SheetReport>

/** The same where records are changed as well. */
export const RecordReport = z.extend(SheetReport, {
  /** Names what the import does: another one as soon as it would do something else. */
  basis: z.string(),
})

/** What an import does to one record of a list, field by field as people read it; null where there is nothing. */
const ListChange = z.object({
  kind: z.enum(['added', 'changed', 'missing', 'removed']),
  /** What tells it from every other of its list. */
  key: z.string(),
  sign: z.nullable(z.string()),
  name: z.string(),
  fields: z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
})
export type ListChange = z.infer<typeof ListChange>

/** What the import of a list answers. Records that are not in the file are missing and stay, or are removed. */
export const ListReport = z.extend(RecordReport, {
  removed: z.number(),
  changes: z.array(ListChange),
})
export type ListReport = z.infer<typeof ListReport>
