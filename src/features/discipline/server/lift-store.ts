import { asJson } from '#features/audit/server/store.ts'
import type { Transaction } from '#server/database/database.ts'
import { PLAYER_RECORD, type PlayerRow } from './player-store.ts'
import { type ActionAppeals, fieldsOf, replaceAction, targetOf, valuesOf, type Written } from './record-store.ts'
import { playerRevisions } from './tables.ts'

/**
 * What follows for an action that an appeal made less when its game says that it was lifted there: it stays, and ends now
 * if that is before its end. Null where no appeal asked for that.
 */
export async function endLifted(
  tx: Transaction,
  row: PlayerRow,
  said: { by: { id: string; name: string }; why: string; now: Date },
  { onLifted }: Pick<ActionAppeals, 'onLifted'>,
): Promise<Written | null> {
  const { by, why, now } = said
  const lifted = await onLifted(tx, row.id, now)
  if (lifted === null) return null
  const { from, entries, topics } = lifted
  const isEarly = row.revokedAt === null && now < from && row.endsAt !== null && now < row.endsAt
  if (!isEarly) return { entries, topics }
  await tx.insert(playerRevisions).values({
    ...{ actionId: row.id, version: row.version, at: now, why, byId: by.id, byName: by.name },
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
