import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { QueryGameServer } from '#features/game-server/server/gateway.ts'
import { ENGLISH, msg, type PlainMessage, setTranslator, t } from '#lib/messages.ts'
import { BadConfiguration, type Unconfigured } from '#server/config/environment.ts'
import { DiscordUnavailable } from '#server/discord/failures.ts'
import { createQuestions, type Questions } from '#server/discord/questions.ts'
import { fetchWithLimits } from '#server/fetch-with-limits.ts'
import { isSameOrigin } from '#server/http/security.ts'
import { createCode, type SetUpCode } from './code.ts'
import { finishPage, startingPage, WAIT_SCRIPT } from './end-pages.tsx'
import { codePage, stepPage } from './setup-page.tsx'
import { COOKIE, cookieOf, formOf, guessSettings, isUnencrypted, originOf, translatorOf } from './setup-request.ts'
import { problemsOfStart } from './start-problems.ts'
import type { Settings, StepDeps } from './step.ts'
import { fieldsOf } from './step-fields.tsx'
import { CHECKS, draftOf, redirectOf, STEPS, type Step } from './steps.ts'

export interface SetUpOptions {
  unconfigured: Unconfigured
  /** The HTML tags of the stylesheets. */
  tags: string
  /** Null when there is no client build. */
  clientDir: string | null
  gameServerAt(address: string): QueryGameServer
  /** Writes the settings that were entered, and returns the path of their file. */
  write(settings: Settings): string
  clock?: () => Date
}

export interface SetUp {
  app: FastifyInstance
  code: SetUpCode
  /** Resolves once the settings are written and the last page was sent. */
  done: Promise<void>
}

const POLICY = `default-src 'none'; style-src 'self'; font-src 'self'; script-src 'sha256-${createHash('sha256').update(WAIT_SCRIPT).digest('base64')}'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
/** Enough for a form with the ids of some hundred roles. */
const MAX_BYTES = 64 * 1024
const LIMITS = { timeoutMs: 5_000, maxBytes: 1024 }

/** Builds the server that runs until the site is set up. It serves pages and forms to anyone who has the code. */
export async function buildSetUp(options: SetUpOptions): Promise<SetUp> {
  const { unconfigured, tags, write } = options
  const { given } = unconfigured
  const code = createCode(options.clock)
  const self = randomUUID()
  const answers = new Map<Step, Settings>()
  const drafts = new Map<Step, Settings>()
  const notes = new Map<Step, string>()
  const names = new Map<Step, Settings>()
  let finish = () => {}
  const done = new Promise<void>((resolve) => {
    finish = resolve
  })

  const app = createServer()
  // This check runs before the body is read, so the server reads no body from a person without the code.
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'POST') return
    if (!isSameOrigin(request, originOf(request))) return reply.code(403).send(t('Send this form from its own page.'))
    if (request.url !== '/setup/code' && !hasSession(request)) return reply.redirect('/setup', 303)
  })

  // Only one person uses the set-up, so one language for the whole process is enough: that of their browser.
  app.addHook('onRequest', async (request) => void setTranslator(translatorOf(request)))
  app.addHook('onClose', async () => void setTranslator(ENGLISH))

  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async () => ({ ok: true }))
  app.get('/setup/here', async () => self)
  app.setNotFoundHandler((request, reply) =>
    request.method === 'GET' ? reply.redirect('/setup', 302) : reply.code(404).send(t('There is nothing here yet.')),
  )
  if (options.clientDir !== null) {
    const root = join(options.clientDir, 'assets')
    await app.register(fastifyStatic, { root, prefix: '/assets/', immutable: true, maxAge: '1y', preCompressed: true })
  }

  const contextOf = (request: FastifyRequest) => ({ tags, isUnencrypted: isUnencrypted(request) })
  const hasSession = (request: FastifyRequest) => code.isSession(cookieOf(request))
  const settings = (): Settings => Object.assign({}, ...answers.values(), given)
  const nextStep = (): Step | null => STEPS.find((step) => !answers.has(step)) ?? null
  /** Whether all steps before this one were answered. */
  const canOpen = (step: Step) => STEPS.slice(0, STEPS.indexOf(step)).every((one) => answers.has(one))

  function questions(): Questions {
    const { PUBLIC_URL: origin = '' } = settings()
    return createQuestions({
      apiUrl: unconfigured.apiUrl,
      redirectUri: redirectOf(origin),
      userAgent: `DiscordBot (${origin || 'http://localhost'}, 1)`,
    })
  }
  const stepDeps = (step: Step): StepDeps => ({
    given,
    before: { ...settings(), ...drafts.get(step), ...given },
    questions: questions(),
    askSelf,
    gameServerAt: options.gameServerAt,
    communityDir: unconfigured.communityDir,
  })

  async function askSelf(origin: string): Promise<'here' | 'elsewhere' | 'unreachable'> {
    try {
      const answer = await fetchWithLimits(`${origin}/setup/here`, { redirect: 'manual' }, LIMITS)
      return (await answer.text()) === self ? 'here' : 'elsewhere'
    } catch (error) {
      return error instanceof RangeError ? 'elsewhere' : 'unreachable' // a reply above the size limit is not ours
    }
  }

  app.get('/setup', (request, reply) => {
    if (!hasSession(request)) return html(reply, codePage(contextOf(request)))
    return reply.redirect(`/setup/${nextStep() ?? 'finish'}`, 303)
  })

  app.post('/setup/code', (request, reply) => {
    const entered = code.enter(formOf(request).get('code') ?? '')
    if (typeof entered !== 'string') {
      const secure = originOf(request).startsWith('https:') ? '; Secure' : ''
      void reply.header('set-cookie', `${COOKIE}=${entered.token}; Path=/setup; HttpOnly; SameSite=Strict${secure}`)
      return reply.redirect('/setup', 303)
    }
    const error =
      entered === 'wrong'
        ? t('This is not the code. Use the one that was printed last: each start prints a new one.')
        : t('Too many wrong codes. Wait a minute, then try again.')
    return html(reply.code(entered === 'wrong' ? 403 : 429), codePage({ ...contextOf(request), error }))
  })

  async function show(request: FastifyRequest, reply: FastifyReply, step: Step, problems: Record<string, string> = {}) {
    const shown = {
      given,
      values: { ...guessSettings(request), ...settings(), ...drafts.get(step), ...given },
      problems,
    }
    const previous = STEPS[STEPS.indexOf(step) - 1]
    const more = { ...contextOf(request), failure: problems.failure, note: previous && notes.get(previous) }
    try {
      const { intro, fields, canGoOn } = await fieldsOf(step, shown, questions(), unconfigured.authorizeUrl)
      return html(reply, stepPage(step, { ...more, intro, fields, canGoOn }))
    } catch (error) {
      const failure = failureOf(error)
      return html(reply.code(503), stepPage(step, { ...more, failure, intro: null, fields: null, canGoOn: false }))
    }
  }

  for (const step of STEPS) {
    app.get(`/setup/${step}`, async (request, reply) => {
      if (!hasSession(request) || !canOpen(step)) return reply.redirect('/setup', 303)
      return show(request, reply, step)
    })

    app.post(`/setup/${step}`, async (request, reply) => {
      if (!canOpen(step)) return reply.redirect('/setup', 303)
      const entered = formOf(request)
      const checked = await CHECKS[step](entered, stepDeps(step)).catch((error: unknown) => ({
        problems: { failure: failureOf(error) },
      }))
      if ('problems' in checked) {
        drafts.set(step, { ...drafts.get(step), ...draftOf(step, entered, checked.problems) })
        return show(request, reply.code(422), step, checked.problems)
      }
      drafts.delete(step)
      answers.set(step, checked.settings)
      names.set(step, checked.names ?? {})
      if (checked.note === undefined) notes.delete(step)
      else notes.set(step, checked.note)
      return reply.redirect(`/setup/${STEPS[STEPS.indexOf(step) + 1] ?? 'finish'}`, 303)
    })
  }

  app.get('/setup/finish', (request, reply) => {
    if (!hasSession(request) || nextStep() !== null) return reply.redirect('/setup', 303)
    return html(
      reply,
      finishPage({
        ...contextOf(request),
        rows: rowsOf(settings(), Object.assign({}, ...names.values())),
        problems: problemsOfStart(given, settings()),
      }),
    )
  })

  app.post('/setup/finish', (request, reply) => {
    const problems = problemsOfStart(given, settings())
    if (nextStep() !== null || problems.length > 0) return reply.redirect('/setup/finish', 303)
    const own = Object.entries(settings()).filter(([name]) => !(name in given))
    const file = write(Object.fromEntries(own))
    const { PUBLIC_URL: publicUrl = '' } = settings()
    reply.raw.once('finish', finish)
    return html(reply, startingPage({ ...contextOf(request), publicUrl, file }))
  })

  return { app, code, done }
}

/** A server that reads forms, and sends the same security headers with each reply. */
function createServer(): FastifyInstance {
  const app = Fastify({
    bodyLimit: MAX_BYTES,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, parsed) =>
    parsed(null, new URLSearchParams(String(body))),
  )
  app.addHook('onSend', async (_request, reply) => {
    void reply.headers({
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
  })
  return app
}

const LABELS: Readonly<Record<string, PlainMessage>> = {
  PUBLIC_URL: msg('Public address'),
  TRUST_PROXY: msg('Proxies in front'),
  DISCORD_CLIENT_ID: msg('Application'),
  DISCORD_GUILD_ID: msg('Discord server'),
  OWNER_IDS: msg('Owners'),
  OWNER_ROLES: msg('Owner roles'),
  MANAGEMENT_ROLES: msg('Management roles'),
  STAFF_ROLES: msg('Staff roles'),
  ES_ROLES: msg('ES roles'),
  GAME_SERVER: msg('Game server'),
}

/** The settings that were entered, as label and value. Secrets are left out. */
function rowsOf(settings: Settings, names: Settings): { name: string; value: string }[] {
  return Object.entries(LABELS).flatMap(([variable, name]) => {
    const value = settings[variable]
    return value === undefined ? [] : [{ name: t(name), value: names[variable] ?? value.replaceAll(',', ', ') }]
  })
}

function failureOf(error: unknown): string {
  if (error instanceof BadConfiguration) {
    return t('A file of the community has a mistake. Correct it, then press Continue again: {problems}', {
      problems: error.problems.join('; '),
    })
  }
  if (!(error instanceof DiscordUnavailable)) throw error
  return t('Discord could not be reached ({why}). What you entered may be right: try again in a moment.', {
    why: error.message,
  })
}

const html = (reply: FastifyReply, page: string) => reply.type('text/html; charset=utf-8').send(page)
