import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import type { StandIn } from '#dev/discord/stand-in.ts'
import { createAudit } from '#features/audit/server/store.ts'
import { checkAuth } from '#features/auth/contract.ts'
import { createAuthorization } from '#features/auth/server/authorization.ts'
import { createPeopleSync } from '#features/auth/server/people.ts'
import { watchRoles } from '#features/auth/server/role-watch.ts'
import { createSessions, hashOf } from '#features/auth/server/sessions.ts'
import { addSession, saveUser } from '#features/auth/server/store.ts'
import { JOIN, LIST, PresenceList } from '#features/presence/contract.ts'
import { listMissingRoles } from '#features/rights/contract.ts'
import { staffRoster } from '#features/roster/contract.ts'
import { createChanges } from '#server/changes.ts'
import { createDiscord } from '#server/discord/discord.ts'
import { createTokenSeal } from '#server/discord/sealed-token.ts'
import type { DiscordSettings } from '#server/discord/settings.ts'
import { caller } from '../caller.ts'
import { silentLog, type TestDatabase, testDatabase } from '../database.ts'
import { type FakeDiscord, fakeDiscord } from '../fakes/discord.ts'
import { type LinkedProcess, linkedProcesses } from '../fakes/processes.ts'
import { type LiveTab, liveTabs } from '../live.ts'
import { PEOPLE, ROLE_IDS, userOf } from '../people.ts'
import { standInWith } from '../stand-in.ts'
import { useWorld } from '../world.ts'

const MINUTE = 60_000
/** A generous limit. `npm run bench -- roles` measures the real speed. */
const SOON = { timeout: 10_000, interval: 20 }
const [STAFF = ''] = ROLE_IDS.staff
const { list: listRoster } = staffRoster

/** Starts a stand-in for Discord with all people of the tests, a new one for each test. */
function useStandIn(): () => { standIn: StandIn; settings: DiscordSettings } {
  let made: { standIn: StandIn; settings: DiscordSettings }
  beforeEach(async () => {
    const standIn = standInWith(Object.values(PEOPLE))
    made = { standIn, settings: await standIn.listen() }
  })
  return () => made
}

describe('Live role changes from Discord', () => {
  const discord = useStandIn()
  let standIn: StandIn
  const world = useWorld({
    startsJobs: true,
    discord: (clock) => createDiscord(discord().settings, { clock, pauseAfter: () => 50 }),
    ownerIds: [PEOPLE.owner.id],
  })
  const live = liveTabs(world)
  beforeEach(async () => {
    standIn = discord().standIn
    await expect.poll(() => standIn.listeners, SOON).toBe(1)
  })
  afterEach(async () => {
    live.closeAll()
    await world().app.close()
    await standIn.close()
  })

  /** Joins the room of the roster, as its page does. */
  async function look(cookie: string, sid: string): Promise<LiveTab> {
    const tab = await live.connect(cookie)
    tab.socket.emit(JOIN, { room: 'roster', pid: `browser-of-${sid}`, sid, visible: true })
    return tab
  }
  const namesIn = (tab: LiveTab) => {
    const list = z.safeParse(PresenceList, tab.received(LIST).at(-1))
    return list.success ? list.data.viewers.map(({ name }) => name).sort() : []
  }
  const rightsEvents = (tab: LiveTab) =>
    tab.received('changed').filter((message) => JSON.stringify(message).includes('rights'))
  const statusOf = async () => (await world().as.staff(listRoster)).status
  const callsFor = (path: string) => standIn.requests.filter((call) => call.path.includes(path)).length

  it('a removed role closes the roster in every tab at once, and affects nobody else', async () => {
    const cookie = await world().signIn(PEOPLE.staff)
    const [here, there] = [await look(cookie, 'a'), await look(cookie, 'b')]
    const other = await look(await world().signIn(PEOPLE.management), 'c')
    await expect.poll(() => namesIn(other), SOON).toEqual(['Dana Whitfield', 'Priya Castell'])
    expect(await statusOf()).toBe(200)

    standIn.setRoles(PEOPLE.staff.id, [])
    await expect.poll(() => namesIn(other), SOON).toEqual(['Dana Whitfield'])
    await expect.poll(() => [here, there].map((tab) => rightsEvents(tab).length), SOON).toEqual([1, 1])
    expect(await statusOf()).toBe(403)
    expect((await world().as.staff(checkAuth)).body).toMatchObject({ ok: true, isStaff: false })

    const countBefore = here.received(LIST).length
    other.socket.emit('presence:visibility', { room: 'roster', pid: 'browser-of-c', sid: 'c', visible: false })
    await other.next(LIST)
    expect(here.received(LIST)).toHaveLength(countBefore)
    expect([here, there, other].map(({ socket }) => socket.connected)).toEqual([true, true, true])
    expect(rightsEvents(other)).toEqual([])
    expect((await world().as.management(listRoster)).status).toBe(200)
  })

  it.each([
    ['a kick', () => standIn.kick(PEOPLE.staff.id)],
    ['a ban', () => standIn.ban(PEOPLE.staff.id)],
    ['a deleted role', () => standIn.deleteRole(STAFF)],
  ])('%s ends access at once', async (_, happens) => {
    expect(await statusOf()).toBe(200)
    happens()
    await expect.poll(statusOf, SOON).toBe(403)
    expect((await world().as.management(listRoster)).status).toBe(200)
  })

  it('owners are told at once that a role was deleted, and when it exists again', async () => {
    const missing = async () => (await world().as.owner(listMissingRoles)).body.data.map(({ id }) => id)
    const tab = await live.connect(await world().signIn(PEOPLE.owner))
    const roleEvents = () =>
      tab.received('changed').filter((message) => JSON.stringify(message).includes('guild-roles')).length
    await expect.poll(missing, SOON).not.toContain(STAFF)
    const before = roleEvents()
    standIn.deleteRole(STAFF)
    await expect.poll(roleEvents, SOON).toBeGreaterThan(before)
    expect(await missing()).toContain(STAFF)
    const after = roleEvents()
    standIn.saveRole({ id: STAFF, name: 'staff' })
    await expect.poll(roleEvents, SOON).toBeGreaterThan(after)
    expect(await missing()).not.toContain(STAFF)
  })

  it('a new role gives access at once', async () => {
    expect((await world().as.member(listRoster)).status).toBe(403)
    const tab = await live.connect(await world().signIn(PEOPLE.member))
    standIn.setRoles(PEOPLE.member.id, [STAFF])
    await expect.poll(() => rightsEvents(tab), SOON).toHaveLength(1)
    expect((await world().as.member(listRoster)).status).toBe(200)
  })

  it('an owner in the environment stays owner, whatever Discord says', async () => {
    const status = async () => (await world().as.owner(listRoster)).status
    expect(await status()).toBe(200)
    standIn.ban(PEOPLE.owner.id)
    await expect
      .poll(async () => (await world().database.pool.query('select in_guild from users')).rows, SOON)
      .toEqual([{ in_guild: false }])
    expect(await status()).toBe(200)
    expect((await world().as.owner(checkAuth)).body).toMatchObject({ isOwner: true })
  })

  it('changes of people who never signed in are ignored', async () => {
    expect((await world().as.management(listRoster)).status).toBe(200)
    standIn.setRoles(PEOPLE.es.id, [STAFF])
    standIn.kick(PEOPLE.management.id)
    await expect.poll(async () => (await world().as.management(listRoster)).status, SOON).toBe(403)
    expect((await world().database.pool.query('select id from users')).rows).toEqual([{ id: PEOPLE.management.id }])
  })

  it('roles are not requested while the connection is alive', async () => {
    expect(await statusOf()).toBe(200)
    world().pass(50 * MINUTE)
    expect(await statusOf()).toBe(200)
    expect(callsFor(`/members/${PEOPLE.staff.id}`)).toBe(0)
  })

  it('changes during a lost connection are applied after it returns', async () => {
    expect(await statusOf()).toBe(200)
    // A new connection first reads the people who are signed in. That is over once a change of roles is heard.
    standIn.setRoles(PEOPLE.staff.id, [])
    await expect.poll(statusOf, SOON).toBe(403)
    standIn.setRoles(PEOPLE.staff.id, [STAFF])
    await expect.poll(statusOf, SOON).toBe(200)
    const listed = callsFor('/members')
    standIn.dropConnections()
    standIn.setRoles(PEOPLE.staff.id, [])
    await expect.poll(statusOf, SOON).toBe(403)
    expect(callsFor('/members')).toBe(listed)
  })

  it('changes that cannot be replayed are found by reading all members again, also for inactive people', async () => {
    const tab = await look(await world().signIn(PEOPLE.staff), 'a')
    await tab.next(LIST)
    standIn.dropConnections({ forgets: true })
    standIn.setRoles(PEOPLE.staff.id, [])
    await expect.poll(() => rightsEvents(tab), SOON).toHaveLength(1)
    expect(rightsEvents(tab)).toHaveLength(1)
  })

  it('a bot without the members intent requests old roles for each person', async () => {
    expect(await statusOf()).toBe(200)
    standIn.forbidMembers()
    standIn.setRoles(PEOPLE.staff.id, [])
    world().pass(6 * MINUTE)
    await expect.poll(statusOf, SOON).toBe(403)
    expect(callsFor(`/members/${PEOPLE.staff.id}`)).toBe(1)
  })

  it('if Discord rejects the token, owners in the environment keep access, and others lose it once roles are old', async () => {
    expect(await statusOf()).toBe(200)
    expect((await world().as.owner(listRoster)).status).toBe(200)
    standIn.resetBotToken()
    expect(await statusOf()).toBe(200)
    world().pass(61 * MINUTE)
    await expect.poll(statusOf, SOON).toBe(503)
    expect((await world().as.owner(listRoster)).status).toBe(200)
  })
})

describe('Stored roles', () => {
  const world = useWorld({ startsJobs: true })
  const gateway = () => {
    const { gateway } = world().discord
    return gateway ?? expect.fail('nobody listens')
  }
  const lose = (why = 'a test') => gateway().onLost({ why, lastHeard: world().now(), reason: 'outage' })
  const readAtOf = async (id: string) =>
    (await world().database.pool.query('select roles_read_at from users where id = $1', [id])).rows[0]?.roles_read_at
  /** Signs staff in and waits until the first reading of all members is over. */
  async function joinedWithStaff() {
    expect((await world().as.staff(listRoster)).status).toBe(200)
    world().pass(MINUTE)
    gateway().onJoined()
    await expect.poll(() => readAtOf(PEOPLE.staff.id), SOON).toEqual(world().now())
  }

  it('roles stay valid while all events arrive, and age from the first moment without events', async () => {
    await joinedWithStaff()
    world().pass(120 * MINUTE)
    expect((await world().as.staff(listRoster)).status).toBe(200)
    expect(world().discord.asked).toBe(0)
    lose()
    world().pass(4 * MINUTE)
    expect((await world().as.staff(listRoster)).status).toBe(200)
    expect(world().discord.asked).toBe(0)
    world().pass(2 * MINUTE)
    world().discord.setRoles(PEOPLE.staff.id, [])
    expect((await world().as.staff(listRoster)).status).toBe(403)
    expect(world().discord.asked).toBe(1)
  })

  it('roles allow reads for an hour after Discord became unreachable', async () => {
    await joinedWithStaff()
    world().pass(300 * MINUTE)
    lose()
    world().discord.goDown()
    world().pass(59 * MINUTE)
    expect((await world().as.staff(listRoster)).status).toBe(200)
    world().pass(2 * MINUTE)
    expect((await world().as.staff(listRoster)).status).toBe(503)
  })

  it('roles from before the connection are not trusted until members were read again', async () => {
    expect((await world().as.staff(listRoster)).status).toBe(200)
    world().discord.goDown()
    world().pass(6 * MINUTE)
    gateway().onJoined()
    world().discord.comeBack()
    world().discord.setRoles(PEOPLE.staff.id, [])
    expect((await world().as.staff(listRoster)).status).toBe(403)
  })

  it('roles stay valid without a new read if no event was missed', async () => {
    await joinedWithStaff()
    lose()
    world().pass(30 * MINUTE)
    gateway().onResumed()
    expect((await world().as.staff(listRoster)).status).toBe(200)
    expect(world().discord.asked).toBe(0)
  })

  it('the latest event determines the roles, even if an older response arrives later', async () => {
    await joinedWithStaff()
    lose()
    world().pass(6 * MINUTE)
    const { membership } = world().discord
    const releases: (() => void)[] = []
    world().discord.membership = async (person) => {
      const answer = await membership(person)
      await new Promise<void>((resolve) => releases.push(resolve))
      return answer
    }
    const pending = world().as.staff(listRoster)
    await expect.poll(() => releases, SOON).toHaveLength(1)
    world().pass(100)
    gateway().onResumed()
    gateway().onMember(PEOPLE.staff.id, { roles: [], nick: null, avatar: null, joinedAt: null })
    await expect.poll(() => readAtOf(PEOPLE.staff.id), SOON).toEqual(world().now())
    for (const answer of releases) answer()
    expect((await pending).status).toBe(403)
    expect((await world().as.staff(listRoster)).status).toBe(403)
  })

  it('all members are read again if a received event could not be stored', async () => {
    await joinedWithStaff()
    const away = vi.spyOn(world().database.db, 'transaction').mockRejectedValue(new Error('the database is away'))
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      world().discord.setRoles(PEOPLE.staff.id, [])
      gateway().onMember(PEOPLE.staff.id, { roles: [], nick: null, avatar: null, joinedAt: null })
      await vi.waitUntil(() => away.mock.calls.length > 0 && vi.getTimerCount() > 0)
      away.mockRestore()
      world().pass(MINUTE)
      await vi.advanceTimersByTimeAsync(5_000)
    } finally {
      vi.useRealTimers()
    }
    await expect.poll(() => readAtOf(PEOPLE.staff.id), SOON).toEqual(world().now())
    expect((await world().as.staff(listRoster)).status).toBe(403)
  })

  it('all members are read again once a missed event is detected', async () => {
    await joinedWithStaff()
    const cookie = await world().signIn(PEOPLE.es)
    lose()
    world().discord.setRoles(PEOPLE.staff.id, [])
    world().discord.kick(PEOPLE.es.id)
    world().pass(MINUTE)
    gateway().onJoined()
    await expect.poll(() => readAtOf(PEOPLE.es.id), SOON).toEqual(world().now())
    await expect.poll(() => readAtOf(PEOPLE.staff.id), SOON).toEqual(world().now())
    expect((await world().as.staff(listRoster)).status).toBe(403)
    expect((await world().visit('/es', cookie)).status).toBe(403)
  })
})

describe('Several processes', () => {
  let database: TestDatabase
  let time: number
  let fake: FakeDiscord
  let links: LinkedProcess[]
  const clock = () => new Date(time)
  beforeAll(async () => {
    database = await testDatabase()
  })
  beforeEach(async () => {
    await database.reset()
    time = Date.parse('2026-03-14T18:30:00.000Z')
    fake = fakeDiscord(Object.values(PEOPLE))
    links = linkedProcesses(2, database)
  })
  afterAll(() => database.close())

  /** Creates the parts of a process that decide on access. */
  function processOn(processes: LinkedProcess) {
    const audit = createAudit({ database, changes: createChanges(), clock })
    const roles = { roles: ROLE_IDS, capabilityRoles: [], ownerIds: [] }
    const known = { database, discord: fake, audit, processes, log: silentLog, clock, ...roles }
    const sessions = createSessions({ ...known, secureCookies: false, clientSecret: 'x' })
    const people = createPeopleSync({ ...known, sessions })
    const watch = watchRoles({ ...known, changes: createChanges(), sessions, people })
    const authorization = createAuthorization({
      ...known,
      sessions,
      people,
      watch,
      seal: createTokenSeal('x'),
      roleMaxAge: 5 * MINUTE,
    })
    const changed: string[] = []
    sessions.onRights((id) => changed.push(id))
    const admits = async () => {
      const session = await sessions.of(caller('sid=a-token'))
      return session !== null && authorization.canSession('staff', session)
    }
    return { admits, changed }
  }

  async function twoProcesses() {
    const { id } = PEOPLE.staff
    await saveUser(database.db, userOf(PEOPLE.staff, clock()))
    const seen = { createdAt: clock(), lastSeenAt: clock(), device: 'a test' }
    await addSession(database.db, { tokenHash: hashOf('a-token'), userId: id, ...seen })
    const [holder, other] = links.map(processOn)
    if (holder === undefined || other === undefined) return expect.fail('two were asked for')
    fake.gateway?.onJoined()
    await expect.poll(async () => [await holder.admits(), await other.admits()], SOON).toEqual([true, true])
    return { holder, other }
  }
  const takeRole = () => {
    fake.setRoles(PEOPLE.staff.id, [])
    fake.gateway?.onMember(PEOPLE.staff.id, { roles: [], nick: null, avatar: null, joinedAt: null })
  }

  it('a removed role is known in each process at once', async () => {
    const { holder, other } = await twoProcesses()
    takeRole()
    await expect.poll(() => [holder.changed, other.changed], SOON).toEqual([[PEOPLE.staff.id], [PEOPLE.staff.id]])
    expect([await holder.admits(), await other.admits()]).toEqual([false, false])
    expect(fake.asked).toBe(0)
  })

  it('a process without the connection trusts roles while another process reports that it is connected', async () => {
    const { other } = await twoProcesses()
    time += 20 * MINUTE
    await links[0]?.publish('role-watch', { since: time - 20 * MINUTE, until: time })
    expect(await other.admits()).toBe(true)
    expect(fake.asked).toBe(0)
    time += 6 * MINUTE
    expect(await other.admits()).toBe(true)
    expect(fake.asked).toBe(1)
  })

  it('a process that was suspended requests the roles that it received no event for', async () => {
    const { holder } = await twoProcesses()
    time += 6 * MINUTE
    expect(await holder.admits()).toBe(true)
    expect(fake.asked).toBe(0)
    const now = performance.now()
    const uptime = vi.spyOn(performance, 'now').mockReturnValue(now + 6 * MINUTE)
    fake.setRoles(PEOPLE.staff.id, [])
    expect(await holder.admits()).toBe(false)
    expect(fake.asked).toBe(1)
    uptime.mockRestore()
  })

  it('a process that missed a message reads all members again', async () => {
    const { other } = await twoProcesses()
    links[1]?.cutOff()
    takeRole()
    await expect
      .poll(async () => (await database.pool.query('select role_ids from users')).rows, SOON)
      .toEqual([{ role_ids: [] }])
    expect(other.changed).toEqual([])
    links[1]?.reconnect()
    await expect.poll(() => other.changed, SOON).toEqual([PEOPLE.staff.id])
    expect(await other.admits()).toBe(false)
  })

  it('another process connects when the first one ends, and reads all members again', async () => {
    const { other } = await twoProcesses()
    await links[0]?.close()
    fake.setRoles(PEOPLE.staff.id, [])
    time += MINUTE
    links[1]?.take()
    fake.gateway?.onJoined()
    await expect.poll(() => other.changed, SOON).toEqual([PEOPLE.staff.id])
  })
})
