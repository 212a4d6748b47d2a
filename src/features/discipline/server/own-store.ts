import { and, desc, eq, gte, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { output } from 'zod/v4/core'
import { type Audit, asJson } from '#features/audit/server/store.ts'
import type { Member } from '#lib/access.ts'
import { msg } from '#lib/messages.ts'
import type { Database, Db, Transaction } from '#server/database/database.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import type { listOwnActions, OwnAction } from '../contract.ts'
import { BY_HAND } from '../player-rules.ts'
import type { PointsRule } from '../points-rules.ts'
import { touchesReading } from '../revision-rules.ts'
import { changedFields } from '../rules.ts'
import type { ActionType } from '../type-rules.ts'
import { knownToPerson } from './about-store.ts'
import { createActionEffects } from './effect-store.ts'
import { type OffenceBook, readOffences } from './offence-store.ts'
import { PLAYER_RECORD } from './player-store.ts'
import { pointsOf, shownPoints, shownTotal } from './points-store.ts'
import { actionNotFound, fieldsOf, STAFF_RECORD } from './record-store.ts'
import { type ActionTable, disciplinaryActions, IS_UNREAD, IS_WAITING, playerActions } from './tables.ts'

const MAX_OWN = 100

const CHANGED = msg('This action was changed since you opened the page. Read it again.')

const FAMILIES = {
  staff: { table: disciplinaryActions, list: 'staff-da', record: STAFF_RECORD },
  players: { table: playerActions, list: 'player-actions', record: PLAYER_RECORD },
} as const
type FamilyName = keyof typeof FAMILIES

export interface OwnActionStore {
  listOwnActions(actor: Member): Promise<Omit<output<(typeof listOwnActions)['reply']>, 'kept_days'>>
  /** Stores when a person first confirmed reading an action. Fails when what they read has changed since. */
  acknowledge(by: By & { actor: Member }, family: FamilyName, id: number, version: number): Promise<OwnAction>
}

/**
 * Whether an earlier version reads the same to the person: staff may have changed only fields that the person does not
 * see.
 */
async function readsAsBefore(tx: Transaction, family: FamilyName, id: number, version: number): Promise<boolean> {
  const { record } = FAMILIES[family]
  const { revisions } = record
  const isSince = and(eq(revisions.actionId, id), gte(revisions.version, version))
  const [seen] = await tx.select().from(revisions).where(isSince).orderBy(revisions.version).limit(1)
  const now = await record.find(tx, id)
  if (now === undefined || version > now.version) return false
  return seen === undefined || !touchesReading(changedFields(fieldsOf(seen), fieldsOf(now)))
}

/** Lists the actions against a person, and lets them confirm reading. */
export function createOwnActionStore({
  database: { db },
  audit,
  clock,
  actionTypes,
  playerTypes,
  pointsRule: { decay },
  offenceBook,
}: {
  database: Database
  audit: Audit
  clock: () => Date
  actionTypes: readonly ActionType[]
  playerTypes: readonly ActionType[]
  pointsRule: PointsRule
  offenceBook: Pick<OffenceBook, 'findVersions'>
}): OwnActionStore {
  const readEffects = createActionEffects({ actionTypes, clock })
  const { source, externalReason } = playerActions
  // Actions from elsewhere without an external reason are hidden too.
  const visible = {
    staff: knownToPerson(disciplinaryActions, actionTypes),
    players: and(knownToPerson(playerActions, playerTypes), or(eq(source, BY_HAND), isNotNull(externalReason))),
  }
  /** The actions that a person may know of. They do not learn that any other exists. */
  const shownTo = (actor: Member, family: FamilyName): SQL | undefined =>
    and(eq(FAMILIES[family].table.userId, actor.id), visible[family])

  const listed = async (on: Db, family: FamilyName, actor: Member, only?: SQL) => {
    const table: ActionTable = FAMILIES[family].table
    const rows = await on
      .select({
        id: table.id,
        version: table.version,
        date: table.date,
        type: table.type,
        external_reason: table.externalReason,
        revokedAt: table.revokedAt,
        outcome: table.outcome,
        endsAt: table.endsAt,
        given: table.points,
        acknowledgedAt: table.acknowledgedAt,
        approvalDueAt: sql<Date | null>`case when ${IS_WAITING} then approval_due_at end`.mapWith(table.approvalDueAt),
        mayAcknowledge: sql<boolean>`(${IS_UNREAD})`,
      })
      .from(table)
      .where(and(shownTo(actor, family), only))
      .orderBy(desc(table.date), desc(table.id))
      .limit(MAX_OWN)
    const effect = family === 'staff' ? (await readEffects(on, actor.id)).get(actor.id) : undefined
    const points = await pointsOf(on, table, actor.id, decay, clock(), visible[family])
    const givenFor = await readOffences(on, FAMILIES[family].record, offenceBook, rows)
    return {
      points,
      rows: rows.map(
        ({
          date,
          revokedAt,
          outcome,
          endsAt,
          given,
          acknowledgedAt,
          approvalDueAt,
          mayAcknowledge,
          ...row
        }): OwnAction => ({
          ...row,
          family,
          date: date.toISOString(),
          revoked: revokedAt && outcome && { at: revokedAt.toISOString(), outcome },
          ends_at: endsAt?.toISOString() ?? null,
          points: { given, ...shownPoints(points.each.get(row.id) ?? { isActive: false, until: null }) },
          acknowledged_at: acknowledgedAt?.toISOString() ?? null,
          approval_due_at: approvalDueAt?.toISOString() ?? null,
          may_acknowledge: mayAcknowledge,
          effect: {
            roster_status: effect?.status?.action === row.id ? effect.status.status : null,
            blocks_promotion: effect?.promotion?.action === row.id,
          },
          offences: givenFor
            .filter(({ actionId }) => actionId === row.id)
            .map(({ name, text, rule }) => ({ name, text, rule })),
        }),
      ),
    }
  }

  return {
    listOwnActions: async (actor) => {
      const staff = await listed(db, 'staff', actor)
      const players = await listed(db, 'players', actor)
      const newest = [...staff.rows, ...players.rows].toSorted((a, b) =>
        a.date < b.date ? 1 : a.date > b.date ? -1 : 0,
      )
      return {
        data: newest.slice(0, MAX_OWN),
        points: shownTotal(staff.points),
        player_points: shownTotal(players.points),
      }
    },

    acknowledge: (by, family, id, version) =>
      audit.change(by, async (tx) => {
        const { table, list } = FAMILIES[family]
        const { userId, userName, type, acknowledgedAt } = table
        const isThis = eq(table.id, id)
        const [row] = await tx
          .select({
            ...{ user: userId, user_name: userName, type, acknowledgedAt, current: table.version },
            isUnread: sql<boolean>`(${IS_UNREAD})`,
          })
          .from(table)
          .where(and(isThis, shownTo(by.actor, family)))
          .for('update')
        if (row === undefined) throw actionNotFound()
        const shown = async () => {
          const [action] = (await listed(tx, family, by.actor, isThis)).rows
          if (action === undefined) throw actionNotFound()
          return action
        }
        const { acknowledgedAt: before, isUnread, current, ...about } = row
        if (before !== null) return { result: await shown(), entries: [], topics: [] }
        const isAsRead = version === current || (isUnread && (await readsAsBefore(tx, family, id, version)))
        if (!isAsRead) throw new HttpError(409, 'changed_meanwhile', CHANGED, { item: await shown() })
        if (!isUnread) throw new HttpError(409, 'nothing_to_read', msg('There is nothing to confirm here.'))
        const now = clock()
        await tx.update(table).set({ acknowledgedAt: now }).where(isThis)
        const after = asJson({ id, ...about, acknowledged_at: now.toISOString() })
        return {
          result: await shown(),
          entries: [{ action: 'acknowledgeAction', target: `${list}/${id}`, after }],
          topics: [list],
        }
      }),
  }
}
