import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignInProblem } from '#features/auth/contract.ts'
import { returnPath } from '#features/auth/rules.ts'
import type { Access } from '#lib/access.ts'
import { msg, type Translator } from '#lib/messages.ts'
import { answerHttpError } from '#server/http/answer-error.ts'
import type { snapshotAnswers } from '#server/http/answer-snapshot.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Snapshot } from '#server/snapshots.ts'
import type { SiteLanguage } from './languages.ts'
import type { DocumentInput } from './page-document.ts'
import type { Screen } from './screens.tsx'

/** The path at which screens are rendered. No page has it. */
const SCREEN_PATH = '/404'

/**
 * Placeholders in a kept document for values that only a request knows. Placeholders and values read the same in
 * markup, in JSON and in an address, so they need no escaping.
 */
const BLANKS = { returnTo: 'RETURN-TO', requestId: 'REQUEST-ID' }
const HAS_BLANKS = new RegExp(Object.values(BLANKS).join('|'))

/**
 * The address at which signing in begins. It leads back to the current page. With `asksEmail`, Discord also asks for
 * the e-mail address.
 */
export const signInHref = (asksEmail: boolean) =>
  `/auth/discord?${asksEmail ? 'prompt=consent&scope=identify%20email&' : ''}returnTo=${BLANKS.returnTo}`

interface ScreensDeps {
  answers: Pick<ReturnType<typeof snapshotAnswers>, 'answer' | 'answerDocument'>
  make(input: DocumentInput, language: SiteLanguage): Promise<Snapshot>
  languageOf(cookies: string | undefined): SiteLanguage
  /** Who may open the requested page. */
  accessOf(request: FastifyRequest): Access
  thisYear(): number
  origin: string
  development?: boolean
}

/**
 * Answers requests with the spec's screens. Each screen is rendered once and kept, with placeholders for values that
 * only a request knows.
 */
export function createScreens(deps: ScreensDeps) {
  const { answers, make, languageOf, accessOf, thisYear, origin } = deps
  const screens = new Map<string, Promise<Snapshot>>()

  /** Sends a kept document with the values of this request in place of the placeholders. */
  function answerFilled(request: FastifyRequest, reply: FastifyReply, snapshot: Snapshot, returnTo: unknown) {
    const html = snapshot.plain.toString()
    if (!HAS_BLANKS.test(html)) return answers.answer(request, reply, snapshot)
    const path = encodeURIComponent(returnPath(returnTo, origin))
    const filled = html.replaceAll(BLANKS.returnTo, () => path).replaceAll(BLANKS.requestId, request.id)
    return answers.answerDocument(request, reply, filled)
  }

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    screen: Screen,
    status: number,
    { returnTo = request.url, asksEmail = false } = {},
  ) {
    const language = languageOf(request.headers.cookie)
    const key = JSON.stringify([screen, asksEmail, thisYear(), language.translator.language])
    let kept = deps.development ? undefined : screens.get(key)
    if (kept === undefined) {
      const signIn = offersSignIn(screen) ? signInHref(asksEmail) : undefined
      kept = make({ path: SCREEN_PATH, screen, signIn }, language)
      kept.catch(() => screens.delete(key))
      screens.set(key, kept)
    }
    void reply.code(status).header('cache-control', 'no-store')
    return answerFilled(request, reply, await kept, returnTo)
  }

  return {
    answerFilled,

    showProblem: (
      request: FastifyRequest,
      reply: FastifyReply,
      problem: SignInProblem,
      status: number,
      attempt: { returnTo: string; asksEmail: boolean },
    ) => show(request, reply, { name: 'sign-in-problem', problem }, status, attempt),

    /**
     * Answers with a failure in the form that the caller can read: the API's error body, or one of the spec's screens
     * for a page.
     */
    answerFailure: async (request: FastifyRequest, reply: FastifyReply, failure: HttpError) => {
      const { translator } = languageOf(request.headers.cookie)
      if (!wantsPage(request)) return answerHttpError(reply, failure, translator)
      if (failure.code === 'session_ended') {
        return reply.redirect(`/session-expired?returnTo=${encodeURIComponent(request.url)}`, 303)
      }
      const { retryAfter } = failure.more
      if (retryAfter !== undefined) void reply.header('retry-after', String(Math.ceil(retryAfter)))
      try {
        return await show(request, reply, screenOf(failure, accessOf(request), translator), failure.status)
      } catch (error) {
        request.log.error({ err: error, requestId: request.id }, 'a screen could not be rendered')
        return answerHttpError(
          reply,
          new HttpError(500, 'unexpected', msg('Something went wrong. Please refresh.')),
          translator,
        )
      }
    },
  }
}

/** Whether a request comes from a person who opens a page: any GET or HEAD request outside of the API and the files. */
function wantsPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const path = request.url.split('?')[0] ?? ''
  if (path.startsWith('/api/') && path !== '/api/auth/discord/start' && path !== '/api/docs') return false
  return !/^\/(assets|media)\//.test(path)
}

const offersSignIn = (screen: Screen) =>
  screen.name === 'sign-in-problem' || (screen.name === 'access-denied' && screen.isSignedOut)

function screenOf(failure: HttpError, access: Access, translator: Translator): Screen {
  switch (failure.status) {
    case 401:
    case 403:
      return { name: 'access-denied', access, isSignedOut: failure.status === 401 }
    case 404:
      return { name: 'not-found' }
    case 429:
      return { name: 'rate-limit' }
    case 500:
      return {
        name: 'error',
        why: translator.t('If it happens again, tell us and quote {id}.', { id: BLANKS.requestId }),
      }
    default:
      return { name: 'error', why: failure.messageIn(translator) }
  }
}
