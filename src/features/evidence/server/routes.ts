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
import { type CheckLink, createCopyPicture } from './gateway.ts'
import { createLinkStore } from './link-store.ts'
import { createEvidenceStore, type EvidenceActions } from './store.ts'
import { checkEvidenceLinks, deleteOldEvidence } from './worker.ts'

/** How many pictures one person may copy from Discord in a minute. */
const COPIES = 20

export interface EvidenceRoutesDeps {
  serve: Serve
  database: Database
  audit: Audit
  clock: () => Date
  scheduler: Scheduler
  isClockRight: () => boolean
  evidenceActions: EvidenceActions
  /** The limit in bytes for all pictures together. */
  evidenceQuota?: number
  limits: Limits
  /** The address of Discord's pictures. In a demo it is that of a server on this machine. */
  cdnUrl: string
  isDemo: boolean
  /** Null when links are not checked. */
  checkLink: CheckLink | null
}

/** Registers the calls that add, show and remove evidence. */
export function evidenceRoutes({
  serve,
  scheduler,
  isClockRight,
  evidenceQuota = QUOTA,
  limits,
  cdnUrl,
  isDemo,
  checkLink,
  ...deps
}: EvidenceRoutesDeps): void {
  const store = createEvidenceStore({ ...deps, evidenceQuota })
  // Only one picture at a time is in memory. Callers take turns, so that one person with many requests does not block
  // the others.
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
  if (checkLink !== null) checkEvidenceLinks({ scheduler, links: createLinkStore(deps), look: checkLink })
}
