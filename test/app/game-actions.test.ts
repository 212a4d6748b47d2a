import { describe, expect, it, vi } from 'vitest'
import { listAudit, listImports, undoImport } from '#features/audit/contract.ts'
import { auditLog } from '#features/audit/server/tables.ts'
import { listActions, listOwnActions } from '#features/discipline/contract.ts'
import {
  findPlayerAction,
  listPlayerActionPeople,
  listPlayerActions,
  listSubjects,
  undoAddPlayerAction,
} from '#features/discipline/player-contract.ts'
import { disciplinaryActions } from '#features/discipline/server/tables.ts'
import { addGameEvent, removeIngestToken } from '#features/ingest/contract.ts'
import { JSON_LIMIT } from '#server/http/serve.ts'
import { makeIngestToken, WARN } from '../game-events.ts'
import { PEOPLE, type TestPerson } from '../people.ts'
import { useWorld } from '../world.ts'

const world = useWorld()

const makeToken = (label?: string) => makeIngestToken(world(), label)
const params = ({ id }: { id: number }) => ({ id: String(id) })

type Sent = Omit<Partial<typeof WARN>, 'kind' | 'author'> & {
  kind?: string
  author?: { name: string; discordId?: string | null }
  expiresAt?: string | null
  action?: string
}
const send = (token: string, more: Sent | Record<string, unknown> = {}) =>
  world().as.anyone(addGameEvent, {
    body: JSON.parse(JSON.stringify({ ...WARN, ...more })),
    headers: { authorization: `Bearer ${token}`, origin: 'https://elsewhere.example' },
  })
const actions = async () => (await world().as.staff(listPlayerActions)).body.rows
const audited = async (action: string) =>
  (await world().database.db.select().from(auditLog).orderBy(auditLog.seq)).filter((row) => row.action === action)

describe('Actions from the game', () => {
  it('a game event becomes an action, with its reason for both readers and its origin for staff', async () => {
    const { item, token } = await makeToken()
    const sent = await send(token)
    expect([sent.status, sent.body]).toEqual([200, { ok: true, id: expect.any(Number), result: 'added' }])
    expect(await actions()).toMatchObject([
      {
        id: sent.body.id,
        user: WARN.target.discordId,
        user_name: 'Nolan Reyes',
        admin: `game:${item.id}`,
        admin_name: 'City 1',
        type: 'Warning',
        internal_reason: 'Drove through an active scene.\n\nWarned in game by mdelgado (W4AB-2XYZ)',
        external_reason: 'Drove through an active scene.',
        date: '2026-03-14T18:29:00.000Z',
        is_from_game: true,
      },
    ])
    expect(await audited('addAction')).toMatchObject([
      { actorId: `game:${item.id}`, actorName: 'City 1', target: `player-actions/${sent.body.id}` },
    ])
  })

  it.each([
    [{ kind: 'warn' }, 'Warning', 'Warned in game by mdelgado'],
    [{ kind: 'kick' }, 'Kick', 'Kicked in game by mdelgado'],
    [{ kind: 'ban', expiresAt: '2026-04-01T00:00:00Z' }, 'Ban', 'Banned in game until 2026-04-01 00:00 UTC by'],
    [{ kind: 'ban', expiresAt: null }, 'Ban', 'Banned in game for good by mdelgado'],
    [{ kind: 'ban' }, 'Ban', 'Banned in game for good by mdelgado'],
  ])('the event %j becomes a %s', async (more, type, words) => {
    const { token } = await makeToken()
    expect((await send(token, more)).status).toBe(200)
    const [action] = await actions()
    expect([action?.type, action?.internal_reason]).toEqual([type, expect.stringContaining(words)])
  })

  it('a game action has its author if their Discord ID is known, and shows the end of a ban', async () => {
    const { token } = await makeToken()
    const ban = { kind: 'ban', expiresAt: '2026-04-01T00:00:00Z' }
    const { id } = (await send(token, { ...ban, author: { name: 'priya', discordId: PEOPLE.staff.id } })).body
    const found = await world().as.staff(findPlayerAction, { params: { id: String(id) } })
    expect(found.body).toMatchObject({
      item: { admin: PEOPLE.staff.id, admin_name: 'priya', ends_at: '2026-04-01T00:00:00.000Z', source: 'txadmin' },
      subject: { who: WARN.target.discordId, name: 'Nolan Reyes' },
      import: null,
    })
  })

  it('the author of a game action cannot take it back on the site', async () => {
    const { token } = await makeToken()
    const { id } = (await send(token, { author: { name: 'priya', discordId: PEOPLE.staff.id } })).body
    const undone = await world().as.staff(undoAddPlayerAction, { params: { id: String(id) }, body: { version: 1 } })
    expect(undone).toMatchObject({ status: 403, error: { message: expect.stringContaining('did not log') } })
  })

  it('actions can be filtered by the game server that sent them, as an issuer', async () => {
    const { item, token } = await makeToken()
    await send(token)
    const { admins } = (await world().as.staff(listPlayerActionPeople)).body
    expect(admins).toEqual([{ id: `game:${item.id}`, name: 'City 1', other_names: [], count: 1 }])
    const query = { admin: admins[0]?.id ?? '' }
    expect((await world().as.staff(listPlayerActions, { query })).body.total).toBe(1)
    expect((await world().as.staff(listPlayerActions, { query: { admin: 'game:x' } })).status).toBe(400)
  })

  it('the person is told of a game action with the reason from the game', async () => {
    const { token } = await makeToken()
    await send(token, { target: { discordId: PEOPLE.member.id, name: 'Jules' } })
    expect((await world().as.member(listOwnActions)).body.data).toMatchObject([{ external_reason: WARN.reason }])
  })

  it('nobody reads internal text about themselves in the audit log of game actions', async () => {
    const { token } = await makeToken()
    const { id } = (await send(token, { target: { discordId: PEOPLE.owner.id, name: 'Theo' } })).body
    await send(token, {
      id: 'R-1',
      kind: 'revoke',
      action: WARN.id,
      target: { discordId: PEOPLE.owner.id, name: 'Theo' },
    })
    const read = async (person: TestPerson) => {
      const as = await world().asPerson(person)
      return JSON.stringify((await as(listAudit, { query: { target: `player-actions/${id}` } })).body.rows)
    }
    const other = { ...PEOPLE.owner, id: '310000000000000303', username: 'rosa' }
    for (const words of ['Warned in game by mdelgado', 'Taken back in game by mdelgado']) {
      expect(await read(other)).toContain(words)
      expect(await read(PEOPLE.owner)).not.toContain(words)
    }
  })

  it('a game event with a time in the future gets the current time', async () => {
    const { token } = await makeToken()
    await send(token, { at: '2026-03-14T23:00:00Z' })
    expect((await actions())[0]?.date).toBe(world().now().toISOString())
  })

  it('a repeated game event adds nothing, even at the same time and from another server', async () => {
    const { token } = await makeToken()
    const answers = await Promise.all([send(token), send(token), send(token)])
    expect(answers.map(({ body }) => body.result).sort()).toEqual(['added', 'known', 'known'])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect((await send(token, { reason: 'other words' })).body.result).toBe('known')
    expect(await actions()).toHaveLength(1)
    expect(await audited('addAction')).toHaveLength(1)
    const other = await makeToken('City 2')
    expect((await send(other.token)).body.result).toBe('known')
    expect(await actions()).toHaveLength(1)
  })

  it('a game event with the id of an action of another person is refused', async () => {
    const [one, other] = [await makeToken(), await makeToken('City 2')]
    await send(one.token)
    for (const { token } of [one, other]) {
      const answer = await send(token, { target: { discordId: PEOPLE.member.id, name: 'Jules' } })
      expect([answer.status, answer.error?.code]).toEqual([409, 'id_taken'])
    }
    expect(await actions()).toMatchObject([{ user: WARN.target.discordId }])
  })

  it('a revocation in the game revokes the action, even with a newer token, and only for the same person', async () => {
    const old = await makeToken()
    const { id } = (await send(old.token)).body
    await world().as.owner(removeIngestToken, { params: params(old.item) })
    const { token } = await makeToken('City 1, new token')
    const back = { id: 'R-1', kind: 'revoke', action: WARN.id, reason: 'Wrong person' }
    const other = { discordId: '310000000000000102', name: 'Priya' }
    expect((await send(token, { ...back, target: other })).status).toBe(404)
    expect((await send(token, { ...back, action: 'W-unknown' })).status).toBe(404)
    expect((await send(token, back)).body).toEqual({ ok: true, id, result: 'revoked' })
    expect((await actions())[0]?.revoked).toMatchObject({
      outcome: 'expunged',
      by_name: 'City 1, new token',
      why: 'Taken back in game by mdelgado',
    })
    expect((await send(token, back)).body).toEqual({ ok: true, id, result: 'known' })
    expect(await audited('revokeAction')).toHaveLength(1)
  })

  it('a game action that is already in the Staff DA Database stays there, is recognized and can be revoked', async () => {
    const { item, token } = await makeToken()
    const [before] = await world()
      .database.db.insert(disciplinaryActions)
      .values({
        date: world().now(),
        userId: WARN.target.discordId,
        userName: 'Nolan',
        adminId: `game:${item.id}`,
        adminName: 'City 1',
        type: 'Verbal Warning',
        internalReason: 'Before',
        gameToken: item.id,
        gameEvent: WARN.id,
      })
      .returning()
    expect((await send(token)).body).toEqual({ ok: true, id: before?.id, result: 'known' })
    const back = { id: 'R-1', kind: 'revoke', action: WARN.id, reason: 'Wrong person' }
    expect((await send(token, back)).body).toEqual({ ok: true, id: before?.id, result: 'revoked' })
    expect((await world().as.staff(listActions)).body.rows[0]?.revoked?.outcome).toBe('expunged')
    expect(await actions()).toEqual([])
  })

  it.each([
    ['account', { discordId: PEOPLE.staff.id }],
    ['license', { identifiers: ['license:4f0c'] }],
  ])(
    'a game action of a person against themselves is stored if the event names them by their %s',
    async (_by, target) => {
      const { item, token } = await makeToken()
      const own = { discordId: PEOPLE.staff.id, identifiers: ['license:4f0c'], name: 'Priya' }
      await send(token, { id: 'W-1', target: own })
      const author = { name: 'priya', discordId: PEOPLE.staff.id }
      const sent = await send(token, { id: 'W-2', target: { ...target, name: 'Priya' }, author })
      expect([sent.status, sent.body.result]).toEqual([200, 'added'])
      const found = async () => (await world().as.management(findPlayerAction, { params: params(sent.body) })).body.item
      expect(await found()).toMatchObject({
        ...{ user: PEOPLE.staff.id, admin: `game:${item.id}`, admin_name: 'City 1' },
        internal_reason: expect.stringContaining('by priya'),
      })
      const back = await send(token, {
        id: 'R-1',
        kind: 'revoke',
        action: 'W-2',
        target: { ...target, name: 'Priya' },
        author,
      })
      expect([back.status, back.body.result]).toEqual([200, 'revoked'])
      expect((await found()).revoked).toMatchObject({
        ...{ by: `game:${item.id}`, by_name: 'City 1', why: 'Taken back in game by priya' },
      })
    },
  )

  it('a game event without any identifier of the person is refused', async () => {
    const { token } = await makeToken()
    const refused = async (target: object) => {
      const { status, error } = await send(token, { target })
      return [status, Object.keys(error?.fields ?? {})]
    }
    expect(await refused({ discordId: 'license:4f0c', name: 'Nolan' })).toEqual([400, ['target.discordId']])
    expect(await refused({ name: 'Nolan' })).toEqual([400, ['target.identifiers']])
    expect(await refused({ name: 'Nolan', identifiers: ['ip:203.0.113.9'] })).toEqual([400, ['target']])
    expect(await actions()).toEqual([])
  })
})

describe('People in game events', () => {
  const license = 'license:4f0c'
  const target = (identifiers: string[], discordId?: string) => ({ name: 'Kai', identifiers, discordId })
  const people = async (text: string) =>
    (await world().as.staff(listSubjects, { query: { query: text } })).body.data.map(({ who, identifiers }) => [
      who,
      identifiers,
    ])

  it('an event with both identifiers joins the person with their account and all actions, with an audit entry', async () => {
    const { token } = await makeToken()
    await send(token, { id: 'W-1', target: target([license, 'steam:11']) })
    const [{ user } = { user: '' }] = await actions()
    expect(user).toMatch(/^subject:\d+$/)
    await send(token, { id: 'W-2', target: target([license], PEOPLE.member.id) })
    expect((await actions()).map((each) => each.user)).toEqual([PEOPLE.member.id, PEOPLE.member.id])
    expect(await people(license)).toEqual([[PEOPLE.member.id, [license, 'steam:11']]])
    expect(await audited('joinSubjects')).toMatchObject([
      { target: `subjects/${PEOPLE.member.id}`, before: { who: user }, after: { who: PEOPLE.member.id } },
    ])
  })

  it('staff can undo a join by an event like a join by hand', async () => {
    const { token } = await makeToken()
    await send(token, { id: 'W-1', target: target([license]) })
    await send(token, { id: 'W-2', target: target(['license2:77']) })
    const usersOf = async () => new Map((await actions()).map(({ native_id, user }) => [native_id, user]))
    const before = await usersOf()
    await send(token, { id: 'W-3', target: target([license, 'license2:77']) })
    expect(new Set((await usersOf()).values()).size).toBe(1)
    const past = (await world().as.staff(listImports, { query: { list: 'subjects' } })).body.data
    expect(past).toMatchObject([{ by: 'City 1', undone: null }])
    expect((await world().as.staff(undoImport, { params: { id: String(past[0]?.id) } })).status).toBe(200)
    expect(await usersOf()).toEqual(new Map([...before, ['W-3', before.get('W-1')]]))
    expect(await people('license2:77')).toEqual([[before.get('W-2'), ['license2:77']]])
  })

  it('an event belongs to the account that it names, even if another account has the license', async () => {
    const { token } = await makeToken()
    await send(token, { id: 'W-1', target: target([license], PEOPLE.member.id) })
    await send(token, { id: 'W-2', target: target([license, 'steam:22'], PEOPLE.es.id) })
    expect(new Set((await actions()).map((each) => each.user))).toEqual(new Set([PEOPLE.es.id, PEOPLE.member.id]))
    expect(await people(license)).toEqual([[PEOPLE.member.id, [license]]])
    expect(await people('steam:22')).toEqual([[PEOPLE.es.id, ['steam:22']]])
  })

  it('no IP address and no hardware id is stored', async () => {
    const { token } = await makeToken()
    await send(token, { target: target([license, 'ip:203.0.113.9', '2:0123abcd']) })
    expect(await people(license)).toEqual([[expect.stringMatching(/^subject:/), [license]]])
  })
})

describe('Calls of the game server', () => {
  const post = (headers: Record<string, string>, payload = JSON.stringify(WARN)) =>
    world().app.inject({ method: 'POST', url: addGameEvent.path, payload, headers })
  const json = { 'content-type': 'application/json' }

  it('every invalid token gets the same response, and the body is not read', async () => {
    const { item, token } = await makeToken()
    await world().as.owner(removeIngestToken, { params: params(item) })
    const answers = []
    const wrong = [`Bearer ${token}`, `Bearer ingest_${'a'.repeat(43)}`, 'Bearer x', `Basic ${token}`, 'Bearer', '']
    for (const authorization of wrong) {
      for (const payload of [JSON.stringify(WARN), '{', 'x'.repeat(JSON_LIMIT + 1)]) {
        const { statusCode, body } = await post({ ...json, authorization }, payload)
        answers.push(`${statusCode} ${body}`)
      }
    }
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toMatch(/^401 .*wrong_key/)
  })

  it('no session gives access to the calls of the game server', async () => {
    const cookie = await world().signIn(PEOPLE.owner)
    expect((await post({ ...json, cookie })).statusCode).toBe(401)
  })

  it('a body that is too large, of another type, not JSON or of another shape is refused and changes nothing', async () => {
    const { token } = await makeToken()
    const authorization = `Bearer ${token}`
    expect((await post({ ...json, authorization }, 'x'.repeat(JSON_LIMIT + 1))).statusCode).toBe(413)
    expect((await post({ authorization, 'content-type': 'text/csv' }, 'a,b')).statusCode).toBe(415)
    for (const payload of ['{', '[]', 'null', '"warn"', '']) {
      expect((await post({ ...json, authorization }, payload)).statusCode).toBe(400)
    }
    const fieldsOf = async (more: Record<string, unknown>) => {
      const { status, error } = await send(token, more)
      return [status, Object.keys(error?.fields ?? {})]
    }
    expect(await fieldsOf({ shoeSize: 44 })).toEqual([400, ['shoeSize']])
    expect(await fieldsOf({ kind: 'jail' })).toEqual([400, ['kind']])
    expect(await fieldsOf({ id: 'a b' })).toEqual([400, ['id']])
    expect(await fieldsOf({ at: 'yesterday' })).toEqual([400, ['at']])
    expect(await fieldsOf({ at: '1999-01-01T00:00:00Z' })).toEqual([400, ['date']])
    expect(await fieldsOf({ expiresAt: '2026-04-01T00:00:00Z' })).toEqual([400, ['expiresAt']])
    expect(await fieldsOf({ author: { name: 'x', discordId: '12' } })).toEqual([400, ['author.discordId']])
    expect(await actions()).toEqual([])
  })

  it('a token has a rate limit, and the response says when to retry', async () => {
    const { token } = await makeToken()
    const statuses = []
    for (let n = 0; n < 61; n += 1) statuses.push((await send(token, { id: `W-${n % 3}` })).status)
    expect([statuses.slice(0, 60).every((status) => status === 200), statuses[60]]).toEqual([true, 429])
    const { headers } = await send(token)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    const other = await makeToken('City 2')
    expect((await send(other.token)).status).toBe(200)
  })

  it('an address that tries many tokens is blocked before any database query, and known servers are not', async () => {
    const known = await makeIngestToken(world())
    const fresh = await makeIngestToken(world(), 'City 2')
    const bearer = (token: string) => ({ ...json, authorization: `Bearer ${token}` })
    expect((await post(bearer(known.token))).statusCode).toBe(200)
    const select = vi.spyOn(world().database.db, 'select')
    const tries = Array.from({ length: 200 }, (_, n) => post(bearer(`ingest_${String(n).padStart(43, '0')}`)))
    const statuses = (await Promise.all(tries)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 401)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(170)
    expect(select.mock.calls.length).toBeLessThan(40)
    select.mockRestore()
    expect((await post(bearer(known.token))).statusCode).toBe(200)
    expect((await post(bearer(fresh.token))).statusCode).toBe(429)
  })

  it('an address that tries many tokens is blocked for some time', async () => {
    const statuses = []
    for (let n = 0; n < 31; n += 1) statuses.push((await post({ ...json, authorization: `Bearer ${n}` })).statusCode)
    expect([statuses[29], statuses[30]]).toEqual([401, 429])
  })
})
