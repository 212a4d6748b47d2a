import { desc, eq, inArray } from 'drizzle-orm'
import { asJson, NOTHING_WRITTEN, type Written } from '#features/audit/server/store.ts'
import type { Member } from '#lib/access.ts'
import { withValues } from '#lib/sentence.ts'
import type { Database, Db, Transaction } from '#server/database/database.ts'
import { invalid, notAllowed } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import { approvalAfterRevision, wasInForce } from '../approval-rules.ts'
import type { DaEntry } from '../contract.ts'
import { type GameKind, isBan } from '../game-rules.ts'
import { type ActionType, approvalOf, lighterTypes, mayGive, namesOf, typeProblem } from '../type-rules.ts'
import { issuerOf } from './issuer-store.ts'
import { type FindRules, type ListedOffence, type OffenceBook, readOffences } from './offence-store.ts'
import { PLAYER_RECORD } from './player-store.ts'
import {
  type ActionRecord,
  type ActionRow,
  fieldsOf,
  lockAction,
  replaceAction,
  STAFF_RECORD,
  saveRevision,
  targetOf,
  txadminBanOf,
  valuesOf,
} from './record-store.ts'
import { linkedAccounts } from './subject-store.ts'
import type { RulePassage } from './tables.ts'

type Family = 'staff' | 'players'

/** An offence as the catalogue describes it. */
interface DescribedOffence {
  name: string
  text: string
  /**
   * The address of the rule, and its text. `passage` is null when the rule is not one of this site or its text was not
   * kept.
   */
  rule: { href: string; passage: RulePassage | null } | null
}

/** An offence that may have a link to its rule. */
type Linking = Pick<ListedOffence, 'name' | 'text'> & { rule?: string | null | undefined }

/**
 * An offence of an action, as the catalogue and the rules described it when the action was logged. `today` is how they
 * read now. For a retired offence, `today` has the old description with the current text of its rule.
 */
type OffenceInAppeal = DescribedOffence & {
  appeal: ListedOffence['appeal']
  today: DescribedOffence & { isRetired?: true }
}

/** The fields of an action that an appeal needs. */
export interface ActionInAppeal {
  family: Family
  id: number
  version: number
  date: Date
  user: { id: string; name: string }
  /** `isPerson`: a Discord account, not the game server, a name in a file or a person who was erased. */
  issuer: { id: string; name: string; isPerson: boolean }
  /** When the issuer is only a name: the accounts that gave other actions under this name. */
  namesakes: readonly string[]
  /** Accounts that may belong to the person whom the action is about. */
  linked: readonly string[]
  /** The people who added evidence of the action, and when. */
  evidence: readonly { by: string; at: Date }[]
  /** The person who imported the action with a file. */
  importer: string | null
  approver: string | null
  /** Who revised the action and when, and who had approved the version before. */
  revisions: { by: string; at: Date; approver: string | null }[]
  type: string
  reason: string | null
  endsAt: Date | null
  points: number
  isRevoked: boolean
  /** True when the person may know of the action. A note between staff is hidden from them. */
  isShown: boolean
  /**
   * The txAdmin id of a ban, even when the action is no longer a ban here. txAdmin cannot be told from outside that a
   * ban is lifted.
   */
  txadminBan: string | null
  /** When the ban ends in its game, which does not learn of revisions. Null when it does not end. */
  endsInGame: Date | null
}

/** The fields of an action that become less. */
interface Reduced {
  type?: string | undefined
  ends_at?: string | undefined
  points?: number | undefined
}

/** The person who decided. */
type Author = By & { actor: Member }

export interface ActionsInAppeals {
  find(db: Db, family: Family, id: number): Promise<ActionInAppeal | null>
  /** The existing ones of several actions of one family. */
  findAll(db: Db, family: Family, ids: readonly number[]): Promise<ActionInAppeal[]>
  /** Finds an action and locks it, so that nobody else writes it meanwhile. */
  lock(tx: Transaction, family: Family, id: number): Promise<ActionInAppeal | null>
  /**
   * The newest actions of each family that a person may see about themselves. `terms`: what each offence says about
   * appeals.
   */
  listOf(userId: string): Promise<(ActionInAppeal & { terms: ListedOffence['appeal'][] })[]>
  /** The offences of an action. */
  listOffences(db: Db, action: { family: Family; id: number }): Promise<OffenceInAppeal[]>
  /** Part of the transaction of another feature. The issuer may be the person who decided. */
  revoke(tx: Transaction, by: Author, action: { family: Family; id: number }, why: string): Promise<Written>
  reduce(
    tx: Transaction,
    by: Author,
    action: { family: Family; id: number },
    less: Reduced,
    why: string,
  ): Promise<Written>
  /** The types that are lighter than the given one and that the actor may give. */
  lighterTypes(actor: Member, family: Family, type: string): string[]
  /** Whether an action of this type keeps somebody out of the game. */
  isBan(type: string): boolean
}

const MAX_READ = 200

interface AppealedDeps {
  database: Database
  clock: () => Date
  actionTypes: readonly ActionType[]
  playerTypes: readonly ActionType[]
  gameTypes: Record<GameKind, string>
  offenceBook: Pick<OffenceBook, 'findVersions' | 'offences'>
  /** Who added evidence of these actions, and when. Another feature keeps the evidence. */
  listWitnesses(on: Db, family: Family, ids: readonly number[]): Promise<{ action: number; by: string; at: Date }[]>
  findRules: FindRules
}

/** The actions, as appeals read and change them. */
export function createActionsInAppeals(deps: AppealedDeps): ActionsInAppeals {
  const { db } = deps.database
  const families = {
    staff: actionsOf(deps, STAFF_RECORD, deps.actionTypes),
    players: actionsOf(deps, PLAYER_RECORD, deps.playerTypes),
  }
  return {
    find: (on, family, id) => families[family].find(on, id),
    findAll: (on, family, ids) => families[family].findAll(on, ids),
    lock: (tx, family, id) => families[family].find(tx, id, true),
    lighterTypes: (actor, family, type) => families[family].lighterTypes(actor, type),
    isBan: (type) => isBan(type, deps.gameTypes),
    listOf: async (userId) => {
      const listed = [...(await families.staff.listOf(db, userId)), ...(await families.players.listOf(db, userId))]
      return listed.filter(({ isShown }) => isShown).toSorted((a, b) => b.date.getTime() - a.date.getTime())
    },
    listOffences: (on, { family, id }) => families[family].listOffences(on, id),
    revoke: (tx, by, { family, id }, why) => families[family].revoke(tx, by, id, why),
    reduce: (tx, by, { family, id }, less, why) => families[family].reduce(tx, by, id, less, why),
  }
}

/** The actions of one family. */
function actionsOf<R extends ActionRow, E extends DaEntry>(
  deps: AppealedDeps,
  record: ActionRecord<R, E>,
  types: readonly ActionType[],
) {
  const internalTypes = namesOf(types.filter(({ isBetweenStaff }) => isBetweenStaff))
  const { actions, entryOf } = record

  const shown = async (on: Db, rows: readonly R[]) => {
    const revised = await readRevisers(on, record, rows)
    const issuers = await record.issuersOf(on, rows)
    const linked = await linkedAccounts(on, [...new Set(rows.map(({ userId }) => userId))])
    const witnesses = await deps.listWitnesses(
      on,
      record.family,
      rows.map(({ id }) => id),
    )
    return rows.map((row): ActionInAppeal => {
      const isToldOf = row.externalReason !== null || (record.isGivenHere(row) && !internalTypes.includes(row.type))
      const { namesakes, ...issuer } = issuers.get(row.id) ?? issuerOf(row)
      const revisions = revised.filter(({ actionId }) => actionId === row.id)
      return {
        ...actionOf(record.family, row),
        ...{ issuer, namesakes, linked: linked.get(row.userId) ?? [] },
        evidence: witnesses.filter(({ action }) => action === row.id).map(({ by, at }) => ({ by, at })),
        revisions: revisions.map(({ by, at, approver }) => ({ by, at, approver })),
        isShown: wasInForce(row) && isToldOf,
        txadminBan: txadminBanOf(record, row, revisions, deps.gameTypes),
        endsInGame: (revisions[0] ?? row).endsAt,
      }
    })
  }

  async function write(tx: Transaction, action: string, before: R, set: Partial<ActionRow>, why?: string) {
    const after = entryOf(await replaceAction(tx, record, before, set))
    const logged = why === undefined ? after : { ...after, why }
    const entry = { action, target: targetOf(record, before), before: asJson(entryOf(before)), after: asJson(logged) }
    return { entries: [entry], topics: record.topics }
  }

  return {
    find: async (on: Db | Transaction, id: number, isLocked = false) => {
      const row = await record.find(on, id, isLocked)
      const [action] = row === undefined ? [] : await shown(on, [row])
      return action ?? null
    },

    findAll: async (on: Db, ids: readonly number[]) =>
      ids.length === 0 ? [] : shown(on, await record.listRows(on, inArray(actions.id, [...ids]), [], ids.length)),

    lighterTypes: (actor: Member, type: string) =>
      namesOf(lighterTypes(type, types).filter(({ name }) => mayGive(name, types, actor))),

    listOf: async (on: Db, userId: string) => {
      const newest = [desc(actions.date), desc(actions.id)]
      const rows = await record.listRows(on, eq(actions.userId, userId), newest, MAX_READ)
      const offences = await readOffences(on, record, deps.offenceBook, rows)
      return (await shown(on, rows)).map((action) => {
        const terms = offences.flatMap(({ actionId, appeal }) => (actionId === action.id ? [appeal] : []))
        return { ...action, terms }
      })
    },

    listOffences: async (on: Db, id: number): Promise<OffenceInAppeal[]> => {
      const listed = deps.offenceBook.offences.filter(({ family }) => family === record.family)
      const given = (await readOffences(on, record, deps.offenceBook, [{ id }])).map((offence) => {
        return { offence, today: listed.find(({ code }) => code === offence.code) }
      })
      const rules = await deps.findRules(
        on,
        given.map(({ offence, today }) => (today ?? offence).rule).filter((rule) => rule != null),
      )
      const describe = ({ name, text, rule }: Linking, passage: RulePassage | null | undefined): DescribedOffence => {
        return { name, text, rule: rule == null ? null : { href: rule, passage: passage ?? null } }
      }
      const describeNow = (offence: Linking) => describe(offence, rules.get(offence.rule ?? ''))
      return given.map(({ offence, today }) => {
        const now = today === undefined ? { ...describeNow(offence), isRetired: true as const } : describeNow(today)
        return { ...describe(offence, offence.passage), appeal: offence.appeal, today: now }
      })
    },

    revoke: async (tx: Transaction, by: Author, id: number, why: string): Promise<Written> => {
      const before = await lockAction(tx, record, id)
      if (before.revokedAt !== null) return NOTHING_WRITTEN
      return write(tx, 'revokeAction', before, {
        revokedAt: deps.clock(),
        revokedById: by.actor.id,
        revokedByName: by.actor.name.toWellFormed(),
        outcome: 'expunged',
        revokedWhy: why,
      })
    },

    reduce: async (tx: Transaction, by: Author, id: number, less: Reduced, why: string): Promise<Written> => {
      const before = await lockAction(tx, record, id)
      if (before.revokedAt !== null) return NOTHING_WRITTEN
      const problem = less.type === undefined ? null : typeProblem(less.type, types, before.type)
      if (problem !== null) throw invalid({ type: problem })
      const was = fieldsOf(before)
      const { type = was.type, points = was.points, ends_at = was.ends_at } = less
      const isTypeChanged = type !== was.type
      if (isTypeChanged && !mayGive(type, types, by.actor))
        throw notAllowed(withValues('You may not give this type: {type}.', { type }))
      const author = { byId: by.actor.id, byName: by.actor.name.toWellFormed() }
      await saveRevision(tx, record, before, { at: deps.clock(), ...author, why })
      // The action becomes less than what the person read, and the decision is sent to them. They need not confirm
      // reading again.
      const { endsAt } = valuesOf({ ...was, ends_at })
      const newApproval = isTypeChanged
        ? approvalAfterRevision(before, approvalOf(type, types), { isEscalated: false }, deps.clock())
        : {}
      return write(tx, 'reviseAction', before, { type, points, endsAt, ...newApproval }, why)
    },
  }
}

function actionOf(family: Family, row: ActionRow) {
  return {
    family,
    id: row.id,
    version: row.version,
    date: row.date,
    user: { id: row.userId, name: row.userName },
    importer: row.importerId,
    approver: row.approverId,
    type: row.type,
    reason: row.externalReason,
    endsAt: row.endsAt,
    points: row.points,
    isRevoked: row.revokedAt !== null,
  }
}

/**
 * The revisions of these actions, the first one first: who revised when, who had approved the version before, and its
 * type and end.
 */
function readRevisers(on: Db, { revisions }: Pick<ActionRecord, 'revisions'>, rows: readonly { id: number }[]) {
  const { actionId, byId, at, approverId, type, endsAt } = revisions
  const isOfThese = inArray(
    actionId,
    rows.map(({ id }) => id),
  )
  const revised = { actionId, by: byId, at, approver: approverId, type, endsAt }
  return on.select(revised).from(revisions).where(isOfThese).orderBy(revisions.version)
}
