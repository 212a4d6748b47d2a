import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { auditLog } from '#features/audit/server/tables.ts'
import { UNDO_LIMIT_MS, UNDO_MS } from '#lib/undo.ts'
import { root } from '#server/paths.ts'
import { trialMod } from '#test/checklist.ts'
import { PEOPLE } from '#test/people.ts'
import { useWorld } from '#test/world.ts'
import {
  addTrialMod,
  changeCompletion,
  changeReview,
  changeStage,
  changeTrialMod,
  findOwnProgress,
  importTrialMods,
  listStageHistory,
  listTrialMods,
  removeTrialMod,
  undoCompletion,
} from '../contract.ts'
import { STAGE_KEYS } from '../stage-rules.ts'

const world = useWorld()
const NOW = '2026-03-14T18:30:00.000Z'
const EARLIER = '2026-02-01T10:00:00.000Z'

const nolan = {
  traineeId: '310000000000000101',
  staffId: 'TM-15',
  name: 'Nolan Reyes',
  assignedInstructor: 'Marcus Delgado',
}
const params = { id: nolan.traineeId }
const trainee = { id: nolan.traineeId, username: 'nolan', name: 'Nolan Reyes', roleIds: PEOPLE.staff.roleIds }
const signOff = { stage: 'classroom' as const, done: true, failed: false, inProgress: false, byName: 'Marcus' }

async function add(draft: Parameters<typeof Object>[0] & typeof nolan = nolan) {
  const { status, body } = await world().as.management(addTrialMod, { body: draft })
  expect(status).toBe(200)
  return body.item
}
const listed = async () => (await world().as.staff(listTrialMods)).body
const theOne = async () => (await listed())[0]
const stage = (body: object) => world().as.staff(changeStage, { params, body: { ...signOff, ...body } })
const complete = (body: object) => world().as.staff(changeCompletion, { params, body })
const WHY = 'A moderator elsewhere'
/** Passes a trainee with unfinished stages. */
const passEarly = (more: object = {}, id = nolan.traineeId) =>
  world().as.management(changeCompletion, { params: { id }, body: { status: 'Passed', why: WHY, ...more } })
const review = (body: object) =>
  world().as.staff(changeReview, { params, body: { type: 'instructor', rating: 5, ...body } })
const audited = async () =>
  (await world().database.db.select().from(auditLog).orderBy(auditLog.seq)).filter(({ target }) =>
    target.startsWith('trialmods'),
  )

describe('Listing the checklist', () => {
  it('the list is a plain array for staff', async () => {
    expect((await world().as.anyone(listTrialMods)).status).toBe(401)
    expect((await world().as.member(listTrialMods)).status).toBe(403)
    expect((await world().as.es(listTrialMods)).status).toBe(403)
    expect(await world().as.staff(listTrialMods)).toMatchObject({ status: 200, body: [] })
  })

  it('an unchanged list responds with 304, and a change appears at once', async () => {
    await add()
    const first = await world().as.staff(listTrialMods)
    const headers = { 'if-none-match': String(first.headers.etag) }
    expect((await world().as.staff(listTrialMods, { headers })).status).toBe(304)
    await stage({})
    const next = await world().as.staff(listTrialMods, { headers })
    expect(next).toMatchObject({ status: 200, body: [{ classroom: { done: true, by: 'Marcus' }, passed: 1 }] })
  })

  it('In-Training comes first, then Passed, then Failed', async () => {
    await add()
    await add({ ...nolan, traineeId: '310000000000000111', name: 'Passed' })
    await add({ ...nolan, traineeId: '310000000000000112', name: 'Failed' })
    await world().as.staff(changeCompletion, { params: { id: '310000000000000112' }, body: { status: 'Failed' } })
    await passEarly({}, '310000000000000111')
    expect((await listed()).map(({ trialMod }) => trialMod.name)).toEqual(['Nolan Reyes', 'Passed', 'Failed'])
  })
})

describe('Adding and removing a trainee', () => {
  it('only management can add and remove', async () => {
    expect((await world().as.staff(addTrialMod, { body: nolan })).status).toBe(403)
    await add()
    expect((await world().as.staff(removeTrialMod, { params })).status).toBe(403)
    expect(await listed()).toHaveLength(1)
    expect((await world().as.management(removeTrialMod, { params })).body).toEqual({ ok: true })
    expect(await listed()).toEqual([])
    expect((await world().as.management(removeTrialMod, { params })).status).toBe(404)
  })

  it('a new trainee is In-Training with seven empty stages', async () => {
    expect(await add()).toEqual(trialMod('Nolan Reyes', { traineeId: nolan.traineeId }))
  })

  it('a trainee who is on the checklist is refused, and one of several simultaneous requests succeeds', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => world().as.management(addTrialMod, { body: nolan })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const again = await world().as.management(addTrialMod, { body: nolan })
    expect(again.error).toMatchObject({
      code: 'already_there',
      fields: { traineeId: expect.stringContaining('Nolan') },
    })
    expect(await listed()).toHaveLength(1)
  })

  it('removing a trainee removes the stages, so that a later record starts empty', async () => {
    await add()
    await stage({})
    await world().as.management(removeTrialMod, { params })
    expect(await add()).toMatchObject({ passed: 0 })
    expect((await world().as.staff(listStageHistory, { params })).body.data).toEqual([])
  })

  it.each([
    ['traineeId', '42'],
    ['traineeId', 42],
    ['traineeId', "310000000000000102' or 1=1"],
    ['name', ''],
    ['name', 'x'.repeat(101)],
    ['name', 'a\u0000b'],
    ['staffId', 'x'.repeat(21)],
    ['assignedInstructor', 'x'.repeat(101)],
    ['version', 1],
    ['completion', { status: 'Passed' }],
  ])('adding a trainee with %s = %j is refused and names the field', async (field, value) => {
    const { status, error } = await world().as.management(addTrialMod, { body: { ...nolan, [field]: value } })
    expect(status).toBe(400)
    expect(Object.keys(error?.fields ?? {})).toEqual([field])
    expect(await listed()).toEqual([])
  })

  it('staff id, name and instructor can be changed, and a stale version is refused', async () => {
    await add()
    const body = { staffId: 'TM-16', name: 'Nolan R.', assignedInstructor: '', version: 1 }
    expect((await world().as.staff(changeTrialMod, { params, body })).status).toBe(403)
    const { body: answer } = await world().as.management(changeTrialMod, { params, body })
    expect(answer.item).toMatchObject({ staffId: 'TM-16', trialMod: { name: 'Nolan R.' }, assignedInstructor: null })
    const stale = await world().as.management(changeTrialMod, { params, body: { ...body, name: 'Other' } })
    expect(stale).toMatchObject({ status: 409, body: { item: { trialMod: { name: 'Nolan R.' } } } })
  })
})

describe("One's own checklist record", () => {
  it('a trainee cannot change their own record with any call', async () => {
    const before = await add()
    const own = await world().asPerson(trainee)
    const answers = [
      await own(changeStage, { params, body: signOff }),
      await own(changeCompletion, { params, body: { status: 'Passed' } }),
      await own(changeReview, { params, body: { type: 'trainee', rating: 5 } }),
    ]
    expect(answers.map(({ status, error }) => [status, error?.message])).toEqual(
      answers.map(() => [403, 'You cannot sign off your own record.']),
    )
    expect(await theOne()).toEqual(before)
    expect((await own(listTrialMods)).status).toBe(200)
  })

  it('an owner cannot change their own record', async () => {
    const id = PEOPLE.owner.id
    await add({ ...nolan, traineeId: id })
    const { status } = await world().as.owner(changeCompletion, { params: { id }, body: { status: 'Passed' } })
    expect(status).toBe(403)
  })
})

describe('Signing off a stage', () => {
  it.each(['classroom', 'in_game', 'supervised1', 'supervised2', 'supervised3', 'supervised4', 'supervised5'] as const)(
    'the stage %s is signed off under its API name',
    async (key) => {
      await add()
      const { body } = await stage({ stage: key })
      const { classroom, inGame, supervised } = body.item
      expect([classroom, inGame, ...supervised].filter(({ done }) => done)).toHaveLength(1)
      const at = {
        classroom,
        in_game: inGame,
        ...Object.fromEntries(supervised.map((s, i) => [`supervised${i + 1}`, s])),
      }
      expect(Object.entries(at).find(([, { done }]) => done)?.[0]).toBe(key)
    },
  )

  it('a stage has one of done, failed and inProgress, and a new value replaces it', async () => {
    await add()
    await stage({ notes: ' Knows the book. ' })
    expect((await stage({ done: false, failed: true })).body.item).toMatchObject({
      classroom: { done: false, failed: true, by: 'Marcus', notes: 'Knows the book.' },
      passed: 0,
      failed: 1,
      notes: 1,
    })
    const both = await stage({ done: true, failed: true })
    expect(both.status).toBe(400)
    expect(Object.keys(both.error?.fields ?? {})).toEqual(['done', 'failed'])
  })

  it('a status needs a supervisor, and a supervisor needs a status', async () => {
    await add()
    const noStatus = await stage({ done: false })
    expect(noStatus).toMatchObject({
      status: 400,
      error: { message: 'Pick a status (Completed / In-Progress / Failed) when setting a supervisor.' },
    })
    const noSupervisor = await stage({ byName: '  ' })
    expect(noSupervisor).toMatchObject({
      status: 400,
      error: { fields: { byName: 'Enter a Supervising Admin when selecting a status.' } },
    })
    expect((await stage({ byName: null })).status).toBe(400)
    expect((await theOne())?.classroom.done).toBe(false)
    expect((await stage({ done: false, byName: '', notes: 'Booked for Friday' })).status).toBe(200)
  })

  it('fields that a call omits are not changed', async () => {
    await add()
    await stage({ notes: 'Fine' })
    const { body } = await world().as.staff(changeStage, { params, body: { stage: 'classroom', notes: null } })
    expect(body.item.classroom).toEqual({ done: true, failed: false, inProgress: false, by: 'Marcus', notes: null })
  })

  it('a stage keeps a history of who set what and when', async () => {
    await add()
    await stage({ done: false, inProgress: true, notes: 'Half way' })
    world().pass(60_000)
    await world().as.owner(changeStage, { params, body: { ...signOff, byName: 'Somebody Else' } })
    const { body } = await world().as.staff(listStageHistory, { params })
    expect(body.data).toEqual([
      {
        stage: 'classroom',
        done: true,
        failed: false,
        inProgress: false,
        by: 'Somebody Else',
        notes: 'Half way',
        at: '2026-03-14T18:31:00.000Z',
        actorId: PEOPLE.owner.id,
        actorName: 'Theo Marchetti',
      },
      expect.objectContaining({ inProgress: true, by: 'Marcus', at: NOW, actorName: 'Priya Castell' }),
    ])
    expect((await world().as.member(listStageHistory, { params })).status).toBe(403)
    expect((await world().as.staff(listStageHistory, { params: { id: '310000000000000999' } })).status).toBe(404)
  })

  it('the typed byName is stored, and the audit log records the signed-in person', async () => {
    await add()
    await stage({ byName: 'The Real Boss' })
    expect((await audited()).at(-1)).toMatchObject({
      action: 'changeStage',
      target: `trialmods/${nolan.traineeId}`,
      actorId: PEOPLE.staff.id,
      actorName: 'Priya Castell',
      before: { classroom: { by: null } },
      after: { classroom: { by: 'The Real Boss' } },
    })
  })

  it('nothing is stored without a change', async () => {
    await add()
    const { body } = await stage({})
    expect((await stage({})).body.item.version).toBe(body.item.version)
    expect(await audited()).toHaveLength(2)
  })

  it.each([
    ['stage', 'inGame'],
    ['stage', 'supervised6'],
    ['done', 'yes'],
    ['byName', 'x'.repeat(101)],
    ['byName', 'a\u202eb'],
    ['notes', 'x'.repeat(4001)],
    ['version', 0],
    ['version', '1'],
    ['by', 'Marcus'],
  ])('a stage with %s = %j is refused and names the field', async (field, value) => {
    const before = await add()
    const { status, error } = await stage({ [field]: value })
    expect(status).toBe(400)
    expect(Object.keys(error?.fields ?? {})).toEqual([field])
    expect(await theOne()).toEqual(before)
  })

  it.each(['1', 'nobody', '31000000000000010%'])('%s is not a valid trainee id', async (id) => {
    await add()
    const { status, error } = await world().as.staff(changeStage, { params: { id }, body: signOff })
    expect(status).toBe(400)
    expect(Object.keys(error?.fields ?? {})).toEqual(['id'])
  })

  it('a stage of a person who is not on the checklist is not found', async () => {
    expect((await stage({})).status).toBe(404)
    expect((await complete({ status: 'Passed' })).status).toBe(404)
    expect((await review({})).status).toBe(404)
  })
})

describe('Concurrent changes', () => {
  it('of two changes of one stage, the second is a conflict with the current record', async () => {
    const { version } = await add()
    await stage({ version })
    const second = await stage({ version, done: false, failed: true })
    expect(second).toMatchObject({ status: 409, error: { code: 'changed_meanwhile' } })
    expect(second.body).toMatchObject({ item: { version: 2, classroom: { done: true } } })
    expect((await stage({ version: 2, done: false, failed: true })).status).toBe(200)
  })

  it('changes of different stages of one record do not conflict', async () => {
    const { version } = await add()
    expect((await stage({ version })).status).toBe(200)
    expect((await stage({ version, stage: 'in_game' })).status).toBe(200)
    expect((await passEarly({ version })).status).toBe(200)
    expect((await complete({ version, instructorReviewName: 'Wren' })).status).toBe(200)
    expect((await complete({ version, traineeReviewName: 'Nolan' })).status).toBe(200)
    expect((await complete({ version, status: 'Failed' })).status).toBe(409)
    expect((await review({ version, rating: 3 })).status).toBe(409)
    expect(await theOne()).toMatchObject({ passed: 2, completion: { status: 'Passed' }, instructorReviewName: 'Wren' })
  })

  it('of two simultaneous changes, one succeeds', async () => {
    const { version } = await add()
    const answers = await Promise.all(['A', 'B', 'C'].map((byName) => stage({ version, byName })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it('a version that was never returned is refused', async () => {
    await add()
    expect((await stage({ version: 99 })).status).toBe(409)
  })
})

describe('The completion of a trainee', () => {
  it('a status is set, and the server fills in a missing date', async () => {
    await add()
    expect((await passEarly()).body.item).toMatchObject({
      completion: { status: 'Passed' },
      dates: { completed: NOW },
    })
    world().pass(1000)
    expect((await complete({ status: 'Failed' })).body.item.dates.completed).toBe(NOW)
    expect((await complete({ status: 'In-Training', completedAt: null })).body.item.dates.completed).toBeNull()
  })

  it('the official instructor and the reviewers are stored with their dates', async () => {
    await add()
    const { body } = await complete({
      officialInstructorName: ' Marcus ',
      completedAt: '2026-02-01T12:00:00+02:00',
      instructorReviewName: 'Wren',
      traineeReviewName: 'Nolan',
      traineeReviewDate: EARLIER,
    })
    expect(body.item).toMatchObject({
      officialInstructor: 'Marcus',
      dates: { completed: EARLIER },
      instructorReviewName: 'Wren',
      instructorReviewDate: NOW,
      traineeReviewName: 'Nolan',
      traineeReviewDate: EARLIER,
    })
    const cleared = await complete({ officialInstructorName: null, traineeReviewName: '', traineeReviewDate: null })
    expect(cleared.body.item).toMatchObject({
      officialInstructor: null,
      traineeReviewName: null,
      traineeReviewDate: null,
      instructorReviewName: 'Wren',
    })
  })

  it('staff cannot set Passed with unfinished stages, and management needs a reason, which is stored', async () => {
    const before = await add()
    await stage({})
    const refused = await complete({ status: 'Passed', why: WHY })
    expect([refused.status, refused.error?.message]).toEqual([
      403,
      '1 of 7 stages are done. Only management can pass somebody with unfinished stages.',
    ])
    for (const why of [undefined, null, '  ']) {
      const { status, error } = await passEarly({ why })
      expect([status, Object.keys(error?.fields ?? {})]).toEqual([400, ['why']])
    }
    expect((await theOne())?.completion).toEqual(before.completion)
    expect((await passEarly()).status).toBe(200)
    expect((await audited()).at(-1)).toMatchObject({
      action: 'changeCompletion',
      actorId: PEOPLE.management.id,
      after: { completion: { status: 'Passed' }, why: WHY },
    })
    // People who passed stay passed, whatever else is sent with the status.
    expect((await complete({ status: 'Passed', officialInstructorName: 'Dana' })).status).toBe(200)
  })

  it('staff set Passed without a reason if all stages are done', async () => {
    await add()
    for (const key of STAGE_KEYS) await stage({ stage: key })
    expect((await complete({ status: 'Passed' })).status).toBe(200)
  })

  it.each([
    [{}, 'body'],
    [{ version: 1 }, 'body'],
    [{ why: 'Because' }, 'body'],
    [{ status: 'Promoted' }, 'status'],
    [{ status: null }, 'status'],
    [{ completedAt: '2026-02-30T10:00:00Z' }, 'completedAt'],
    [{ completedAt: 'yesterday' }, 'completedAt'],
    [{ completedAt: '0000-01-01T00:00:00Z' }, 'completedAt'],
    [{ instructorReviewDate: '2026-03-14' }, 'instructorReviewDate'],
    [{ traineeReviewName: 'x'.repeat(101) }, 'traineeReviewName'],
    [{ status: 'Passed', passed: 7 }, 'passed'],
  ])('a completion of %j is refused and names the field', async (body, field) => {
    const before = await add()
    const { status, error } = await complete(body)
    expect(status).toBe(400)
    expect(Object.keys(error?.fields ?? {})).toEqual([field])
    expect(await theOne()).toEqual(before)
  })
})

describe('Undoing a status', () => {
  const undo = (version: number) => world().as.staff(undoCompletion, { params, body: { version } })

  it('the person who set a status can undo it with its date, with an audit entry', async () => {
    await add()
    await complete({ officialInstructorName: 'Dana', completedAt: EARLIER })
    const { version } = (await complete({ status: 'Failed' })).body.item
    world().pass(UNDO_MS)
    const { status, body } = await undo(version)
    expect(status).toBe(200)
    expect(body.item).toMatchObject({
      completion: { status: 'In-Training' },
      dates: { completed: EARLIER },
      officialInstructor: 'Dana',
      version: version + 1,
    })
    expect((await audited()).at(-1)).toMatchObject({ action: 'undoCompletion', actorId: PEOPLE.staff.id })
    expect((await undo(version + 1)).error?.code).toBe('too_late')
  })

  it('undo keeps other changes of the record', async () => {
    await add()
    const { version } = (await complete({ status: 'Failed' })).body.item
    await stage({})
    expect((await undo(version)).body.item).toMatchObject({ completion: { status: 'In-Training' }, passed: 1 })
  })

  it('undo of a status, an official instructor or a review is independent of changes of other parts', async () => {
    await add()
    const undoPart = (part: 'completion' | 'instructorReview', { version }: { version: number }) =>
      world().as.staff(undoCompletion, { params, body: { part, version } })
    const failed = (await complete({ status: 'Failed' })).body.item
    const rated = (await review({ rating: 4 })).body.item
    const named = (await complete({ instructorReviewName: 'Wren', instructorReviewDate: EARLIER })).body.item
    expect((await undoPart('completion', failed)).body.item.completion.status).toBe('In-Training')
    expect((await undoPart('instructorReview', rated)).error?.code).toBe('changed_meanwhile')
    const review1 = { instructorReviewName: null, instructorReviewDate: NOW, instructorReviewRating: 4 }
    expect((await undoPart('instructorReview', named)).body.item).toMatchObject(review1)
    const again = (await review({ rating: null })).body.item
    expect((await undoPart('instructorReview', again)).body.item).toMatchObject(review1)
    const official = (await complete({ officialInstructorName: 'Dana' })).body.item
    const undone = (await undoPart('completion', official)).body.item
    expect(undone).toMatchObject({ officialInstructor: null, dates: { completed: null } })
  })

  it('undo is refused to other people, after a few seconds, after another change, and to the person concerned', async () => {
    await add()
    const { version } = (await complete({ status: 'Failed' })).body.item
    const other = await world().as.owner(undoCompletion, { params, body: { version } })
    expect([other.status, other.error?.code]).toEqual([409, 'too_late'])
    const own = await world().asPerson(trainee)
    expect((await own(undoCompletion, { params, body: { version } })).status).toBe(403)
    await world().as.owner(changeCompletion, { params, body: { officialInstructorName: 'Dana' } })
    expect((await undo(version)).error?.code).toBe('changed_meanwhile')
    const next = (await complete({ status: 'In-Training' })).body.item
    world().pass(UNDO_LIMIT_MS + 1)
    expect((await undo(next.version)).error?.code).toBe('too_late')
    expect((await theOne())?.version).toBe(next.version)
  })
})

describe('Reviews', () => {
  it('a rating is a whole number from 1 to 5, or null', async () => {
    await add()
    expect((await review({ rating: 4 })).body.item).toMatchObject({
      instructorReviewRating: 4,
      instructorReviewDate: NOW,
    })
    expect((await review({ type: 'trainee', rating: 1, reviewedAt: EARLIER })).body.item).toMatchObject({
      instructorReviewRating: 4,
      traineeReviewRating: 1,
      traineeReviewDate: EARLIER,
    })
    expect((await review({ rating: null })).body.item.instructorReviewRating).toBeNull()
  })

  it.each([
    ['rating', 0],
    ['rating', 6],
    ['rating', 4.5],
    ['rating', '5'],
    ['type', 'admin'],
    ['reviewedAt', '2026-13-01T00:00:00Z'],
    ['name', 'Wren'],
  ])('a review with %s = %j is refused and names the field', async (field, value) => {
    const before = await add()
    const { status, error } = await review({ [field]: value })
    expect(status).toBe(400)
    expect(Object.keys(error?.fields ?? {})).toEqual([field])
    expect(await theOne()).toEqual(before)
  })
})

describe('The own progress of a trainee', () => {
  it('a trial moderator reads their own progress without the notes of staff', async () => {
    await add()
    await stage({ notes: 'Too talkative' })
    await complete({ instructorReviewName: 'Wren' })
    const own = await world().asPerson({ ...trainee, roleIds: [] })
    const { status, body } = await own(findOwnProgress)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ status: 'In-Training', passed: 1, assignedInstructor: 'Marcus Delgado' })
    expect(body.data?.stages).toHaveLength(7)
    expect(JSON.stringify(body)).not.toMatch(/talkative|Wren|notes/)
    expect((await world().as.member(findOwnProgress)).body).toEqual({ data: null })
    expect((await world().as.anyone(findOwnProgress)).status).toBe(401)
  })
})

describe('Importing a checklist', () => {
  const HEAD =
    'Staff ID,Trial Mod,Discord ID,Assigned Instructor,Classroom,In-Game,Supervised 1,Supervised 2,In-Game 1,In-Game 2,In-Game 3,Status,Completed (date),Official Instructor,Instructor Review (name),Review Date,Trainee Review (name),Review Date'
  const ROW = `TM-15,Nolan Reyes,${nolan.traineeId},Marcus Delgado,Marcus,Priya (failed),In-Progress by Wren,,,,,Passed,2026-03-01,Dana,Nolan Reyes,2026-03-02,Marcus,3 March 2026`
  const OTHER = 'TM-16,Skye Moss,932435905850722237,,,,,,,,,,,,,,,'
  const sheet = (...lines: string[]) => ['TRIAL MODS,,,', HEAD, ...lines].join('\n')
  const importRows = (body: string, dryRun: 'true' | 'false' = 'false') =>
    world().as.management(importTrialMods, { body, query: { dryRun } })

  it('only management can import', async () => {
    expect((await world().as.staff(importTrialMods, { body: sheet(ROW) })).status).toBe(403)
  })

  it('the columns of the specification are imported after a dry run, and a second import changes nothing', async () => {
    const expected = { ok: true, added: 2, changed: 0, unchanged: 0, missing: 0, errors: [] }
    expect((await importRows(sheet(ROW, OTHER), 'true')).body).toMatchObject(expected)
    expect(await listed()).toEqual([])
    expect((await importRows(sheet(ROW, OTHER))).body).toMatchObject(expected)
    expect(await listed()).toMatchObject([
      { trialMod: { name: 'Skye Moss' }, completion: { status: 'In-Training' }, dates: { completed: null }, passed: 0 },
      {
        traineeId: nolan.traineeId,
        version: 1,
        staffId: 'TM-15',
        assignedInstructor: 'Marcus Delgado',
        officialInstructor: 'Dana',
        completion: { status: 'Passed' },
        dates: { completed: '2026-03-01T12:00:00.000Z' },
        instructorReviewName: 'Nolan Reyes',
        instructorReviewDate: '2026-03-02T12:00:00.000Z',
        traineeReviewName: 'Marcus',
        traineeReviewDate: '2026-03-03T12:00:00.000Z',
        classroom: { done: true, by: 'Marcus' },
        inGame: { failed: true, by: 'Priya' },
        supervised: [{ inProgress: true, by: 'Wren' }, {}, {}, {}, {}],
        passed: 1,
        failed: 1,
      },
    ])
    expect((await audited()).map(({ action }) => action)).toEqual(['addTrialMod', 'addTrialMod', 'importTrialMods'])
    expect((await importRows(sheet(ROW, OTHER))).body).toMatchObject({ ok: true, added: 0, changed: 0, unchanged: 2 })
    expect(await audited()).toHaveLength(3)
    const { data } = (await world().as.staff(listStageHistory, { params })).body
    expect(data.map(({ actorName }) => actorName)).toEqual(Array(3).fill(PEOPLE.management.name))
  })

  it('an import is refused if its result would differ from its preview, and keeps everything else', async () => {
    await add()
    const file = `Trial Mod,Discord ID,Classroom\nNolan Reyes,${nolan.traineeId},Failed by Dana`
    const ask = (basis?: string) => world().as.management(importTrialMods, { body: file, query: { basis } })
    const { basis } = (await importRows(file, 'true')).body
    await stage({})
    const refused = await ask(basis)
    expect([refused.status, refused.error?.code]).toEqual([409, 'changed_meanwhile'])
    expect((await listed())[0]).toMatchObject({ classroom: { done: true } })

    const again = (await importRows(file, 'true')).body
    await stage({ stage: 'in_game' })
    expect((await ask(again.basis)).status).toBe(200)
    expect((await listed())[0]).toMatchObject({ classroom: { failed: true, by: 'Dana' }, inGame: { done: true } })
  })

  it('an import changes only differences, keeps fields without a column, and lists missing trainees', async () => {
    await add()
    await stage({ notes: 'Calm on the radio.' })
    await passEarly()
    await add({ ...nolan, traineeId: '310000000000000111', name: 'Not in the file' })
    const { body } = await importRows(`Trial Mod,Discord ID,Classroom\nNolan Reyes,${nolan.traineeId},Failed by Dana`)
    expect(body).toMatchObject({
      ...{ added: 0, changed: 1, unchanged: 0, missing: 1 },
      changes: [
        { kind: 'changed', fields: [{ field: 'classroom', before: 'Completed by Marcus', after: 'Failed by Dana' }] },
        { kind: 'missing', name: 'Not in the file', fields: [] },
      ],
    })
    expect((await listed()).find(({ traineeId }) => traineeId === nolan.traineeId)).toMatchObject({
      ...{ version: 4, staffId: 'TM-15', completion: { status: 'Passed' }, dates: { completed: NOW } },
      classroom: { failed: true, done: false, by: 'Dana', notes: 'Calm on the radio.' },
    })
    // A write by someone who read the record before the import is stale.
    expect((await stage({ version: 3 })).status).toBe(409)
    const instructor = { staffId: 'TM-15', name: 'Nolan Reyes', assignedInstructor: null, version: 3 }
    expect((await world().as.management(changeTrialMod, { params, body: instructor })).status).toBe(200)
  })

  it('an import without their columns keeps a review date, and clears the date of a completion that is reset', async () => {
    await add()
    await review({})
    await review({ rating: null })
    await passEarly()
    const { body } = await importRows(`Trial Mod,Discord ID,Status\nNolan Reyes,${nolan.traineeId},In-Training`)
    expect(body.changes[0]?.fields).toEqual([
      { field: 'status', before: 'Passed', after: 'In-Training' },
      { field: 'completed', before: NOW.slice(0, 10), after: null },
    ])
    expect(await theOne()).toMatchObject({ instructorReviewDate: NOW, dates: { completed: null } })
  })

  it('an empty cell clears a value, except a date', async () => {
    await importRows(sheet(ROW))
    await complete({ completedAt: '2026-03-01T20:00:00.000Z' })
    await importRows(sheet(ROW.replace('Marcus Delgado,Marcus,', ',,').replace('2026-03-02', '')))
    expect(await theOne()).toMatchObject({
      assignedInstructor: null,
      classroom: { done: false, by: null },
      dates: { completed: '2026-03-01T20:00:00.000Z' },
      instructorReviewDate: '2026-03-02T12:00:00.000Z',
    })
  })

  it('the spreadsheet of the demo is imported', async () => {
    world().pass(Date.parse('2026-11-20T12:00:00Z') - world().now().getTime())
    const { body } = await importRows(readFileSync(join(root, 'demo/trial-mods.csv'), 'utf8'))
    expect(body).toMatchObject({ ok: true, added: 5, errors: [] })
  })

  it.each([
    ['a day that does not exist', ROW.replace('2026-03-01', '2/30/2026'), 'completed', '"2/30/2026" is not a date'],
    ['a day to come', ROW.replace('2026-03-02', '3/15/2026'), 'instructorReviewDate', 'This date is in the future.'],
    ['a rounded id', ROW.replace(nolan.traineeId, '3.1E+17'), 'traineeId', 'rounded by the spreadsheet'],
    ['no name', ROW.replace('Nolan Reyes', ''), 'name', 'This is required.'],
    ['another status', ROW.replace('Passed', 'Gone'), 'status', '"Gone" is not one of these: In-Training, Passed'],
    ['a stage without who did it', ROW.replace('Priya (failed)', 'TRUE'), 'in_game', 'Who signed it off?'],
    ['a name that is too long', ROW.replace('Dana', 'x'.repeat(101)), 'officialInstructor', 'at most 100 characters'],
    ['the importer', ROW.replace(nolan.traineeId, PEOPLE.management.id), 'traineeId', 'This record is yours.'],
    ['the same id twice', OTHER, 'traineeId', '932435905850722237 is already on line 3.'],
    ['a cell too many', `${ROW},more`, 'file', '"more" is in column 19, which has no header.'],
  ])('an import with %s is refused completely, by line and column', async (_, bad, field, message) => {
    const { status, body } = await importRows(sheet(OTHER, bad))
    expect([status, body.ok, body.added]).toEqual([400, false, 0])
    expect(body.errors).toEqual([{ line: 4, field, message: expect.stringContaining(message) }])
    expect(await listed()).toEqual([])
    expect(await audited()).toEqual([])
  })

  it('a row about the importer is reported together with its other errors', async () => {
    const own = ROW.replace(nolan.traineeId, PEOPLE.management.id).replace('Nolan Reyes', '')
    expect((await importRows(sheet(own))).body.errors.map(({ field, message }) => [field, message])).toEqual([
      ['name', 'This is required.'],
      ['traineeId', expect.stringMatching(/^This record is yours/)],
    ])
  })

  it('an import without required columns, or with unknown or repeated ones, is refused with all problems', async () => {
    expect((await importRows('Age,Height\n20,180', 'true')).body.errors).toMatchObject([{ line: 1, field: 'file' }])
    const { errors } = (await importRows('Trial Mod,Discord ID,Shoe size,Name,Status\nNolan,1,44,N,Gone')).body
    expect(errors.map(({ field }) => field)).toEqual(['Shoe size', 'Name', 'traineeId', 'status'])
  })
})
