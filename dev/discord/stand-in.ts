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
  /** Whom the sign-in page names as asking. */
  applicationName: string
  /** The one registered address to send people back to. */
  redirectUri: string
  guild: StandInGuild
  clock?: () => Date
}

/** A Discord of our own on this machine, for the demo, development and tests. */
export interface StandIn extends GuildView {
  /** Listens on loopback, on a free port unless told; answers with the settings of a site that uses it. */
  listen(port?: number): Promise<DiscordSettings>
  close(): Promise<void>
  /** Everyone who has an account; add to it freely. */
  readonly people: StandInPerson[]
  /** The latest calls to the API, oldest first. */
  readonly requests: readonly StandInCall[]
  /** Channels with a webhook each. */
  readonly channels: Channels
  /** What the bot wrote to people; who is in `closed` takes nothing. */
  readonly messages: Messages
  /** Picks a person's id (or `deny`) on the sign-in page as a browser would; answers with where that leads. */
  choose(authorizationUrl: URL, choice: string): Promise<URL>
  /**
   * As when the owner of the application registers another address to send people back to, in the place of the first.
   */
  registerRedirect(address: string): void
  /** As when the person removes the application in Discord's settings. */
  revoke(id: string): void
  /** The API answers 503, and the gateway hangs up and takes no call. */
  goDown(): void
  /** The gateway loses its connections; `forgets`: so that none can be resumed. */
  dropConnections(options?: { forgets?: boolean }): void
  /** How many bots listen to the gateway. */
  readonly listeners: number
  /** "Server Members Intent" is switched off: a bot that begins to listen to members is closed with 4014. */
  forbidMembers(): void
  /** As when the owner makes a new token: the old one is refused everywhere. Not ended by `comeBack`. */
  resetBotToken(): void
  /** The API answers 429, to so many calls or to all. */
  flood(options?: { retryAfterSeconds?: number; calls?: number }): void
  /** The API takes so long to answer. */
  slowDown(milliseconds: number): void
  /** The bot is no longer in the guild. */
  removeBot(): void
  /** The bot may not manage roles. */
  disarmBot(): void
  /** Ends all of the trouble above. */
  comeBack(): void
}

/** A call to the stand-in's API: its path without the query and without a webhook's token, so never a secret. */
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
 * guild's members and roles for the bot, which also gives roles, and pictures. What it answers follows Discord's
 * documentation and, where that is silent, what its users have seen.
 */
export function buildStandIn({ clock = () => new Date(), ...options }: StandInOptions): StandIn {
  const { guild, redirectUri } = options
  const state: StandInState = {
    ...options,
    // Secrets are made anew at each start: none is written down that could be mistaken for a real one.
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
    // Discord serves OAuth with and without the version in the path.
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
    // Discord's front blocks callers that do not say who they are.
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
  const trouble = {
    goDown() {
      state.trouble.isDown = true
      gateway.drop()
    },
    comeBack() {
      const { botIsRemoved } = state.trouble
      state.trouble = { ...NO_TROUBLE }
      if (botIsRemoved) gateway.dispatch('GUILD_CREATE', guildBody(state))
    },
  }
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
    people: guild.people,
    requests,
    channels,
    messages,
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
    forbidMembers() {
      state.trouble.allowsMembers = false
      gateway.expel(4014)
    },
    resetBotToken() {
      state.botToken = randomBytes(24).toString('hex')
      gateway.expel(4004)
    },
    flood({ retryAfterSeconds = 64.57, calls = Number.POSITIVE_INFINITY } = {}) {
      state.trouble.flood = { retryAfterSeconds, callsLeft: calls }
    },
    slowDown(milliseconds) {
      state.trouble.delayMs = milliseconds
    },
    removeBot() {
      state.trouble.botIsRemoved = true
      gateway.dispatch('GUILD_DELETE', { id: guild.id })
    },
    disarmBot() {
      state.trouble.botIsPowerless = true
    },
    ...view,
    ...trouble,
  }
}
