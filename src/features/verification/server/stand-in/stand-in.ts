import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { VerifyPassSettings } from '#server/config/environment.ts'
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

/** A verification provider of our own on this machine, for the demo, development and tests. */
export interface VerifyPassStandIn {
  /** Listens on loopback, on a free port unless told; answers with the settings of a site that uses it. */
  listen(port?: number): Promise<VerifyPassSettings>
  close(): Promise<void>
  /** Everyone for whom a token was made, oldest first. */
  readonly applicants: readonly Applicant[]
  /** The API answers 503. */
  goDown(): void
  /** The API takes so long to answer. */
  slowDown(milliseconds: number): void
  /** Ends the trouble above. */
  comeBack(): void
}

export interface Applicant {
  token: string
  /** What the site calls this verification. */
  uid: string | undefined
  email: string | undefined
  isLocked: boolean
  outcome: { decision: Decision; group: Group; email: string } | null
}

/** https://verifypass.com/verification/documentation/api/applicant-token; the status of an error is our guess. */
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

const POLICY = `default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/** Speaks the part of VerifyPass's protocol that the site uses: tokens for applicants and the window they apply in. */
export function buildVerifyPassStandIn({ applicationName }: { applicationName: string }): VerifyPassStandIn {
  // Made anew at each start: none is written down that could be mistaken for a real one.
  const apiKey = randomBytes(24).toString('hex')
  const widgetKey = randomBytes(5).toString('hex')
  const applicants: Applicant[] = []
  let trouble = { isDown: false, delayMs: 0 }

  const app = fastify({ forceCloseConnections: true })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, text, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(text))))
  })

  app.post('/api/v2/token', async (request, reply) => {
    if (trouble.delayMs > 0) await sleep(trouble.delayMs, undefined, { ref: false })
    if (trouble.isDown) return reply.code(503).type('text/html').send('<h1>Service Unavailable</h1>')
    if (request.headers.key !== apiKey) return reply.code(401).send({ error: 'Invalid API key.' })
    const body = TokenBody.safeParse(request.body)
    // Looked at only where it is locked.
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
      reply.headers({
        'content-security-policy': POLICY,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
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
        applicant.outcome = { ...answers.data, email }
      }
      return show(reply, applicant)
    })
  })

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
    close: () => app.close(),
    applicants,
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

/** Long and opaque, with every character that an address would trip over. */
function newToken(): string {
  const sealed = { iv: randomBytes(12).toString('base64'), value: randomBytes(96).toString('base64') }
  return Buffer.from(JSON.stringify(sealed)).toString('base64')
}

function html(reply: FastifyReply, page: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(page)
}
