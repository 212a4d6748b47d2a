import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { VerifyPassSettings } from '#server/config/environment.ts'
import { html, pageHeaders } from '../page.ts'
import { PAGE_STYLE } from './page-style.ts'
import {
  applicationPage,
  brokenPage,
  CLOSE_SCRIPT,
  DECISIONS,
  type Decision,
  GROUPS,
  type Group,
  outcomePage,
} from './pages.tsx'

/** A stand-in for a verification provider on this machine, for the demo, development and tests. */
export interface VerifyPassStandIn {
  /** Listens on loopback, on a free port unless one is given. Returns the settings of a site that uses the stand-in. */
  listen(port?: number): Promise<VerifyPassSettings>
  close(): Promise<void>
  /** Everybody for whom a token was created, the oldest first. */
  readonly applicants: readonly Applicant[]
  /** Makes the API answer 503. */
  goDown(): void
  /** Delays every answer of the API by this time. */
  slowDown(milliseconds: number): void
  /** Ends the failures above. */
  comeBack(): void
  /** Sets the address of the webhook, as the settings of an account would. */
  sendWebhooksTo(webhookUrl: string): void
  /** Sends one webhook about these applicants at each call. Returns the status of the site's answer. */
  report(about: readonly Applicant[], asked?: { key?: string }): Promise<number>
}

export interface Applicant {
  token: string
  /** The site's id for this verification. */
  uid: string | undefined
  email: string | undefined
  isLocked: boolean
  outcome: { decision: Decision; group: Group; email: string; at: Date } | null
}

/** https://verifypass.com/verification/documentation/api/applicant-token; the status of errors is a guess. */
const TokenBody = z.object({
  uid: z.string().max(64).optional(),
  email: z.string().optional(),
  lock_email: z.boolean().default(false),
})

const Answers = z.object({
  decision: z.enum(DECISIONS),
  group: z.enum(GROUPS),
  email: z.email(),
})

/**
 * The time from an approval to its webhook, and the time for which people look at a document. At VerifyPass both take
 * hours, which is too long for a demo.
 */
const DEMO_PACE = { approvedAfterMs: 1_500, documentMs: 20_000 }

/** VerifyPass's names of the two groups. */
const GROUP_NAMES: Record<Group, string> = { mil: 'Military', fir: 'First Responder' }

const POLICY = `default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/**
 * Speaks the part of VerifyPass's protocol that the site uses: tokens for applicants, the window in which they apply,
 * and the webhook, which names people as the real one does. One webhook names everybody who was approved since the
 * last, and every webhook is sent twice: VerifyPass promises neither one person per webhook nor a single delivery.
 */
export function buildVerifyPassStandIn({
  applicationName,
  pace = DEMO_PACE,
}: {
  applicationName: string
  pace?: typeof DEMO_PACE
}): VerifyPassStandIn {
  // Keys are created at each start. No key in the code could then be mistaken for a real one.
  const apiKey = randomBytes(24).toString('hex')
  const widgetKey = randomBytes(5).toString('hex')
  const applicants: Applicant[] = []
  let trouble = { isDown: false, delayMs: 0 }
  let webhookUrl: string | null = null
  /** Applicants who were approved, but whom no webhook has named yet. */
  let untold: Applicant[] = []
  const timers = new Set<NodeJS.Timeout>()

  const app = fastify({ forceCloseConnections: true })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, text, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(text))))
  })

  app.post('/api/v2/token', async (request, reply) => {
    if (trouble.delayMs > 0) await sleep(trouble.delayMs, undefined, { ref: false })
    if (trouble.isDown) return reply.code(503).type('text/html').send('<h1>Service Unavailable</h1>')
    if (request.headers.key !== apiKey) return reply.code(401).send({ error: 'Invalid API key.' })
    const body = TokenBody.safeParse(request.body)
    // The e-mail address is validated only when it is locked.
    if (!body.success || (body.data.lock_email && !z.email().safeParse(body.data.email).success)) {
      return reply.code(422).send({ error: 'E-mail appears to be invalid.' })
    }
    const { uid, email, lock_email: isLocked } = body.data
    const token = newToken()
    applicants.push({ token, uid, email, isLocked, outcome: null })
    return { token }
  })

  app.register(async (pages) => {
    pages.addHook('onSend', async (_, reply) => {
      reply.headers(pageHeaders(POLICY))
    })
    pages.get('/stand-in.css', (_, reply) => reply.type('text/css').send(PAGE_STYLE))
    pages.get('/close.js', (_, reply) => reply.type('text/javascript').send(CLOSE_SCRIPT))

    pages.get<Window>('/auth/:widgetKey', (request, reply) => {
      const applicant = applicantOf(request, reply)
      return applicant ? show(reply, applicant) : reply
    })

    pages.post<Window>('/auth/:widgetKey', (request, reply) => {
      const applicant = applicantOf(request, reply)
      if (!applicant) return reply
      const answers = Answers.safeParse(request.body)
      if (answers.success && applicant.outcome === null) {
        const email = applicant.isLocked ? (applicant.email ?? '') : answers.data.email
        applicant.outcome = { ...answers.data, email, at: new Date() }
        if (answers.data.decision === 'approve') approve(applicant)
        if (answers.data.decision === 'pending') later(pace.documentMs, () => approve(applicant))
      }
      return show(reply, applicant)
    })
  })

  function later(milliseconds: number, act: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      act()
    }, milliseconds)
    timer.unref()
    timers.add(timer)
  }

  function approve(applicant: Applicant): void {
    untold.push(applicant)
    if (webhookUrl === null || untold.length > 1) return
    later(pace.approvedAfterMs, () => {
      const about = untold
      untold = []
      const send = () => void report(about).catch(() => undefined) // the site may be down; retries are undocumented
      send()
      later(pace.approvedAfterMs, send)
    })
  }

  async function report(about: readonly Applicant[], { key = apiKey } = {}): Promise<number> {
    if (webhookUrl === null) throw new Error('nobody said where webhooks go')
    const response = await fetch(webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-vfyps-key': key },
      body: JSON.stringify({ data: about.map(itemOf) }),
      signal: AbortSignal.timeout(5_000),
    })
    await response.body?.cancel()
    return response.status
  }

  /** https://verifypass.com/verification/documentation/connections/webhook */
  function itemOf({ uid, email, outcome }: Applicant) {
    const [first = 'Some', last = 'Body'] = (outcome?.email ?? email ?? '').split('@')[0]?.split('.') ?? []
    const group = outcome?.group ?? 'mil'
    return {
      first_name: nameOf(first),
      last_name: nameOf(last),
      email: outcome?.email ?? email ?? '',
      time: (outcome?.at ?? new Date()).toISOString().slice(0, 19).replace('T', ' '),
      group_short: group,
      group: GROUP_NAMES[group],
      widget_key: widgetKey,
      ...(uid !== undefined && { uid }),
    }
  }

  function applicantOf(request: FastifyRequest<Window>, reply: FastifyReply): Applicant | null {
    const applicant = applicants.find(({ token }) => token === request.query.token)
    if (request.params.widgetKey === widgetKey && applicant) return applicant
    html(reply.code(404), brokenPage('It was not made for anybody. Go back to the site and press Verify again.'))
    return null
  }

  function show(reply: FastifyReply, { token, email = '', isLocked, outcome }: Applicant): FastifyReply {
    if (outcome !== null) return html(reply, outcomePage(outcome.decision, { applicationName, email: outcome.email }))
    const action = `/auth/${widgetKey}?token=${encodeURIComponent(token)}`
    return html(reply, applicationPage({ applicationName, action, email, locked: isLocked }))
  }

  return {
    async listen(port = 0) {
      const origin = await app.listen({ host: '127.0.0.1', port })
      return {
        apiUrl: `${origin}/api/v2`,
        apiKey,
        widgetKey,
        popupUrl: `${origin}/auth/{widgetKey}?token={token}`,
      }
    },
    close: () => {
      for (const timer of timers) clearTimeout(timer)
      return app.close()
    },
    applicants,
    sendWebhooksTo(url) {
      webhookUrl = url
    },
    report,
    goDown() {
      trouble.isDown = true
    },
    slowDown(milliseconds) {
      trouble.delayMs = milliseconds
    },
    comeBack() {
      trouble = { isDown: false, delayMs: 0 }
    },
  }
}

interface Window {
  Params: { widgetKey: string }
  Querystring: { token?: string }
}

/** A long and opaque token, with every character that must be encoded in an address. */
function newToken(): string {
  const sealed = { iv: randomBytes(12).toString('base64'), value: randomBytes(96).toString('base64') }
  return Buffer.from(JSON.stringify(sealed)).toString('base64')
}

const nameOf = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
