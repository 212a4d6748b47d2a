/*
 * The audit log. Every change made by a person adds one row, in the same transaction as the change. Each row carries
 * the hash of the row before it, so walking the chain finds every row that was altered, removed or inserted. An owner
 * starts this check from the page, or with `npm run audit:verify` in a shell. Other features write through `change` in
 * `server/store.ts`. Nobody edits or deletes rows, with two exceptions: the data of a person who is erased, and rows
 * past the retention period. A row records each exception. A filtered list counts and pages only up to `MAX_FOUND` rows
 * and says when there are more. A check of the chain adds a row with its result, so the result survives a restart.
 * Readers, owners included, do not see here what staff noted about the reader. This feature also keeps imports, which
 * can be undone for 30 days.
 */
import * as z from 'zod/mini'
import { can } from '#lib/access.ts'
import { Day, EndTimeZone, optional, TimeZone, whole } from '#lib/address.ts'
import { endpoint } from '#lib/endpoint.ts'
import { ExportFormat, exportCalls, exportsOf } from '#lib/export.ts'
import { msg, t } from '#lib/messages.ts'
import { text } from '#lib/text.ts'
import { MAX_IMPORTS, UNDO_DAYS } from './import-rules.ts'
import { FIRST_PAGE_SIZE, PAGE_SIZES, SORTS } from './rules.ts'

declare module '#lib/topics.ts' {
  interface Topics {
    imports: true
  }
}

/** Any value that JSON can hold: what a record was before or after a change. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** One change, named as its endpoint is named: action `addTenCode`, target `ten-codes/<id>`. */
export interface AuditEntry {
  action: string
  target: string
  before?: Json
  after?: Json
}

export const AuditRow = z.object({
  /** The number of the row. Rows are numbered without a gap. */
  seq: z.number(),
  at: z.string(),
  /** Null when the site itself made the change, and when the row is hidden because it is about the reader. */
  actorId: z.nullable(z.string()),
  actorName: z.nullable(z.string()),
  action: z.string(),
  target: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  /** `requestId` and `hash` are empty when the row is hidden from the reader. */
  requestId: z.string(),
  hash: z.string(),
})
export type AuditRow = z.infer<typeof AuditRow>

const AUDIT_FILTERS = {
  /** A Discord ID, `site` for changes by the site itself, or `game:` and a token's id for changes by a game server. */
  actor: optional(
    z.string().check(z.regex(/^(\d{17,20}|site|game:\d{1,9})$/, msg('A Discord ID has 17 to 20 digits.'))),
  ),
  action: optional(text(100)),
  /** One record, such as `roster/8f…`, or all records of a kind, such as `roster`. */
  target: optional(text(300)),
  /** Days of the viewer's calendar, both included. */
  from: optional(Day),
  to: optional(Day),
  tz: TimeZone,
  endTz: EndTimeZone,
  /** Leaves out sign-ins. */
  signIns: optional(z.enum(['hidden'])),
  /** Leaves out the rows of the individual records of an import. The import's own row remains. */
  imports: optional(z.enum(['folded'])),
  /** Lists only the rows of the individual records of one import, by the number of the import's own row. */
  import: whole(1, 99_999_999, undefined, msg('A whole number.')),
  /** The latest rows come first by default. */
  sort: optional(z.enum(SORTS, { error: () => t('One of {names}.', { names: SORTS.join(', ') }) })),
}

const inOrder = z.refine<{ from?: string | undefined; to?: string | undefined }>(
  ({ from, to }) => from === undefined || to === undefined || from <= to,
  { path: ['to'], error: msg('The end is before the start.') },
)

export const AuditFilter = z.strictObject(AUDIT_FILTERS)
export type AuditFilter = z.infer<typeof AuditFilter>

export const AuditQuery = z
  .strictObject({
    ...AUDIT_FILTERS,
    page: whole(1, 99_999_999, 1, msg('A page is a whole number from 1.')),
    pageSize: z.pipe(
      optional(
        z.enum(PAGE_SIZES.map(String), {
          error: () =>
            t('A page has {sizes} or {last} rows.', {
              sizes: PAGE_SIZES.slice(0, -1).join(', '),
              last: PAGE_SIZES.at(-1) ?? '',
            }),
        }),
      ),
      z.transform((value) => (value === undefined ? FIRST_PAGE_SIZE : Number(value))),
    ),
  })
  .check(inOrder)
export type AuditQuery = z.infer<typeof AuditQuery>

/** The most rows of a filtered list that are counted and paged through. */
export const MAX_FOUND = 10_000

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/audit',
  access: can('audit.read'),
  summary:
    'Lists the rows of the audit log that match the filters, one page at a time. The latest rows come first, unless `sort` asks for the oldest.',
  query: AuditQuery,
  reply: z.object({
    rows: z.array(AuditRow),
    total: z.number(),
    /** Whether there are more rows than `total`. A filtered list is counted only up to `MAX_FOUND`. */
    isCapped: z.boolean(),
  }),
  // These fields of `before` and `after` are hidden from the person a record is about, as on the records' own pages.
  hiddenFromSubject: ['internal_reason', 'why', 'deviation_why', 'notes'],
})

export const exportAudit = exportsOf(listAudit, {
  name: 'audit',
  summary: 'the rows of the audit log that match the filters',
  row: AuditRow,
  key: 'seq',
  query: z.strictObject({ ...AUDIT_FILTERS, format: ExportFormat }).check(inOrder),
})

export const listAuditActions = endpoint({
  method: 'GET',
  path: '/api/audit/actions',
  access: can('audit.read'),
  summary: 'Lists the names of all actions that occur in the audit log.',
  reply: z.object({ data: z.array(z.string()) }),
})

export const findAuditActors = endpoint({
  method: 'GET',
  path: '/api/audit/actors',
  access: can('audit.read'),
  summary:
    'Searches the people on the rosters and the people who signed in here by a part of a name or Discord ID. Returns at most 50.',
  query: z.strictObject({ query: optional(text(100)) }),
  reply: z.object({ data: z.array(z.object({ id: z.string(), name: z.string(), other_names: z.array(z.string()) })) }),
})

/** The most people whose names one call returns. */
export const MAX_NAMES = 200
const MANY_IDS = new RegExp(`^\\d{17,20}(,\\d{17,20}){0,${MAX_NAMES - 1}}$`)

export const listAuditPeople = endpoint({
  method: 'GET',
  path: '/api/audit/people',
  access: can('audit.read'),
  summary: `Returns the names of people by Discord ID, as far as they are known. \`ids\` holds at most ${MAX_NAMES} Discord IDs, separated by commas.`,
  query: z.strictObject({
    /** Discord IDs with commas between them. */
    ids: z.string().check(z.regex(MANY_IDS, msg('A Discord ID has 17 to 20 digits.'))),
  }),
  reply: z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) }),
})

/** A finished check of the chain. */
export const ChainCheck = z.object({
  at: z.string(),
  by: z.nullable(z.string()),
  /** The number of intact rows, from the first row that is kept. */
  rows: z.number(),
  /** The number of intact rows from which a person was erased. Other rows of the log record these erasures. */
  erased: z._default(z.number(), 0),
  /** The hash of the last intact row. A copy kept elsewhere also reveals rows that were cut off at the end. */
  head: z.string(),
  /** The first row that differs from what was written, and why. */
  broken: z.nullable(z.object({ seq: z.number(), why: z.string() })),
})
export type ChainCheck = z.infer<typeof ChainCheck>

export const ChainState = z.object({
  /** The progress of a running check. Null when no check is running. */
  running: z.nullable(z.object({ rows: z.number(), total: z.number() })),
  last: z.nullable(ChainCheck),
  /** Whether the latest check could not be finished. */
  hasFailed: z.boolean(),
})
export type ChainState = z.infer<typeof ChainState>

export const findAuditChain = endpoint({
  method: 'GET',
  path: '/api/audit/chain',
  access: can('audit.read'),
  summary: 'Returns the result of the last check of the hash chain, and the progress of a running check.',
  reply: ChainState,
})

export const verifyAuditChain = endpoint({
  method: 'POST',
  path: '/api/audit/chain',
  access: can('audit.read'),
  summary: 'Starts a check of the whole hash chain, unless one is running. Returns without waiting for the result.',
  reply: ChainState,
})

/** What undoing an import does. */
export const Undoing = z.object({
  /** The number of entries that the import added and the undo removes. */
  removes: z.int(),
  /** The number of entries that the import changed or removed and that get their former values back. */
  restores: z.int(),
  /** The number of entries that stay as they are, and the names of the first `MAX_NAMED` of them. */
  stay: z.int(),
  staying: z.array(z.string()),
})
export type Undoing = z.infer<typeof Undoing>

/** A past import. */
export const PastImport = z.object({
  id: z.int(),
  at: z.string(),
  /** Null when the import was made with the command line. */
  by: z.nullable(z.string()),
  /** The name of the file. */
  file: z.nullable(z.string()),
  /**
   * The former names of the changed records, on lists whose imports change few records, such as the people who were
   * joined.
   */
  names: z.array(z.string()),
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  undone: z.nullable(z.object({ at: z.string(), by: z.nullable(z.string()) })),
  /** Whether the reader may undo the import. */
  may_undo: z.boolean(),
})
export type PastImport = z.infer<typeof PastImport>

export const listImports = endpoint({
  method: 'GET',
  path: '/api/imports',
  access: 'staff',
  topic: 'imports',
  summary: `Lists the imports into a list in the last ${UNDO_DAYS} days, latest first, at most ${MAX_IMPORTS}. Returns 403 if the caller may not import into the list.`,
  // The list is named by its topic, such as roster or staff-da.
  query: z.strictObject({ list: text(100) }),
  reply: z.object({ data: z.array(PastImport) }),
})

const OneImport = z.object({
  id: z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/, msg('A whole number.'))), z.transform(Number)),
})

export const findUndoing = endpoint({
  method: 'GET',
  path: '/api/imports/{id}/undo',
  access: 'staff',
  summary: 'Returns the effect of undoing an import now. Returns 403 if the caller may not undo it.',
  params: OneImport,
  reply: Undoing,
})

export const undoImport = endpoint({
  method: 'POST',
  path: '/api/imports/{id}/undo',
  access: 'staff',
  summary: `Undoes an import: removes the entries that it added and restores those that it changed or removed. Entries that were changed since stay as they are, as do entries about the caller if another person made the import. An import can be undone once, within ${UNDO_DAYS} days, by callers who may import into the list; some lists require management.`,
  params: OneImport,
  reply: Undoing,
})

export const endpoints = [
  listAudit,
  ...exportCalls(exportAudit),
  listAuditActions,
  findAuditActors,
  listAuditPeople,
  findAuditChain,
  verifyAuditChain,
  listImports,
  findUndoing,
  undoImport,
]
