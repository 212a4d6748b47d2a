import { and, desc, eq, or, sql } from 'drizzle-orm'
import type { AuditEntry } from '#features/audit/contract.ts'
import { recordImport } from '#features/audit/server/import-store.ts'
import { type Audit, asJson, NOTHING_WRITTEN } from '#features/audit/server/store.ts'
import type { Member } from '#lib/access.ts'
import { msg } from '#lib/messages.ts'
import type { Transaction } from '#server/database/database.ts'
import { lockTable } from '#server/database/locks.ts'
import { HttpError, invalid, notFound } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import {
  type GameAction,
  type GameKind,
  type GameRevocation,
  gameAdminId,
  gameKindOf,
  gameReason,
} from '../game-rules.ts'
import { type Named, readIdentifiers } from '../subject-rules.ts'
import { PLAYER_RECORD, playerColumns, playerEntryOf } from './player-store.ts'
import { type ActionAppeals, type ActionRow, checkDate, columns, STAFF_RECORD, targetOf } from './record-store.ts'
import { type Revocation, revokeFromGame, writeRevocation } from './revocation-store.ts'
import { findOrCreateSubject, listPossibleIds } from './subject-store.ts'
import { disciplinaryActions, playerActions, subjects } from './tables.ts'
import { findRemoved } from './tombstone-store.ts'

/** The action that an event from the game became, and what was done with it. */
export interface GameEventResult {
  id: number
  result: 'added' | 'revoked' | 'known'
}

export interface GameActions {
  /**
   * Stores an action that was done in game, or takes it back. An event that is already known adds nothing, whether it
   * came live or in a file.
   */
  recordGameEvent(
    by: By,
    token: { id: number; label: string },
    event: GameAction | GameRevocation,
  ): Promise<GameEventResult>
}

/** The people whom an event names. */
interface People {
  target: Named
  /**
   * The issuer: the game server when the author has no account, or when the author is among the people whom the action
   * is about.
   */
  authorOf(accounts: readonly string[]): Pick<Member, 'id' | 'name'>
}

/** The source of all events. The game resource forwards what txAdmin does. */
const SOURCE = 'txadmin'

/** Stores actions that arrive automatically from a game server. `gameTypes` maps them to the community's types. */
export function createGameActions({
  audit,
  clock,
  gameTypes,
  actionAppeals,
}: {
  audit: Audit
  clock: () => Date
  gameTypes: Record<GameKind, string>
  actionAppeals: Pick<ActionAppeals, 'closeOf' | 'onLifted'>
}): GameActions {
  async function addAction(by: By, token: { id: number }, event: GameAction, { target, authorOf }: People) {
    const now = clock()
    // When the clock of the game server is ahead, the action counts as done now, so that it is not lost.
    const date = new Date(Math.min(Date.parse(event.at), now.getTime()))
    checkDate(date, now)
    return audit.change<GameEventResult>(by, async (tx) => {
      await lockTable(tx, subjects)
      const known = await findKnownAction(tx, token, event.id, await listPossibleIds(tx, target))
      if (known !== null) return { result: { id: known, result: 'known' }, entries: [], topics: [] }
      const seen = { name: event.target.name, seen: date, source: SOURCE } as const
      let importId: number | null = null
      const { who, joined } = await findOrCreateSubject(tx, target, seen, (work) =>
        recordImport(tx, by, { list: 'subjects', file: undefined, at: now }, (id) => {
          importId = id
          return work()
        }),
      )
      const author = authorOf([who, ...target.accounts])
      const [row] = await tx
        .insert(playerActions)
        .values({
          date,
          userId: who,
          userName: event.target.name,
          adminId: author.id,
          adminName: author.name,
          type: gameTypes[gameKindOf(event)],
          internalReason: gameReason(event),
          externalReason: event.reason,
          loggedAt: now,
          gameToken: token.id,
          source: SOURCE,
          nativeId: event.id,
          endsAt: event.expiresAt == null ? null : new Date(event.expiresAt),
        })
        .returning(playerColumns)
      if (row === undefined) throw new Error('The database returned no row for the action it added')
      const joins = joined.map((goes): AuditEntry => {
        return {
          action: 'joinSubjects',
          target: `subjects/${who}`,
          before: { who: goes },
          after: { who, import: importId },
        }
      })
      const entry = { action: 'addAction', target: targetOf(PLAYER_RECORD, row), after: asJson(playerEntryOf(row)) }
      return {
        result: { id: row.id, result: 'added' },
        entries: [...joins, entry],
        topics: ['player-actions', 'subjects', ...(joined.length > 0 ? ['imports' as const] : [])],
      }
    })
  }

  async function revoke(by: By, token: { id: number }, event: GameRevocation, { target, authorOf }: People) {
    const now = clock()
    const revocationOf = (row: { userId: string }): Revocation => {
      const { id, name } = authorOf([row.userId])
      const revokedWhy = `Taken back in game by ${event.author.name}`
      return { revokedAt: now, revokedById: id, revokedByName: name, outcome: 'expunged', revokedWhy }
    }
    /** Nobody closes their own appeal by taking the action back in game. */
    const appealsOf = (row: { userId: string }) =>
      event.author.discordId === row.userId ? { ...actionAppeals, closeOf: async () => NOTHING_WRITTEN } : actionAppeals
    return audit.change<GameEventResult>(by, async (tx) => {
      const who = await listPossibleIds(tx, target)
      const [row] = await tx
        .select(playerColumns)
        .from(playerActions)
        .where(
          and(
            eq(playerActions.nativeId, event.action),
            eq(playerActions.source, SOURCE),
            // Another game server may only take back an action of the same person, for example after a new token.
            or(eq(playerActions.gameToken, token.id), sql`${playerActions.userId} = any(${sql.param(who)})`),
          ),
        )
        .for('update')
      if (row === undefined) {
        const removed = await findRemoved(tx, SOURCE, event.action, who)
        if (removed !== null) return { result: { id: removed, result: 'known' }, entries: [], topics: [] }
        return revokeStaffAction(tx, token, event, target, revocationOf, appealsOf)
      }
      const { result, ...written } = await revokeFromGame(tx, row, revocationOf(row), now, appealsOf(row))
      return { result: { id: row.id, result }, ...written }
    })
  }

  return {
    recordGameEvent: ({ requestId }, token, event) => {
      const server = { id: gameAdminId(token.id), name: token.label }
      const by = { actor: server, requestId }
      const { discordId: authorId, name: authorName } = event.author
      // The action has happened in game even when the author did it to themselves. The record then names the game
      // server instead.
      const authorOf: People['authorOf'] = (accounts) =>
        authorId == null || accounts.includes(authorId) ? server : { id: authorId, name: authorName }
      const { discordId, identifiers = [] } = event.target
      const target = readIdentifiers(discordId == null ? identifiers : [...identifiers, `discord:${discordId}`])
      if (target.accounts.length + target.identifiers.length === 0) {
        throw invalid({ target: msg('Nobody is named.') })
      }
      const people = { target, authorOf }
      return event.kind === 'revoke' ? revoke(by, token, event, people) : addAction(by, token, event, people)
    },
  }
}

/**
 * The action that an event became before, live or by an import. Older events became actions of the Staff DA Database,
 * before there was a player record. An action of another person with the same id is an error: reporting the event as
 * known would lose it.
 */
async function findKnownAction(
  tx: Transaction,
  token: { id: number },
  event: string,
  who: readonly string[],
): Promise<number | null> {
  const { id, nativeId, source, userId } = playerActions
  const [known] = await tx
    .select({ id, isTheirs: sql<boolean>`${userId} = any(${sql.param(who)})` })
    .from(playerActions)
    .where(and(eq(nativeId, event), eq(source, SOURCE)))
  if (known?.isTheirs === false) {
    throw new HttpError(409, 'id_taken', msg('An action of another person has this id. Log this one by hand.'))
  }
  if (known !== undefined) return known.id
  const [ofStaff] = await tx
    .select({ id: disciplinaryActions.id })
    .from(disciplinaryActions)
    .where(and(eq(disciplinaryActions.gameEvent, event), eq(disciplinaryActions.gameToken, token.id)))
  return ofStaff?.id ?? findRemoved(tx, SOURCE, event, who)
}

/** Takes back an action that the game brought into the Staff DA Database before there was a player record. */
async function revokeStaffAction(
  tx: Transaction,
  token: { id: number },
  event: GameRevocation,
  target: Named,
  revocationOf: (row: ActionRow) => Revocation,
  appealsOf: (row: ActionRow) => Pick<ActionAppeals, 'closeOf'>,
) {
  const [row] = await tx
    .select(columns)
    .from(disciplinaryActions)
    .where(
      and(
        eq(disciplinaryActions.gameEvent, event.action),
        sql`${disciplinaryActions.userId} = any(${sql.param(target.accounts)})`,
      ),
    )
    .orderBy(desc(eq(disciplinaryActions.gameToken, token.id)), desc(disciplinaryActions.id))
    .limit(1)
    .for('update')
  if (row === undefined) throw notFound(msg('No action of this person came from the game under this id.'))
  const known: GameEventResult = { id: row.id, result: 'known' }
  if (row.revokedAt !== null) return { result: known, entries: [], topics: [] }
  const revocation = revocationOf(row)
  const { closeOf } = appealsOf(row)
  const written = await writeRevocation(tx, STAFF_RECORD, row, revocation, { closeOf, now: revocation.revokedAt })
  const result: GameEventResult = { id: row.id, result: 'revoked' }
  return { ...written, result }
}
