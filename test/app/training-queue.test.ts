import { describe, expect, it } from 'vitest'
import { auditLog } from '#features/audit/server/tables.ts'
import { staffRoster } from '#features/roster/contract.ts'
import { changeMentor, changeMentors, listTrainingQueue } from '#features/training/contract.ts'
import { addTrialMod, changeCompletion } from '#features/trial-mods/contract.ts'
import { useWorld } from '../world.ts'

const world = useWorld()
const nolan = { traineeId: '310000000000000101', name: 'Nolan Reyes' }
const tyler = { traineeId: '310000000000000102', name: 'Tyler Pineda' }
const marcus = '310000000000000103'
const params = { traineeId: nolan.traineeId }

const listed = async () => (await world().as.staff(listTrainingQueue)).body.data
const assign = (mentorId: string | null, more: object = {}) =>
  world().as.management(changeMentor, { params, body: { mentorId, ...more } })

/** Adds Tyler and later Nolan to the checklist, and Marcus to the roster. */
async function begin() {
  await world().as.management(addTrialMod, { body: tyler })
  world().pass(1000)
  await world().as.management(addTrialMod, { body: nolan })
  const { body } = await world().as.management(staffRoster.add, {
    body: { name: 'Marcus Delgado', discordId: marcus, position: 'Administrator', status: '' },
  })
  return body.item
}

describe('The training queue', () => {
  it('the training queue is available to staff only', async () => {
    expect((await world().as.anyone(listTrainingQueue)).status).toBe(401)
    expect((await world().as.member(listTrainingQueue)).status).toBe(403)
    expect((await world().as.staff(listTrainingQueue)).body).toEqual({ data: [] })
  })

  it('the training queue contains every trial moderator in training, the longest waiting first', async () => {
    await begin()
    expect(await listed()).toEqual([
      { traineeId: tyler.traineeId, traineeName: 'Tyler Pineda', mentorId: null, mentorName: null, version: 0 },
      { traineeId: nolan.traineeId, traineeName: 'Nolan Reyes', mentorId: null, mentorName: null, version: 0 },
    ])
    await world().as.staff(changeCompletion, { params: { id: tyler.traineeId }, body: { status: 'Failed' } })
    expect((await listed()).map(({ traineeName }) => traineeName)).toEqual(['Nolan Reyes'])
    await world().as.staff(changeCompletion, { params: { id: tyler.traineeId }, body: { status: 'In-Training' } })
    expect((await listed()).map(({ traineeName }) => traineeName)).toEqual(['Tyler Pineda', 'Nolan Reyes'])
  })

  it('the training queue responds with 304 while nothing changes', async () => {
    await begin()
    const first = await world().as.staff(listTrainingQueue)
    const headers = { 'if-none-match': String(first.headers.etag) }
    expect((await world().as.staff(listTrainingQueue, { headers })).status).toBe(304)
    await assign(marcus)
    expect((await world().as.staff(listTrainingQueue, { headers })).status).toBe(200)
  })
})

describe('Mentors', () => {
  it('management assigns and removes a mentor', async () => {
    await begin()
    expect((await world().as.staff(changeMentor, { params, body: { mentorId: marcus } })).status).toBe(403)
    const entry = { ...params, traineeName: 'Nolan Reyes', mentorId: marcus, mentorName: 'Marcus Delgado', version: 1 }
    expect((await assign(marcus)).body).toEqual({ ok: true, item: entry })
    expect((await listed())[1]).toEqual(entry)
    expect((await assign(null)).body.item).toMatchObject({ mentorId: null, mentorName: null, version: 2 })
    const rows = await world().database.db.select().from(auditLog).orderBy(auditLog.seq)
    expect(rows.filter(({ action }) => action === 'changeMentor')).toMatchObject([
      { target: `training/${nolan.traineeId}`, before: { mentorId: null }, after: { mentorId: marcus } },
      { actorName: 'Dana Whitfield', before: { mentorId: marcus }, after: { mentorId: null } },
    ])
  })

  it('a mentor who leaves the roster is no longer a mentor', async () => {
    const member = await begin()
    await assign(marcus)
    await world().as.management(staffRoster.remove, { params: { id: member.id } })
    expect((await listed())[1]).toMatchObject({ mentorId: null, mentorName: null })
  })

  it('an assignment is refused if somebody else assigned another mentor meanwhile, and names them', async () => {
    await begin()
    await assign(marcus, { version: 0 })
    const second = await assign(null, { version: 0 })
    expect(second).toMatchObject({ status: 409, error: { code: 'changed_meanwhile' } })
    expect(second.body).toMatchObject({ item: { mentorName: 'Marcus Delgado', version: 1 } })
    expect((await assign(null, { version: 1 })).status).toBe(200)
  })

  it('a mentor is on the Staff Roster, and is not a trainee', async () => {
    await begin()
    for (const id of ['310000000000000999', tyler.traineeId, nolan.traineeId]) {
      const { status, error } = await assign(id)
      expect(status).toBe(400)
      expect(Object.keys(error?.fields ?? {})).toEqual(['mentorId'])
    }
    expect((await listed())[1]?.mentorId).toBeNull()
  })

  it.each([
    ['mentorId', '42'],
    ['mentorId', 42],
    ['mentorId', ''],
    ['version', -1],
    ['mentorName', 'Marcus Delgado'],
  ])('an assignment with %s = %j is refused and names the field', async (field, value) => {
    await begin()
    const { status, error } = await assign(marcus, { [field]: value })
    expect(status).toBe(400)
    expect(Object.keys(error?.fields ?? {})).toEqual([field])
  })

  it('assigning a mentor to a person who is not in training responds with 404', async () => {
    await begin()
    const unknown = { traineeId: '310000000000000999' }
    expect((await world().as.management(changeMentor, { params: unknown, body: { mentorId: marcus } })).status).toBe(
      404,
    )
    expect(
      (await world().as.management(changeMentor, { params: { traineeId: 'x' }, body: { mentorId: null } })).status,
    ).toBe(400)
  })
})

describe('Mentors of several trainees', () => {
  const of = (traineeId: string, mentorId: string | null, version: number) => ({ traineeId, mentorId, version })
  const assignAll = (...trainees: ReturnType<typeof of>[]) =>
    world().as.management(changeMentors, { body: { trainees } })
  const mentors = async () => (await listed()).map(({ mentorId, version }) => [mentorId, version])

  it('several mentors change in one call, with an audit entry each, and are undone in one call', async () => {
    await begin()
    await assign(marcus)
    const { status, body } = await assignAll(of(nolan.traineeId, null, 1), of(tyler.traineeId, marcus, 0))
    expect(status).toBe(200)
    expect(body.data.map(({ traineeName, mentorName }) => [traineeName, mentorName])).toEqual([
      ['Nolan Reyes', null],
      ['Tyler Pineda', 'Marcus Delgado'],
    ])
    expect(await mentors()).toEqual([
      [marcus, 1],
      [null, 2],
    ])
    await assignAll(of(nolan.traineeId, marcus, 2), of(tyler.traineeId, null, 1))
    expect(await mentors()).toEqual([
      [null, 2],
      [marcus, 3],
    ])
    const rows = await world().database.db.select().from(auditLog).orderBy(auditLog.seq)
    expect(rows.filter(({ action }) => action === 'changeMentor').map(({ target }) => target)).toEqual(
      [nolan, nolan, tyler, nolan, tyler].map(({ traineeId }) => `training/${traineeId}`),
    )
  })

  it('no mentor changes if one was changed meanwhile, and the response names the person', async () => {
    await begin()
    await assign(marcus)
    const refused = await assignAll(of(tyler.traineeId, marcus, 0), of(nolan.traineeId, null, 0))
    expect(refused).toMatchObject({ status: 409, body: { item: [{ traineeName: 'Nolan Reyes', mentorId: marcus }] } })
    expect(refused.error?.message).toBe('Someone else changed Nolan Reyes meanwhile. Nothing was saved.')
    expect(await mentors()).toEqual([
      [null, 0],
      [marcus, 1],
    ])
  })

  it('no mentor changes if somebody cannot be a mentor, or is not in training', async () => {
    await begin()
    expect((await assignAll(of(tyler.traineeId, marcus, 0), of(nolan.traineeId, tyler.traineeId, 0))).status).toBe(400)
    expect((await assignAll(of(tyler.traineeId, marcus, 0), of(marcus, null, 0))).status).toBe(404)
    expect(await mentors()).toEqual([
      [null, 0],
      [null, 0],
    ])
  })
})
