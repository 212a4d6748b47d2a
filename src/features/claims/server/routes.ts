import type { Changes } from '#server/changes.ts'
import type { Serve } from '#server/http/serve.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'
import { addClaim, confirmClaim, listClaims, listOwnClaims, refuseClaim } from '../contract.ts'
import { type ClaimStoreDeps, createClaimStore } from './store.ts'
import { scheduleClaimAnswers } from './worker.ts'

export interface ClaimRoutesDeps extends ClaimStoreDeps {
  serve: Serve
  scheduler: Scheduler
  changes: Changes
}

/** The calls of people who were banned in game, and of the staff who decide on their claims. */
export function claimRoutes(deps: ClaimRoutesDeps): void {
  const { serve } = deps
  const store = createClaimStore(deps)
  scheduleClaimAnswers({ ...deps, answerLinked: store.answerLinked })
  serve.call(listOwnClaims)(async ({ actor }) => ({ data: await store.listOwnClaims(actor) }))
  serve.call(addClaim)(async (call) => ({ ok: true, item: await store.addClaim(call, call.body.native_id) }))
  serve.call(listClaims)(async ({ actor }) => ({ data: await store.listClaims(actor) }))
  serve.call(confirmClaim)(async (call) => {
    await store.confirmClaim(call, call.params.id)
    return { ok: true }
  })
  serve.call(refuseClaim)(async (call) => {
    await store.refuseClaim(call, call.params.id)
    return { ok: true }
  })
}
