import * as z from 'zod/mini'
import type { $ZodType } from 'zod/v4/core'
import type { Access } from './access.ts'
import { type Endpoint, endpoint, type Nothing } from './endpoint.ts'
import { formatNumber, msg, t } from './messages.ts'

const FORMATS = ['csv', 'json'] as const
export type Format = (typeof FORMATS)[number]

/** The most rows in one call. This many Discord IDs fit into its body. */
const MAX_CHOSEN = 2_500

export const ExportFormat = z._default(z.enum(FORMATS, msg('Write csv or json.')), 'csv')

const AllRows = z.strictObject({ format: ExportFormat })

const ChosenRows = z.strictObject({
  format: ExportFormat,
  /** The key of each row, in the order of the file. */
  rows: z.array(z.string().check(z.maxLength(100))).check(
    z.minLength(1, msg('Name a row.')),
    z.maxLength(MAX_CHOSEN, {
      error: () =>
        t('Name at most {max} rows: filter the list further, or export it without a filter.', {
          max: formatNumber(MAX_CHOSEN),
        }),
    }),
  ),
})

/** The export of a list as a CSV or JSON file: the whole list, or the chosen rows. */
export interface ListExports<R extends $ZodType = $ZodType, Q extends $ZodType = $ZodType, A extends Access = Access> {
  /** The path of the call that reads the list. */
  list: Endpoint['path']
  /** The list's name in the audit log and in the name of the file. */
  name: string
  /** Whether the list contains personal data. The audit log then records each export. */
  isPersonal: boolean
  /** The schema of one row. `key` is the field that identifies a row. */
  row: R
  key: string
  all: Endpoint<None, Q, None, z.ZodMiniString, A, null>
  chosen: Endpoint<None, None, typeof ChosenRows, z.ZodMiniString, A, null>
}
type None = typeof Nothing

interface Declared<R, Q> {
  name: string
  /** The exported rows, as they follow the word "Exports" on the API page. */
  summary: string
  isPersonal?: boolean
  row: R
  key: string
  /** The query of the list's filters and sorting, with the format. */
  query?: Q
}

/** Declares the two calls that export a list as a file. They have the access of the list. */
export function exportsOf<A extends Access, R extends $ZodType>(
  list: Endpoint<$ZodType, $ZodType, $ZodType, $ZodType, A>,
  declared: Declared<R, undefined>,
): ListExports<R, typeof AllRows, A>
export function exportsOf<A extends Access, R extends $ZodType, Q extends $ZodType<{ format: Format }>>(
  list: Endpoint<$ZodType, $ZodType, $ZodType, $ZodType, A>,
  declared: Declared<R, Q> & { query: Q },
): ListExports<R, Q, A>
export function exportsOf(
  list: Endpoint,
  { name, summary, isPersonal = true, row, key, query = AllRows }: Declared<$ZodType, $ZodType | undefined>,
): ListExports {
  const path = `${list.path}/export` as const
  const { access, part, hiddenFromSubject } = list
  const both = { path, access, part, hiddenFromSubject, reply: z.string(), replyType: 'text/csv' } as const
  return {
    ...{ list: list.path, name, isPersonal, row, key },
    all: endpoint({
      ...both,
      method: 'GET',
      summary: `Exports ${summary}, as CSV that is safe to open in a spreadsheet, or with format=json as the rows that the list returns.`,
      query,
    }),
    chosen: endpoint({
      ...both,
      method: 'POST',
      summary: `Exports the rows with the given keys, in the given order, as the same file. Keys that no row has are skipped. One call takes at most ${MAX_CHOSEN} keys.`,
      body: ChosenRows,
    }),
  }
}

export const exportCalls = ({ all, chosen }: ListExports): Endpoint[] => [all, chosen]
