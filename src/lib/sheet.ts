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

/** The largest file that is taken. */
export const MOST_BYTES = 2 * 1024 * 1024

/** The most errors of a spreadsheet that are told. */
export const MOST_ERRORS = 500

/** What every call sends that takes over a spreadsheet: the file, and whether it only asks what would change. */
export const sheetCall = {
  query: z.strictObject({
    dryRun: z.pipe(
      z._default(z.enum(['true', 'false'], 'Write true or false.'), 'false'),
      z.transform((value) => value === 'true'),
    ),
  }),
  body: z.string('Send a CSV file.'),
  bodyType: 'text/csv',
} as const

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
  /** At most `MOST_ERRORS`. */
  errors: z.array(SheetError),
  /** Only in the 400 of an import that was refused. */
  error: z.optional(z.object({ code: z.string(), message: z.string() })),
})
export type SheetReport = z.infer<typeof SheetReport>
