import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Audit, Written } from '#features/audit/server/store.ts'
import { msg } from '#lib/messages.ts'
import { batches } from '#server/database/batches.ts'
import type { Database, Db, Transaction } from '#server/database/database.ts'
import { lockTable } from '#server/database/locks.ts'
import type { By } from '#server/http/serve.ts'
import { type GameKind, gameKindOf, UNNAMED } from '../game-rules.ts'
import {
  type HistoryDecisions,
  mergeDetails,
  type PlayerImport,
  type SourceAction,
  type SourceHistory,
  type SourcePerson,
  type SubjectDetails,
  selectForImport,
} from '../history-rules.ts'
import { accountOf, sourceAdminId } from '../player-rules.ts'
import { type ActionKeeping, wasOver } from '../retention-rules.ts'
import { touchesReading } from '../revision-rules.ts'
import { changedFields, dateProblem } from '../rules.ts'
import { type Named, nameIdentifier, planSubjects, readIdentifiers, type SubjectPlan } from '../subject-rules.ts'
import { PLAYER_RECORD } from './player-store.ts'
import { type ActionAppeals, fieldsOf, lockAction } from './record-store.ts'
import { removalTime } from './removal-store.ts'
import { revokeFromGame } from './revocation-store.ts'
import {
  detailsOf,
  findAccountAndLinked,
  knownSubjects,
  NO_DETAILS,
  type SubjectRow,
  writeSubjects,
} from './subject-store.ts'
import { disciplinaryActions, playerActions, playerRevisions, subjects } from './tables.ts'
import { listRemovedNativeIds } from './tombstone-store.ts'

export interface PlayerImports {
  /** The result that importing this file would have. */
  tryPlayerImport(
    by: By,
    file: ImportedFile,
    history: SourceHistory,
    decisions: HistoryDecisions,
  ): Promise<PlayerImport>
  /**
   * Imports everything, or nothing while a question is open. Importing the same file twice adds nothing. Nobody imports
   * or lifts actions against themselves. The site's own command, which has no actor, may.
   */
  importPlayers(by: By, file: ImportedFile, history: SourceHistory, decisions: HistoryDecisions): Promise<PlayerImport>
}

interface ImportedFile {
  name: string
  sha256: string
}

/** Imports histories of players from files of other programs. */
export function createPlayerImports({
  database: { db },
  audit,
  clock,
  gameTypes,
  actionKeeping,
  actionAppeals,
}: {
  database: Pick<Database, 'db'>
  audit: Audit
  clock: () => Date
  actionAppeals: Pick<ActionAppeals, 'closeOf' | 'onLifted' | 'listLifted'>
  /** The type of each kind of action in game. */
  gameTypes: Record<GameKind, string>
  actionKeeping: Pick<ActionKeeping, 'players'>
}): PlayerImports {
  const planFor = (from: Db, { actor: importer }: By, history: SourceHistory, decisions: HistoryDecisions) =>
    planHistoryImport(
      from,
      { importer, now: clock(), daysKept: actionKeeping.players, ...actionAppeals },
      history,
      decisions,
    )

  return {
    tryPlayerImport: async (by, _file, history, decisions) => (await planFor(db, by, history, decisions)).report,

    importPlayers: (by, { name, sha256 }, history, decisions) => {
      const { source } = history
      return audit.import(
        by,
        { list: 'player-actions', file: name, origin: { source, sha256 } },
        async (tx, importId) => {
          // Meanwhile, no event of the game and no other import is written.
          await lockTable(tx, subjects)
          await lockTable(tx, playerActions)
          const plan = await planFor(tx, by, history, decisions)
          const { report } = plan
          if (report.questions.length > 0 || report.new + report.changed === 0) {
            return { result: report, entries: [], topics: [] }
          }
          const whoOf = await writePeople(tx, plan, source, importId)
          await writeActions(tx, plan, whoOf, { source, importId, importerId: by.actor?.id ?? null, gameTypes })
          const written = await writeRevocations(tx, plan.revoked, source, clock(), actionAppeals)
          await writeRead(tx, plan.read)
          const { people, actions, unreadable } = report
          const after = {
            import: importId,
            ...{ source, file: name, sha256 },
            people_new: people.new,
            people_changed: people.changed,
            actions_new: actions.new,
            actions_changed: actions.changed,
            unreadable: unreadable.length,
          }
          const entry = { action: 'importPlayers', target: 'player-actions', after }
          return {
            result: report,
            entries: [entry, ...written.flatMap(({ entries }) => entries)],
            topics: [...new Set(['player-actions', 'subjects', ...written.flatMap(({ topics }) => topics)] as const)],
          }
        },
      )
    },
  }
}

interface Plan {
  report: PlayerImport
  subjects: SubjectPlan
  rows: ReadonlyMap<string, SubjectRow>
  /** What is known of each target after the import. */
  detailsByTarget: ReadonlyMap<SubjectPlan['targets'][number], SubjectDetails>
  /** New actions, each with its target. */
  added: { action: SourceAction; target: SubjectPlan['targets'][number] }[]
  revoked: { id: number; revoked: NonNullable<SourceAction['revoked']> }[]
  /** The ids of the actions that were read since. */
  read: number[]
}

async function planHistoryImport(
  from: Db,
  site: Pick<ActionAppeals, 'listLifted'> & { importer: By['actor']; now: Date; daysKept: number | null },
  history: SourceHistory,
  decisions: HistoryDecisions,
): Promise<Plan> {
  const { importer } = site
  const matched = await matchPeople(from, history, decisions, site.now)
  const { people, all, plan, rows, unreadable } = matched
  const known = await findKnownActions(
    from,
    history.source,
    all.map(({ nativeId }) => nativeId),
  )

  const importerIds = importer === null ? null : await findLinkedIds(from, importer.id, plan)
  const own = all.flatMap(({ nativeId }, index) => {
    const target = plan.of[people.length + index] ?? null
    const about = [known.get(nativeId)?.userId ?? null, ...(target === null ? [] : idsOf(target))]
    return importerIds !== null && about.some((id) => importerIds.has(id)) ? [nativeId] : []
  })
  if (own.length > 0) {
    // Plan again without these actions, so that nothing they contain about people is kept either.
    const left = {
      ...history,
      actions: history.actions.filter(({ nativeId }) => !own.includes(nativeId)),
      unreadable: [...history.unreadable, ...own.map((id) => ({ id, message: ABOUT_YOU }))],
    }
    return planHistoryImport(from, site, left, decisions)
  }

  const { detailsByTarget, ofPeople } = planPeople(matched)
  const { ofActions, ...written } = await planActions(from, site, matched, known)
  const targets = new Set(plan.of.flatMap((target) => target ?? []))
  const matchedBy = (by: string) => [...targets].filter((target) => target.by === by).length
  return {
    report: {
      source: history.source,
      version: history.version,
      new: ofPeople.new + ofActions.new,
      same: ofPeople.same + ofActions.same,
      changed: ofPeople.changed + ofActions.changed,
      unreadable,
      people: ofPeople,
      actions: ofActions,
      questions: plan.questions.map(({ identifier, accounts, records: indexes }) => ({
        identifier,
        names: [...new Set(indexes.flatMap((index) => [...people, ...all][index]?.name ?? []))].slice(0, 5),
        accounts: accounts.map((id) => ({ id, name: rows.get(id)?.name ?? null })),
      })),
      outdated: outdatedOf(written.added, site),
      matched: {
        byId: matchedBy('id'),
        byLicence: matchedBy('licence'),
        byName: matchedBy('name'),
        none: matchedBy('none'),
      },
    },
    subjects: plan,
    ...{ rows, detailsByTarget, ...written },
  }
}

type Matched = Awaited<ReturnType<typeof matchPeople>>

/** Finds the people and actions of a file that can be imported, and matches them to people who are known here. */
async function matchPeople(from: Db, history: SourceHistory, decisions: HistoryDecisions, now: Date) {
  const { source } = history
  const selected = selectForImport(history, decisions.olderThan)
  const unreadable = [...history.unreadable]
  const actions = new Map<string, SourceAction>()
  for (const action of selected.actions) {
    const problem = problemOf(action, now)
    if (problem !== null) unreadable.push({ id: action.nativeId, message: problem })
    else if (!actions.has(action.nativeId)) actions.set(action.nativeId, action)
  }
  // Actions that were removed for their age are not imported again.
  const removed = await listRemovedNativeIds(from, source, [...actions.keys()])
  const ofRemoved = new Set([...removed].flatMap((id) => namesIn(source, actions.get(id))))
  for (const id of removed) actions.delete(id)
  const all = [...actions.values()]
  const named = selected.people.filter(({ identifiers, name }) => identifiers.length > 0 || name !== null)
  const rows = await knownSubjects(
    from,
    [...named, ...all].map((each) => namedBy(source, each)),
  )
  // Nor are people of whom the file has only such actions.
  const ofOthers = new Set([
    ...all.flatMap((action) => namesIn(source, action)),
    ...[...rows.values()].flatMap(({ id, identifiers }) => [id, ...identifiers]),
  ])
  const people = named.filter((person) => {
    const names = namesIn(source, person)
    return !names.some((name) => ofRemoved.has(name)) || names.some((name) => ofOthers.has(name))
  })
  const records = [...people, ...all].map((each) => namedBy(source, each))
  const plan = planSubjects({
    records,
    known: [...rows.values()],
    answers: decisions.accounts,
    namesakes: await findNamesakes(from, records, source),
  })
  /** Records that were removed here for their age. They count as the same. */
  const leftOut = { people: named.length - people.length, actions: removed.size }
  return { source, people, all, plan, rows, unreadable, leftOut }
}

/** Finds what is known of each target after the import, and counts the people. */
function planPeople({ people, all, plan, rows, leftOut }: Matched) {
  const targetAt = (index: number) => plan.of[index] ?? null
  const detailsByTarget = new Map<SubjectPlan['targets'][number], SubjectDetails>()
  for (const target of plan.targets) {
    const before = target.was.flatMap((id) => rows.get(id) ?? [])
    const [first, ...others] = before.map(detailsOf)
    if (first !== undefined) detailsByTarget.set(target, others.reduce(mergeDetails, first))
  }
  const before = new Map(detailsByTarget)
  people.forEach((person, index) => {
    const target = targetAt(index)
    if (target === null) return
    const known = detailsByTarget.get(target)
    const read = detailsIn(person)
    detailsByTarget.set(target, known === undefined ? read : mergeDetails(known, read))
  })
  all.forEach(({ name: maybeName }, index) => {
    const target = targetAt(people.length + index)
    const name = maybeName ?? ''
    if (target === null) return
    const known = detailsByTarget.get(target)
    if (known === undefined) detailsByTarget.set(target, { ...NO_DETAILS, name })
    else if (known.name === '' && name !== '') detailsByTarget.set(target, { ...known, name })
  })

  const ofPeople = { new: 0, same: leftOut.people, changed: 0 }
  people.forEach((_person, index) => {
    const target = targetAt(index)
    if (target === null || target.was.length === 0) ofPeople.new += 1
    else if (isChanged(target, rows, before.get(target), detailsByTarget.get(target))) ofPeople.changed += 1
    else ofPeople.same += 1
  })
  return { detailsByTarget, ofPeople }
}

/** Finds what the import adds and changes, and counts the actions. */
async function planActions(
  from: Db,
  site: Pick<ActionAppeals, 'listLifted'>,
  { source, people, all, plan, leftOut }: Matched,
  known: Awaited<ReturnType<typeof findKnownActions>>,
) {
  const ofActions = { new: 0, same: leftOut.actions, changed: 0 }
  const added: Plan['added'] = []
  const revoked: Plan['revoked'] = []
  const read: Plan['read'] = []
  const lifted = await site.listLifted(
    from,
    all.flatMap((action) => (action.revoked === null ? [] : (known.get(action.nativeId)?.id ?? []))),
  )
  const reworded = await listReworded(from, [...known.values()])
  all.forEach((action, index) => {
    const found = known.get(action.nativeId)
    const target = plan.of[people.length + index] ?? null
    if (found === undefined) {
      ofActions.new += 1
      if (target !== null) added.push({ action, target })
      return
    }
    const isRevoked = action.revoked !== null && found.id !== null && !found.isRevoked && !lifted.includes(found.id)
    const isOpen = found.id !== null && !found.isRead && !reworded.has(found.id)
    const isReadSince = isRead(action, source) && isOpen
    ofActions[isRevoked || isReadSince ? 'changed' : 'same'] += 1
    if (action.revoked !== null && found.id !== null && isRevoked)
      revoked.push({ id: found.id, revoked: action.revoked })
    if (found.id !== null && isReadSince) read.push(found.id)
  })
  return { ofActions, added, revoked, read }
}

/**
 * How many of the new actions would be removed again because they have been over for too long. Null when none would.
 */
function outdatedOf(added: Plan['added'], { now, daysKept }: { now: Date; daysKept: number | null }) {
  if (daysKept === null) return null
  const { moment } = removalTime(now, daysKept)
  const { length } = added.filter(({ action: { at, kind, expiresAt, revoked } }) => {
    const revokedAt = revoked && (dateOf(revoked.at) ?? new Date(0))
    return wasOver({ at: new Date(at), isBan: kind === 'ban', endsAt: dateOf(expiresAt), revokedAt }, moment)
  })
  return length === 0 ? null : { actions: length, days: daysKept }
}

const ABOUT_YOU = msg(
  'This action is about you, or an account with your license or name. Let another owner import it, or use the command on the server.',
)

const idsOf = ({ id, was, otherAccounts }: SubjectPlan['targets'][number]) => [id, ...was, ...otherAccounts]

/** Like `findAccountAndLinked`, including the accounts that the file and its answers link. */
async function findLinkedIds(from: Db, account: string, { targets }: SubjectPlan): Promise<Set<string | null>> {
  const known = await findAccountAndLinked(from, account)
  const linked = targets.map(idsOf).filter((ids) => ids.some((id) => id !== null && known.has(id)))
  return new Set([...known, ...linked.flat()])
}

/** Why an action cannot be imported. Null when it can. */
function problemOf({ at, nativeId, identifiers, name }: SourceAction, now: Date) {
  const date = new Date(at)
  if (nativeId === '') return msg('An action without an id.')
  if (Number.isNaN(date.getTime())) return msg('This date is too far in the past.')
  const { identifiers: readable, accounts } = readIdentifiers(identifiers)
  if (readable.length + accounts.length === 0 && name === null) return msg('Nobody is named.')
  return dateProblem(date, now)
}

function namedBy(source: string, { identifiers, name }: Pick<SourceAction, 'identifiers' | 'name'>): Named {
  const read = readIdentifiers(identifiers)
  if (read.identifiers.length + read.accounts.length > 0) return read
  return { accounts: [], identifiers: [nameIdentifier(source, name ?? '')] }
}

/** The accounts and identifiers by which a file names a person. */
function namesIn(source: string, each: Pick<SourceAction, 'identifiers' | 'name'> | undefined): string[] {
  if (each === undefined) return []
  const { accounts, identifiers } = namedBy(source, each)
  return [...accounts, ...identifiers]
}

/** The accounts of people here with the same name as somebody of whom the file has only a name. */
async function findNamesakes(from: Db, records: readonly Named[], source: string) {
  const found = new Map<string, string[]>()
  const names = new Set(records.flatMap(({ identifiers }) => identifiers.filter((each) => each.startsWith('name:'))))
  for (const batch of batches([...names])) {
    const lowerNames = batch.map((each) => each.slice(nameIdentifier(source, '').length))
    const rows = await from
      .select({ id: subjects.id, name: subjects.name })
      .from(subjects)
      .where(inArray(sql`lower(${subjects.name})`, lowerNames))
    for (const { id, name } of rows) {
      if (accountOf(id) === null) continue
      const key = nameIdentifier(source, name)
      found.set(key, [...(found.get(key) ?? []), id])
    }
  }
  return found
}

/** The actions that exist already. An id of null means an action of the Staff DA Database. */
async function findKnownActions(from: Db, source: SourceHistory['source'], ids: readonly string[]) {
  const known = new Map<string, { id: number | null; userId: string | null; isRevoked: boolean; isRead: boolean }>()
  for (const batch of batches(ids)) {
    const { id, nativeId, userId, revokedAt, acknowledgedAt } = playerActions
    const rows = await from
      .select({ id, nativeId, userId, revokedAt, acknowledgedAt })
      .from(playerActions)
      .where(and(eq(playerActions.source, source), sql`${nativeId} = any(${sql.param(batch)})`))
    for (const row of rows) {
      const is = { isRevoked: row.revokedAt !== null, isRead: row.acknowledgedAt !== null }
      known.set(row.nativeId, { id: row.id, userId: row.userId, ...is })
    }
    if (source !== 'txadmin') continue
    const { gameEvent } = disciplinaryActions
    const ofStaff = await from
      .select({ gameEvent })
      .from(disciplinaryActions)
      .where(sql`${gameEvent} = any(${sql.param(batch)})`)
    for (const row of ofStaff)
      if (row.gameEvent !== null) known.set(row.gameEvent, { id: null, userId: null, isRevoked: true, isRead: true })
  }
  return known
}

/**
 * Those of these actions that once read differently than now. The text that was confirmed in the game may be the old
 * one.
 */
async function listReworded(
  from: Db,
  actions: readonly { id: number | null; isRead: boolean }[],
): Promise<Set<number>> {
  const found = new Set<number>()
  for (const batch of batches(actions.flatMap(({ id, isRead }) => (id === null || isRead ? [] : id)))) {
    const rows = await from
      .select({ was: playerRevisions, is: playerActions })
      .from(playerRevisions)
      .innerJoin(playerActions, eq(playerActions.id, playerRevisions.actionId))
      .where(inArray(playerActions.id, batch))
    for (const { was, is } of rows) if (touchesReading(changedFields(fieldsOf(was), fieldsOf(is)))) found.add(is.id)
  }
  return found
}

const dateOf = (text: string | null) => (text === null || Number.isNaN(Date.parse(text)) ? null : new Date(text))
/** PostgreSQL cannot store this character. */
const storableText = (text: string) => text.replaceAll('\u0000', '').toWellFormed()

function detailsIn({ name, playMinutes, firstSeen, lastSeen, note }: SourcePerson): SubjectDetails {
  return {
    name: storableText(name ?? '').slice(0, 200),
    playMinutes: playMinutes === null ? null : Math.min(Math.max(0, Math.round(playMinutes)), 2_147_483_647),
    firstSeen: dateOf(firstSeen),
    lastSeen: dateOf(lastSeen),
    note: note === null ? null : storableText(note.text),
    noteBy: note?.by == null ? null : storableText(note.by),
    noteAt: dateOf(note?.at ?? null),
  }
}

function isChanged(
  { id, was, identifiers, otherAccounts }: SubjectPlan['targets'][number],
  rows: ReadonlyMap<string, SubjectRow>,
  before: SubjectDetails | undefined,
  after: SubjectDetails | undefined,
): boolean {
  const row = rows.get(was[0] ?? '')
  return (
    was.length !== 1 ||
    was[0] !== id ||
    JSON.stringify([row?.identifiers, row?.otherAccounts, before]) !==
      JSON.stringify([identifiers, otherAccounts, after])
  )
}

/** Writes the new and changed people, and returns the id of each target. */
async function writePeople(
  tx: Transaction,
  { subjects: { targets }, rows, detailsByTarget }: Plan,
  source: SourceHistory['source'],
  importId: number,
) {
  const changed = targets.filter((target) => {
    const before = target.was.flatMap((id) => rows.get(id) ?? []).map(detailsOf)
    return isChanged(target, rows, before[0], detailsByTarget.get(target) ?? before[0])
  })
  return writeSubjects(
    tx,
    changed.map((target) => {
      const row = rows.get(target.was[0] ?? '')
      const { name, ...more } = detailsByTarget.get(target) ?? NO_DETAILS
      return {
        target,
        row: {
          ...more,
          name: name === '' ? UNNAMED : name,
          source: row?.source ?? source,
          importId: row === undefined ? importId : row.importId,
        },
      }
    }),
  )
}

async function writeActions(
  tx: Transaction,
  { added, detailsByTarget }: Plan,
  whoOf: (target: SubjectPlan['targets'][number]) => string,
  {
    source,
    importId,
    importerId,
    gameTypes,
  }: {
    source: SourceHistory['source']
    importId: number
    importerId: string | null
    gameTypes: Record<GameKind, string>
  },
): Promise<void> {
  for (const batch of batches(added)) {
    await tx.insert(playerActions).values(
      batch.map(({ action, target }) => {
        const { reason, author, revoked } = action
        const name = storableText(action.name ?? '') || detailsByTarget.get(target)?.name || UNNAMED
        return {
          date: new Date(action.at),
          userId: whoOf(target),
          userName: name.slice(0, 200),
          adminId: author.discordId ?? sourceAdminId(source, storableText(author.name)),
          adminName: storableText(author.name).slice(0, 200),
          type: gameTypes[gameKindOf(action)],
          internalReason: storableText(reason),
          externalReason: isForStaff(source, action) ? null : storableText(reason),
          ...{ source, importId, importerId },
          nativeId: action.nativeId,
          endsAt: dateOf(action.expiresAt),
          // The files do not say when it was read. `isConfirmedInGame` recognises this by the date of the action.
          acknowledgedAt: isRead(action, source) ? new Date(action.at) : null,
          ...(revoked === null ? {} : revocationOf(source, revoked)),
        }
      }),
    )
  }
}

/** Whether the file says that the person read the action. Only txAdmin asks for that, and only for warnings. */
const isRead = ({ kind, isAcknowledged }: SourceAction, source: SourceHistory['source']) =>
  source === 'txadmin' && kind === 'warn' && isAcknowledged

/** Whether the person was not told: notes, and every case of Zeppelin, where moderators write to each other. */
const isForStaff = (source: SourceHistory['source'], { kind }: SourceAction) => kind === 'note' || source === 'zeppelin'

function revocationOf(source: SourceHistory['source'], { at, by, reason }: NonNullable<SourceAction['revoked']>) {
  const name = storableText(by ?? source)
  return {
    revokedAt: dateOf(at) ?? new Date(0),
    revokedById: sourceAdminId(source, name),
    revokedByName: name,
    outcome: 'expunged' as const,
    revokedWhy: storableText(reason ?? ''),
  }
}

/** Takes back the existing actions that were revoked since. */
async function writeRevocations(
  tx: Transaction,
  all: Plan['revoked'],
  source: SourceHistory['source'],
  now: Date,
  actionAppeals: Pick<ActionAppeals, 'closeOf' | 'onLifted'>,
): Promise<Written[]> {
  const written: Written[] = []
  for (const { id, revoked } of all) {
    const row = await lockAction(tx, PLAYER_RECORD, id)
    written.push(await revokeFromGame(tx, row, revocationOf(source, revoked), now, actionAppeals))
  }
  return written
}

/** Marks existing actions as read. */
async function writeRead(tx: Transaction, ids: readonly number[]): Promise<void> {
  for (const batch of batches(ids)) {
    await tx.update(playerActions).set({ acknowledgedAt: playerActions.date }).where(inArray(playerActions.id, batch))
  }
}
