import { NOTHING_WRITTEN, type Written } from '#features/audit/server/store.ts'
import type { Member } from '#lib/access.ts'
import { msg } from '#lib/messages.ts'
import type { Transaction } from '#server/database/database.ts'
import { HttpError, invalid } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import { type AppealOutcome, type Reduction, reductionProblems } from '../rules.ts'
import { type AppealRecord, type AppealStoreDeps, isLifted, type KnownAction } from './record-store.ts'

/** The consequences of an outcome. */
export interface Consequences {
  /** The ban that somebody must lift in txAdmin by hand, because this site cannot lift it there. */
  lift: Pick<AppealRecord, 'liftId' | 'liftFrom'> | null
  /**
   * Applies the outcome to the action. The appeal must be written first, so that the database checks it against the
   * action that was decided on.
   */
  carryOut(): Promise<Written>
}

const NOTHING: Consequences = { lift: null, carryOut: async () => NOTHING_WRITTEN }

/** Checks an outcome against the action, which this transaction has locked, and returns its consequences. */
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
    // When the action is revoked already, its game took it back, so nothing is left to lift.
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
