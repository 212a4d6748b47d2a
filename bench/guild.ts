import { createHash, randomUUID } from 'node:crypto'
import { buildStandIn, type StandIn } from '#dev/discord/stand-in.ts'

/** The roles of community/site.yaml. */
export const STAFF_ROLE = '200000000000000003'
export const MANAGEMENT_ROLE = '200000000000000002'
export const OWNER_ROLE = '200000000000000001'

export const memberId = (at: number) => String(320000000000000000n + BigInt(at))

/** A stand-in Discord whose guild has this many people with these roles, and the settings of a site that uses it. */
export async function startGuild(people: number, roles: string[]): Promise<{ standIn: StandIn; env: GuildEnv }> {
  const account = { globalName: null, avatar: null, email: null, emailVerified: false, card: null, denies: false }
  const standIn = buildStandIn({
    applicationName: 'bench',
    redirectUri: 'http://localhost/auth/discord/callback',
    guild: {
      id: '300000000000000001',
      name: 'bench',
      roles: [
        { id: STAFF_ROLE, name: 'staff' },
        { id: MANAGEMENT_ROLE, name: 'management' },
        { id: OWNER_ROLE, name: 'owner' },
      ],
      people: Array.from({ length: people }, (_, at) => ({
        ...account,
        id: memberId(at),
        username: 'viewer',
        member: { roles, nick: null, avatar: null, joinedAt: '2024-03-09T18:30:00.000000+00:00' },
      })),
    },
  })
  const discord = await standIn.listen()
  return {
    standIn,
    env: {
      DISCORD_CLIENT_ID: discord.clientId,
      DISCORD_CLIENT_SECRET: discord.clientSecret,
      DISCORD_GUILD_ID: discord.guildId,
      DISCORD_BOT_TOKEN: discord.botToken ?? '',
      DISCORD_API_URL: discord.apiUrl,
      DISCORD_AUTHORIZE_URL: discord.authorizeUrl,
      DISCORD_CDN_URL: discord.cdnUrl,
    },
  }
}
type GuildEnv = Record<string, string>

type Ask = (sql: string, values: unknown[]) => Promise<unknown>

/** Inserts people with these roles and a session each into a site's database, and returns their cookies. */
export async function signInAll(ask: Ask, count: number, roles: string[]): Promise<string[]> {
  const people = Array.from({ length: count }, (_, at) => ({ id: memberId(at), token: randomUUID() }))
  await ask(
    `insert into users (id, username, in_guild, role_ids, roles_read_at, scopes)
     select id, 'viewer', true, $2::text[], now(), array['identify'] from unnest($1::text[]) as id`,
    [people.map(({ id }) => id), roles],
  )
  await ask(
    `insert into sessions (token_hash, user_id, created_at, last_seen_at, device)
     select hash, id, now(), now(), 'bench' from unnest($1::text[], $2::text[]) as them(id, hash)`,
    [people.map(({ id }) => id), people.map(({ token }) => createHash('sha256').update(token).digest('hex'))],
  )
  return people.map(({ token }) => `sid=${token}`)
}
