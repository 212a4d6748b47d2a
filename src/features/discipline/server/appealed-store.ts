import { desc, eq, type SQL } from 'drizzle-orm'
import type { AuditEntry } from '#features/audit/contract.ts'
import { asJson } from '#features/audit/server/store.ts'
import type { Member } from '#lib/access.ts'
import { withValues } from '#lib/sentence.ts'
import type { Topic } from '#lib/topics.ts'
import type { Database, Db, Transaction } from '#server/database/database.ts'
import { invalid, notAllowed } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import { waitingAnew, wasInForce } from '../approval-rules.ts'
import type { DaEntry } from '../contract.ts'
import type { GameKind } from '../game-rules.ts'
import { type ActionType, approvalOf, mayGive, namesOf, typeProblem } from '../type-rules.ts'
import { type ListedOffence, type OffenceBook, readOffences } from './offence-store.ts'
import { playerColumns, playerEntryOf, playerTargetOf } from './player-store.ts'
import {
  type ActionRow,
  columns,
  entryOf,
  fieldsOf,
  gone,
  lockAction,
  replaceAction,
  targetOf,
  valuesOf,
} from './record-store.ts'
import { disciplinaryActions, disciplinaryRevisions, playerActions } from './tables.ts'

type Family = 'staff' | 'players'

/** What an appeal needs to know of an action. */
export interface ActionInAppeal {
  family: Family
  id: number
  date: Date
  user: { id: string; name: string }
  /** `isPerson`: a Discord account, not the game server or a name in a file. */
  issuer: { id: string; name: string; isPerson: boolean }
  approver: string | null
  type: string
  reason: string | null
  endsAt: Date | null
  points: number
  isRevoked: boolean
  /** The person may know of it: not a note between staff. */
  isShown: boolean
  /** What it was given for, each as the catalogue said it then. */
  offences: { name: string; text: string; appeal: ListedOffence['appeal'] }[]
  /** The id of a ban that txAdmin holds: nothing tells it from outside that it is lifted. */
  txadminBan: string | null
}

/** What becomes less of an action. */
interface Reduced {
  type?: string | undefined
  ends_at?: string | undefined
  points?: number | undefined
}

type Written = { entries: AuditEntry[]; topics: readonly Topic[] }
/** Who decided. */
type Author = By & { actor: Member }

export interface ActionsInAppeals {
  find(db: Db, family: Family, id: number): Promise<ActionInAppeal | null>
  /** The newest of each family that a person may see of themselves. */
  listOf(userId: string): Promise<ActionInAppeal[]>
  /** Within another feature's change; whoever gave the action may be who decided. */
  revoke(tx: Transaction, by: Author, action: { family: Family; id: number }, why: string): Promise<Written>
  reduce(
    tx: Transaction,
    by: Author,
    action: { family: Family; id: number },
    less: Reduced,
    why: string,
  ): Promise<Written>
}

const MAX_READ = 200
const DISCORD_ID = /^\d{17,20}$/

/** The actions as appeals read and change them. */
export function createActionsInAppeals(deps: {
  database: Database
  clock: () => Date
  actionTypes: readonly ActionType[]
  playerTypes: readonly ActionType[]
  gameTypes: Record<GameKind, string>
  offenceBook: Pick<OffenceBook, 'findVersions'>
}): ActionsInAppeals {
  const { db } = deps.database
  const bans = [deps.gameTypes.ban, deps.gameTypes.permanent_ban]
  const typesOf = (family: Family) => (family === 'staff' ? deps.actionTypes : deps.playerTypes)

  const betweenStaff = namesOf(deps.actionTypes.filter(({ isBetweenStaff }) => isBetweenStaff))

  const staffActions = async (on: Db, where: SQL) => {
    const { date, id } = disciplinaryActions
    const rows = await on
      .select(columns)
      .from(disciplinaryActions)
      .where(where)
      .orderBy(desc(date), desc(id))
      .limit(MAX_READ)
    const given = await readOffences(on, deps.offenceBook, rows)
    return rows.map((row) => {
      const isShown = wasInForce(row) && (!betweenStaff.includes(row.type) || row.externalReason !== null)
      const offences = given.filter(({ actionId }) => actionId === row.id)
      return { ...actionOf('staff', row), isShown, offences, txadminBan: null }
    })
  }
  const playersActions = async (on: Db, where: SQL) => {
    const { date, id } = playerActions
    const rows = await on
      .select(playerColumns)
      .from(playerActions)
      .where(where)
      .orderBy(desc(date), desc(id))
      .limit(MAX_READ)
    return rows.map((row) => {
      const txadminBan = row.source === 'txadmin' && bans.includes(row.type) ? row.nativeId : null
      return { ...actionOf('players', row), isShown: row.externalReason !== null, offences: [], txadminBan }
    })
  }

  return {
    find: async (on, family, id) => {
      const [action] =
        family === 'staff'
          ? await staffActions(on, eq(disciplinaryActions.id, id))
          : await playersActions(on, eq(playerActions.id, id))
      return action ?? null
    },

    listOf: async (userId) => {
      const staff = await staffActions(db, eq(disciplinaryActions.userId, userId))
      const players = await playersActions(db, eq(playerActions.userId, userId))
      return [...staff, ...players]
        .filter(({ isShown }) => isShown)
        .toSorted((a, b) => b.date.getTime() - a.date.getTime())
    },

    revoke: async (tx, by, { family, id }, why) => {
      const record = RECORDS[family]
      const before = await record.lock(tx, id)
      if (before.revokedAt !== null) return { entries: [], topics: [] }
      const revocation = {
        revokedAt: deps.clock(),
        revokedById: by.actor.id,
        revokedByName: by.actor.name.toWellFormed(),
        outcome: 'expunged' as const,
        revokedWhy: why,
      }
      return record.write(tx, before, 'revokeAction', revocation)
    },

    reduce: async (tx, by, { family, id }, less, why) => {
      const record = RECORDS[family]
      const before = await record.lock(tx, id)
      if (before.revokedAt !== null) return { entries: [], topics: [] }
      const problem = less.type === undefined ? null : typeProblem(less.type, typesOf(family), before.type)
      if (problem !== null) throw invalid({ type: problem })
      const was = fieldsOf(before)
      const isAnother = family === 'staff' && less.type !== undefined && less.type !== was.type
      if (isAnother && !mayGive(less.type ?? '', deps.actionTypes, by.actor))
        throw notAllowed(withValues('You may not give this type: {type}.', { type: less.type ?? '' }))
      if (family === 'staff') {
        await tx.insert(disciplinaryRevisions).values({
          ...{ actionId: id, version: before.version, at: deps.clock(), why },
          ...{ byId: by.actor.id, byName: by.actor.name.toWellFormed() },
          ...valuesOf(was),
        })
      }
      const { type = was.type, points = was.points, ends_at = was.ends_at } = less
      const { endsAt } = valuesOf({ ...was, ends_at })
      const waits = isAnother ? waitingAnew(before, approvalOf(type, deps.actionTypes), deps.clock()) : {}
      return record.write(tx, before, 'reviseAction', { type, points, endsAt, ...waits }, why)
    },
  }
}

type Changed = Partial<Pick<ActionRow, 'revokedAt' | 'revokedById' | 'revokedByName' | 'outcome' | 'revokedWhy'>> &
  Partial<Pick<ActionRow, 'type' | 'points' | 'endsAt'>> &
  Partial<ReturnType<typeof waitingAnew>>

/** How an action of each family is locked and written. */
const RECORDS = {
  staff: {
    lock: lockAction,
    write: async (tx: Transaction, { id }: { id: number }, action: string, set: Changed, why?: string) => {
      const before = await lockAction(tx, id)
      const after = entryOf(await replaceAction(tx, before, set))
      return writtenOf(action, targetOf(before), entryOf(before), after, 'staff-da', why)
    },
  },
  players: {
    lock: async (tx: Transaction, id: number) => {
      const [row] = await tx.select(playerColumns).from(playerActions).where(eq(playerActions.id, id)).for('update')
      if (row === undefined) throw gone()
      return row
    },
    write: async (tx: Transaction, { id }: { id: number }, action: string, set: Changed, why?: string) => {
      const before = await RECORDS.players.lock(tx, id)
      const [after] = await tx
        .update(playerActions)
        .set({ ...set, version: before.version + 1 })
        .where(eq(playerActions.id, id))
        .returning(playerColumns)
      if (after === undefined) throw gone()
      const target = playerTargetOf(before)
      return writtenOf(action, target, playerEntryOf(before), playerEntryOf(after), 'player-actions', why)
    },
  },
}

function writtenOf(
  action: string,
  target: string,
  before: DaEntry,
  after: DaEntry,
  topic: Topic,
  why: string | undefined,
): Written {
  const said = why === undefined ? after : { ...after, why }
  return { entries: [{ action, target, before: asJson(before), after: asJson(said) }], topics: [topic] }
}

type Row = Pick<
  ActionRow,
  | 'id'
  | 'date'
  | 'userId'
  | 'userName'
  | 'adminId'
  | 'adminName'
  | 'approverId'
  | 'type'
  | 'externalReason'
  | 'endsAt'
  | 'points'
  | 'revokedAt'
>

function actionOf(family: Family, row: Row) {
  return {
    family,
    id: row.id,
    date: row.date,
    user: { id: row.userId, name: row.userName },
    issuer: { id: row.adminId, name: row.adminName, isPerson: DISCORD_ID.test(row.adminId) },
    approver: row.approverId,
    type: row.type,
    reason: row.externalReason,
    endsAt: row.endsAt,
    points: row.points,
    isRevoked: row.revokedAt !== null,
  }
}
