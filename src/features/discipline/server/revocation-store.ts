import { asJson, type Written } from '#features/audit/server/store.ts'
import type { Transaction } from '#server/database/database.ts'
import { PLAYER_RECORD, type PlayerRow } from './player-store.ts'
import { type ActionAppeals, fieldsOf, replaceAction, targetOf, valuesOf } from './record-store.ts'
import { playerRevisions } from './tables.ts'

type Appeals = Pick<ActionAppeals, 'closeOf' | 'onLifted'>

/** The revocation of an action in its game: who took it back, and why. */
export interface Revocation {
  revokedAt: Date
  revokedById: string
  revokedByName: string
  outcome: 'expunged'
  revokedWhy: string
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
  if (row.revokedAt !== null) return { result: 'known', entries: [], topics: [] }
  const { entryOf } = PLAYER_RECORD
  const after = entryOf(await replaceAction(tx, PLAYER_RECORD, row, revocation))
  const entry = { action: 'revokeAction', target: targetOf(PLAYER_RECORD, row), before: asJson(entryOf(row)) }
  const closed = await appeals.closeOf(tx, 'players', row.id, now)
  return {
    result: 'revoked',
    entries: [{ ...entry, after: asJson(after) }, ...closed.entries],
    topics: [...PLAYER_RECORD.topics, ...closed.topics],
  }
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
  await tx.insert(playerRevisions).values({
    ...{ actionId: row.id, version: row.version, at: now, why, byId, byName },
    ...{ ...valuesOf(fieldsOf(row)), acknowledgedAt: row.acknowledgedAt, approverId: row.approverId },
  })
  const { entryOf } = PLAYER_RECORD
  const after = entryOf(await replaceAction(tx, PLAYER_RECORD, row, { endsAt: now }))
  const entry = { action: 'reviseAction', target: targetOf(PLAYER_RECORD, row), before: asJson(entryOf(row)) }
  return {
    entries: [...entries, { ...entry, after: asJson({ ...after, why }) }],
    topics: [...topics, ...PLAYER_RECORD.topics],
  }
}
