import { and, desc, eq } from 'drizzle-orm'
import { type Audit, asJson } from '#features/audit/server/store.ts'
import type { Member } from '#lib/access.ts'
import { msg } from '#lib/messages.ts'
import { notAllowed, notFound } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import {
  type GameAction,
  type GameKind,
  type GameRevocation,
  gameAdminId,
  gameKindOf,
  gameReason,
} from '../game-rules.ts'
import { checkDate, columns, entryOf, MESSAGES, replaceAction, targetOf } from './record-store.ts'
import { disciplinaryActions } from './tables.ts'

/** The action that an event from the game became, and what was done. */
export interface TakenFromGame {
  id: number
  result: 'added' | 'revoked' | 'known'
}

export interface GameActions {
  /** Keeps what was done in game, or takes it back. The same event from the same token adds nothing. */
  takeFromGame(by: By, token: { id: number; label: string }, event: GameAction | GameRevocation): Promise<TakenFromGame>
}

/** Actions that come by themselves from a game server; of which type they are here, `gameTypes` says. */
export function createGameActions({
  audit,
  clock,
  gameTypes,
}: {
  audit: Audit
  clock: () => Date
  gameTypes: Record<GameKind, string>
}): GameActions {
  async function keep(by: By, token: { id: number }, event: GameAction, author: Pick<Member, 'id' | 'name'>) {
    const now = clock()
    // The clock of a game server that is ahead is no reason to lose what happened.
    const date = new Date(Math.min(Date.parse(event.at), now.getTime()))
    checkDate(date, now)
    return audit.change<TakenFromGame>(by, async (tx) => {
      const [row] = await tx
        .insert(disciplinaryActions)
        .values({
          date,
          userId: event.target.discordId,
          userName: event.target.name,
          adminId: author.id,
          adminName: author.name,
          type: gameTypes[gameKindOf(event)],
          internalReason: gameReason(event),
          externalReason: event.reason,
          loggedAt: now,
          gameToken: token.id,
          gameEvent: event.id,
        })
        .onConflictDoNothing()
        .returning(columns)
      if (row !== undefined) {
        const entry = { action: 'addAction', target: targetOf(row), after: asJson(entryOf(row)) }
        return { result: { id: row.id, result: 'added' }, entries: [entry], topics: ['staff-da'] }
      }
      const [known] = await tx
        .select({ id: disciplinaryActions.id })
        .from(disciplinaryActions)
        .where(and(eq(disciplinaryActions.gameEvent, event.id), eq(disciplinaryActions.gameToken, token.id)))
      if (known === undefined) throw new Error('The database kept an action from the game and does not find it')
      return { result: { id: known.id, result: 'known' }, entries: [], topics: [] }
    })
  }

  async function takeBack(by: By, token: { id: number }, event: GameRevocation, author: Pick<Member, 'id' | 'name'>) {
    return audit.change<TakenFromGame>(by, async (tx) => {
      // It may have come through an earlier token of the same server; then the person must be the same too.
      const [row] = await tx
        .select(columns)
        .from(disciplinaryActions)
        .where(
          and(eq(disciplinaryActions.gameEvent, event.action), eq(disciplinaryActions.userId, event.target.discordId)),
        )
        .orderBy(desc(eq(disciplinaryActions.gameToken, token.id)), desc(disciplinaryActions.id))
        .limit(1)
        .for('update')
      if (row === undefined) throw notFound(msg('No action of this person came from the game under this id.'))
      if (row.revokedAt !== null) return { result: { id: row.id, result: 'known' }, entries: [], topics: [] }
      const after = await replaceAction(tx, row, {
        revokedAt: clock(),
        revokedById: author.id,
        revokedByName: author.name,
        outcome: 'expunged',
        revokedWhy: `Taken back in game by ${event.author.name}`,
      })
      const entry = { action: 'revokeAction', target: targetOf(row), before: asJson(entryOf(row)) }
      return {
        result: { id: row.id, result: 'revoked' },
        entries: [{ ...entry, after: asJson(entryOf(after)) }],
        topics: ['staff-da'],
      }
    })
  }

  return {
    takeFromGame: ({ requestId }, token, event) => {
      const server = { id: gameAdminId(token.id), name: token.label }
      const by = { actor: server, requestId }
      const author = event.author.discordId == null ? server : { id: event.author.discordId, name: event.author.name }
      if (author.id === event.target.discordId) throw notAllowed(MESSAGES['about-you'])
      return event.kind === 'revoke' ? takeBack(by, token, event, author) : keep(by, token, event, author)
    },
  }
}
