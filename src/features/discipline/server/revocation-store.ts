import { asJson, type Change, NOTHING_WRITTEN, type Written } from '#features/audit/server/store.ts'
import type { Transaction } from '#server/database/database.ts'
import type { DaEntry } from '../contract.ts'
import { PLAYER_RECORD, type PlayerRow } from './player-store.ts'
import {
  type ActionAppeals,
  type ActionRecord,
  type ActionRow,
  replaceAction,
  saveRevision,
  targetOf,
} from './record-store.ts'

type Appeals = Pick<ActionAppeals, 'closeOf' | 'onLifted'>

/** The revocation of an action in its game: who took it back, and why. */
export interface Revocation {
  revokedAt: Date
  revokedById: string
  revokedByName: string
  outcome: 'expunged'
  revokedWhy: string
}

/** Revokes an action, which this transaction has locked, and updates its appeals. `ban` is as in `closeOf`. */
export async function writeRevocation<R extends ActionRow, E extends DaEntry>(
  tx: Transaction,
  record: ActionRecord<R, E>,
  before: R,
  revocation: Partial<ActionRow>,
  how: Pick<ActionAppeals, 'closeOf'> & { now: Date; action?: 'undoAddAction'; ban?: string | null },
): Promise<Change<E>> {
  const { entryOf } = record
  const { closeOf, now, action = 'revokeAction', ban } = how
  const after = entryOf(await replaceAction(tx, record, before, revocation))
  const entry = { action, target: targetOf(record, before), before: asJson(entryOf(before)), after: asJson(after) }
  const closed = await closeOf(tx, record.family, before.id, now, ban)
  return { result: after, entries: [entry, ...closed.entries], topics: [...record.topics, ...closed.topics] }
}

/**
 * Takes back an action as its game did. This transaction has locked the action. When an appeal had reduced it, the
 * reduction stays: the appeal had asked to lift the ban in the game. `known`: the action was no longer in force.
 */
export async function revokeFromGame(
  tx: Transaction,
  row: PlayerRow,
  revocation: Revocation,
  now: Date,
  appeals: Appeals,
): Promise<Written & { result: 'known' | 'revoked' }> {
  const lifted = await endLiftedBan(tx, row, revocation, now, appeals)
  if (lifted !== null) return { result: 'known', ...lifted }
  if (row.revokedAt !== null) return { result: 'known', ...NOTHING_WRITTEN }
  const written = await writeRevocation(tx, PLAYER_RECORD, row, revocation, { ...appeals, now })
  return { ...written, result: 'revoked' }
}

/**
 * Ends a ban that the game lifts before the moment for which an appeal asked, unless the ban has ended already. Null
 * when no appeal asked to lift it.
 */
async function endLiftedBan(
  tx: Transaction,
  row: PlayerRow,
  { revokedById: byId, revokedByName: byName, revokedWhy: why }: Revocation,
  now: Date,
  { onLifted }: Appeals,
): Promise<Written | null> {
  const lifted = await onLifted(tx, row.id, now)
  if (lifted === null) return null
  const { from, entries, topics } = lifted
  const isEarly = row.revokedAt === null && now < from && row.endsAt !== null && now < row.endsAt
  if (!isEarly) return { entries, topics }
  await saveRevision(tx, PLAYER_RECORD, row, { at: now, why, byId, byName })
  const { entryOf } = PLAYER_RECORD
  const after = entryOf(await replaceAction(tx, PLAYER_RECORD, row, { endsAt: now }))
  const entry = { action: 'reviseAction', target: targetOf(PLAYER_RECORD, row), before: asJson(entryOf(row)) }
  return {
    entries: [...entries, { ...entry, after: asJson({ ...after, why }) }],
    topics: [...topics, ...PLAYER_RECORD.topics],
  }
}
