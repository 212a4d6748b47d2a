import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Audit } from '#features/audit/server/store.ts'
import type { SessionAuthorization } from '#features/auth/server/authorization.ts'
import type { Directory } from '#features/auth/server/directory-store.ts'
import { msg } from '#lib/messages.ts'
import type { Changes } from '#server/changes.ts'
import type { Database } from '#server/database/database.ts'
import type { Discord } from '#server/discord/discord.ts'
import { HttpError, invalid, wrongKey } from '#server/http/http-error.ts'
import { type Limits, limitByAddress } from '#server/http/limits.ts'
import type { Serve } from '#server/http/serve.ts'
import type { Log } from '#server/log.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'
import {
  approveVerification,
  exportVerifications,
  findOwnVerification,
  listVerificationGroups,
  listVerifications,
  receiveVerification,
  rejectVerification,
  startVerification,
} from '../contract.ts'
import { groupMeant } from '../rules.ts'
import { type KnownGroup, ProviderFailed, type VerificationProvider } from './gateway.ts'
import { createRoleStore } from './role-store.ts'
import { createVerificationStore } from './store.ts'
import { scheduleVerificationJobs } from './worker.ts'

export interface VerificationRoutesDeps {
  serve: Serve
  authorization: Pick<SessionAuthorization, 'verifiedEmailOf'>
  database: Database
  discord: Pick<Discord, 'avatarUrl' | 'giveRole'>
  directory: Pick<Directory, 'nameOf'>
  audit: Audit
  changes: Changes
  scheduler: Scheduler
  log: Log
  /** The Discord role that an approval gives. Null for none. */
  verifiedRole: string | null
  clock: () => Date
  isClockRight: () => boolean
  limits: Limits
  verificationGroups: readonly KnownGroup[]
  /** Null when no provider is configured. */
  verification: VerificationProvider | null
}

/**
 * The limit of starts per user. A user whose sign-in was renewed in between presses twice; nobody needs more than a
 * few.
 */
const STARTS = 10
const STARTS_WITHIN_SECONDS = 10 * 60
/** A busy provider sends a few webhooks an hour, with up to a hundred verifications each. */
const WEBHOOKS_A_MINUTE = 120
/** Limits guesses of the key from one address. It also limits the log entries when the provider's key is outdated. */
const WRONG_KEYS_A_MINUTE = 20

export function verificationRoutes(deps: VerificationRoutesDeps): void {
  const { serve, authorization, limits, verification } = deps
  const store = createVerificationStore({ ...deps, givesRole: deps.verifiedRole !== null })
  const limitStarts = limits('verification-starts', STARTS, STARTS_WITHIN_SECONDS)
  const limitWebhooks = limits('verification-webhooks', WEBHOOKS_A_MINUTE, 60)
  const limitWrongKeys = limitByAddress(limits, 'verification-wrong-keys', WRONG_KEYS_A_MINUTE, 60)

  serve.call(startVerification)(async (call) => {
    const { actor, request } = call
    await limitStarts(actor.id)
    if (verification === null) throw tokenFailed(msg('Verification is not set up on this site yet.'))
    const email = await authorization.verifiedEmailOf(actor)
    if (email === null) throw emailNeeded()
    const session = { id: randomUUID(), userId: actor.id }
    // The provider is called first: a session is stored only when it exists at the provider.
    const opened = await verification
      .createSession({ subjectRef: session.id, email, emailLocked: true })
      .catch((error: unknown) => {
        if (!(error instanceof ProviderFailed)) throw error
        request.log.error({ err: error, requestId: call.requestId }, 'the verification provider gave no token')
        throw tokenFailed(msg('The verification provider does not answer right now. Please try again in a minute.'))
      })
    await store.startVerification(call, session)
    return opened
  })

  /** Calls with the right key have a limit of their own, so that calls from strangers cannot use it up. */
  async function admitProvider(key: string | undefined, request: FastifyRequest): Promise<void> {
    if (key !== undefined && verification?.isWebhookKey(key)) return limitWebhooks('provider')
    await limitWrongKeys(request.ip)
    request.log.warn({ requestId: request.id }, 'a verification webhook came with a wrong key')
    throw wrongKey()
  }

  serve.keyed(
    receiveVerification,
    admitProvider,
  )(async (call) => {
    // Nothing of the body goes into a reply or a log: it contains more about people than the site may know.
    const reports = verification?.parseWebhook(call.body) ?? null
    if (reports === null) throw invalid({ body: msg("This is not the provider's webhook.") })
    const known = reports.map((report) => ({ ...report, group: groupMeant(deps.verificationGroups, report.group) }))
    const unknown = await store.receiveReports({ actor: null, requestId: call.requestId }, known)
    if (unknown > 0) void call.reply.code(202)
    return { ok: true }
  })

  serve.snapshot(listVerificationGroups, [], async () => ({ data: [...deps.verificationGroups] }))

  serve.call(findOwnVerification)(async ({ actor }) => ({ item: await store.findOwnVerification(actor.id) }))

  serve.call(listVerifications)(async () => ({
    data: await store.listVerifications(),
    givesRole: deps.verifiedRole !== null,
  }))

  serve.export(exportVerifications)

  serve.call(approveVerification)(async (call) => {
    const { version } = call.body
    return {
      ok: true,
      item: await store.decide(call, { id: call.params.id, version, decision: 'approved', reason: null }),
    }
  })

  serve.call(rejectVerification)(async (call) => {
    const { version, reason } = call.body
    return { ok: true, item: await store.decide(call, { id: call.params.id, version, decision: 'rejected', reason }) }
  })

  scheduleVerificationJobs({ ...deps, store, roles: createRoleStore(deps) })
}

const emailNeeded = () =>
  new HttpError(428, 'email_needed', msg('Sign in again and allow Discord to share your verified email address.'))
const tokenFailed = (message: string) => new HttpError(503, 'token_failed', message, { retryAfter: 60 })
