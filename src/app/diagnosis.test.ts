import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { buildStandIn } from '#dev/discord/stand-in.ts'
import { fillQuickLinks } from '#features/quick-links/server/gateway.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { DiscordSettings } from '#server/discord/settings.ts'
import { root } from '#server/paths.ts'
import { copyCommunity } from '#test/community-copy.ts'
import { migratedFolder, silentLog } from '#test/database.ts'
import { PEOPLE } from '#test/people.ts'
import { scratchFolder } from '#test/scratch-folder.ts'
import { standInWith } from '#test/stand-in.ts'
import { readContent } from './content.ts'
import { demoGuild } from './demo.ts'
import { diagnose, report } from './diagnosis.ts'

const folder = scratchFolder()
const folders = [folder]
afterAll(() => {
  for (const each of folders) rmSync(each, { recursive: true })
})

/** Creates a data folder with an empty database. */
async function newSite(): Promise<string> {
  const dataDir = await migratedFolder()
  folders.push(dataDir)
  return dataDir
}

/** Creates a site with a bot and its own stand-in for Discord. */
async function withDiscord() {
  const standIn = standInWith(Object.values(PEOPLE))
  const { clientId, clientSecret, guildId, botToken = '', apiUrl } = await standIn.listen()
  const keys = { DISCORD_CLIENT_SECRET: clientSecret, DISCORD_GUILD_ID: guildId, DISCORD_BOT_TOKEN: botToken }
  return { standIn, env: { ...GOOD, ...keys, DISCORD_CLIENT_ID: clientId, DISCORD_API_URL: apiUrl } }
}

/** Creates a community with a mistake in each of these files. */
function mistakenCommunity(mistakes: Record<string, string>): string {
  const copy = copyCommunity()
  folders.push(copy.dir)
  for (const [file, text] of Object.entries(mistakes)) copy.write(file, text)
  return copy.dir
}

const GOOD = {
  DISCORD_CLIENT_ID: '400000000000000001',
  DISCORD_CLIENT_SECRET: 'the-client-secret',
  DISCORD_GUILD_ID: '300000000000000001',
  PUBLIC_URL: 'https://www.hcrp.test',
  TRUST_PROXY: '1',
}
/** Returns the findings for these settings. No test calls a real address. */
const look = (env: Record<string, string>, database?: Database, standIn?: DiscordSettings) =>
  diagnose({
    log: silentLog,
    env: { DATA_DIR: join(folder, 'data'), ...env },
    seenAddress: async () => ({ bySite: '198.51.100.7', byCloudflare: null }),
    ...(database && { database }),
    standIn,
  })
const wrong = (found: { ok: boolean; what: string }[]) => found.filter(({ ok }) => !ok).map(({ what }) => what)

describe('The doctor', () => {
  it('a fresh clone has no findings, and the doctor creates nothing', async () => {
    const found = await look({})
    expect(wrong(found)).toEqual([])
    expect(report(found)).toContain('ten-codes.yaml: ')
    expect(report(found)).toContain('supporters.yaml: 4 tiers and 8 badges')
    expect(report(found)).toMatch(/Everything is in order\.$/)
  })

  it('the roles of a demo are compared with its fake Discord, or the doctor says that it is not running', async () => {
    const { community, supporterRoles } = await readContent(join(root, 'community'))
    const guild = demoGuild(community, supporterRoles)
    const standIn = buildStandIn({
      applicationName: 'x',
      redirectUri: 'http://localhost:3000/auth/discord/callback',
      guild,
    })
    const settings = await standIn.listen()
    const compared = await look({}, undefined, settings)
    expect(wrong(compared)).toEqual([])
    expect(report(compared)).toMatch(/Discord roles: .*Management is "/)
    const [role = ''] = community.roles.staff
    standIn.deleteRole(role)
    expect(wrong(await look({}, undefined, settings))).toEqual([
      expect.stringMatching(
        `^site.yaml names roles that the Discord server does not have: line \\d+ ${role} \\(staff\\)$`,
      ),
    ])
    await standIn.close()
    expect(report(await look({}))).toContain('Discord roles are not checked')
  })

  it('every wrong variable is reported, and the doctor stops', async () => {
    const found = await look({ PORT: 'x', ROLE_MAX_AGE: 'y' })
    expect(wrong(found)).toHaveLength(2)
    expect(report(found)).toMatch(
      /!! {2}PORT: .*\n {6}See the table of settings in README\.md\.[\s\S]*2 things are wrong\.$/,
    )
  })

  it('a mistake in the content is reported with file and line', async () => {
    const community = mistakenCommunity({
      'codes/ten-codes.yaml': '- code: 10-4\n  meaning: ""\n',
      'discipline.yaml': 'types:\n  - { name: Strike }\n',
    })
    const found = await look({ COMMUNITY_DIR: community })
    expect(wrong(found)).toEqual([
      expect.stringContaining('ten-codes.yaml:2: 0.meaning'),
      expect.stringContaining('discipline.yaml:2: types.0.colour: this is missing: one of ok'),
    ])
  })

  it('every file of a start is read, and a missing one is reported', async () => {
    const read = [
      'supporters.yaml',
      'rules/01-general-conduct.md',
      'announcements.yaml',
      'codes/ten-codes.yaml',
      'codes/penal-codes.yaml',
      'quick-links.yaml',
      'da-reasons.yaml',
      'rosters.yaml',
      'law.yaml',
      'look.yaml',
      'verification.yaml',
    ]
    const community = mistakenCommunity(Object.fromEntries(read.map((file) => [file, 'nothing: of the kind'])))
    rmSync(join(community, 'leadership.yaml'))
    const found = await look({ COMMUNITY_DIR: community })
    for (const file of read) expect(wrong(found)).toContainEqual(expect.stringContaining(join(community, file)))
    expect(wrong(found)).toContain(`${join(community, 'leadership.yaml')} is missing`)
  })

  it('files are read despite a mistake in site.yaml, and each mistake is reported once', async () => {
    const files = ['site.yaml', 'messages.de.yaml', 'rosters.yaml', 'departments/fhp.yaml', 'navigation.yaml']
    const community = mistakenCommunity(Object.fromEntries(files.map((file) => [file, 'nothing: of the kind'])))
    const problems = wrong(await look({ COMMUNITY_DIR: community }))
    for (const file of files) expect(problems).toContainEqual(expect.stringContaining(join(community, file)))
    expect(problems).toEqual([...new Set(problems)])
  })

  it('a right without a role is reported, except ES, which staff can have alone', async () => {
    const copy = copyCommunity()
    folders.push(copy.dir)
    copy.edit('site.yaml', /^ {2}es: .*$/m, '  es: []')
    const withoutEs = await look({ COMMUNITY_DIR: copy.dir })
    expect(wrong(withoutEs)).toEqual([])
    expect(report(withoutEs)).toContain('ok  no Discord role gives the right es: only staff open the quick links')
    copy.edit('site.yaml', /^ {2}staff: .*$/m, '  staff: []')
    copy.edit('navigation.yaml', 'off: []', 'off: [es]')
    const withoutStaff = await look({ COMMUNITY_DIR: copy.dir })
    expect(wrong(withoutStaff)).toEqual(['no Discord role gives the right staff'])
    expect(report(withoutStaff)).not.toContain('right es')
  })

  it('an offence with a link to an unknown rule is reported', async () => {
    const copy = copyCommunity()
    folders.push(copy.dir)
    copy.edit('offences.yaml', '#61-rdm-random-deathmatch', '#61-rdm')
    expect(wrong(await look({ COMMUNITY_DIR: copy.dir }))).toEqual([
      'offences.yaml: R-1 links to /rules/roleplay-standards#61-rdm, but the site has no rule there',
    ])
  })

  it('a role that can give actions and is not staff is reported as worth checking', async () => {
    const copy = copyCommunity()
    folders.push(copy.dir)
    const other = '200000000000000099'
    copy.edit('site.yaml', /^roles:/m, `capabilities:\n  discipline.give: ["200000000000000003", "${other}"]\nroles:`)
    const expected = `the role ${other} has discipline.give and is not staff, so people with it cannot open a page to log an action`
    const found = await look({ COMMUNITY_DIR: copy.dir })
    expect(wrong(found)).toEqual([])
    expect(found.filter(({ needsLook }) => needsLook)).toMatchObject([{ what: expected }])
    expect(report(found)).toContain(`  ??  ${expected}\n      Check that these people also have a staff role.`)
    expect(report(found)).toMatch(/Nothing is wrong\. 1 thing needs a look\.$/)
  })

  it('a community without a staff role is reported as wrong', async () => {
    const copy = copyCommunity()
    folders.push(copy.dir)
    const other = '200000000000000099'
    copy.edit('site.yaml', /^roles:/m, `capabilities:\n  discipline.give: ["${other}"]\nroles:`)
    for (const right of ['staff', 'management', 'owner'])
      copy.edit('site.yaml', new RegExp(`^  ${right}: .*$`, 'm'), `  ${right}: []`)
    expect(wrong(await look({ COMMUNITY_DIR: copy.dir }))).toContain(
      `the role ${other} has discipline.give and is not staff, so people with it cannot open a page to log an action`,
    )
  })

  it('a missing database is reported with what it needs', async () => {
    const found = await look({ DATABASE_URL: 'postgresql://127.0.0.1:9/site' })
    expect(wrong(found)).toEqual([expect.stringContaining('the database cannot be opened')])
  })

  it('a database of a newer version is reported', async () => {
    const dataDir = await newSite()
    const database = await openDatabase({ dataDir, log: silentLog })
    await database.pool.query(
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer version', 4000000000000)`,
    )
    await database.close()
    const found = await look({ DATA_DIR: dataDir })
    expect(wrong(found)).toEqual(['the database was made by a newer version of this site'])
  }, 60_000)

  it('the configured Discord is called', async () => {
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
    }
    const found = await look(env)
    await standIn.close()
    expect(report(found)).toMatch(/^ {2}ok {2}law\.yaml: The law book with \d+ classes$/m)
    expect(report(found)).toContain('ok  look.yaml: 0 colours and 0 drawings of your own')
    expect(report(found)).toContain('ok  the site sees the address 198.51.100.7 for a request from this machine')
    expect(report(found)).toContain('ok  DISCORD_WEBHOOK_STAFF_LOG: Discord knows the webhook "staff-log"')
    for (const { token } of opened) expect(report(found)).not.toContain(token)
    expect(wrong(found)).toEqual([
      expect.stringContaining('the supporters page is empty'),
      expect.stringContaining('links that are still placeholders'),
      ...['departments.yaml', 'departments/fhp.yaml', 'departments/hcso.yaml', 'departments/ttpd.yaml'].map((name) =>
        expect.stringMatching(new RegExp(`^${name} still has \\d+ placeholders?: line \\d+ `)),
      ),
      ...['leadership.yaml', 'navigation.yaml', 'quick-links.yaml', 'site.yaml', 'supporters.yaml'].map((name) =>
        expect.stringMatching(new RegExp(`^${name} still has \\d+ placeholders: line \\d+ `)),
      ),
      'Discord does not accept the client id and secret',
      'site.yaml names a verifiedRole, but without a bot nobody can give it',
      'DISCORD_WEBHOOK_OWNERS: Discord does not know this webhook',
    ])
  })

  it('if Discord is down, only that is reported', async () => {
    const env = {
      ...GOOD,
      DISCORD_BOT_TOKEN: 'a-token',
      DISCORD_WEBHOOK_OWNERS: 'https://discord.com/api/webhooks/600000000000000001/secret',
      DISCORD_API_URL: 'http://127.0.0.1:9/api',
    }
    const found = await look(env)
    expect(wrong(found).filter((what) => !what.includes('placeholder'))).toEqual([
      expect.stringMatching(/^Discord is down or cannot be reached, so it could not be checked/),
    ])
  })

  it('if content cannot be read, only that is reported', async () => {
    const { standIn, env } = await withDiscord()
    const { id, token } = standIn.channels.open('DISCORD_WEBHOOK_OWNERS')
    const lookWithout = async (file: string) => {
      const community = mistakenCommunity({ [file]: 'nothing: of the kind' })
      const channel = { DISCORD_WEBHOOK_OWNERS: `${env.DISCORD_API_URL}/webhooks/${id}/${token}` }
      return look({ ...env, ...channel, COMMUNITY_DIR: community })
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

  it('supporter roles that the guild does not have are reported with file and line', async () => {
    const { standIn, env } = await withDiscord()
    const found = await look(env)
    await standIn.close()
    const lines = readFileSync(join(root, 'community/supporters.yaml'), 'utf8').split('\n')
    const line = lines.findIndex((text) => text.includes('"200000000000000011"')) + 1
    expect(wrong(found)).toContainEqual(
      expect.stringContaining(
        `supporters.yaml names roles that the Discord server does not have: line ${line} 200000000000000011 (Lighthouse), line `,
      ),
    )
  })

  it('unknown settings are reported, even beside wrong ones', async () => {
    const found = await look({ DISCORD_TOKEN: 'secret', PORT: 'x', TZ: 'Tampa' })
    expect(wrong(found)).toEqual([
      'DISCORD_TOKEN is set, but the site has no such setting',
      'TZ is Tampa, which is not a time zone',
      'PORT: expected a whole number',
    ])
    expect(report(found)).not.toContain('secret')
  })

  it('quick links are reported from the database, or from the file if the database is unavailable', async () => {
    const dataDir = await newSite()
    const database = await openDatabase({ dataDir, log: silentLog })
    await fillQuickLinks({ database, communityDir: join(root, 'community'), clock: () => new Date() })
    const env = { ...GOOD, DATA_DIR: dataDir, DISCORD_API_URL: 'http://127.0.0.1:9/api' }
    const inside = report(await look(env, database))
    const outside = report(await look(env))
    await database.close()
    const stopped = report(await look(env))
    expect(inside).toContain('ok  its tables are up to date')
    expect(outside).toContain('is in use: the site is running')
    for (const findings of [inside, stopped]) {
      expect(findings).toMatch(/quick links of the site that are still placeholders: .*Dispatch System/)
    }
    for (const findings of [inside, outside, stopped]) expect(findings).not.toContain('quick-links.yaml still has')
  }, 60_000)

  it('waiting and dropped announcements are counted', async () => {
    const dataDir = await newSite()
    const database = await openDatabase({ dataDir, log: silentLog })
    await database.pool.query(
      `insert into announcements (event, webhook, message, created_at, next_attempt_at, ended_at, error)
       values ('actionLogged', 'DISCORD_WEBHOOK_A', 'x', now(), now(), null, 'Discord answered 503'),
              ('actionLogged', 'DISCORD_WEBHOOK_A', 'x', now(), null, now(), 'Discord answered 400'),
              ('actionLogged', 'DISCORD_WEBHOOK_A', 'x', now(), null, now(), null)`,
    )
    await database.close()
    const found = await look({ DATA_DIR: dataDir })
    expect(report(found)).toContain('ok  announcements waiting to be posted: 1')
    expect(wrong(found)).toEqual([
      'announcements that could not be posted in the last week: 1. DISCORD_WEBHOOK_A: Discord answered 400',
    ])
  })
})
