import { and, asc, desc, eq } from 'drizzle-orm'
import type { AuditEntry } from '#features/audit/contract.ts'
import { type Audit, asJson, findChange, type HiddenFromSubject, wasEverDone } from '#features/audit/server/store.ts'
import type { Staff } from '#lib/access.ts'
import { dayOf } from '#lib/dates.ts'
import { msg } from '#lib/messages.ts'
import { withValues } from '#lib/sentence.ts'
import { UNDO_LIMIT_MS } from '#lib/undo.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import { lockTable } from '#server/database/locks.ts'
import { alreadyExists, changedMeanwhile, HttpError, invalid, notAllowed, notFound } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import { checkBasis, readSheet, reportOpenColumns, type Sheet, type SheetFile } from '#server/sheet.ts'
import { countRows } from '#server/sheet-import.ts'
import {
  type ChecklistCalls,
  type Checklists,
  checklistIn,
  type Stage,
  type StageChange,
  type StageEntry,
  TrialMod,
  type TrialModDraft,
  type TrialModImport,
} from '../contract.ts'
import {
  type CompletionChanges,
  maySignOff,
  type Part,
  partsOf,
  stageBefore,
  stageOf,
  stageProblem,
  stateFlags,
  unfinishedStages,
  withCompletion,
  withPart,
  withRating,
  withStage,
} from '../rules.ts'
import type { SheetField } from '../sheet-rules.ts'
import {
  type Checklist,
  type CompletionPart,
  type ReviewType,
  STAGE_STATES,
  type StageKey,
  stageTitle,
} from '../stage-rules.ts'
import { planImport, shapeOf } from './import.ts'
import {
  columnsOf,
  currentStages,
  listRecords,
  ofRecord,
  type RecordRow,
  recordOf,
  saveRecord,
  versionOf,
} from './record-store.ts'
import { trialModStages, trialMods } from './tables.ts'

type Details = Omit<TrialModDraft, 'traineeId'>

/** A record that the demo starts with. */
export interface TrialModSeed extends Details {
  traineeId: string
  addedAt: Date
  stages: (Stage & { stage: StageKey; at: Date; actorId: string | null; actorName: string | null })[]
  completion: Partial<Pick<RecordRow, 'status' | 'completedAt' | 'officialInstructor'>>
  reviews: Partial<
    Pick<
      RecordRow,
      | 'instructorReviewName'
      | 'instructorReviewDate'
      | 'instructorReviewRating'
      | 'traineeReviewName'
      | 'traineeReviewDate'
      | 'traineeReviewRating'
    >
  >
}

export interface TrialModStore {
  /** All records, in the order of the page. */
  listTrialMods(): Promise<TrialMod[]>
  /** The people In-Training, oldest first. */
  listTrainees(): Promise<{ id: string; name: string }[]>
  /** Null if this person is not on the checklist. */
  findTrialMod(traineeId: string): Promise<TrialMod | null>
  /** Newest first. */
  listStageHistory(traineeId: string): Promise<StageEntry[]>
  addTrialMod(by: By, draft: TrialModDraft): Promise<TrialMod>
  changeTrialMod(by: By, traineeId: string, version: number, details: Details): Promise<TrialMod>
  removeTrialMod(by: By, traineeId: string): Promise<void>
  changeStage(by: By & { actor: Staff }, traineeId: string, change: StageChange): Promise<TrialMod>
  changeCompletion(by: Completer, traineeId: string, changes: CompletionCall): Promise<TrialMod>
  /** Undoes a recent change to the completion or a review. Only the person who made it may. */
  undoCompletion(by: By, traineeId: string, undone: { part: CompletionPart; version: number }): Promise<TrialMod>
  changeReview(
    by: By,
    traineeId: string,
    review: { type: ReviewType; rating: number | null; reviewedAt?: string | null; version?: number },
  ): Promise<TrialMod>
  /** Imports a spreadsheet, all or nothing. */
  importTrialMods(by: By, file: SheetFile): Promise<TrialModImport>
  /** Reports what an import by this person would do. */
  tryTrialModImport(file: SheetFile, importer: string | null): Promise<TrialModImport>
  /**
   * Inserts the first records. Does so once in the life of the database, and only if nobody was added before. Returns
   * how many it inserted.
   */
  fillTrialMods(by: By, records: () => TrialModSeed[]): Promise<number>
}

/** The person who changes a completion. */
export interface Completer extends By {
  /** Whether they may pass a trainee with unfinished stages. */
  mayPassEarly: boolean
}

export interface CompletionCall extends CompletionChanges {
  version?: number | undefined
  /** Why a trainee passes with unfinished stages. */
  why?: string | null | undefined
}

/** One change to parts of a record. */
interface Write {
  action: string
  parts: readonly Part[]
  version: number | undefined
  /** Stored in the audit log only. */
  why?: string | null | undefined
  work(before: TrialMod, tx: Transaction): TrialMod | Promise<TrialMod>
}

/** Creates the store of one checklist. For refused calls it throws a `HttpError` and writes nothing. */
export function createTrialModStore(
  deps: {
    database: Database
    audit: Audit
    clock: () => Date
    checklists: Checklists
    /** The time zone of "today". Default: the server's. */
    timeZone?: string | undefined
  },
  { name: topic, key }: Pick<ChecklistCalls, 'name' | 'key'>,
): TrialModStore {
  const { audit, clock, timeZone } = deps
  const { db } = deps.database
  const checklist = checklistIn(deps.checklists, key)
  const topics = [topic]
  const targetOf = (traineeId: string) => `${topic}/${traineeId}`

  /**
   * Changes parts of one record. The version that a person read is stale if one of these parts was written since.
   * Without a version, no write is stale.
   */
  function write(by: By, traineeId: string, { action, parts, version, why, work }: Write): Promise<TrialMod> {
    return audit.change(by, async (tx) => {
      const [row] = await tx
        .select()
        .from(trialMods)
        .where(ofRecord(trialMods, key, traineeId))
        .for('update')
      if (row === undefined) throw gone()
      const stageRows = await currentStages(tx, key, traineeId)
      const before = recordOf(row, stageRows, checklist)
      const isStale = parts.some((part) => versionOf(part, row, stageRows) > (version ?? row.version))
      if (isStale || (version ?? 0) > row.version) throw changedMeanwhile(before)
      const after = await work(before, tx)
      if (JSON.stringify(after) === JSON.stringify(before)) return { result: before, entries: [], topics: [] }
      const result = await saveRecord(tx, by, key, { after, parts, version: row.version + 1, at: clock() })
      const noted = why ? { ...result, why } : result
      return {
        result,
        entries: [{ action, target: targetOf(traineeId), before: asJson(before), after: asJson(noted) }],
        topics,
      }
    })
  }

  const shape = shapeOf(checklist)
  const plan = (sheet: Sheet<SheetField>, current: readonly TrialMod[], importer: string | null) =>
    planImport(sheet, current, { checklist, importer, today: dayOf(clock().toISOString(), timeZone), timeZone })

  /** Throws unless this stage may be signed off now, by this person. */
  function checkStage(actor: Staff, before: TrialMod, key: StageKey): void {
    const keys = checklist.stages.map((stage) => stage.key)
    if (!keys.includes(key)) throw invalid({ stage: withValues('One of {names}.', { names: keys.join(', ') }) })
    if (!maySignOff(key, checklist, actor)) {
      throw notAllowed(withValues('You may not sign off {stage}.', { stage: stageTitle(key, checklist) }))
    }
    const first = stageBefore(before, key, checklist)
    if (first === null) return
    throw invalid({ stage: withValues('First comes {stage}.', { stage: stageTitle(first, checklist) }) })
  }

  return {
    listTrialMods: () => listRecords(db, key, checklist),

    listTrainees: () =>
      db
        .select({ id: trialMods.traineeId, name: trialMods.name })
        .from(trialMods)
        .where(and(eq(trialMods.checklist, key), eq(trialMods.status, 'In-Training')))
        .orderBy(asc(trialMods.addedAt), asc(trialMods.traineeId)),

    findTrialMod: async (traineeId) => {
      const [row] = await db
        .select()
        .from(trialMods)
        .where(ofRecord(trialMods, key, traineeId))
      return row === undefined ? null : recordOf(row, await currentStages(db, key, traineeId), checklist)
    },

    listStageHistory: async (traineeId) => {
      const [known] = await db
        .select()
        .from(trialMods)
        .where(ofRecord(trialMods, key, traineeId))
      if (known === undefined) throw gone()
      const rows = await db
        .select()
        .from(trialModStages)
        .where(ofRecord(trialModStages, key, traineeId))
        .orderBy(desc(trialModStages.version))
      return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
    },

    addTrialMod: (by, { traineeId, ...details }) =>
      audit.change(by, async (tx) => {
        const [added] = await tx
          .insert(trialMods)
          .values({ checklist: key, traineeId, ...details, addedAt: clock() })
          .onConflictDoNothing()
          .returning()
        if (added === undefined) {
          const [there] = await tx
            .select()
            .from(trialMods)
            .where(ofRecord(trialMods, key, traineeId))
          const item = there && recordOf(there, await currentStages(tx, key, traineeId), checklist)
          const name = there?.name ?? ''
          const why = withValues('{name} is already on the checklist with this Discord ID.', { name })
          throw alreadyExists({ traineeId: why }, item)
        }
        const result = recordOf(added, [], checklist)
        return {
          result,
          entries: [{ action: 'addTrialMod', target: targetOf(traineeId), after: asJson(result) }],
          topics,
        }
      }),

    changeTrialMod: (by, traineeId, version, { name, ...details }) =>
      write(by, traineeId, {
        action: 'changeTrialMod',
        parts: ['details'],
        version,
        work: (before) => ({ ...before, ...details, trialMod: { name } }),
      }),

    removeTrialMod: (by, traineeId) =>
      audit.change(by, async (tx) => {
        const stageRows = await currentStages(tx, key, traineeId)
        const [removed] = await tx
          .delete(trialMods)
          .where(ofRecord(trialMods, key, traineeId))
          .returning()
        if (removed === undefined) throw gone()
        const before = asJson(recordOf(removed, stageRows, checklist))
        return {
          result: undefined,
          entries: [{ action: 'removeTrialMod', target: targetOf(traineeId), before }],
          topics,
        }
      }),

    changeStage: (by, traineeId, { stage: key, version, ...change }) =>
      write(by, traineeId, {
        action: 'changeStage',
        parts: [key],
        version,
        work: (before) => {
          const after = withStage(before, key, stageAfter(stageOf(before, key), change))
          checkStage(by.actor, before, key)
          return after
        },
      }),

    changeCompletion: ({ mayPassEarly, ...by }, traineeId, { version, why, ...changes }) =>
      write(by, traineeId, {
        action: 'changeCompletion',
        parts: partsOf(changes),
        version,
        why,
        work: (before) => {
          if (changes.status === 'Passed') checkPass(before, checklist, mayPassEarly, why)
          return withCompletion(before, changes, clock().toISOString())
        },
      }),

    undoCompletion: (by, traineeId, { part, version }) =>
      write(by, traineeId, {
        action: 'undoCompletion',
        parts: [part],
        version,
        work: async (now, tx) => {
          const change = await findChange(tx, targetOf(traineeId), ['changeCompletion', 'changeReview'], version)
          const was = TrialMod.safeParse(change?.before)
          const isByWriter = change?.actorId === by.actor?.id
          const isRecent = change !== undefined && clock().getTime() - change.at.getTime() <= UNDO_LIMIT_MS
          if (!isByWriter || !isRecent || !was.success) throw tooLate()
          return withPart(now, part, was.data)
        },
      }),

    changeReview: (by, traineeId, { version, ...review }) =>
      write(by, traineeId, {
        action: 'changeReview',
        parts: [`${review.type}Review`],
        version,
        work: (before) => withRating(before, review, clock().toISOString()),
      }),

    importTrialMods: (by, file) =>
      audit.import(by, { list: topic, file: file.name }, async (tx) => {
        await lockTable(tx, trialMods)
        const { report, writes } = plan(
          reportOpenColumns(readSheet(file, shape)),
          await listRecords(tx, key, checklist),
          by.actor?.id ?? null,
        )
        checkBasis(file, report)
        if (!report.ok || writes.length === 0) return { result: report, entries: [], topics: [] }
        const entries: AuditEntry[] = []
        const onWritten = countRows(file, writes.length)
        for (const { before, after, parts } of writes) {
          const { traineeId } = after
          if (before === null) {
            await tx.insert(trialMods).values({ checklist: key, traineeId, ...columnsOf(after), addedAt: clock() })
          }
          const version = before === null ? 1 : before.version + 1
          const saved = await saveRecord(tx, by, key, { after, parts, version, at: clock() })
          entries.push({
            action: before === null ? 'addTrialMod' : 'changeTrialMod',
            target: targetOf(traineeId),
            before: before === null ? null : asJson(before),
            after: asJson(saved),
          })
          onWritten(1)
        }
        const { added, changed, unchanged, missing } = report
        const entry = { action: 'importTrialMods', target: topic, after: { added, changed, unchanged, missing } }
        return { result: report, entries: [...entries, entry], topics, onWritten }
      }),

    tryTrialModImport: async (file, importer) =>
      plan(readSheet(file, shape), await listRecords(db, key, checklist), importer).report,

    fillTrialMods: (by, records) =>
      audit.change(by, async (tx) => {
        if (await wasEverDone(tx, ['fillTrialMods', 'addTrialMod'])) return { result: 0, entries: [], topics: [] }
        const seeds = records()
        if (seeds.length > 0) {
          await tx.insert(trialMods).values(
            seeds.map(({ stages, completion, reviews, ...seed }) => {
              return { checklist: key, ...seed, ...completion, ...reviews }
            }),
          )
        }
        const stages = seeds.flatMap(({ traineeId, stages }) =>
          stages.map((stage) => ({ checklist: key, traineeId, version: 1, ...stage })),
        )
        if (stages.length > 0) await tx.insert(trialModStages).values(stages)
        const entry = { action: 'fillTrialMods', target: topic, after: { count: seeds.length } }
        return { result: seeds.length, entries: [entry], topics }
      }),
  }
}

/** Covers all checklists, also those that the community removed. The id of a record is the trainee's Discord ID. */
export const AUDIT_VISIBILITY_OF_TRIAL_MODS: HiddenFromSubject = {
  isKind: (kind) => /^(trialmods|checklist-.+)$/.test(kind),
  ...{ subject: 'traineeId', fields: ['notes', 'why'] },
  listAbout: (reader, ids) => ids.filter((id) => id === reader),
}

const gone = () => notFound(msg('This person is no longer on the checklist.'))

const tooLate = () =>
  new HttpError(409, 'too_late', msg('It is too late to undo this. Change it again in the checklist.'))

/** Passing requires that all stages are done, or that management gives a reason. */
function checkPass(
  before: TrialMod,
  checklist: Checklist,
  mayPassEarly: boolean,
  why: string | null | undefined,
): void {
  if (before.completion.status === 'Passed' || unfinishedStages(before, checklist).length === 0) return
  const values = { passed: before.passed, total: checklist.stages.length }
  if (!mayPassEarly) {
    throw notAllowed(
      withValues(
        '{passed} of {total} stages are done. Only management can pass somebody with unfinished stages.',
        values,
      ),
    )
  }
  if (!why) {
    const sentence = withValues(
      '{passed} of {total} stages are done. Write why they pass with unfinished stages.',
      values,
    )
    throw invalid({ why: sentence }, sentence)
  }
}

/** The stage after a change: a ticked state clears the others, and fields that are left out stay. */
function stageAfter(before: Stage, { byName, notes, ...states }: Omit<StageChange, 'stage' | 'version'>): Stage {
  const chosen = STAGE_STATES.filter((state) => states[state] === true)
  if (chosen.length > 1) {
    throw invalid(Object.fromEntries(chosen.map((state) => [state, msg('Only one of done, failed and inProgress.')])))
  }
  const saysState = STAGE_STATES.some((state) => states[state] !== undefined)
  const after = {
    ...before,
    ...(saysState ? stateFlags(chosen[0] ?? null) : {}),
    by: byName === undefined ? before.by : byName,
    notes: notes === undefined ? before.notes : notes,
  }
  const problem = stageProblem(after)
  if (problem !== null) throw invalid({ [after.by === null ? 'byName' : 'done']: problem }, problem)
  return after
}
