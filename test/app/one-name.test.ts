import { describe, expect, it } from 'vitest'
import { findPeople } from '#features/auth/contract.ts'
import {
  addAction,
  findActionPerson,
  listActionPeople,
  listActions,
  revokeAction,
} from '#features/discipline/contract.ts'
import { staffRoster } from '#features/roster/contract.ts'
import { PEOPLE } from '../people.ts'
import { useWorld } from '../world.ts'

const world = useWorld()
const NOLAN = '310000000000000101'

const draft = { user: NOLAN, user_name: 'Nolan Reyes', type: 'Strike' as const, internal_reason: 'Third missed shift' }

async function log(more: Partial<Omit<typeof draft, 'type'>> & { type?: 'Note'; date?: string } = {}) {
  const { status, body } = await world().as.staff(addAction, { body: { ...draft, ...more } })
  expect(status).toBe(200)
  return body.item
}

describe('The name of a person', () => {
  const onRoster = (more: object = {}) => ({
    ...{ name: 'Priya Castell', callsign: 'S-31', discordId: PEOPLE.staff.id, position: 'Moderator' },
    ...{ timezone: null, hiredAt: null, status: 'Active', notes: null },
    ...more,
  })
  const nick = (name: string) =>
    world().database.pool.query('update users set nick = $1 where id = $2', [name, PEOPLE.staff.id])
  const admins = async (query?: string) =>
    (await world().as.management(listActionPeople, { query: { query } })).body.admins.map(({ name }) => name)

  it('the name is that on the roster, and logging an action does not change it to the guild nickname', async () => {
    await world().as.management(staffRoster.add, { body: onRoster() })
    await nick('P. C. | S-31')
    await log()
    expect(await admins()).toEqual(['Priya Castell'])
    expect((await world().as.staff(listActions)).body.rows[0]?.admin_name).toBe('Priya Castell')
  })

  it('people are found by roster name, nickname, Discord name and account', async () => {
    await world().as.management(staffRoster.add, { body: onRoster({ name: 'Priyá Castell-Ortiz' }) })
    await log()
    await nick('P. C. | S-31')
    for (const query of ['priya castell-ortiz', 'p. c.', 'Priya Castell', 'priya', 's-31', PEOPLE.staff.id]) {
      expect([query, await admins(query)]).toEqual([query, ['Priyá Castell-Ortiz']])
    }
    expect(await admins('somebody else')).toEqual([])
    const { body } = await world().as.staff(findPeople, { query: { query: 'p. c.' } })
    expect(body.data).toEqual([
      {
        id: PEOPLE.staff.id,
        name: 'Priyá Castell-Ortiz',
        other_names: ['P. C. | S-31', 'Priya Castell', 'priya'],
        callsign: 'S-31',
        position: 'Moderator',
      },
    ])
  })

  it('the name of a person on no roster is the guild nickname, or else the Discord name', async () => {
    await log()
    expect(await admins()).toEqual([PEOPLE.staff.name])
    await nick('P. C. | S-31')
    expect(await admins()).toEqual(['P. C. | S-31'])
  })
})

describe('The person concerned in the form of an action', () => {
  it('the person is shown with picture, callsign, position and their record', async () => {
    await world().as.management(staffRoster.add, {
      body: {
        ...{ name: 'Nolan Reyes', callsign: 'S-12', discordId: NOLAN, position: 'Moderator' },
        ...{ timezone: null, hiredAt: null, status: 'Active', notes: null },
      },
    })
    const { body: none } = await world().as.staff(findActionPerson, { params: { id: NOLAN } })
    const points = { active: 0, until: null }
    expect(none.item.record).toEqual({ total: 0, is_capped: false, types: [], revoked: 0, last: null, points })
    await log({ date: '2026-03-01T10:00:00Z' })
    await log({ type: 'Note', date: '2026-03-02T10:00:00Z' })
    const { id } = await log({ date: '2026-02-02T10:00:00Z' })
    await world().as.management(revokeAction, { params: { id: String(id) }, body: { outcome: 'expired', why: 'Old' } })
    const { body } = await world().as.staff(findActionPerson, { params: { id: NOLAN } })
    expect(body.item).toEqual({
      id: NOLAN,
      name: 'Nolan Reyes',
      callsign: 'S-12',
      position: 'Moderator',
      avatar: expect.stringContaining('https://'),
      record: {
        total: 3,
        is_capped: false,
        types: [
          { type: 'Strike', count: 1 },
          { type: 'Note', count: 1 },
        ],
        revoked: 1,
        last: '2026-03-02T10:00:00.000Z',
        points,
      },
      has_approver: true,
    })
  })

  it('a person who never signed in is looked up in the guild, and an unknown id is reported', async () => {
    const { body } = await world().as.staff(findActionPerson, { params: { id: PEOPLE.es.id } })
    expect(body.item).toMatchObject({ name: PEOPLE.es.name, callsign: null, position: null })
    const nobody = await world().as.staff(findActionPerson, { params: { id: '499999999999999999' } })
    expect(nobody.body.item).toMatchObject({ name: null, avatar: null })
  })

  it('the person is shown while Discord is down', async () => {
    await world().as.staff(listActions)
    world().discord.goDown()
    await log({ user: '499999999999999999', user_name: 'Somebody' })
    const { status, body } = await world().as.staff(findActionPerson, { params: { id: '499999999999999999' } })
    expect(status).toBe(200)
    expect(body.item).toMatchObject({ name: 'Somebody', avatar: null, record: { total: 1 } })
  })

  it('the record is counted up to a limit, and says if there are more', async () => {
    await world().database.pool.query(
      `insert into disciplinary_actions (date, user_id, user_name, admin_id, admin_name, type, internal_reason)
       select now() - n * interval '1 hour', $1, 'Nolan', '420000000000000000', 'Quinn', 'Note', 'r'
       from generate_series(1, 501) n`,
      [NOLAN],
    )
    const { body } = await world().as.staff(findActionPerson, { params: { id: NOLAN } })
    expect(body.item.record).toMatchObject({ total: 500, is_capped: true, types: [{ type: 'Note', count: 500 }] })
  })
})
