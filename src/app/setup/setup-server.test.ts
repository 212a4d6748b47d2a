import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StandIn } from '#dev/discord/stand-in.ts'
import type { QueryResult } from '#features/game-server/rules.ts'
import { readUnconfigured } from '#server/config/environment.ts'
import type { DiscordSettings } from '#server/discord/settings.ts'
import { copyCommunity } from '#test/community-copy.ts'
import { portOf } from '#test/listen.ts'
import { PEOPLE, ROLE_IDS } from '#test/people.ts'
import { standInWith } from '#test/stand-in.ts'
import { buildSetUp, type SetUp } from './setup-server.ts'
import type { Settings } from './step.ts'

const GUILD = '300000000000000001'
const [OWNER_ROLE = ''] = ROLE_IDS.owner
const [STAFF_ROLE = ''] = ROLE_IDS.staff
const VERIFIED = '200000000000000005'

let standIn: StandIn
let discord: DiscordSettings
let setUp: SetUp
let port: number
let cookie: string
let written: Settings[]
let game: QueryResult

async function begin(env: Record<string, string> = {}): Promise<void> {
  const unconfigured = readUnconfigured({ DISCORD_API_URL: discord.apiUrl, ...env })
  if (unconfigured === null) throw new Error('this is set up')
  setUp = await buildSetUp({
    unconfigured,
    tags: '',
    clientDir: null,
    gameServerAt: () => async () => game,
    write: (settings) => {
      written.push(settings)
      return '/data/settings.json'
    },
  })
  await setUp.app.listen({ port: 0, host: '127.0.0.1' })
  port = portOf(setUp.app.server)
}

beforeEach(async () => {
  written = []
  cookie = ''
  game = { players: 3, slots: 64 }
  standIn = standInWith(Object.values(PEOPLE), [{ id: VERIFIED, name: 'Verified' }])
  discord = await standIn.listen()
  await begin()
})
afterEach(async () => {
  await setUp.app.close()
  await standIn.close()
})
const secrets = () => [discord.clientSecret, discord.botToken ?? '', setUp.code.text]

async function get(path: string): Promise<{ status: number; text: string; location: string | null }> {
  const answer = await fetch(`http://localhost:${port}${path}`, { headers: { cookie }, redirect: 'manual' })
  const text = await answer.text()
  expect(secrets().filter((secret) => text.includes(secret))).toEqual([])
  return { status: answer.status, text, location: answer.headers.get('location') }
}

async function post(step: string, fields: Record<string, string | string[]>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one])),
  )
  const answer = await fetch(`http://localhost:${port}/setup/${step}`, {
    method: 'POST',
    body,
    headers: { cookie, origin: `http://localhost:${port}`, ...headers },
    redirect: 'manual',
  })
  const text = await answer.text()
  expect(secrets().filter((secret) => text.includes(secret))).toEqual([])
  return {
    status: answer.status,
    text: text.replaceAll('&#x27;', "'"),
    location: answer.headers.get('location'),
    cookie: answer.headers.get('set-cookie'),
  }
}

async function enter(): Promise<void> {
  const { cookie: given } = await post('code', { code: setUp.code.text })
  cookie = given?.split(';')[0] ?? ''
}
const address = () => ({ PUBLIC_URL: `http://localhost:${port}`, TRUST_PROXY: '0' })
const redirect = () => `http://localhost:${port}/auth/discord/callback`
const application = () => ({
  DISCORD_CLIENT_ID: discord.clientId,
  DISCORD_CLIENT_SECRET: discord.clientSecret,
  DISCORD_BOT_TOKEN: discord.botToken ?? '',
})
const rights = { OWNER_ROLES: OWNER_ROLE, STAFF_ROLES: [STAFF_ROLE, OWNER_ROLE], OWNER_IDS: PEOPLE.owner.id }

/** Answers all steps before this one correctly. */
async function upTo(step: 'application' | 'server' | 'rights' | 'game' | 'finish'): Promise<void> {
  standIn.registerRedirect(redirect())
  await enter()
  const answers: [string, Record<string, string | string[]>][] = [
    ['address', address()],
    ['application', application()],
    ['server', { DISCORD_GUILD_ID: GUILD }],
    ['rights', rights],
    ['game', { GAME_SERVER: '' }],
  ]
  for (const [name, fields] of answers) {
    if (name === step) return
    expect([name, (await post(name, fields)).status]).toEqual([name, 303])
  }
}

describe('Access to the set-up', () => {
  it('a person without the code from the log is denied', async () => {
    for (const path of ['/setup/address', '/setup/rights', '/setup/finish', '/', '/users']) {
      expect(await get(path)).toMatchObject({ status: expect.toSatisfy((status) => status === 302 || status === 303) })
    }
    expect((await get('/setup')).text).toContain('name="code"')
    expect(await post('address', address())).toMatchObject({ status: 303, location: '/setup' })
    expect(await post('finish', {})).toMatchObject({ status: 303, location: '/setup' })
    expect(written).toEqual([])
  })

  it('a wrong code is denied, and after ten attempts also the right one for a minute', async () => {
    for (let times = 0; times < 10; times++) expect((await post('code', { code: 'ABCDE' })).status).toBe(403)
    expect(await post('code', { code: setUp.code.text })).toMatchObject({ status: 429, cookie: null })
  })

  it('a form of another site is denied', async () => {
    await enter()
    expect((await post('address', address(), { origin: 'https://elsewhere.example' })).status).toBe(403)
    expect((await post('address', address(), { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })

  it('a person with the code gets a cookie that scripts cannot read', async () => {
    const { cookie: given, location } = await post('code', { code: setUp.code.text.toLowerCase() })
    expect(given).toMatch(/^setup=[\w-]{43}; Path=\/setup; HttpOnly; SameSite=Strict$/)
    expect(location).toBe('/setup')
    const proxied = await post(
      'code',
      { code: setUp.code.text },
      {
        origin: `https://localhost:${port}`,
        'x-forwarded-proto': 'https',
      },
    )
    expect(proxied.cookie).toMatch(/; Secure$/)
  })

  it('a page without encryption warns that others could read the input', async () => {
    expect((await get('/setup')).text).not.toContain('This page is not encrypted')
    const from = (headers: Record<string, string>) =>
      setUp.app.inject({ url: '/setup', headers: { host: 'www.hcrp.test', ...headers } })
    expect((await from({})).body).toContain('This page is not encrypted')
    expect((await from({ 'x-forwarded-proto': 'https' })).body).not.toContain('This page is not encrypted')
  })

  it('a step is denied while an earlier one is incomplete', async () => {
    await enter()
    expect(await get('/setup/server')).toMatchObject({ status: 303, location: '/setup' })
    expect(await get('/setup')).toMatchObject({ location: '/setup/address' })
    expect(await post('finish', {})).toMatchObject({ status: 303 })
    expect(written).toEqual([])
  })
})

describe('Errors of the set-up', () => {
  const explains = async (step: string, fields: Record<string, string | string[]>, why: RegExp) => {
    const { status, text } = await post(step, fields)
    expect([status, text]).toEqual([422, expect.stringMatching(why)])
  }

  it('an invalid, unencrypted or redirecting address is explained', async () => {
    await enter()
    await explains('address', { PUBLIC_URL: 'example.org', TRUST_PROXY: '0' }, /Write the address like https/)
    await explains('address', { PUBLIC_URL: 'https://x.test/forum', TRUST_PROXY: '0' }, /with nothing after it/)
    await explains('address', { PUBLIC_URL: 'http://hcrp.test', TRUST_PROXY: '0' }, /Use an https address/)
    await explains('address', { ...address(), TRUST_PROXY: 'one' }, /Write a number/)
    const elsewhere = new URL(discord.apiUrl).origin
    await explains('address', { PUBLIC_URL: elsewhere, TRUST_PROXY: '0' }, /Another program answers at/)
  })

  it('an address that cannot be reached from the server is a warning', async () => {
    await enter()
    const nobody = { PUBLIC_URL: 'http://127.0.0.1:1', TRUST_PROXY: '0' }
    expect(await post('address', nobody)).toMatchObject({ status: 303, location: '/setup/application' })
    expect((await get('/setup/application')).text).toContain('cannot be reached from this machine')
  })

  it('an unknown Discord application is explained', async () => {
    await upTo('application')
    await explains('application', { DISCORD_CLIENT_ID: 'my app' }, /An application id has 17 to 20 digits/)
    await explains('application', { ...application(), DISCORD_CLIENT_SECRET: 'wrong' }, /id and secret together/)
    await explains('application', { ...application(), DISCORD_BOT_TOKEN: 'wrong' }, /does not accept this token/)
  })

  it('valid input stays, and wrong secrets do not', async () => {
    await upTo('application')
    await explains('application', { ...application(), DISCORD_BOT_TOKEN: 'wrong' }, /does not accept this token/)
    const { text } = await get('/setup/application')
    expect(text).toContain(`value="${discord.clientId}"`)
    expect(text).not.toContain('wrong')
    const rest = { DISCORD_CLIENT_ID: discord.clientId, DISCORD_CLIENT_SECRET: '' }
    await explains('application', { ...rest, DISCORD_BOT_TOKEN: '' }, /Copy the token from the page Bot/)
    expect((await post('application', { ...rest, DISCORD_BOT_TOKEN: discord.botToken ?? '' })).status).toBe(303)
  })

  it('a bot without the members intent is explained', async () => {
    await upTo('application')
    standIn.forbidMembers()
    await explains('application', application(), /Switch on Server Members Intent/)
  })

  it('a redirect that Discord does not know is explained', async () => {
    await upTo('application')
    standIn.registerRedirect('https://elsewhere.test/auth/discord/callback')
    await explains('application', application(), /Add it on the page OAuth2 under Redirects/)
  })

  it('a guild without the bot is explained', async () => {
    await upTo('server')
    standIn.removeBot()
    expect((await get('/setup/server')).text).toContain('The bot is not in any server yet.')
    await explains('server', {}, /Pick your server/)
    await explains('server', { DISCORD_GUILD_ID: GUILD }, /The bot is not in this server/)
  })

  it('unknown owners, and a role that must not give a right, are explained', async () => {
    await upTo('rights')
    await explains('rights', { ...rights, OWNER_IDS: '' }, /Name at least yourself/)
    await explains('rights', { ...rights, OWNER_IDS: 'Theo' }, /Theo is not a Discord ID/)
    await explains('rights', { ...rights, OWNER_IDS: '310000000000009999' }, /Nobody in your server has the id/)
    await explains('rights', { ...rights, STAFF_ROLES: VERIFIED }, /The site gives Verified to verified people/)
  })

  it('a game server that does not respond is explained', async () => {
    await upTo('game')
    await explains('game', { GAME_SERVER: '203.0.113.7' }, /with http:\/\/ and the port/)
    game = 'unreachable'
    await explains('game', { GAME_SERVER: 'http://203.0.113.7:30120' }, /Nothing answers there/)
    game = 'unreadable'
    await explains('game', { GAME_SERVER: 'http://203.0.113.7:30120' }, /not an FXServer/)
  })

  it('a mistake in the files of the community is explained', async () => {
    await setUp.app.close()
    const copy = copyCommunity()
    copy.edit('site.yaml', /^name:.*\n/m, '')
    await begin({ COMMUNITY_DIR: copy.dir })
    await upTo('rights')
    await explains('rights', rights, /A file of the community has a mistake.*site\.yaml:\d+: name: this is missing/)
    copy.discard()
  })

  it('an outage of Discord is explained, and is no error of the input', async () => {
    await upTo('application')
    standIn.goDown()
    await explains('application', application(), /What you entered may be right/)
  })
})

describe('Results of the set-up', () => {
  it('tested settings are written once, and the set-up ends', async () => {
    await upTo('finish')
    const { text } = await get('/setup/finish')
    expect(text).toContain(PEOPLE.owner.name)
    expect(text).toContain('staff, owner')
    const { status, text: last } = await post('finish', {})
    expect(status).toBe(200)
    expect(last).toContain(`http://localhost:${port}/auth/discord?returnTo=%2Fdoctor`)
    await setUp.done
    expect(written).toEqual([
      {
        ...address(),
        ...application(),
        DISCORD_GUILD_ID: GUILD,
        OWNER_ROLES: OWNER_ROLE,
        MANAGEMENT_ROLES: 'none',
        STAFF_ROLES: expect.stringContaining(STAFF_ROLE),
        ES_ROLES: 'none',
        OWNER_IDS: PEOPLE.owner.id,
      },
    ])
  })

  it('variables of the environment are not written, and their secrets not shown', async () => {
    await setUp.app.close()
    await begin({ DISCORD_BOT_TOKEN: discord.botToken ?? '', OWNER_IDS: PEOPLE.owner.id })
    await upTo('finish')
    await post('finish', {})
    expect(written[0]).not.toHaveProperty('DISCORD_BOT_TOKEN')
    expect(written[0]).not.toHaveProperty('OWNER_IDS')
    expect(written[0]).toHaveProperty('DISCORD_CLIENT_SECRET', discord.clientSecret)
  })

  it('a stored secret stays if its field is empty', async () => {
    await upTo('server')
    const kept = { DISCORD_CLIENT_ID: discord.clientId, DISCORD_CLIENT_SECRET: '', DISCORD_BOT_TOKEN: '' }
    expect((await get('/setup/application')).text).toContain('Saved. Paste to replace')
    expect((await post('application', kept)).status).toBe(303)
  })

  it('roles are listed by name, the highest first, without those of bots', async () => {
    await upTo('rights')
    const { text } = await get('/setup/rights')
    expect(text).toContain('staff: Owner')
    expect(text.indexOf('es: Owner')).toBeLessThan(text.indexOf('owner: Owner'))
    expect(text).not.toMatch(/@everyone|The site: Owner/)
  })
})

describe('The language of the set-up', () => {
  it('pages and errors are in the language of the browser', async () => {
    const german = { headers: { 'accept-language': 'fr,de-AT;q=0.8,en;q=0.5' } }
    const page = await (await fetch(`http://localhost:${port}/setup`, german)).text()
    expect(page).toContain('<html lang="de">')
    expect(page).toContain('Richte deine Seite ein')
    const wrong = await post('code', { code: 'ABCDE' }, german.headers)
    expect(wrong.text).toContain('Das ist nicht der Code.')
    expect((await get('/setup')).text).toContain('<html lang="en">')
  })
})
