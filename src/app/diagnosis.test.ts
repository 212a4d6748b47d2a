import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Environment } from '#server/config/environment.ts'
import { readEnvironment } from '#server/config/environment.ts'
import { buildStandIn } from '#server/discord/stand-in/stand-in.ts'
import { root } from '#server/paths.ts'
import { scratchFolder, silentLog } from '#test/database.ts'
import { checkAddresses, checkLinks, checkNode, checkSpace, diagnose, report } from './diagnosis.ts'

const folder = scratchFolder()
afterAll(() => rmSync(folder, { recursive: true }))

const REAL = {
  DISCORD_CLIENT_ID: '400000000000000001',
  DISCORD_CLIENT_SECRET: 'the-client-secret',
  DISCORD_GUILD_ID: '300000000000000001',
}
const GOOD = { ...REAL, PUBLIC_URL: 'https://www.hcrp.test', TRUST_PROXY: '1' }
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
    what: '2 links are still placeholders: store, email',
  })
  expect(checkLinks(links, true).ok).toBe(true)
  expect(checkLinks({ rules: links.rules }, false).ok).toBe(true)
})

it('at the room on the disk', () => {
  expect(checkSpace(5 * 1024 ** 3, '/data')).toEqual({ ok: true, what: '5.0 GB free in /data' })
  expect(checkSpace(0.5 * 1024 ** 3, '/data').ok).toBe(false)
})

describe('The doctor', () => {
  it('finds everything in order on a fresh clone, and makes nothing', async () => {
    const found = await diagnose(silentLog, { DATA_DIR: join(folder, 'data') })
    expect(wrong(found)).toEqual([])
    expect(report(found)).toContain('ten-codes.yaml: ')
    expect(report(found)).toContain('supporters.yaml: 4 tiers and 8 badges')
    expect(report(found)).toMatch(/Everything is in order\.$/)
  })

  it('says every wrong variable, and stops there', async () => {
    const found = await diagnose(silentLog, { PORT: 'x', ROLE_MAX_AGE: 'y' })
    expect(wrong(found)).toHaveLength(2)
    expect(report(found)).toMatch(
      /!! {2}PORT: .*\n {6}See the table of variables in README\.md\.[\s\S]*2 things are wrong\.$/,
    )
  })

  it('names file and line of a mistake in the content', async () => {
    const community = join(folder, 'community')
    cpSync(join(root, 'community'), community, { recursive: true })
    mkdirSync(join(community, 'codes'), { recursive: true })
    writeFileSync(join(community, 'codes/ten-codes.yaml'), '- code: 10-4\n  meaning: ""\n')
    const found = await diagnose(silentLog, { DATA_DIR: join(folder, 'data'), COMMUNITY_DIR: community })
    expect(wrong(found)).toEqual([expect.stringContaining('ten-codes.yaml:2: 0.meaning')])
  })

  it('says what a database that is not there needs', async () => {
    const found = await diagnose(silentLog, { DATABASE_URL: 'postgresql://127.0.0.1:9/site' })
    expect(wrong(found)).toEqual([expect.stringContaining('the database cannot be opened')])
  })

  it('asks the Discord that is configured', async () => {
    const standIn = buildStandIn({
      applicationName: 'x',
      redirectUri: `${GOOD.PUBLIC_URL}/auth/discord/callback`,
      guild: { id: '300000000000000001', name: 'x', roles: [], people: [] },
    })
    const { apiUrl } = await standIn.listen()
    const found = await diagnose(silentLog, { ...GOOD, DISCORD_API_URL: apiUrl, DATA_DIR: join(folder, 'data') })
    await standIn.close()
    expect(wrong(found)).toEqual([
      expect.stringContaining('links are still placeholders'),
      'Discord does not accept the client id and secret',
    ])
  })
})
