import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressOf } from './gateway.ts'
import type { StandInPerson } from './guild.ts'
import { type GuildView, memberBody, userBody } from './guild-view.ts'
import { findPerson, formOf, queryOf, type StandInState } from './state.ts'

const UNKNOWN_GUILD = { message: 'Unknown Guild', code: 10004 }
const UNKNOWN_MEMBER = { message: 'Unknown Member', code: 10007 }
const UNKNOWN_ROLE = { message: 'Unknown Role', code: 10011 }
const MISSING_PERMISSIONS = { message: 'Missing Permissions', code: 50013 }
const UNAUTHORIZED = { message: '401: Unauthorized', code: 0 }
const MISSING_ACCESS = { message: 'Missing Access', code: 50001 }
const MISSING_SCOPE = { message: 'Missing required OAuth2 scope', code: 50026 }

/** The token endpoints. Like Discord's, they accept only form bodies. */
export async function serveTokens(app: FastifyInstance, state: StandInState): Promise<void> {
  const { authorizations, clientId, clientSecret } = state

  app.get('/oauth2/token', (_, reply) => reply.code(405).send({ message: '405: Method Not Allowed', code: 0 }))

  app.post('/oauth2/token', (request, reply) => {
    const form = formOf(request)
    if (!isClient(request, form)) return reply.code(401).send({ error: 'invalid_client' })
    const answer = grantTokens(form)
    return reply.code('error' in answer ? 400 : 200).send(answer)
  })

  app.post('/oauth2/token/revoke', (request, reply) => {
    const form = formOf(request)
    if (!isClient(request, form)) return reply.code(401).send({ error: 'invalid_client' })
    authorizations.revokeToken(form.get('token') ?? '')
    return reply.send({})
  })

  function grantTokens(form: URLSearchParams) {
    switch (form.get('grant_type')) {
      case 'authorization_code':
        return authorizations.redeemCode({
          code: form.get('code') ?? '',
          redirectUri: form.get('redirect_uri') ?? '',
          verifier: form.get('code_verifier'),
        })
      case 'refresh_token':
        return authorizations.refresh(form.get('refresh_token') ?? '')
      default:
        return { error: 'unsupported_grant_type', error_description: 'Unsupported "grant_type"' }
    }
  }

  /** The client authenticates with HTTP Basic, or with both fields in the form. */
  function isClient(request: FastifyRequest, form: URLSearchParams): boolean {
    const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    const [id, secret] = basic
      ? Buffer.from(basic, 'base64').toString().split(':')
      : [form.get('client_id'), form.get('client_secret')]
    return id === clientId && secret === clientSecret
  }
}

/** The endpoints that a signed-in person's own token may call. */
export async function servePerson(app: FastifyInstance, state: StandInState): Promise<void> {
  app.get('/users/@me', (request, reply) => {
    if (request.headers.authorization === `Bot ${state.botToken}`) return reply.send({ ...userBody(BOT), bot: true })
    const bearer = bearerOf(request)
    if (!bearer) return reply.code(401).send(UNAUTHORIZED)
    if (!bearer.scopes.includes('identify')) return reply.code(403).send(MISSING_SCOPE)
    const { email, emailVerified: verified } = bearer.person
    return reply.send({ ...userBody(bearer.person), ...(bearer.scopes.includes('email') && { email, verified }) })
  })

  app.get<{ Params: { guild: string } }>('/users/@me/guilds/:guild/member', (request, reply) => {
    const bearer = bearerOf(request)
    if (!bearer) return reply.code(401).send(UNAUTHORIZED)
    if (!bearer.scopes.includes('guilds.members.read')) return reply.code(403).send(MISSING_SCOPE)
    const member = request.params.guild === state.guild.id ? memberBody(bearer.person) : null
    return member ? reply.send(member) : reply.code(404).send(UNKNOWN_GUILD)
  })

  app.get('/oauth2/@me', (request, reply) => {
    const bearer = bearerOf(request)
    if (!bearer) return reply.code(401).send(UNAUTHORIZED)
    const { person, scopes, expiresAt } = bearer
    return reply.send({
      application: { id: state.clientId, name: state.applicationName },
      scopes,
      expires: new Date(expiresAt).toISOString(),
      ...(scopes.includes('identify') && { user: userBody(person) }),
    })
  })

  function bearerOf(request: FastifyRequest) {
    const value = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    const token = state.authorizations.findToken(value ?? '')
    const person = token && findPerson(state, token.personId)
    return person && { ...token, person }
  }
}

/** The bot's own application: https://docs.discord.com/developers/resources/application#get-current-application */
export async function serveBot(app: FastifyInstance, state: StandInState): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization !== `Bot ${state.botToken}`) return reply.code(401).send(UNAUTHORIZED)
  })

  app.get('/applications/@me', (_, reply) =>
    reply.send({
      id: state.clientId,
      name: state.applicationName,
      flags: state.trouble.allowsMembers ? GATEWAY_GUILD_MEMBERS_LIMITED : 0,
      redirect_uris: [state.redirectUri],
    }),
  )

  app.get('/users/@me/guilds', (_, reply) => {
    const { id, name } = state.guild
    return reply.send(state.trouble.botIsRemoved ? [] : [{ id, name, icon: null, owner: false, permissions: '0' }])
  })
}

/** The address of the gateway, for the bot. */
export async function serveGatewayAddress(app: FastifyInstance, state: StandInState): Promise<void> {
  app.get('/gateway/bot', (request, reply) => {
    if (request.headers.authorization !== `Bot ${state.botToken}`) return reply.code(401).send(UNAUTHORIZED)
    return reply.send({
      url: addressOf(app),
      shards: 1,
      session_start_limit: { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 1 },
    })
  })
}

/** The public widget of the guild, which is switched off here. */
export async function serveWidget(app: FastifyInstance, { guild }: StandInState): Promise<void> {
  app.get<{ Params: { guild: string } }>('/guilds/:guild/widget.json', (request, reply) => {
    if (request.params.guild !== guild.id) return reply.code(404).send(UNKNOWN_GUILD)
    return reply.code(403).send({ message: 'Widget Disabled', code: 50004 })
  })
}

/** The endpoints of the guild for the bot. */
export async function serveGuild(
  app: FastifyInstance,
  state: StandInState,
  { setRoles }: Pick<GuildView, 'setRoles'>,
): Promise<void> {
  const { guild } = state

  app.addHook<{ Params: { guild?: string } }>('onRequest', async (request, reply) => {
    if (request.headers.authorization !== `Bot ${state.botToken}`) return reply.code(401).send(UNAUTHORIZED)
    if (request.params.guild !== guild.id || state.trouble.botIsRemoved) return reply.code(404).send(UNKNOWN_GUILD)
  })

  app.get('/members', (request, reply) => {
    if (!state.trouble.allowsMembers) return reply.code(403).send(MISSING_ACCESS)
    const query = queryOf(request)
    const limit = Number(query.get('limit') ?? 1)
    const after = query.get('after') ?? '0'
    if (!Number.isInteger(limit) || limit < 1 || limit > 1000 || !/^\d{1,20}$/.test(after)) {
      return reply.code(400).send({ message: 'Invalid Form Body', code: 50035 })
    }
    const page = guild.people
      .filter((person) => person.member && BigInt(person.id) > BigInt(after))
      .sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
      .slice(0, limit)
    return reply.send(page.map(memberBody))
  })

  app.get<{ Params: { user: string } }>('/members/:user', (request, reply) => {
    const person = request.params.user === BOT.id ? BOT : findPerson(state, request.params.user)
    const member = person && memberBody(person)
    return member ? reply.send(member) : reply.code(404).send(UNKNOWN_MEMBER)
  })

  app.get('/roles', (_, reply) => reply.send(rolesOf(state)))

  app.get('/', (_, reply) => {
    const [owner] = guild.people
    return reply.send({ id: guild.id, name: guild.name, owner_id: owner?.id ?? BOT.id, roles: rolesOf(state) })
  })

  app.put<{ Params: { user: string; role: string } }>('/members/:user/roles/:role', (request, reply) => {
    const { user, role } = request.params
    if (state.trouble.botIsPowerless) return reply.code(403).send(MISSING_PERMISSIONS)
    const member = findPerson(state, user)?.member
    if (!member) return reply.code(404).send(UNKNOWN_MEMBER)
    if (!guild.roles.some(({ id }) => id === role)) return reply.code(404).send(UNKNOWN_ROLE)
    setRoles(user, [...new Set([...member.roles, role])])
    return reply.code(204).send()
  })
}

function rolesOf({ guild, trouble }: StandInState) {
  const everyone = { id: guild.id, name: '@everyone' }
  const own = { ...BOT_ROLE, managed: true, permissions: trouble.botIsPowerless ? '0' : MANAGE_ROLES }
  return [everyone, ...guild.roles, own].map(roleBody)
}

/** https://docs.discord.com/developers/resources/application#application-object-application-flags */
const GATEWAY_GUILD_MEMBERS_LIMITED = 1 << 15
/** The role that Discord creates for a bot that is invited with permissions. */
const BOT_ROLE = { id: '400000000000000003', name: 'The site' }
/** https://docs.discord.com/developers/topics/permissions#permissions-bitwise-permission-flags */
const MANAGE_ROLES = String(1n << 28n)
const BOT: StandInPerson = {
  id: '400000000000000002',
  username: 'the-site',
  globalName: null,
  avatar: null,
  email: null,
  emailVerified: false,
  member: { roles: [BOT_ROLE.id], nick: null, avatar: null, joinedAt: '2023-05-02T17:00:00.000000+00:00' },
  card: null,
  denies: false,
}

/** https://docs.discord.com/developers/topics/permissions#role-object */
function roleBody(role: { id: string; name: string; managed?: boolean; permissions?: string }, position: number) {
  return {
    permissions: '0',
    managed: false,
    ...role,
    position,
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    mentionable: false,
    icon: null,
    unicode_emoji: null,
    flags: 0,
  }
}
