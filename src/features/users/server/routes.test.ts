import { afterEach, describe, expect, it } from 'vitest'
import { checkAuth } from '#features/auth/contract.ts'
import { type LiveTab, liveTabs } from '#test/live.ts'
import { PEOPLE, ROLE_IDS, type TestPerson } from '#test/people.ts'
import { ORIGIN, useWorld } from '#test/world.ts'
import {
  findOwnAccount,
  findUserSessions,
  listUserSessions,
  removeUserSessions,
  type SessionUser,
} from '../contract.ts'

const NAMED: TestPerson = { id: '310000000000000401', username: 'root', name: 'Root', roleIds: [] }
const world = useWorld({ ownerIds: [NAMED.id] })
const live = liveTabs(world)
afterEach(() => live.closeAll())

const HOUR = 3_600_000
const DAY = 24 * HOUR

const listed = async (): Promise<SessionUser[]> => (await world().as.owner(listUserSessions)).body.data
const audited = async (action: string) =>
  (
    await world().database.pool.query(
      'select actor_id, target, before, request_id from audit_log where action = $1 order by seq',
      [action],
    )
  ).rows
const get = (url: string, cookie: string) => world().app.inject({ url, headers: { cookie } })

describe('GET /api/users/sessions', () => {
  it('the list contains everybody who is signed in, with their type and number of sessions', async () => {
    const { member, es, staff, management } = PEOPLE
    for (const person of [member, es, staff, staff, management, NAMED]) await world().signIn(person)
    expect(await listed()).toEqual([
      { id: NAMED.id, username: 'root', global_name: 'Root', type: 'ownership', sessionCount: 1 },
      { id: PEOPLE.owner.id, username: 'theo', global_name: 'Theo Marchetti', type: 'ownership', sessionCount: 1 },
      { id: management.id, username: 'dana', global_name: 'Dana Whitfield', type: 'management', sessionCount: 1 },
      { id: staff.id, username: 'priya', global_name: 'Priya Castell', type: 'staff', sessionCount: 2 },
      { id: es.id, username: 'lena', global_name: 'Lena Brandt', type: 'es', sessionCount: 1 },
      { id: member.id, username: 'jules', global_name: 'Jules Arden', type: '-', sessionCount: 1 },
    ])
  })

  it('the list omits expired sessions, which expire sooner for staff', async () => {
    await world().signIn(PEOPLE.member)
    await world().signIn(PEOPLE.staff)
    world().pass(DAY)
    expect((await listed()).map(({ username }) => username)).toEqual(['theo', 'priya', 'jules'])
    world().pass(1)
    expect((await listed()).map(({ username }) => username)).toEqual(['theo', 'jules'])
    // The owner who sends the request was seen a moment ago.
    for (let hours = 0; hours < 6 * 24; hours += 12) {
      world().pass(12 * HOUR)
      expect((await world().as.owner(listUserSessions)).status).toBe(200)
    }
    expect((await listed()).map(({ username }) => username)).toEqual(['theo'])
  })
})

describe('GET /api/users/sessions/{id}', () => {
  it('the details contain devices, and the names of the Discord roles for each right', async () => {
    const person = { ...PEOPLE.staff, roleIds: [...ROLE_IDS.staff, ...ROLE_IDS.es, '999999999999999999'] }
    await world().signIn(person)
    const at = world().now().toISOString()
    world().pass(60_000)
    const { body } = await world().as.owner(findUserSessions, { params: { id: person.id } })
    expect(body.item).toEqual({
      id: person.id,
      username: 'priya',
      name: 'Priya Castell',
      avatarUrl: expect.stringContaining('https://'),
      type: 'staff',
      isInGuild: true,
      sources: [
        { right: 'staff', isNamed: false, roles: [{ id: ROLE_IDS.staff[0], name: 'The staff role' }] },
        { right: 'es', isNamed: false, roles: [{ id: ROLE_IDS.es[0], name: 'The es role' }] },
      ],
      rolesReadAt: at,
      sessions: [{ id: expect.any(String), device: 'a test', createdAt: at, lastSeenAt: at, isThis: false }],
    })
  })

  it('a role without a known name is shown with its id', async () => {
    await world().signIn(PEOPLE.staff)
    world().discord.goDown()
    const { body } = await world().as.owner(findUserSessions, { params: { id: PEOPLE.staff.id } })
    expect(body.item.sources).toEqual([
      { right: 'staff', isNamed: false, roles: [{ id: ROLE_IDS.staff[0], name: null }] },
    ])
  })

  it('the details say that OWNER_IDS makes a person owner', async () => {
    await world().signIn(NAMED)
    const { body } = await world().as.owner(findUserSessions, { params: { id: NAMED.id } })
    expect(body.item).toMatchObject({ type: 'ownership', sources: [{ right: 'owner', isNamed: true, roles: [] }] })
  })

  it('the response contains no token and no hash', async () => {
    const cookie = await world().signIn(PEOPLE.staff)
    const { rows } = await world().database.pool.query('select token_hash from sessions')
    const answers = JSON.stringify([
      (await world().as.owner(findUserSessions, { params: { id: PEOPLE.staff.id } })).body,
      (await get('/api/me', cookie)).json(),
    ])
    for (const secret of [cookie.slice('sid='.length), ...rows.map((row) => row.token_hash)]) {
      expect(answers).not.toContain(secret)
    }
  })
})

describe('DELETE /api/users/sessions/{id}', () => {
  const remove = (id: string) => world().as.owner(removeUserSessions, { params: { id } })

  it('every session of the person ends in every open browser within a second', async () => {
    const [first, second] = [await world().signIn(PEOPLE.staff), await world().signIn(PEOPLE.staff)]
    const other = await live.connect(await world().signIn(PEOPLE.management))
    const tabs = await Promise.all([first, first, second].map((cookie) => live.connect(cookie)))
    await world().as.owner(listUserSessions)
    const order = tabs.map(() => [] as string[])
    const ends = tabs.map(async (tab, index) => {
      tab.socket.once('session:revoked', () => order[index]?.push('session:revoked'))
      tab.socket.once('disconnect', (reason) => order[index]?.push(reason))
      await tab.next('disconnect')
    })
    const began = performance.now()
    expect((await remove(PEOPLE.staff.id)).body).toEqual({ ok: true })
    await Promise.all(ends)
    const took = performance.now() - began
    expect(took).toBeLessThan(500)
    for (const events of order) expect(events).toEqual(['session:revoked', 'io server disconnect'])

    for (const cookie of [first, second]) {
      expect((await get('/api/roster', cookie)).json().error.code).toBe('session_ended')
      await expect(live.connect(cookie)).rejects.toThrow('websocket error')
    }
    expect(other.socket.connected).toBe(true)
    expect((await listed()).map(({ username }) => username)).toEqual(['theo', 'dana'])
  })

  it('a page without a live connection notices the end with its next call', async () => {
    const cookie = await world().signIn(PEOPLE.staff)
    expect((await get('/api/auth/check', cookie)).json().ok).toBe(true)
    await remove(PEOPLE.staff.id)
    const check = await get('/api/auth/check', cookie)
    expect([check.json(), String(check.headers['set-cookie'])]).toEqual([
      { ok: false },
      expect.stringContaining('Max-Age=0'),
    ])
    const page = await world().visit('/staff-roster', cookie)
    expect([page.status, page.headers.location]).toEqual([303, '/session-expired?returnTo=%2Fstaff-roster'])
  })

  it('sessions that were not used since the start end too', async () => {
    const cookie = await world().signIn(PEOPLE.staff)
    await remove(PEOPLE.staff.id)
    expect((await get('/api/me', cookie)).statusCode).toBe(401)
  })

  it('a session that is being loaded meanwhile ends too', async () => {
    const cookies = await Promise.all(Array.from({ length: 20 }, () => world().signIn(PEOPLE.staff)))
    const removing = remove(PEOPLE.staff.id)
    await Promise.all([removing, ...cookies.map((cookie) => get('/api/me', cookie))])
    for (const cookie of cookies) expect((await get('/api/me', cookie)).statusCode).toBe(401)
  })

  it('ending sessions has an audit entry with the ended sessions', async () => {
    await world().signIn(PEOPLE.staff)
    await remove(PEOPLE.staff.id)
    expect(await audited('removeUserSessions')).toEqual([
      {
        actor_id: PEOPLE.owner.id,
        target: `users/${PEOPLE.staff.id}`,
        before: [{ device: 'a test', createdAt: world().now().toISOString() }],
        request_id: expect.any(String),
      },
    ])
  })

  it('a person who is not signed in is not found, and nothing is written', async () => {
    const { status, error } = await remove('310000000000009999')
    expect([status, error?.code]).toEqual([404, 'not_found'])
    expect(await audited('removeUserSessions')).toEqual([])
  })

  it.each(['1', 'abc', '310000000000000205x', '3100000000000002051234', '%', "1' or '1'='1", '../me'])(
    'an invalid id is refused and ends nothing: %s',
    async (id) => {
      const cookie = await world().signIn(PEOPLE.staff)
      const { status, error } = await remove(id)
      expect([status, error?.code, Object.keys(error?.fields ?? {})]).toEqual([400, 'invalid', ['id']])
      expect((await get('/api/me', cookie)).statusCode).toBe(200)
    },
  )
})

describe('The own account', () => {
  const own = async (cookie: string) => (await get('/api/me', cookie)).json().item
  const remove = (cookie: string, id: string) =>
    world().app.inject({ method: 'DELETE', url: `/api/me/sessions/${id}`, headers: { cookie, origin: ORIGIN } })

  it('every signed-in person sees their rights, roles and sessions, with the current session marked', async () => {
    const elsewhere = await world().signIn(PEOPLE.member)
    const { body } = await world().as.member(findOwnAccount)
    expect(body.item).toMatchObject({ id: PEOPLE.member.id, name: 'Jules Arden', type: '-', sources: [] })
    expect(body.item.sessions.map(({ isThis }) => isThis).sort()).toEqual([false, true])
    const [here] = (await own(elsewhere)).sessions.filter(({ isThis }: { isThis: boolean }) => isThis)
    expect(body.item.sessions.find(({ id }) => id === here.id)?.isThis).toBe(false)
  })

  it('old roles are read again from Discord', async () => {
    const cookie = await world().signIn(PEOPLE.staff)
    expect((await own(cookie)).type).toBe('staff')
    world().discord.setRoles(PEOPLE.staff.id, ROLE_IDS.es)
    world().pass(300_001)
    expect(await own(cookie)).toMatchObject({ type: 'es', rolesReadAt: world().now().toISOString() })
  })

  it('a person ends one of their sessions, and only its tabs are notified', async () => {
    const [here, there] = [await world().signIn(PEOPLE.member), await world().signIn(PEOPLE.member)]
    const [stays, goes]: LiveTab[] = [await live.connect(here), await live.connect(there)]
    const { sessions } = await own(there)
    const id = sessions.find(({ isThis }: { isThis: boolean }) => isThis).id
    const ended = goes?.next('disconnect')
    expect((await remove(here, id)).json()).toEqual({ ok: true })
    expect(await ended).toBe('io server disconnect')
    expect([goes?.received('session:revoked').length, stays?.received('session:revoked').length]).toEqual([1, 0])
    expect([(await get('/api/me', here)).statusCode, (await get('/api/me', there)).statusCode]).toEqual([200, 401])
    expect(await audited('removeOwnSession')).toMatchObject([{ actor_id: PEOPLE.member.id }])
  })

  it('a person ends all their other sessions at once, and no session of other people', async () => {
    const [here, there, unused] = [
      await world().signIn(PEOPLE.member),
      await world().signIn(PEOPLE.member),
      await world().signIn(PEOPLE.member),
    ]
    const theirs = await world().signIn(PEOPLE.staff)
    const [stays, goes]: LiveTab[] = [await live.connect(here), await live.connect(there)]
    const ended = goes?.next('disconnect')
    const end = () =>
      world().app.inject({ method: 'DELETE', url: '/api/me/sessions', headers: { cookie: here, origin: ORIGIN } })
    expect((await end()).json()).toEqual({ ok: true })
    expect(await ended).toBe('io server disconnect')
    expect([goes?.received('session:revoked').length, stays?.received('session:revoked').length]).toEqual([1, 0])
    const codes = await Promise.all(
      [here, there, unused, theirs].map(async (cookie) => (await get('/api/me', cookie)).statusCode),
    )
    expect(codes).toEqual([200, 401, 401, 200])
    const written = [
      {
        actor_id: PEOPLE.member.id,
        target: `users/${PEOPLE.member.id}`,
        before: Array(2).fill({ device: 'a test', createdAt: world().now().toISOString() }),
        request_id: expect.any(String),
      },
    ]
    expect(await audited('removeOtherSessions')).toEqual(written)
    // Without other sessions left it succeeds again, and logs nothing.
    expect((await end()).json()).toEqual({ ok: true })
    expect(await audited('removeOtherSessions')).toEqual(written)
  })

  it('a person cannot end a session of somebody else, or one that has ended', async () => {
    const other = await world().signIn(PEOPLE.staff)
    const mine = await world().signIn(PEOPLE.member)
    const [theirs] = (await own(other)).sessions
    expect((await remove(mine, theirs.id)).statusCode).toBe(404)
    expect((await get('/api/me', other)).statusCode).toBe(200)
    expect((await remove(mine, 'd4f1c2de-7d67-4a39-9a10-9e7bd63c8f00')).statusCode).toBe(404)
    for (const id of ['1', 'all', '%25']) expect((await remove(mine, id)).statusCode).toBe(400)
    expect(await audited('removeOwnSession')).toEqual([])
  })

  it('the account needs a sign-in', async () => {
    expect((await world().as.anyone(findOwnAccount)).status).toBe(401)
    expect((await world().as.anyone(checkAuth)).body).toEqual({ ok: false })
  })
})
