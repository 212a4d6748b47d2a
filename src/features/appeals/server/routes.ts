import type { Serve } from '#server/http/serve.ts'
import {
  addAppeal,
  findAppealable,
  findAppealPromise,
  findOwnAppeal,
  listOwnAppeals,
  replyToAppeal,
  withdrawAppeal,
} from '../contract.ts'
import {
  askIssuer,
  closeLiftTask,
  commentOnAppeal,
  decideAppeal,
  findAppeal,
  listAppeals,
  messageAppellant,
  reviewAppeal,
} from '../decision-contract.ts'
import { addStatement, findGivenAppeal, liftAppealed, listGivenAppeals } from '../given-contract.ts'
import { createDecisionStore } from './decision-store.ts'
import { createIssuerStore } from './issuer-store.ts'
import type { AppealStoreDeps } from './record-store.ts'
import { createAppealStore } from './store.ts'

export interface AppealRoutesDeps extends AppealStoreDeps {
  serve: Serve
}

/** Registers the calls of the appellant, of the decider and of the issuer. */
export function appealRoutes(deps: AppealRoutesDeps): void {
  const { serve } = deps
  const store = createAppealStore(deps)
  const decisions = createDecisionStore(deps)
  const issuerStore = createIssuerStore(deps)

  serve.snapshot(findAppealPromise, ['appeal-figures'], () => store.findPromise())
  serve.call(listOwnAppeals)(({ actor }) => store.listOwnAppeals(actor))
  serve.call(findOwnAppeal)(async ({ actor, params }) => ({ item: await store.findOwnAppeal(actor, params.id) }))
  serve.call(findAppealable)(async ({ actor, query: { family, action } }) => {
    return { item: await store.findAppealable(actor, { family, id: action }) }
  })
  serve.call(addAppeal)(async (call) => ({ ok: true, item: await store.addAppeal(call, call.body) }))
  serve.call(replyToAppeal)(async (call) => {
    return { ok: true, item: await store.reply(call, call.params.id, call.body.text) }
  })
  serve.call(withdrawAppeal)(async (call) => {
    return { ok: true, item: await store.withdraw(call, call.params.id, call.body.version) }
  })

  serve.call(listAppeals)(async ({ actor }) => ({ data: await decisions.listAppeals(actor) }))
  serve.call(findAppeal)(async ({ actor, params }) => ({ item: await decisions.findAppeal(actor, params.id) }))
  serve.call(askIssuer)(async (call) => {
    return { ok: true, item: await decisions.askIssuer(call, call.params.id, call.body.version) }
  })
  serve.call(reviewAppeal)(async (call) => {
    return { ok: true, item: await decisions.review(call, call.params.id, call.body.version) }
  })
  serve.call(messageAppellant)(async (call) => {
    return { ok: true, item: await decisions.message(call, call.params.id, call.body.text) }
  })
  serve.call(commentOnAppeal)(async (call) => {
    return { ok: true, item: await decisions.comment(call, call.params.id, call.body.text) }
  })
  serve.call(decideAppeal)(async (call) => {
    return { ok: true, item: await decisions.decide(call, call.params.id, call.body) }
  })
  serve.call(closeLiftTask)(async (call) => {
    return { ok: true, item: await decisions.closeLiftTask(call, call.params.id) }
  })

  serve.call(listGivenAppeals)(async ({ actor }) => ({ data: await issuerStore.listGivenAppeals(actor) }))
  serve.call(findGivenAppeal)(async ({ actor, params }) => ({
    item: await issuerStore.findGivenAppeal(actor, params.id),
  }))
  serve.call(addStatement)(async (call) => {
    return { ok: true, item: await issuerStore.addStatement(call, call.params.id, call.body.text) }
  })
  serve.call(liftAppealed)(async (call) => {
    return { ok: true, item: await issuerStore.lift(call, call.params.id, call.body) }
  })
}
