import { randomBytes } from 'node:crypto'
import fastify, { type FastifyReply } from 'fastify'
import * as z from 'zod'

/** The ways in which the stand-in can behave: like real game servers, or like what may answer at a wrong address. */
export const MOODS = ['online', 'offline', 'suspicious', 'busy', 'elsewhere', 'endless', 'silent', 'other'] as const
export type Mood = (typeof MOODS)[number]

/** A stand-in for an FXServer on this machine, as far as the site talks to one. For the demo, development and tests. */
export interface GameServerStandIn {
  /** Listens on loopback, on a free port unless one is given. Returns its address. */
  listen(port?: number): Promise<string>
  close(): Promise<void>
  behave(mood: Mood): void
  /** The headers of each request that it received. */
  readonly requests: readonly Record<string, unknown>[]
}

const SLOTS = 64
const DAY = 86_400_000

/** The number of players at a time: few in the morning, many in the evening, with some variation. */
export function playersAt(at: Date): number {
  const time = at.getTime()
  const evening = Math.cos(((time % DAY) / DAY - 21 / 24) * 2 * Math.PI)
  const comings = Math.sin(time / 410_000) * 3 + Math.sin(time / 97_000) * 2
  return Math.min(SLOTS, Math.max(0, Math.round(29 + evening * 17 + comings)))
}

const Player = z.strictObject({ discordId: z.string(), name: z.string() })

/** Whom the button on its page warns, and the author of the warning. */
export const Warning = z.strictObject({ target: Player, author: Player, reason: z.string() })

/** Sends the site an action as the resource in `integrations/fivem` does. Undefined: the page has no button. */
export interface Forwarding {
  siteOrigin: string
  token: string
  warning: z.infer<typeof Warning>
}

const Order = z.object({ mood: z.enum(['online', 'offline']) })

/** Speaks the part of FXServer's protocol that the site uses, and serves a page at its own address to try it out. */
export function buildGameServerStandIn(options: { clock: () => Date; forwarding?: Forwarding }): GameServerStandIn {
  const { clock, forwarding } = options
  const requests: Record<string, unknown>[] = []
  let mood: Mood = 'online'
  let notice = ''

  const app = fastify({ forceCloseConnections: true })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, text, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(text))))
  })

  /**
   * Written as InfoHttpHandler.cpp of citizenfx/fivem does: the number of slots is a string, and the name has colour
   * codes.
   */
  const dynamic = () =>
    JSON.stringify({
      hostname: '^5Hammock Coast ^7Roleplay ^1| ^3Serious RP',
      gametype: 'Roleplay',
      mapname: 'San Andreas',
      clients: playersAt(clock()),
      iv: '1712345678',
      sv_maxclients: String(SLOTS),
    })

  const answers: Record<Mood, (reply: FastifyReply) => FastifyReply> = {
    online: (reply) => reply.type('application/json').send(dynamic()),
    offline: (reply) => {
      reply.hijack()
      reply.raw.destroy()
      return reply
    },
    suspicious: (reply) => reply.code(403).type('text/plain').send('Nope.'),
    busy: (reply) => reply.code(429).type('text/plain').send('Rate limit exceeded.'),
    elsewhere: (reply) => reply.redirect('/elsewhere.json', 302),
    endless: (reply) => reply.type('application/json').send(`${' '.repeat(1_000_000)}${dynamic()}`),
    silent: (reply) => reply.hijack(),
    other: (reply) => reply.type('text/html').send('<h1>Welcome to nginx!</h1>'),
  }

  app.get('/dynamic.json', (request, reply) => {
    requests.push(request.headers)
    return answers[mood](reply)
  })
  app.get('/elsewhere.json', (_, reply) => reply.type('application/json').send(dynamic()))

  app.get('/', (_, reply) => {
    const players = playersAt(clock())
    return reply
      .headers({ 'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self'` })
      .type('text/html; charset=utf-8')
      .send(consolePage({ isOnline: mood !== 'offline', players, notice, warns: forwarding?.warning.target.name }))
  })
  app.post('/mood', (request, reply) => {
    const order = Order.safeParse(request.body)
    if (order.success) mood = order.data.mood
    notice = ''
    return reply.redirect('/', 303)
  })
  app.post('/warn', async (_, reply) => {
    if (forwarding) notice = await warn(forwarding, clock())
    return reply.redirect('/', 303)
  })

  return {
    listen: (port = 0) => app.listen({ host: '127.0.0.1', port }),
    close: () => app.close(),
    behave: (next) => {
      mood = next
    },
    requests,
  }
}

async function warn({ siteOrigin, token, warning }: Forwarding, at: Date): Promise<string> {
  const response = await fetch(`${siteOrigin}/api/ingest/actions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      id: `W${randomBytes(2).toString('hex').toUpperCase()}-${randomBytes(2).toString('hex').toUpperCase()}`,
      kind: 'warn',
      ...warning,
      at: at.toISOString(),
    }),
  }).catch(() => null)
  if (response === null) return 'The site did not answer.'
  return response.ok ? 'The site has it: look at the player record.' : `The site refused it (${response.status}).`
}

function consolePage(now: { isOnline: boolean; players: number; notice: string; warns: string | undefined }): string {
  const button = (action: string, field: string, text: string) =>
    `<form method="post" action="${action}">${field}<button>${text}</button></form>`
  const mood = (to: Mood, text: string) => button('/mood', `<input type="hidden" name="mood" value="${to}">`, text)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Stand-in game server</title>
<style>body{font:16px/1.6 system-ui;max-width:34rem;margin:4rem auto;padding:0 1rem;background:#10131f;color:#eceef6}
button{font:inherit;padding:.5rem 1rem;margin:.25rem 0;border-radius:6px;border:1px solid #55608a;background:#232a45;color:inherit}</style>
<h1>Stand-in game server</h1>
<p>It takes the place of an FXServer in the demo, on this machine only.</p>
<p><strong>${now.isOnline ? `Online: ${now.players} of ${SLOTS} play` : 'Offline'}</strong></p>
${now.isOnline ? mood('offline', 'Go offline') : mood('online', 'Come back')}
${now.warns === undefined ? '' : button('/warn', '', `Warn ${now.warns} in game`)}
<p role="status">${now.notice}</p></html>`
}
