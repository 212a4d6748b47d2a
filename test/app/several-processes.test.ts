import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { findRules } from '#features/assistant-questions/contract.ts'
import { hashOf } from '#features/auth/server/sessions.ts'
import { addSession, saveUser } from '#features/auth/server/store.ts'
import { TenCode } from '#features/codes/contract.ts'
import { JOIN, LIST, PresenceList } from '#features/presence/contract.ts'
import { readCommunity } from '#server/config/community.ts'
import type { Database } from '#server/database/database.ts'
import { migrationsFolder } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { DiscordSettings } from '#server/discord/settings.ts'
import { root } from '#server/paths.ts'
import { freePort } from '../../scripts/free-port.mjs'
import { startThrowawayPostgres } from '../../scripts/postgres.mjs'
import { startBuilt } from '../built.ts'
import { silentLog, testEngine } from '../database.ts'
import { type LiveTab, liveTabs } from '../live.ts'
import { userOf } from '../people.ts'
import { standInWith } from '../stand-in.ts'

const ORIGIN = 'http://localhost:3000'
const { staff, management } = readCommunity(join(root, 'community')).roles
const PRIYA = { id: '310000000000000203', name: 'Priya Castell' }
const MARCUS = { id: '310000000000000206', name: 'Marcus Delgado' }
const DANA = { id: '310000000000000204', name: 'Dana Whitfield' }
const HOLDS = 'this process is the leader'

interface Site {
  child: ChildProcess
  at: string
  said(): string
}

describe.runIf(testEngine === 'postgresql')('Two processes with one PostgreSQL', () => {
  const rolesOf = (person: { id: string }) => (person === DANA ? [...management] : [...staff])
  const discord = standInWith(
    [PRIYA, MARCUS, DANA].map((person) => ({
      ...person,
      username: `user${person.id.slice(-3)}`,
      roleIds: rolesOf(person),
    })),
  )
  let bot: DiscordSettings
  let server: Awaited<ReturnType<typeof startThrowawayPostgres>>
  let database: Database
  let one: Site
  let other: Site
  const sites: Site[] = []
  const live = liveTabs(() => {
    throw new Error('a tab needs an address')
  })

  async function startSite(): Promise<Site> {
    const port = await freePort()
    const child = await startBuilt('main', [], {
      PORT: String(port),
      PUBLIC_URL: ORIGIN,
      DATABASE_URL: server.url,
      DISCORD_CLIENT_ID: bot.clientId,
      DISCORD_CLIENT_SECRET: bot.clientSecret,
      DISCORD_GUILD_ID: bot.guildId,
      DISCORD_BOT_TOKEN: bot.botToken,
      DISCORD_API_URL: bot.apiUrl,
    })
    child.stderr.pipe(process.stderr)
    let output = ''
    const site = { child, at: `http://127.0.0.1:${port}`, said: () => output }
    sites.push(site)
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (text) => {
        output += text
        if (output.includes('Ready after')) resolve()
      })
      child.once('exit', () => reject(new Error(`the process exited: ${output}`)))
    })
    return site
  }

  async function signIn(person: { id: string; name: string }): Promise<string> {
    const token = randomUUID()
    const now = new Date()
    const username = `user${person.id.slice(-3)}`
    await saveUser(database.db, userOf({ ...person, username, roleIds: rolesOf(person) }, now))
    const session = { tokenHash: hashOf(token), userId: person.id, createdAt: now, lastSeenAt: now, device: 'a test' }
    await addSession(database.db, session)
    return `sid=${token}`
  }

  const holds = (site: Site) => site.said().lastIndexOf(HOLDS) > site.said().lastIndexOf('no longer the leader')

  const get = (site: Site, path: string, cookie = '') => fetch(site.at + path, { headers: { cookie } })

  const post = (site: Site, path: string, body: object, cookie = '') =>
    fetch(site.at + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: ORIGIN, cookie },
      body: JSON.stringify(body),
    })

  const addCode = (site: Site, code: string, cookie: string) =>
    post(site, '/api/codes/ten', { code, meaning: 'Manatee on the ramp', color: 'default' }, cookie)

  async function codesOf(site: Site): Promise<string[]> {
    const { data } = z.object({ data: z.array(TenCode) }).parse(await (await get(site, '/api/codes/ten')).json())
    return data.map(({ code }) => code)
  }

  beforeAll(async () => {
    server = await startThrowawayPostgres({ own: true })
    bot = await discord.listen()
    database = await openDatabase({ url: server.url, dataDir: '', log: silentLog })
    ;[one, other] = await Promise.all([startSite(), startSite()])
  })
  afterAll(async () => {
    live.closeAll()
    for (const { child } of sites) child.kill('SIGKILL')
    await discord.close()
    await database.close()
    await server.stop()
  })

  it('run migrations once', async () => {
    const files = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql')).length
    const { rows } = await database.pool.query('select count(*)::int as made from drizzle.__drizzle_migrations')
    expect(rows).toEqual([{ made: files }])
    const saying = [one, other].map((site) => /Database: postgresql, (.*)/.exec(site.said())?.[1])
    expect(saying.sort()).toEqual([`${files} migrations made`, 'up to date'])
  })

  it('drop cached data after a change in the other process, and notify their own tabs', async () => {
    const cookie = await signIn(PRIYA)
    expect(await codesOf(other)).not.toContain('10-901')
    const tab = await live.connect(cookie, other.at, ORIGIN)
    const event = tab.next('changed')
    expect((await addCode(one, '10-901', cookie)).status).toBe(200)
    expect(await event).toEqual({ topic: 'ten-codes' })
    expect(await codesOf(other)).toContain('10-901')
  })

  it('find a rule by a phrase that was added in the other process', async () => {
    const cookie = await signIn(DANA)
    const href = '/rules/general-conduct#12-minimum-age-to-play'
    const best = async (site: Site) => {
      const found = await get(site, '/api/assistant/rules?question=capybara+of+the+pier', cookie)
      return findRules.reply.parse(await found.json()).data[0]?.href
    }
    expect([await best(one), await best(other)]).not.toContain(href)
    const body = { phrase: 'capybara pier', href, questions: [] }
    expect((await post(one, '/api/assistant/phrases', body, cookie)).status).toBe(200)
    expect(await best(one)).toBe(href)
    await expect.poll(() => best(other), { timeout: 30_000 }).toBe(href)
    // Each process builds its index twice, which is slow.
  }, 60_000)

  it('end a session everywhere: the next call is denied and its connections are closed', async () => {
    const cookie = await signIn(PRIYA)
    for (const site of [one, other]) expect((await get(site, '/api/roster', cookie)).status).toBe(200)
    const tab = await live.connect(cookie, other.at, ORIGIN)
    const cutOff = tab.next('disconnect')
    expect((await post(one, '/api/auth/logout', {}, cookie)).status).toBe(200)
    expect(await cutOff).toBe('io server disconnect')
    expect(tab.received('session:revoked')).toHaveLength(1)
    expect((await get(other, '/api/roster', cookie)).status).toBe(401)
  })

  it('apply a removed role at once in both processes, whichever is connected to Discord', async () => {
    const cookie = await signIn(PRIYA)
    const statuses = () =>
      Promise.all([one, other].map(async (site) => (await get(site, '/api/roster', cookie)).status))
    await expect.poll(() => discord.listeners, { timeout: 10_000 }).toBe(1)
    expect(await statuses()).toEqual([200, 200])
    const events = (await Promise.all([one, other].map((site) => live.connect(cookie, site.at, ORIGIN)))).map((tab) =>
      tab.next('changed'),
    )
    discord.setRoles(PRIYA.id, [])
    expect(await Promise.all(events)).toEqual([{ topic: 'rights' }, { topic: 'rights' }])
    expect(await statuses()).toEqual([403, 403])
    discord.setRoles(PRIYA.id, [...staff])
    await expect.poll(statuses, { timeout: 5_000 }).toEqual([200, 200])
  })

  it('share the rate limit of a visitor', async () => {
    const statuses: number[] = []
    for (let call = 0; call < 12; call++) {
      const site = call % 2 === 0 ? one : other
      statuses.push((await post(site, '/api/chat', { chatMessages: [{ type: 'user', content: 'May I run?' }] })).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429])
  })

  it('share one list of viewers, and remove the person who leaves', async () => {
    const join = async (site: Site, person: typeof PRIYA, sid: string) => {
      const tab = await live.connect(await signIn(person), site.at, ORIGIN)
      tab.socket.emit(JOIN, { room: 'roster', pid: sid, sid, visible: true })
      return tab
    }
    const totalOf = (tab: LiveTab) => PresenceList.parse(tab.received(LIST).at(-1)).total
    const priya = await join(one, PRIYA, 'a')
    const marcus = await join(other, MARCUS, 'b')
    await expect.poll(() => [totalOf(priya), totalOf(marcus)], { timeout: 5_000 }).toEqual([2, 2])
    marcus.socket.close()
    await expect.poll(() => totalOf(priya), { timeout: 5_000 }).toBe(1)
    const back = await join(other, MARCUS, 'b')
    await expect.poll(() => totalOf(back), { timeout: 5_000 }).toBe(2)
  })

  it('lose no acknowledged write when PostgreSQL crashes, respond 503 meanwhile, and reconnect', async () => {
    const cookie = await signIn(PRIYA)
    const acknowledged: string[] = []
    const statuses = new Set<number>()
    let isWriting = true
    const writing = [one, other].map(async (site, writer) => {
      for (let n = 0; isWriting; n++) {
        const code = `11-${writer}${n}`
        const { status } = await addCode(site, code, cookie)
        statuses.add(status)
        if (status === 200) acknowledged.push(code)
        // Write slowly, so that no write is refused for the limit of 120 a minute.
        await new Promise((resolve) => setTimeout(resolve, 120))
      }
    })
    await expect.poll(() => acknowledged.length, { timeout: 5_000 }).toBeGreaterThan(4)
    const crashed = await server.crash()
    await expect.poll(() => statuses.has(503), { timeout: 5_000 }).toBe(true)
    const before = acknowledged.length
    await crashed.start()
    await expect.poll(() => acknowledged.length, { timeout: 10_000 }).toBeGreaterThan(before + 2)
    isWriting = false
    await Promise.all(writing)
    expect([...statuses].sort()).toEqual([200, 503])
    const { rows } = await database.pool.query<{ code: string }>(`select code from ten_codes where code like '11-%'`)
    expect(rows.map(({ code }) => code)).toEqual(expect.arrayContaining(acknowledged))

    const inTouch = async () => {
      const code = `12-${randomUUID().slice(0, 8)}`
      await addCode(one, code, cookie)
      await new Promise((resolve) => setTimeout(resolve, 200))
      return (await codesOf(other)).includes(code)
    }
    await expect.poll(inTouch, { timeout: 10_000, interval: 700 }).toBe(true)
  })

  /** Freezes the leader while it writes that Marcus lost his roles. Resolves once the process is frozen. */
  async function stopWhileWriting(holder: Site): Promise<void> {
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      await client.query('select from users where id = $1 for update', [MARCUS.id])
      discord.setRoles(MARCUS.id, [])
      const waitsForMarcus = async () =>
        (await database.pool.query(`select from pg_stat_activity where wait_event_type = 'Lock'`)).rowCount
      await expect.poll(waitsForMarcus, { timeout: 5_000 }).toBe(1)
      holder.child.kill('SIGSTOP')
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  async function stopBefore(holder: Site): Promise<void> {
    holder.child.kill('SIGSTOP')
    discord.setRoles(MARCUS.id, [])
  }

  async function refusesWhileTheHolderIsStopped(stop: (holder: Site) => Promise<void>): Promise<void> {
    await expect.poll(() => [one, other].filter(holds).length, { timeout: 10_000 }).toBe(1)
    const [holder, waiting] = holds(one) ? [one, other] : [other, one]
    const cookie = await signIn(MARCUS)
    const statusAt = async (site: Site) => (await get(site, '/api/roster', cookie)).status
    expect([await statusAt(holder), await statusAt(waiting)]).toEqual([200, 200])
    try {
      await stop(holder)
      await expect.poll(() => holds(waiting), { timeout: 15_000 }).toBe(true)
      await expect.poll(() => statusAt(waiting), { timeout: 10_000 }).toBe(403)
    } finally {
      holder.child.kill('SIGCONT')
    }
    expect(await statusAt(holder)).toBe(403)
    await expect.poll(() => [holds(holder), holds(waiting)], { timeout: 10_000 }).toEqual([false, true])
    discord.setRoles(MARCUS.id, [...staff])
    await expect.poll(async () => [await statusAt(holder), await statusAt(waiting)]).toEqual([200, 200])
  }

  it(
    'replace a suspended leader within 15 seconds, and deny the person who lost a role meanwhile',
    () => refusesWhileTheHolderIsStopped(stopBefore),
    60_000,
  )

  it(
    'replace a leader that is suspended while it stores that somebody lost a role',
    () => refusesWhileTheHolderIsStopped(stopWhileWriting),
    60_000,
  )

  it('have one leader, and another within 10 seconds after it was killed', async () => {
    await expect.poll(() => [one, other].filter(holds).length, { timeout: 10_000 }).toBe(1)
    const [holder, waiting] = holds(one) ? [one, other] : [other, one]
    const cookie = await signIn(MARCUS)
    expect((await get(waiting, '/api/roster', cookie)).status).toBe(200)
    holder.child.kill('SIGKILL')
    discord.setRoles(MARCUS.id, [])
    const killedAt = performance.now()
    await expect.poll(() => holds(waiting), { timeout: 10_000 }).toBe(true)
    expect(performance.now() - killedAt).toBeLessThan(10_000)
    // No process heard that Marcus lost his roles, but the next leader reads all members again.
    await expect.poll(async () => (await get(waiting, '/api/roster', cookie)).status, { timeout: 10_000 }).toBe(403)
  })
})
