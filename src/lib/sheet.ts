import * as z from 'zod/mini'

/** One thing that is wrong with a spreadsheet. */
export const SheetError = z.object({
  /** The file's own. */
  line: z.number(),
  /** A field of the records, the header of a column, or `file`. */
  field: z.string(),
  message: z.string(),
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

/** The largest file that is taken. */
export const MAX_BYTES = 2 * 1024 * 1024

/** The most errors of a spreadsheet that are told. */
export const MAX_ERRORS = 500

/** What is chosen for columns, by their names: a field, or nothing to leave the column out. */
export type ColumnChoices = Readonly<Record<string, string>>

const Choices = z.pipe(
  z.string('Send this once.').check(z.maxLength(10_000, 'Use at most 10000 characters.')),
  z.transform((text, context): ReadonlyMap<string, string> => {
    const chosen = z.record(z.string(), z.string()).safeParse(asJson(text))
    if (chosen.success) return new Map(Object.entries(chosen.data))
    const message = 'Write a JSON object of texts: {"Grade":"position","Shoe size":""}.'
    context.issues.push({ code: 'custom', message, input: text })
    return z.NEVER
  }),
)

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // which is no record of texts
  }
}

/** What every call sends that takes over a spreadsheet: the file, what its columns are, and whether it only asks. */
export const sheetCall = {
  query: z.strictObject({
    dryRun: z.pipe(
      z._default(z.enum(['true', 'false'], 'Write true or false.'), 'false'),
      z.transform((value) => value === 'true'),
    ),
    columns: z.optional(Choices),
  }),
  body: z.string('Send a CSV file.'),
  bodyType: 'text/csv',
} as const

/** The same where records are changed as well. */
export const recordSheetCall = {
  ...sheetCall,
  query: z.extend(sheetCall.query, {
    /** What a dry run answered: the import is refused (409) where it would do something else by now. */
    basis: z.optional(z.string('Send this once.').check(z.maxLength(100, 'Use at most 100 characters.'))),
  }),
} as const

/** The same for a list that may also be replaced: what becomes of records that are not in the file. */
export const listSheetCall = {
  ...recordSheetCall,
  query: z.extend(recordSheetCall.query, {
    missing: z._default(z.enum(['keep', 'remove'], 'Write keep or remove.'), 'keep'),
  }),
} as const
export type MissingRecords = z.infer<typeof listSheetCall.query>['missing']

/** A file with what was chosen for its columns. */
export interface ChosenSheet {
  text: string
  choices: ColumnChoices
  /** Whether records that are not in the file are removed; only of lists that take `missing`. */
  removesMissing: boolean
  /** Names what its preview showed; only where records are changed. */
  basis?: string | undefined
}

/** What a page sends of a file: to hear what it would change (`dryRun`), or to import it. */
export function sheetSent({ text, choices }: ChosenSheet, how?: 'dryRun') {
  const columns = Object.keys(choices).length === 0 ? undefined : JSON.stringify(choices)
  return { body: text, query: { dryRun: how === 'dryRun' ? ('true' as const) : undefined, columns } }
}

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
