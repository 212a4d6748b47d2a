import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { buildStandIn } from '#dev/discord/stand-in.ts'
import { fillQuickLinks } from '#features/quick-links/server/gateway.ts'
import type { NamedSupporter, SupporterRoles } from '#features/supporters/contract.ts'
import { type Environment, readEnvironment } from '#server/config/environment.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { root } from '#server/paths.ts'
import { migratedFolder, scratchFolder, silentLog } from '#test/database.ts'
import { PEOPLE } from '#test/people.ts'
import { standInWith } from '#test/stand-in.ts'
import { diagnose, report } from './diagnosis.ts'
import {
  checkAddresses,
  checkChannels,
  checkClock,
  checkFolder,
  checkGameServer,
  checkLinks,
  checkNode,
  checkPlaceholders,
  checkQuickLinks,
  checkSpace,
  checkSupporters,
} from './findings.ts'

const folder = scratchFolder()
afterAll(() => rmSync(folder, { recursive: true }))

const REAL = {
  DISCORD_CLIENT_ID: '400000000000000001',
  DISCORD_CLIENT_SECRET: 'the-client-secret',
  DISCORD_GUILD_ID: '300000000000000001',
}
const GOOD = { ...REAL, PUBLIC_URL: 'https://www.hcrp.test', TRUST_PROXY: '1' }
/** The site of `GOOD` as a caller sees it: no test asks a real address. */
const seenAddress = async () => ({ bySite: '198.51.100.7', byCloudflare: null })
const environment = (env: Record<string, string>): Environment => readEnvironment(env)
const wrong = (found: { ok: boolean; what: string }[]) => found.filter(({ ok }) => !ok).map(({ what }) => what)

describe('The doctor looks at Node', () => {
  it.each([
    ['v20.19.0', true],
    ['v20.18.9', false],
    ['v18.20.0', false],
    ['v24.1.0', true],
  ])('%s', (version, ok) => {
    expect(checkNode(version, '>=20.19').ok).toBe(ok)
  })
})

describe('at how people reach the site', () => {
  it.each([
    ['a proxy with a certificate in front', GOOD, []],
    ['this machine only', { ...REAL }, []],
    ['the demo', {}, []],
    ['a public address without https', { ...REAL, PUBLIC_URL: 'http://www.hcrp.test' }, ['is not encrypted']],
    ['https without a trusted proxy', { ...GOOD, TRUST_PROXY: '0' }, ['TRUST_PROXY is 0']],
    ['a trusted proxy where there is none', { ...REAL, TRUST_PROXY: '1' }, ['TRUST_PROXY is set']],
    ['roles that are trusted for a day', { ...GOOD, ROLE_MAX_AGE: '86400' }, ['ROLE_MAX_AGE is over an hour']],
  ])('%s', (_, env, problems) => {
    const found = wrong(checkAddresses(environment(env)))
    expect(found).toEqual(problems.map((problem) => expect.stringContaining(problem)))
  })
})

it('at links that the demo left behind, which only a real site minds', () => {
  const links = { store: 'https://store.hcrp.example', rules: 'https://hcrp.test/example', email: 'mailto:a@b.example' }
  expect(checkLinks(links, false)).toMatchObject({
    ok: false,
    what: 'links that are still placeholders: store, email',
  })
  expect(checkLinks(links, true).ok).toBe(true)
  expect(checkLinks({ rules: links.rules }, false).ok).toBe(true)
})

it('at placeholders in every file of the community, with their lines, which only a real site minds', () => {
  const files = [
    { name: 'departments/fhp.yaml', text: '# see https://x.example\nchat: https://discord.hammockcoast.example/fhp\n' },
    { name: 'site.yaml', text: 'store: https://store.hcrp.example\nstaff: ["200000000000000003"]' },
    { name: 'rules/01.md', text: 'For example, ask.' },
  ]
  expect(wrong(checkPlaceholders(files, false))).toEqual([
    'departments/fhp.yaml still has 1 placeholder: line 2 discord.hammockcoast.example',
    'site.yaml still has 1 placeholder: line 2 200000000000000003',
  ])
  expect(checkPlaceholders(files, true)).toEqual([{ ok: true, what: 'placeholders of the demo in other places: 2' }])
  expect(checkPlaceholders([], false)).toEqual([])
})

it('at quick links that the site took over from the shipped file', () => {
  const links = [
    { title: 'CAD', href: 'https://cad.hammockcoast.example' },
    { title: 'Radio', href: 'https://radio.hcrp.test' },
    { title: 'Wording', href: null },
  ]
  expect(wrong(checkQuickLinks(links, false))).toEqual(['quick links of the site that are still placeholders: CAD'])
  expect(checkQuickLinks(links, true)).toEqual([])
})

it('at the game server, where there is one', () => {
  expect(checkGameServer({ players: 3, slots: 64 })).toEqual({ ok: true, what: 'game server: 3 of 64 play' })
  expect(wrong([checkGameServer('unreachable'), checkGameServer('unreadable')])).toEqual([
    'the game server does not answer',
    'the game server answers, but not with its counts',
  ])
})

describe('at the supporters of a site', () => {
  const tier = { key: 'a', label: 'A', title: 'A', icon: '/media/a.svg', emphasis: 1 as const, roles: [] }
  const content = (...people: NamedSupporter[]): SupporterRoles => ({
    primaryLabel: 'tier',
    tiers: [{ ...tier, people }],
    badges: [],
  })
  const kit = { id: null, name: 'Kit', badges: [] }

  it('without a bot: whether somebody is named, or the page is left out of the navigation', () => {
    expect(wrong(checkSupporters(content(), false))).toEqual([
      expect.stringContaining('the supporters page is empty and left out of the navigation: without a bot'),
    ])
    const byId = { id: '310000000000000101', name: null, badges: [] }
    expect(checkSupporters(content(kit, byId), false)).toEqual([
      {
        ok: true,
        what: 'no bot: the supporters page shows the 2 people whom supporters.yaml names; 1 of them named by id alone, shown once they have signed in',
      },
    ])
    expect(checkSupporters({ ...content(), tiers: [] }, false)).toEqual([])
  })

  it('with a bot: that named people are not shown', () => {
    expect(checkSupporters(content(), true)).toEqual([])
    expect(checkSupporters(content(kit), true)).toEqual([
      { ok: true, what: 'supporters.yaml names 1 person: not shown, as the bot lists who holds the roles' },
    ])
  })
})

describe('at the clock, beside the newest row of the audit log', () => {
  const now = new Date('2026-03-14T18:30:00.000Z')
  const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60_000)
  const look = (first: number, newest: number, keepDays?: number) =>
    checkClock({ first: daysAgo(first), newest: daysAgo(newest), cutAt: null }, daysAgo(newest), now, keepDays)

  it('which may be a few days old, or missing', () => {
    expect(look(300, 6)).toEqual([])
    expect(checkClock(null, null, now, 90)).toEqual([])
  })

  it.each([
    ['400 days ahead', 400, ' 2025-02-07: nothing is deleted for its age'],
    ['400 days behind', -400, ' 2027-04-18'],
  ])('when it is %s', (_, newest, said) => {
    expect(wrong(look(500, newest))).toEqual([
      expect.stringMatching(new RegExp(`today is 2026-03-14, .* o[fn]${said}$`)),
    ])
  })

  it('when the log is longer than it is kept', () => {
    expect(look(91, 1, 90)).toEqual([])
    expect(look(100, 1, 90)).toEqual([
      { ok: true, what: expect.stringContaining('back to 2025-12-04, 10 days longer than AUDIT_KEEP_DAYS; one day') },
    ])
  })
})

it('at the room on the disk', () => {
  expect(checkSpace(5 * 1024 ** 3, '/data')).toEqual({ ok: true, what: '5.0 GB free in /data' })
  expect(checkSpace(0.5 * 1024 ** 3, '/data').ok).toBe(false)
})

it.runIf(process.platform !== 'win32')('at who may look into the folder of the embedded database', () => {
  const database = join(folder, 'open-to-others')
  mkdirSync(database)
  chmodSync(database, 0o755)
  expect(wrong(checkFolder(database, 'linux'))).toEqual([
    `other users of this machine can reach the database: ${database} has the mode 0755, not 0700`,
  ])
  expect(checkFolder(database, 'win32')).toEqual([])
  chmodSync(database, 0o700)
  expect(checkFolder(database, 'linux')).toEqual([])
})

describe('at the channels of announcements', () => {
  const content = {
    actionLogged: { webhook: 'DISCORD_WEBHOOK_STAFF', words: 'x' },
    trialModPassed: { webhook: 'DISCORD_WEBHOOK_NEWS', words: 'x' },
  }
  const webhook = { id: '600000000000000001', token: 'secret' }

  it('that have no address, which one may want so', () => {
    expect(checkChannels(content, { DISCORD_WEBHOOK_STAFF: webhook })).toEqual([
      { ok: true, what: 'not announced, DISCORD_WEBHOOK_NEWS not being set: trialModPassed' },
    ])
    expect(checkChannels(content, { DISCORD_WEBHOOK_STAFF: webhook, DISCORD_WEBHOOK_NEWS: webhook })).toEqual([])
  })

  it('and at addresses that no event goes to', () => {
    expect(wrong(checkChannels({}, { DISCORD_WEBHOOK_STAF: webhook }))).toEqual([
      'DISCORD_WEBHOOK_STAF is set, but announcements.yaml names no such channel',
    ])
  })
})

describe('The doctor', () => {
  it('finds everything in order on a fresh clone, and makes nothing', async () => {
    const found = await diagnose({ log: silentLog, env: { DATA_DIR: join(folder, 'data') } })
    expect(wrong(found)).toEqual([])
    expect(report(found)).toContain('ten-codes.yaml: ')
    expect(report(found)).toContain('supporters.yaml: 4 tiers and 8 badges')
    expect(report(found)).toMatch(/Everything is in order\.$/)
  })

  it('says every wrong variable, and stops there', async () => {
    const found = await diagnose({ log: silentLog, env: { PORT: 'x', ROLE_MAX_AGE: 'y' } })
    expect(wrong(found)).toHaveLength(2)
    expect(report(found)).toMatch(
      /!! {2}PORT: .*\n {6}See the table of settings in README\.md\.[\s\S]*2 things are wrong\.$/,
    )
  })

  it('names file and line of a mistake in the content', async () => {
    const community = join(folder, 'community')
    cpSync(join(root, 'community'), community, { recursive: true })
    mkdirSync(join(community, 'codes'), { recursive: true })
    writeFileSync(join(community, 'codes/ten-codes.yaml'), '- code: 10-4\n  meaning: ""\n')
    writeFileSync(join(community, 'discipline.yaml'), 'types:\n  - { name: Strike }\n')
    const found = await diagnose({ log: silentLog, env: { DATA_DIR: join(folder, 'data'), COMMUNITY_DIR: community } })
    expect(wrong(found)).toEqual([
      expect.stringContaining('ten-codes.yaml:2: 0.meaning'),
      expect.stringContaining('discipline.yaml:2: types.0.colour: this is missing: one of ok'),
    ])
  })

  it('reads every file that a start reads, and says which is missing', async () => {
    const community = join(folder, 'all-wrong')
    cpSync(join(root, 'community'), community, { recursive: true })
    const read = [
      'supporters.yaml',
      'rules/01-general-conduct.md',
      'announcements.yaml',
      'codes/ten-codes.yaml',
      'codes/penal-codes.yaml',
      'quick-links.yaml',
      'da-reasons.yaml',
      'rosters.yaml',
    ]
    for (const file of read) writeFileSync(join(community, file), 'nothing: of the kind')
    rmSync(join(community, 'leadership.yaml'))
    const found = await diagnose({ log: silentLog, env: { DATA_DIR: join(folder, 'data'), COMMUNITY_DIR: community } })
    for (const file of read) expect(wrong(found)).toContainEqual(expect.stringContaining(join(community, file)))
    expect(wrong(found)).toContain(`${join(community, 'leadership.yaml')} is missing`)
  })

  it('says what a database that is not there needs', async () => {
    const found = await diagnose({ log: silentLog, env: { DATABASE_URL: 'postgresql://127.0.0.1:9/site' } })
    expect(wrong(found)).toEqual([expect.stringContaining('the database cannot be opened')])
  })

  it('says that a newer version of the site made the database', async () => {
    const dataDir = await migratedFolder()
    const database = await openDatabase({ dataDir, log: silentLog })
    await database.pool.query(
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer version', 4000000000000)`,
    )
    await database.close()
    const found = await diagnose({ log: silentLog, env: { DATA_DIR: dataDir } })
    rmSync(dataDir, { recursive: true })
    expect(wrong(found)).toEqual(['the database was made by a newer version of this site'])
  }, 60_000)

  it('asks the Discord that is configured', async () => {
    const standIn = buildStandIn({
      applicationName: 'x',
      redirectUri: `${GOOD.PUBLIC_URL}/auth/discord/callback`,
      guild: { id: '300000000000000001', name: 'x', roles: [], people: [] },
    })
    const names = ['DISCORD_WEBHOOK_STAFF_LOG', 'DISCORD_WEBHOOK_OWNERS']
    const opened = names.map((name) => ({ name, ...standIn.channels.open(name) }))
    standIn.channels.deleteWebhook('DISCORD_WEBHOOK_OWNERS')
    const { apiUrl } = await standIn.listen()
    const env = {
      ...GOOD,
      ...Object.fromEntries(opened.map(({ name, id, token }) => [name, `${apiUrl}/webhooks/${id}/${token}`])),
      DISCORD_API_URL: apiUrl,
      DATA_DIR: join(folder, 'data'),
    }
    const found = await diagnose({ log: silentLog, env, seenAddress })
    await standIn.close()
    expect(report(found)).toContain('ok  the site sees 198.51.100.7 for a call from this machine')
    expect(report(found)).toContain('ok  DISCORD_WEBHOOK_STAFF_LOG: Discord knows the webhook "staff-log"')
    for (const { token } of opened) expect(report(found)).not.toContain(token)
    expect(wrong(found)).toEqual([
      expect.stringContaining('the supporters page is empty'),
      expect.stringContaining('links that are still placeholders'),
      ...['departments.yaml', 'departments/fhp.yaml', 'departments/hcso.yaml', 'departments/ttpd.yaml'].map((name) =>
        expect.stringMatching(new RegExp(`^${name} still has \\d+ placeholders?: line \\d+ `)),
      ),
      ...['navigation.yaml', 'quick-links.yaml', 'site.yaml', 'supporters.yaml'].map((name) =>
        expect.stringMatching(new RegExp(`^${name} still has \\d+ placeholders: line \\d+ `)),
      ),
      'Discord does not accept the client id and secret',
      'site.yaml names a verifiedRole, but without a bot nobody can give it',
      'DISCORD_WEBHOOK_OWNERS: Discord does not know this webhook',
    ])
  })

  it('says of a Discord that is down only that, and nothing that follows from it', async () => {
    const env = {
      ...GOOD,
      DISCORD_BOT_TOKEN: 'a-token',
      DISCORD_WEBHOOK_OWNERS: 'https://discord.com/api/webhooks/600000000000000001/secret',
      DISCORD_API_URL: 'http://127.0.0.1:9/api',
      DATA_DIR: join(folder, 'data'),
    }
    const found = await diagnose({ log: silentLog, env, seenAddress })
    expect(wrong(found).filter((what) => !what.includes('placeholder'))).toEqual([
      expect.stringMatching(/^Discord is down or out of reach, so nothing of it could be checked/),
    ])
  })

  it('says of content that cannot be read only that, and nothing that follows from it', async () => {
    const standIn = standInWith(Object.values(PEOPLE))
    const { clientId, clientSecret, guildId, botToken = '', apiUrl } = await standIn.listen()
    const keys = { DISCORD_CLIENT_SECRET: clientSecret, DISCORD_GUILD_ID: guildId, DISCORD_BOT_TOKEN: botToken }
    const env = { ...GOOD, ...keys, DISCORD_CLIENT_ID: clientId, DISCORD_API_URL: apiUrl }
    const { id, token } = standIn.channels.open('DISCORD_WEBHOOK_OWNERS')
    const lookWithout = async (file: string) => {
      const community = join(folder, `without-${file}`)
      cpSync(join(root, 'community'), community, { recursive: true })
      writeFileSync(join(community, file), 'nothing: of the kind')
      const places = { COMMUNITY_DIR: community, DATA_DIR: join(folder, 'data') }
      const channel = { DISCORD_WEBHOOK_OWNERS: `${apiUrl}/webhooks/${id}/${token}` }
      return diagnose({ log: silentLog, env: { ...env, ...places, ...channel }, seenAddress })
    }
    const withoutSite = await lookWithout('site.yaml')
    expect(wrong(withoutSite).every((what) => what.includes('site.yaml'))).toBe(true)
    expect(report(withoutSite)).not.toMatch(/role that|an owner/)

    const withoutChannels = await lookWithout('announcements.yaml')
    expect(report(withoutChannels)).not.toContain('names no such channel')
    expect(report(withoutChannels)).toContain('DISCORD_WEBHOOK_OWNERS: Discord knows the webhook')

    const withoutSupporters = await lookWithout('supporters.yaml')
    expect(report(withoutSupporters)).toMatch(/site\.yaml names roles that .*: line \d+ \d+ \(verifiedRole\)$/m)
    expect(report(withoutSupporters)).not.toMatch(/every role that|supporters\.yaml names roles/)
    await standIn.close()
  })

  it('names roles of supporters that the Discord server does not have, by file and line', async () => {
    const standIn = standInWith(Object.values(PEOPLE))
    const { clientId, clientSecret, guildId, botToken = '', apiUrl } = await standIn.listen()
    const keys = { DISCORD_CLIENT_SECRET: clientSecret, DISCORD_GUILD_ID: guildId, DISCORD_BOT_TOKEN: botToken }
    const env = { ...GOOD, ...keys, DISCORD_CLIENT_ID: clientId, DISCORD_API_URL: apiUrl }
    const found = await diagnose({ log: silentLog, env: { ...env, DATA_DIR: join(folder, 'data') }, seenAddress })
    await standIn.close()
    const lines = readFileSync(join(root, 'community/supporters.yaml'), 'utf8').split('\n')
    const line = lines.findIndex((text) => text.includes('"200000000000000011"')) + 1
    expect(wrong(found)).toContainEqual(
      expect.stringContaining(
        `supporters.yaml names roles that the Discord server does not have: line ${line} 200000000000000011 (Lighthouse), line `,
      ),
    )
  })

  it('names settings that there are not, also where others are wrong', async () => {
    const found = await diagnose({ log: silentLog, env: { DISCORD_TOKEN: 'secret', PORT: 'x', TZ: 'Tampa' } })
    expect(wrong(found)).toEqual([
      'TZ is Tampa, which is no time zone',
      'DISCORD_TOKEN is set, but the site has no such setting',
      'PORT: expected a whole number',
    ])
    expect(report(found)).not.toContain('secret')
  })

  it('looks at the database that the site has open, and says nothing of links that it cannot ask for', async () => {
    const dataDir = join(folder, 'open')
    cpSync(await migratedFolder(), dataDir, { recursive: true })
    const database = await openDatabase({ dataDir, log: silentLog })
    await fillQuickLinks({ database, communityDir: join(root, 'community'), clock: () => new Date() })
    const env = { ...GOOD, DATA_DIR: dataDir, DISCORD_API_URL: 'http://127.0.0.1:9/api' }
    const inside = await diagnose({ log: silentLog, env, seenAddress, database })
    const outside = await diagnose({ log: silentLog, env, seenAddress })
    await database.close()
    expect(report(inside)).toContain('ok  its tables are up to date')
    expect(report(inside)).toContain('quick links of the site that are still placeholders')
    expect(report(outside)).toContain('is in use: the site is running')
    for (const found of [inside, outside]) expect(report(found)).not.toContain('quick-links.yaml still has')
  }, 60_000)

  it('names quick links of a site that has started, and not the file they came from', async () => {
    const dataDir = join(folder, 'with-links')
    cpSync(await migratedFolder(), dataDir, { recursive: true })
    const database = await openDatabase({ dataDir, log: silentLog })
    await fillQuickLinks({ database, communityDir: join(root, 'community'), clock: () => new Date() })
    await database.close()
    const env = { ...GOOD, DATA_DIR: dataDir, DISCORD_API_URL: 'http://127.0.0.1:9/api' }
    const found = await diagnose({ log: silentLog, env, seenAddress })
    expect(wrong(found)).toContainEqual(
      expect.stringMatching(/^quick links of the site that are still placeholders: .*Dispatch System/),
    )
    expect(report(found)).not.toContain('quick-links.yaml still has')
    // It opens a database of its own twice.
  }, 60_000)

  it('says how many announcements wait, and which were given up', async () => {
    const dataDir = join(folder, 'with-announcements')
    cpSync(await migratedFolder(), dataDir, { recursive: true })
    const database = await openDatabase({ dataDir, log: silentLog })
    await database.pool.query(
      `insert into announcements (event, webhook, message, created_at, next_attempt_at, ended_at, error)
       values ('actionLogged', 'DISCORD_WEBHOOK_A', 'x', now(), now(), null, 'Discord answered 503'),
              ('actionLogged', 'DISCORD_WEBHOOK_A', 'x', now(), null, now(), 'Discord answered 400'),
              ('actionLogged', 'DISCORD_WEBHOOK_A', 'x', now(), null, now(), null)`,
    )
    await database.close()
    const found = await diagnose({ log: silentLog, env: { DATA_DIR: dataDir } })
    expect(report(found)).toContain('ok  announcements that wait to be posted: 1')
    expect(wrong(found)).toEqual([
      'announcements that were given up in the last week: 1. DISCORD_WEBHOOK_A: Discord answered 400',
    ])
  })
})
