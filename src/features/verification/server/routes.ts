import { randomUUID } from 'node:crypto'
import { type Audit, asJson } from '#features/audit/server/store.ts'
import type { AuthDoor } from '#features/auth/server/door.ts'
import { createLimit } from '#server/http/limits.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Serve } from '#server/http/serve.ts'
import { startVerification } from '../contract.ts'
import { ProviderFailed, type VerificationProvider } from './gateway.ts'
import { addVerificationSession, type VerificationSession } from './store.ts'

export interface VerificationRoutesDeps {
  serve: Serve
  door: Pick<AuthDoor, 'verifiedEmailOf'>
  audit: Audit
  clock: () => Date
  /** Null where no provider is configured. */
  verification: VerificationProvider | null
}

/** Somebody who signs in once more in between presses twice; nobody needs more than a few. */
const STARTS = 10
const STARTS_WITHIN_SECONDS = 10 * 60

export function verificationRoutes({ serve, door, audit, clock, verification }: VerificationRoutesDeps): void {
  const limitStarts = createLimit(STARTS, STARTS_WITHIN_SECONDS)

  serve.call(startVerification)(async (call) => {
    const { actor, request } = call
    await limitStarts(actor.id)
    if (verification === null) throw tokenFailed('Verification is not set up on this site yet.')
    const email = await door.verifiedEmailOf(actor)
    if (email === null) throw emailNeeded()
    const session: VerificationSession = {
      id: randomUUID(),
      userId: actor.id,
      createdAt: clock(),
      status: 'started',
    }
    // Asked first: a session is written down only when there is one at the provider.
    const opened = await verification
      .createSession({ subjectRef: session.id, email, emailLocked: true })
      .catch((error: unknown) => {
        if (!(error instanceof ProviderFailed)) throw error
        request.log.error({ err: error, requestId: call.requestId }, 'the verification provider gave no token')
        throw tokenFailed('The verification provider does not answer right now. Please try again in a minute.')
      })
    await audit.change(call, [], async (tx) => {
      await addVerificationSession(tx, session)
      const entry = { action: 'startVerification', target: `verifications/${session.id}`, after: asJson(session) }
      return { result: undefined, entries: [entry] }
    })
    return opened
  })
}

const emailNeeded = () =>
  new Refusal(428, 'email_needed', 'Sign in again and let Discord tell us your verified e-mail address.')
const tokenFailed = (message: string) => new Refusal(503, 'token_failed', message, { retryAfter: 60 })
