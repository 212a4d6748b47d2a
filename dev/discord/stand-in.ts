import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import type { DiscordSettings } from '#server/discord/settings.ts'
import { serveBot, serveGatewayAddress, serveGuild, servePerson, serveTokens, serveWidget } from './api.ts'
import { serveAttachments } from './attachments.ts'
import { Authorizations } from './authorizations.ts'
import { buildChannels, type Channels, serveChannels } from './channels.ts'
import { serveConsole } from './console.ts'
import { guildBody, serveGateway } from './gateway.ts'
import type { StandInGuild, StandInPerson } from './guild.ts'
import { buildGuildView, type GuildView } from './guild-view.ts'
import { type Messages, serveMessages } from './messages.ts'
import { servePictures } from './pictures.ts'
import { serveSignIn } from './sign-in.ts'
import type { StandInState, Trouble } from './state.ts'

export interface StandInOptions {
  /** The name of the application on the sign-in page. */
  applicationName: string
  /** The one registered redirect address. */
  redirectUri: string
  guild: StandInGuild
  clock?: () => Date
}

/** A stand-in for Discord on this machine, for the demo, development and tests. */
export interface StandIn extends GuildView {
  /** Listens on loopback, on a free port unless one is given. Returns the settings of a site that uses the stand-in. */
  listen(port?: number): Promise<DiscordSettings>
  close(): Promise<void>
  /** Everybody who has an account. Tests may add people. */
  readonly people: StandInPerson[]
  /** The latest calls to the API, the oldest first. */
  readonly requests: readonly StandInCall[]
  /** Channels, each with a webhook. */
  readonly channels: Channels
  /** The bot's direct messages. People in `closed` accept none. */
  readonly messages: Messages
  /**
   * Picks a person by id (or `deny`) on the sign-in page, as a browser would. Returns the address of the redirect that
   * follows.
   */
  choose(authorizationUrl: URL, choice: string): Promise<URL>
  /** Does what happens when the owner of the application registers another redirect address in place of the first. */
  registerRedirect(address: string): void
  /** Does what happens when the person removes the application in Discord's settings. */
  revoke(id: string): void
  /** Makes the API answer 503, and the gateway close its connections and refuse new ones. */
  goDown(): void
  /** Cuts the connections of the gateway. With `forgets`, no session can be resumed. */
  dropConnections(options?: { forgets?: boolean }): void
  /** The number of bots that are connected to the gateway. */
  readonly listeners: number
  /** Switches "Server Members Intent" off: a bot that tries to listen to members is closed with 4014. */
  forbidMembers(): void
  /**
   * Does what happens when the owner creates a new token: the old one is refused everywhere. `comeBack` does not undo
   * this.
   */
  resetBotToken(): void
  /** Makes the API answer 429 to this number of calls, or to all calls. */
  flood(options?: { retryAfterSeconds?: number; calls?: number }): void
  /** Delays every answer of the API by this time. */
  slowDown(milliseconds: number): void
  /** Removes the bot from the guild. */
  removeBot(): void
  /** Takes the permission to manage roles from the bot. */
  disarmBot(): void
  /** Ends all of the failures above, except for a new token. */
  comeBack(): void
}

/** A call to the stand-in's API. The path has no query and no webhook token, so it never contains a secret. */
export interface StandInCall {
  method: string
  path: string
  status: number
}

const API = '/api/v10'
const MAX_CALLS_KEPT = 1000
const NO_TROUBLE: Trouble = {
  isDown: false,
  delayMs: 0,
  botIsRemoved: false,
  botIsPowerless: false,
  allowsMembers: true,
  flood: null,
}

/**
 * Speaks the part of Discord's protocol that the site uses: sign-in with OAuth2 and PKCE, the signed-in person, the
 * guild's members and roles for the bot, which also gives roles, and pictures. Replies follow Discord's documentation.
 * Where it is silent, they follow what users have observed.
 */
export function buildStandIn({ clock = () => new Date(), ...options }: StandInOptions): StandIn {
  const { guild, redirectUri } = options
  const state: StandInState = {
    ...options,
    // Secrets are created at each start. No secret in the code could then be mistaken for a real one.
    clientId: '400000000000000001',
    clientSecret: randomBytes(16).toString('hex'),
    botToken: randomBytes(24).toString('hex'),
    authorizations: new Authorizations(clock),
    banned: new Set(),
    trouble: { ...NO_TROUBLE },
  }
  const requests: StandInCall[] = []
  const channels = buildChannels(clock)
  const messages: Messages = { all: [], closed: new Set() }

  const app = fastify({
    forceCloseConnections: true,
    // Discord serves OAuth both with and without the version in the path.
    rewriteUrl: ({ url = '/' }) => url.replace(/^\/api\/(?!v\d)/, `${API}/`),
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, text, done) => {
    done(null, new URLSearchParams(String(text)))
  })
  app.setNotFoundHandler((_, reply) => reply.code(404).send({ message: '404: Not Found', code: 0 }))

  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return
    const { delayMs, isDown, flood } = state.trouble
    if (delayMs > 0) await sleep(delayMs, undefined, { ref: false })
    if (isDown) return reply.code(503).type('text/html').send('<h1>Service Unavailable</h1>')
    // Discord's proxy blocks callers without a proper user agent.
    if (!/^DiscordBot \(\S+, \S+\)/.test(request.headers['user-agent'] ?? '')) return reply.code(403).send('Forbidden')
    const isFlooded = flood !== null && flood.callsLeft-- > 0
    reply.headers({
      'x-ratelimit-limit': '10',
      'x-ratelimit-remaining': isFlooded ? '0' : '9',
      'x-ratelimit-reset-after': '1.000',
      'x-ratelimit-reset': String(clock().getTime() / 1000 + 1),
      'x-ratelimit-bucket': 'stand-in',
    })
    if (!isFlooded) return
    const { retryAfterSeconds } = flood
    return reply
      .code(429)
      .headers({ 'retry-after': String(Math.ceil(retryAfterSeconds)), 'x-ratelimit-scope': 'user' })
      .send({ message: 'You are being rate limited.', retry_after: retryAfterSeconds, global: false })
  })

  app.addHook('onResponse', async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (!path.startsWith('/api/')) return
    const shown = path.replace(/(\/webhooks\/\d+\/)[^/]+/, '$1…')
    requests.push({ method: request.method, path: shown, status: reply.statusCode })
    if (requests.length > MAX_CALLS_KEPT) requests.shift()
  })

  const gateway = serveGateway(app, state)
  const view = buildGuildView(state, gateway, clock)
  const trouble = troubleOf(state, gateway)
  app.register((pages) => serveSignIn(pages, state))
  app.register((pages) => serveConsole(pages, { state, gateway, view, trouble, requests }))
  app.register((bot) => serveGatewayAddress(bot, state), { prefix: API })
  app.register((anybody) => serveWidget(anybody, state), { prefix: API })
  app.register((bot) => serveBot(bot, state), { prefix: API })
  app.register((webhooks) => serveChannels(webhooks, { state, channels, messages, api: API }))
  app.register((people) => serveMessages(people, { state, messages, clock }), { prefix: API })
  app.register((tokens) => serveTokens(tokens, state), { prefix: API })
  app.register((person) => servePerson(person, state), { prefix: API })
  app.register((bot) => serveGuild(bot, state, view), { prefix: `${API}/guilds/:guild` })
  app.register((pictures) => servePictures(pictures, state))
  app.register(serveAttachments)

  return {
    async listen(port = 0) {
      const origin = await app.listen({ host: '127.0.0.1', port })
      return {
        clientId: state.clientId,
        clientSecret: state.clientSecret,
        guildId: guild.id,
        botToken: state.botToken,
        apiUrl: `${origin}${API}`,
        authorizeUrl: `${origin}/oauth2/authorize`,
        cdnUrl: origin,
        redirectUri,
      }
    },
    close: () => app.close(),
    ...{ people: guild.people, requests, channels, messages },
    async choose(authorizationUrl, choice) {
      const { headers, statusCode } = await app.inject({
        method: 'POST',
        url: authorizationUrl.pathname + authorizationUrl.search,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ person: choice }).toString(),
      })
      if (statusCode !== 303 || typeof headers.location !== 'string')
        throw new Error('the request to sign in is broken')
      return new URL(headers.location)
    },
    registerRedirect: (address) => {
      state.redirectUri = address
    },
    revoke: (id) => state.authorizations.revokePerson(id),
    dropConnections: gateway.drop,
    get listeners() {
      return gateway.listeners
    },
    ...view,
    ...trouble,
  }
}

/** What fails at Discord, for the console and for tests. */
function troubleOf(state: StandInState, gateway: ReturnType<typeof serveGateway>) {
  return {
    goDown() {
      state.trouble.isDown = true
      gateway.drop()
    },
    comeBack() {
      const { botIsRemoved } = state.trouble
      state.trouble = { ...NO_TROUBLE }
      if (botIsRemoved) gateway.dispatch('GUILD_CREATE', guildBody(state))
    },
    forbidMembers() {
      state.trouble.allowsMembers = false
      gateway.closeAll(4014)
    },
    resetBotToken() {
      state.botToken = randomBytes(24).toString('hex')
      gateway.closeAll(4004)
    },
    flood({ retryAfterSeconds = 64.57, calls = Number.POSITIVE_INFINITY } = {}) {
      state.trouble.flood = { retryAfterSeconds, callsLeft: calls }
    },
    slowDown(milliseconds: number) {
      state.trouble.delayMs = milliseconds
    },
    removeBot() {
      state.trouble.botIsRemoved = true
      gateway.dispatch('GUILD_DELETE', { id: state.guild.id })
    },
    disarmBot() {
      state.trouble.botIsPowerless = true
    },
  }
}
