import { inArray } from 'drizzle-orm'
import type { AuditEntry } from '#features/audit/contract.ts'
import { type Audit, asJson, wasEverDone } from '#features/audit/server/store.ts'
import type { Member } from '#lib/access.ts'
import { t } from '#lib/messages.ts'
import { batches } from '#server/database/batches.ts'
import type { Database, Db } from '#server/database/database.ts'
import { lockTable } from '#server/database/locks.ts'
import type { By } from '#server/http/serve.ts'
import { readSheet, reportOpenColumns, type SheetFile, withSheetTranslator } from '#server/sheet.ts'
import { countRows } from '#server/sheet-import.ts'
import { initialApproval } from '../approval-rules.ts'
import type { DaEntry, DaImport, DaRevision } from '../contract.ts'
import { type ActionKeeping, wasOver } from '../retention-rules.ts'
import type { ActionFields } from '../rules.ts'
import { type ActionType, approvalOf } from '../type-rules.ts'
import { planImport, readActions, SHEET, type SheetAction } from './import.ts'
import { columns, STAFF_RECORD, targetOf, valuesOf } from './record-store.ts'
import { removalTime } from './removal-store.ts'
import { disciplinaryActions, disciplinaryRevisions } from './tables.ts'
import { listRemovedKeys } from './tombstone-store.ts'

/** An action of a community's past: its current version, its earlier versions, and its revocation. */
export interface FirstAction extends ActionFields {
  admin: string
  admin_name: string
  revisions: (Omit<DaRevision, 'version' | 'why' | 'was'> & { why: string; was: ActionFields })[]
  revoked: DaEntry['revoked']
}

export interface ActionImports {
  /** Imports a spreadsheet, all of it or nothing. */
  importActions(by: By & { actor: Member | null }, file: SheetFile): Promise<DaImport>
  /** The result that an import by this person would have. */
  tryActionImport(file: SheetFile, importer: Member | null): Promise<DaImport>
  /**
   * Inserts the first actions, once in the life of the database and only when nobody has logged one. Returns their
   * number.
   */
  fillActions(by: By, actions: () => FirstAction[]): Promise<number>
}

/** Actions that arrive many at once, from a spreadsheet or as the past of the demo. */
export function createActionImports({
  audit,
  clock,
  database: { db },
  actionTypes,
  actionKeeping,
  timeZone,
}: {
  database: Pick<Database, 'db'>
  audit: Audit
  clock: () => Date
  actionTypes: readonly ActionType[]
  actionKeeping: Pick<ActionKeeping, 'staff'>
  timeZone?: string | undefined
}): ActionImports {
  async function keysOf(from: Db, actions: readonly SheetAction[]): Promise<Set<string>> {
    const known = new Set<string>()
    for (const batch of batches(actions)) {
      const keys = batch.map(({ importKey }) => importKey)
      const rows = await from
        .select({ key: disciplinaryActions.importKey })
        .from(disciplinaryActions)
        .where(inArray(disciplinaryActions.importKey, keys))
      for (const { key } of rows) if (key !== null) known.add(key)
      for (const key of await listRemovedKeys(from, keys)) known.add(key)
    }
    return known
  }

  return {
    importActions: (by, file) => {
      const calendar = { now: clock(), timeZone }
      const sheet = readActions(reportOpenColumns(readSheet(file, SHEET)), actionTypes, calendar, by.actor)
      return audit.import(by, { list: 'staff-da', file: file.name }, async (tx) => {
        // When two imports of the same file run at once, the second one finds the actions of the first.
        await lockTable(tx, disciplinaryActions)
        const { report, added } = planImport(sheet, await keysOf(tx, sheet.actions))
        if (!report.ok || added.length === 0) return { result: report, entries: [], topics: [] }
        const entries: AuditEntry[] = []
        const onWritten = countRows(file, added.length)
        for (const batch of batches(added)) {
          const rows = await tx
            .insert(disciplinaryActions)
            .values(
              batch.map((action) => ({
                ...valuesOf({ ...action, ends_at: null, points: 0, points_end_at: null }),
                adminId: action.admin,
                adminName: action.admin_name,
                importKey: action.importKey,
                importerId: by.actor?.id ?? null,
                ...(action.admin === by.actor?.id &&
                  initialApproval(approvalOf(action.type, actionTypes), calendar.now)),
              })),
            )
            .returning(columns)
          entries.push(
            ...rows.map((row) => ({
              action: 'addAction',
              target: targetOf(STAFF_RECORD, row),
              after: asJson(STAFF_RECORD.entryOf(row)),
            })),
          )
          onWritten(batch.length)
        }
        const { added: count, unchanged } = report
        entries.push({ action: 'importActions', target: 'staff-da', after: { added: count, unchanged } })
        return { result: report, entries, topics: ['staff-da'], onWritten }
      })
    },

    tryActionImport: async (file, importer) => {
      const sheet = readSheet(file, SHEET)
      const now = clock()
      const read = readActions(sheet, actionTypes, { now, timeZone }, importer)
      const plan = planImport(read, await keysOf(db, read.actions))
      const days = actionKeeping.staff
      return days === null ? plan.report : tellOutdated(sheet, plan, removalTime(now, days).moment, days)
    },

    fillActions: (by, actions) =>
      audit.change(by, async (tx) => {
        if (await wasEverDone(tx, ['fillActions', 'addAction'])) return { result: 0, entries: [], topics: [] }
        const first = actions()
        for (const batch of batches(first)) {
          const rows = await tx
            .insert(disciplinaryActions)
            .values(batch.map(firstValuesOf))
            .returning({ id: disciplinaryActions.id })
          const revisions = batch.flatMap((action, index) =>
            action.revisions.map((revision, version) => ({
              actionId: rows[index]?.id ?? 0,
              version: version + 1,
              at: new Date(revision.at),
              byId: revision.by,
              byName: revision.by_name,
              why: revision.why,
              ...valuesOf(revision.was),
            })),
          )
          if (revisions.length > 0) await tx.insert(disciplinaryRevisions).values(revisions)
        }
        return {
          result: first.length,
          entries: [{ action: 'fillActions', target: 'staff-da', after: { count: first.length } }],
          topics: ['staff-da'],
        }
      }),
  }
}

/** Adds a notice to a report about actions that the site would soon remove again. */
const tellOutdated = withSheetTranslator(
  (_sheet: Parameters<typeof readActions>[0], plan: ReturnType<typeof planImport>, before: Date, days: number) => {
    const count = plan.added.filter(({ date }) => wasOver({ at: new Date(date) }, before)).length
    if (count === 0) return plan.report
    const notice = t(
      {
        one: '{count} action is older than the {days} days for which actions against staff are kept. The site will soon remove it again.',
        other:
          '{count} actions are older than the {days} days for which actions against staff are kept. The site will soon remove them again.',
      },
      { count, days },
    )
    return { ...plan.report, notices: [...(plan.report.notices ?? []), notice] }
  },
)

function firstValuesOf({ revisions, revoked, ...action }: FirstAction) {
  return {
    ...valuesOf(action),
    adminId: action.admin,
    adminName: action.admin_name,
    version: 1 + revisions.length + (revoked === null ? 0 : 1),
    loggedAt: new Date(action.date),
    revokedAt: revoked && new Date(revoked.at),
    revokedById: revoked?.by,
    revokedByName: revoked?.by_name,
    outcome: revoked?.outcome,
    revokedWhy: revoked?.why,
  }
}
