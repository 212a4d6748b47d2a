import type { AuditEntry } from '#features/audit/contract.ts'
import type { Member } from '#lib/access.ts'
import { msg } from '#lib/messages.ts'
import type { Topic } from '#lib/topics.ts'
import type { Transaction } from '#server/database/database.ts'
import { HttpError, invalid } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import { type AppealOutcome, type Reduction, reductionProblems } from '../rules.ts'
import { type AppealRecord, type AppealStoreDeps, isLifted, type KnownAction } from './record-store.ts'

type Written = { entries: AuditEntry[]; topics: readonly Topic[] }

/** What follows from an outcome. */
export interface Consequences {
  /** What somebody must do in txAdmin, which does not hear of it from here. */
  lift: Pick<AppealRecord, 'liftId' | 'liftFrom'> | null
  /** Does it to the action. The appeal is written before, so that the database sees the action that was decided on. */
  carryOut(): Promise<Written>
}

const NOTHING: Consequences = { lift: null, carryOut: async () => ({ entries: [], topics: [] }) }

/** Checks an outcome against the action, which this transaction has locked, and says what follows from it. */
export async function consequencesOf(
  { clock, appealedActions: actions }: Pick<AppealStoreDeps, 'clock' | 'appealedActions'>,
  tx: Transaction,
  by: By & { actor: Member },
  action: KnownAction | null,
  { outcome, reduction, message }: { outcome: AppealOutcome; reduction?: Reduction | undefined; message: string },
): Promise<Consequences> {
  if (outcome !== 'reduced' && reduction !== undefined) {
    throw invalid({ reduction: msg('Only a reduction can change the type, the end or the points.') })
  }
  if (action?.isRevoked && (outcome === 'upheld' || outcome === 'reduced')) {
    throw new HttpError(409, 'already_revoked', msg('This action is already revoked.'))
  }
  if (outcome === 'upheld' || outcome === 'inadmissible') return NOTHING
  if (action === null) throw new HttpError(409, 'action_gone', msg('The action no longer exists.'))
  const at = { family: action.family, id: action.id }
  if (outcome === 'revoked') {
    // What is revoked already the game took back itself.
    const lift = action.isRevoked ? null : await liftOf(tx, action, clock())
    return { lift, carryOut: () => actions.revoke(tx, by, at, message) }
  }
  const less = reduction ?? {}
  const problems = reductionProblems(action, less, actions.lighterTypes(by.actor, action.family, action.type))
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const staysBan = actions.isBan(less.type ?? action.type)
  const from = !staysBan ? clock() : less.ends_at === undefined ? null : new Date(less.ends_at)
  return {
    lift: from === null ? null : await liftOf(tx, action, from),
    carryOut: () => actions.reduce(tx, by, at, less, message),
  }
}

const liftOf = async (tx: Transaction, { id, txadminBan }: KnownAction, from: Date) =>
  txadminBan === null || (await isLifted(tx, id)) ? null : { liftId: txadminBan, liftFrom: from }
