import { TOPICS as APPEAL_TOPICS, deleteAppealsOf, listAppealedSince } from '#features/appeals/server/record-store.ts'
import { TOPICS as CLAIM_TOPICS, deleteClaimsOf, listWaiting } from '#features/claims/server/store.ts'
import { createUnlinkedBans } from '#features/discipline/server/join-store.ts'
import { hadOriginalEndAfter, PLAYER_RECORD } from '#features/discipline/server/player-store.ts'
import { STAFF_RECORD } from '#features/discipline/server/record-store.ts'
import type { ActionDependents } from '#features/discipline/server/retention-store.ts'
import { listAddedToSince } from '#features/evidence/server/store.ts'
import { deleteRowsAbout } from '#features/inbox/server/store.ts'

/**
 * What else depends on an action that retention would remove. An appeal, a claim or new evidence keeps the action for
 * longer. Its appeals, claims and inbox rows are removed together with it. A background job removes its evidence later.
 */
export const ACTION_DEPENDENTS: ActionDependents = {
  listKept: async (db, family, ids, since) => [
    ...(await listAppealedSince(db, family, ids, since, (id) => hadOriginalEndAfter(id, since))),
    ...(await listAddedToSince(db, family, ids, since)),
    ...(family === 'players' ? await listWaiting(db, createUnlinkedBans(), ids) : []),
  ],
  deleteOfActions: async (tx, family, ids) => {
    const { list } = family === 'staff' ? STAFF_RECORD : PLAYER_RECORD
    const appeals = await deleteAppealsOf(tx, family, ids)
    const claims = family === 'players' ? await deleteClaimsOf(tx, ids) : []
    const rows = await deleteRowsAbout(tx, [...ids.map((id) => `${list}/${id}`), ...appeals, ...claims])
    return [
      ...(appeals.length > 0 ? ([...APPEAL_TOPICS, 'appeal-figures'] as const) : []),
      ...(claims.length > 0 ? CLAIM_TOPICS : []),
      ...(rows > 0 ? (['inbox'] as const) : []),
    ]
  },
}
