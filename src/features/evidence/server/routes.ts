import { createHash } from 'node:crypto'
import type { Audit } from '#features/audit/server/store.ts'
import type { Database } from '#server/database/database.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Serve } from '#server/http/serve.ts'
import { isLoopback } from '#server/loopback.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'
import { createTurns } from '#server/turns.ts'
import {
  addImage,
  addLink,
  changeEvidence,
  copyPicture,
  findImage,
  listAppealEvidence,
  listEvidence,
  listEvidenceToApprove,
  listOwnEvidence,
  removeEvidence,
  restoreEvidence,
} from '../contract.ts'
import { QUOTA } from '../rules.ts'
import { createCopyPicture, type LookAtLink } from './gateway.ts'
import { createLinkStore } from './link-store.ts'
import { createEvidenceStore, type EvidenceActions } from './store.ts'
import { deleteOldEvidence, lookAtLinks } from './worker.ts'

/** So many pictures does one person copy from Discord in a minute. */
const COPIES = 20

export interface EvidenceRoutesDeps {
  serve: Serve
  database: Database
  audit: Audit
  clock: () => Date
  scheduler: Scheduler
  isClockRight: () => boolean
  evidenceActions: EvidenceActions
  /** Bytes that all pictures may take together. */
  evidenceQuota?: number
  limits: Limits
  /** Of Discord's pictures: in a demo that of the stand-in on this machine. */
  cdnUrl: string
  isDemo: boolean
  /** Null where links are not looked at. */
  lookAtLink: LookAtLink | null
}

/** The evidence of actions: adding, seeing and removing it. */
export function evidenceRoutes({
  serve,
  scheduler,
  isClockRight,
  evidenceQuota = QUOTA,
  limits,
  cdnUrl,
  isDemo,
  lookAtLink,
  ...deps
}: EvidenceRoutesDeps): void {
  const store = createEvidenceStore({ ...deps, evidenceQuota })
  // One picture at a time is in memory, and each person has one taken or shown before anybody has a second one.
  const writesInTurn = createTurns()
  const readsInTurn = createTurns()

  const { origin, hostname } = new URL(cdnUrl)
  const copy = createCopyPicture(isDemo && isLoopback(hostname) ? origin : null)
  const limitCopies = limits('evidence-copies', COPIES, 60)
  const copiesInTurn = createTurns()

  serve.call(listEvidence)(({ actor, query }) => store.listEvidence(actor, query))
  serve.call(listAppealEvidence)(({ actor, query }) => store.listAppealEvidence(actor, query))
  serve.call(listEvidenceToApprove)(({ actor, query }) => store.listEvidenceToApprove(actor, query))
  serve.call(listOwnEvidence)(async ({ actor }) => ({ data: await store.listOwnEvidence(actor) }))
  serve.call(addImage)(async (call) => ({
    ok: true,
    item: await writesInTurn(call.actor.id, () => store.addImage(call, call.query, call.body)),
  }))
  serve.call(addLink)(async (call) => ({
    ok: true,
    item: await store.addLink(call, { ...call.query, ...call.body }),
  }))
  serve.picture(copyPicture)(async ({ actor, query, body }) => {
    await limitCopies(actor.id)
    await store.checkMayAdd(actor, query)
    const bytes = await copiesInTurn(actor.id, () => copy(body.link))
    const tag = createHash('sha256').update(bytes).digest('hex')
    return { tag, name: 'picture', read: async () => bytes }
  })
  serve.picture(findImage)(async ({ actor, params }) => {
    const { sha256, read } = await store.findImage(actor, params.id)
    return { tag: sha256, name: `evidence-${params.id}.webp`, read: () => readsInTurn(actor.id, read) }
  })
  serve.call(changeEvidence)(async (call) => ({
    ok: true,
    item: await store.changeEvidence(call, call.params.id, call.body.is_shown),
  }))
  serve.call(removeEvidence)(async (call) => {
    await store.removeEvidence(call, call.params.id)
    return { ok: true }
  })
  serve.call(restoreEvidence)(async (call) => ({ ok: true, item: await store.restoreEvidence(call, call.params.id) }))
  deleteOldEvidence({ scheduler, store, isClockRight })
  if (lookAtLink !== null) lookAtLinks({ scheduler, links: createLinkStore(deps), look: lookAtLink })
}
