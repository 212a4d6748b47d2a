import { afterAll, describe, expect, it } from 'vitest'
import { addAppeal } from '#features/appeals/contract.ts'
import { decideAppeal, reviewAppeal } from '#features/appeals/decision-contract.ts'
import { listAudit } from '#features/audit/contract.ts'
import {
  addAction,
  approveAction,
  listActions,
  reviseAction,
  revokeAction,
  undoAddAction,
} from '#features/discipline/contract.ts'
import {
  addPlayerAction,
  joinSubjects,
  listSubjects,
  revokePlayerAction,
} from '#features/discipline/player-contract.ts'
import type { Outcome } from '#features/discipline/rules.ts'
import { recordRemoved } from '#features/discipline/server/tombstone-store.ts'
import { decideThreshold, listThresholds } from '#features/discipline/threshold-contract.ts'
import { listInbox } from '#features/inbox/contract.ts'
import { DAY } from '#lib/dates.ts'
import { ACTION_TYPES } from '../action-types.ts'
import { copyCommunity } from '../community-copy.ts'
import { PEOPLE, type TestPerson } from '../people.ts'
import { useWorld } from '../world.ts'

const copy = copyCommunity()
copy.edit(
  'discipline.yaml',
  'points: 4, suggestion: Talk with them before the next action is needed., to: management, days: 7',
  'points: 6, suggestion: Talk with them., to: management, days: 7',
)
copy.edit(
  'discipline.yaml',
  /\n {2}- \{ points: 8, .*\n {2}- \{ points: 12, .*\n/,
  '\n  - { points: 10, suggestion: Do they stay?, to: owner, days: 3 }\n',
)
copy.edit('discipline.yaml', 'points: { days: 90, decay: latest }', 'points: { days: 30, decay: latest }')
copy.edit('discipline.yaml', 'name: Demotion,', 'name: Demotion, approval: within24Hours,')
afterAll(() => copy.discard())
const world = useWorld({ communityDir: () => copy.dir })

const PERSON = PEOPLE.member
const SECOND = { ...PEOPLE.management, id: '310000000000000299', username: 'kit', name: 'Kit Moran' }

type Who = 'staff' | 'management' | 'owner'
/** Signs the person in again, because tests let days pass. */
const as = (who: Who) => world().asPerson(PEOPLE[who])

interface Given {
  to?: TestPerson
  by?: Who
  type?: string
  /** The points of the threshold that this action decides. */
  threshold?: number
}

async function give(points: number, { to = PERSON, by = 'staff', type = 'Strike', ...more }: Given = {}) {
  const body = {
    user: to.id,
    user_name: to.name,
    type,
    points,
    internal_reason: 'between staff',
    external_reason: 'Told.',
  }
  const answer = await (await as(by))(addAction, { body: { ...body, ...more } })
  return { ...answer, id: answer.status === 200 ? answer.body.item.id : 0 }
}
const listed = async (who: Who = 'management') => (await (await as(who))(listThresholds)).body.data
const waiting = async (who: Who = 'management') => {
  const queue = (await (await as(who))(listInbox)).body.waiting.find(({ name }) => name === 'point-thresholds')
  const rows = (await listed(who)).filter(({ decided }) => decided === null)
  expect(queue?.count).toBe(rows.length)
  return rows.map(({ user_name, threshold }) => `${user_name} ${threshold.points}`)
}
const decide = (points = 6, who: Who = 'management', user: string = PERSON.id) =>
  world().as[who](decideThreshold, { params: { user }, body: { family: 'staff', points, why: 'decided: nothing' } })
const revoke = (id: number, outcome: Outcome = 'expunged') =>
  world().as.management(revokeAction, { params: { id: String(id) }, body: { outcome, why: 'No clip' } })
const ONE = [`${PERSON.name} 6`]

describe('A person who reaches a point threshold', () => {
  it('the person appears in the queue of the addressed people, with the counted actions and a due date', async () => {
    const first = await give(3)
    await give(0)
    expect(await waiting()).toEqual([])
    world().pass(DAY)
    const second = await give(4)
    expect(await waiting()).toEqual(ONE)
    expect(await waiting('staff')).toEqual([])
    expect((await world().as.member(listThresholds)).status).toBe(403)
    const [row] = await listed()
    expect(row).toMatchObject({
      ...{
        user: PERSON.id,
        user_name: PERSON.name,
        points: 7,
        threshold: { points: 6, suggestion: 'Talk with them.' },
      },
      ...{ since: '2026-03-15T18:30:00.000Z', due_at: '2026-03-22T18:30:00.000Z', is_overdue: false, decided: null },
      until: '2026-04-14T18:30:00.000Z',
    })
    expect(row?.actions.map(({ id, points }) => [id, points])).toEqual([
      [second.id, 4],
      [first.id, 3],
    ])
    expect((await world().as.owner(listActions)).body.total).toBe(3)
  })

  it('the person is overdue after the due date, and stays in the queue', async () => {
    await give(6)
    world().pass(7 * DAY - 1)
    expect((await listed())[0]?.is_overdue).toBe(false)
    world().pass(1)
    expect((await listed())[0]?.is_overdue).toBe(true)
    expect(await waiting()).toEqual(ONE)
  })

  it('nobody sees themselves in the queue or decides about themselves', async () => {
    await give(6, { to: PEOPLE.management, by: 'owner' })
    expect(await waiting()).toEqual([])
    expect(await waiting('owner')).toEqual([`${PEOPLE.management.name} 6`])
    expect((await decide(6, 'management', PEOPLE.management.id)).status).toBe(403)
    const asSecond = await world().asPerson(SECOND)
    expect((await asSecond(listThresholds)).body.data).toHaveLength(1)
  })

  it('the person has the name of the site, also in the decision, if an action names them differently', async () => {
    await world().asPerson(PERSON)
    const { id } = await give(6, { to: { ...PERSON, name: 'Priya Castell' } })
    expect(await waiting()).toEqual(ONE)
    expect((await decide()).status).toBe(200)
    const { rows } = (await (await as('owner'))(listAudit, { query: { action: 'decideThreshold' } })).body
    expect(rows).toMatchObject([{ after: { user: PERSON.id, user_name: PERSON.name } }])
    await revoke(id)
  })

  it('the person leaves the queue when points are revoked, revised, reduced by an appeal, or ended', async () => {
    const { id } = await give(6)
    await revoke(id)
    expect(await waiting()).toEqual([])
    const second = await give(6)
    expect(await waiting()).toEqual(ONE)
    const body = { points: 5, version: 1, why: 'Too much' }
    await world().as.management(reviseAction, { params: { id: String(second.id) }, body })
    expect(await waiting()).toEqual([])
    const third = await give(1)
    expect(await waiting()).toEqual(ONE)
    const filed = await world().as.member(addAppeal, { body: { family: 'staff', action: third.id, text: 'Why?' } })
    expect(filed.status).toBe(200)
    const params = { id: String(filed.body.item.id) }
    const review = await world().as.owner(reviewAppeal, { params, body: { version: filed.body.item.version } })
    const outcome = { outcome: 'revoked' as const, message: 'You are right.' }
    const decided = await world().as.owner(decideAppeal, {
      params,
      body: { actionVersion: 1, version: review.body.item.version, ...outcome },
    })
    expect([decided.status, await waiting()]).toEqual([200, []])
    await give(1)
    expect(await waiting()).toEqual(ONE)
    world().pass(30 * DAY)
    expect(await waiting()).toEqual([])
  })

  it('a higher threshold waits for owners, and the lower one for management', async () => {
    await give(11)
    expect(await waiting()).toEqual(ONE)
    expect(await waiting('owner')).toEqual([`${PERSON.name} 10`])
    expect((await decide(10)).status).toBe(409)
    // A decision at the higher threshold also decides the lower one.
    expect((await decide(10, 'owner')).status).toBe(200)
    expect([await waiting(), await waiting('owner')]).toEqual([[], []])
  })
})

describe('A decision at a point threshold', () => {
  it('a decision removes the person from every queue, and is stored once with its reason', async () => {
    await give(6)
    world().pass(DAY)
    expect((await decide()).status).toBe(200)
    expect([await waiting(), await waiting('owner')]).toEqual([[], []])
    expect((await listed('owner'))[0]?.decided).toEqual({
      ...{ at: '2026-03-15T18:30:00.000Z', by: PEOPLE.management.id, by_name: PEOPLE.management.name },
      ...{ why: 'decided: nothing', action: null },
    })
    const again = await decide(6, 'owner')
    expect([again.status, again.error?.code]).toEqual([409, 'nothing_waits'])
    const { rows } = (await world().as.owner(listAudit, { query: { action: 'decideThreshold' } })).body
    expect(rows.map(({ after }) => after)).toMatchObject([{ user: PERSON.id, points: 6, why: 'decided: nothing' }])
  })

  it('a decision is refused to people who are not addressed, and if no threshold is reached', async () => {
    expect((await decide()).status).toBe(409)
    await give(6)
    expect((await decide(6, 'staff')).status).toBe(409)
    expect((await decide(5)).status).toBe(409)
    expect(await waiting()).toEqual(ONE)
  })

  it('a decision is valid while the points stay that high, and no longer after they fell below', async () => {
    const { id } = await give(6)
    await decide()
    world().pass(DAY)
    await give(2)
    expect(await waiting()).toEqual([])
    await revoke(id)
    world().pass(DAY)
    await give(4)
    expect(await waiting()).toEqual(ONE)
    await decide()
    expect(await waiting()).toEqual([])
    world().pass(40 * DAY)
    await give(6)
    expect(await waiting()).toEqual(ONE)
  })

  it('logging an action can include the decision in one transaction', async () => {
    await give(6)
    const { id } = await give(1, { by: 'management', threshold: 6 })
    expect((await listed())[0]?.decided).toMatchObject({ why: null, action: id })
    expect(await waiting()).toEqual([])
    const late = await give(1, { by: 'management', threshold: 6 })
    expect([late.status, (await world().as.owner(listActions)).body.total]).toEqual([409, 2])
    const other = await give(1, { by: 'staff', threshold: 6 })
    expect(other.status).toBe(409)
  })

  it('a decision with an action uses the name in the new action, not an earlier one that differs', async () => {
    await give(6, { to: { ...PERSON, name: 'Priya Castell' } })
    await give(1, { by: 'management', threshold: 6 })
    const { rows } = (await (await as('owner'))(listAudit, { query: { action: 'decideThreshold' } })).body
    expect(rows).toMatchObject([{ after: { user: PERSON.id, user_name: PERSON.name } }])
  })

  it('a decision ends when a second person rejects its action', async () => {
    await give(6)
    const { id } = await give(1, { by: 'management', type: 'Demotion', threshold: 6 })
    expect(await waiting()).toEqual([])
    const body = { decision: 'reject' as const, why: 'No', version: 1 }
    await world().as.owner(approveAction, { params: { id: String(id) }, body })
    expect(await waiting()).toEqual(ONE)
  })

  it('a decision ends when its action is expunged', async () => {
    await give(6)
    const { id } = await give(1, { by: 'management', threshold: 6 })
    expect(await waiting()).toEqual([])
    await revoke(id)
    expect(await waiting()).toEqual(ONE)
    expect((await decide()).status).toBe(200)
    expect(await waiting()).toEqual([])
  })

  it.each(['expired', 'reduced'] as const)('a decision stays when its action is revoked as %s', async (outcome) => {
    await give(6)
    const { id } = await give(1, { by: 'management', threshold: 6 })
    await revoke(id, outcome)
    expect(await waiting()).toEqual([])
  })

  it('a decision ends when its action is moved to another person', async () => {
    await give(6)
    const { id } = await give(1, { by: 'management', threshold: 6 })
    const body = { user: PEOPLE.es.id, user_name: PEOPLE.es.name, why: 'Wrong person', version: 1 }
    const revised = await world().as.management(reviseAction, { params: { id: String(id) }, body })
    expect([revised.status, await waiting()]).toEqual([200, ONE])
  })

  it('a decision ends when its action is taken back right after it was logged', async () => {
    await give(6)
    const { id } = await give(1, { by: 'management', threshold: 6 })
    const body = { version: 1 }
    const undone = await world().as.management(undoAddAction, { params: { id: String(id) }, body })
    expect([undone.status, await waiting()]).toEqual([200, ONE])
  })

  it('the audit log hides an action that is taken back from the person concerned', async () => {
    await give(6, { to: PEOPLE.owner, by: 'management' })
    const { id } = await give(1, { to: PEOPLE.owner, by: 'management', threshold: 6 })
    const ownRows = async () => {
      const { rows } = (await world().as.owner(listAudit, { query: { action: 'decideThreshold' } })).body
      return rows.map(({ target, after }) => [target, after])
    }
    expect(await ownRows()).toMatchObject([['point-thresholds/1', { points: 6, action: id }]])
    await world().as.management(undoAddAction, { params: { id: String(id) }, body: { version: 1 } })
    expect(await ownRows()).toEqual([['point-thresholds', { hidden: 'Hidden, because this is about you.' }]])
  })

  it('the audit log shows the decision to the person concerned, even after its action was removed', async () => {
    await give(6, { to: PEOPLE.owner, by: 'management' })
    const { id } = await give(1, { to: PEOPLE.owner, by: 'management', threshold: 6 })
    const ownRows = async () =>
      (await world().as.owner(listAudit, { query: { action: 'decideThreshold' } })).body.rows.map(
        ({ target }) => target,
      )
    expect(await ownRows()).toEqual(['point-thresholds/1'])
    const { db, pool } = world().database
    await db.transaction((tx) => recordRemoved(tx, 'staff', [id], ACTION_TYPES))
    await pool.query('delete from threshold_decisions; delete from disciplinary_actions')
    expect(await ownRows()).toEqual(['point-thresholds/1'])
  })

  it('the database refuses a decision about oneself', async () => {
    const values = `insert into threshold_decisions (user_id, user_name, points, at, by_id, by_name, why)
      values ('1', 'A', 6, now(), '1', 'A', 'nothing')`
    await expect(world().database.db.execute(values)).rejects.toThrow()
  })
})

describe('A player who reaches a point threshold', () => {
  /** The site knows this player only by a license, without a Discord account. */
  const SUNNY = 'subject:7'
  const givePlayer = async (
    points: number,
    { user = PERSON.id, threshold }: { user?: string; threshold?: number } = {},
  ) => {
    const body = { user, user_name: 'Sunny', type: 'Warning', internal_reason: 'Clip', points, threshold }
    const answer = await (await as('management'))(addPlayerAction, { body })
    return { status: answer.status, id: answer.status === 200 ? answer.body.item.id : 0 }
  }
  const decidePlayer = (user: string, points = 4) =>
    world().as.management(decideThreshold, { params: { user }, body: { family: 'players', points, why: 'Talked.' } })
  const addSubject = () =>
    world().database.pool.query(
      `insert into subjects (id, number, name, identifiers) values ('${SUNNY}', 7, 'Sunny', '{license:bb}')`,
    )

  it('player thresholds and points are separate from those of staff', async () => {
    await givePlayer(3)
    await give(3)
    expect(await waiting()).toEqual([])
    const { id } = await givePlayer(1)
    expect(await waiting()).toEqual(['Sunny 4'])
    const [row] = await listed()
    expect(row).toMatchObject({ family: 'players', user: PERSON.id, points: 4 })
    expect(row?.actions).toHaveLength(2)
    world().pass(DAY)
    await give(3)
    expect((await listed()).map(({ family, points }) => [family, points])).toEqual([
      ['players', 4],
      ['staff', 6],
    ])
    const revoked = { outcome: 'expunged' as const, why: 'Not them' }
    await world().as.management(revokePlayerAction, { params: { id: String(id) }, body: revoked })
    expect((await listed()).map(({ family }) => family)).toEqual(['staff'])
  })

  it('a player decision needs an action or a reason, and applies to this family only', async () => {
    await givePlayer(4)
    await give(6)
    expect((await decidePlayer(PERSON.id)).status).toBe(200)
    expect(await waiting()).toEqual(ONE)
    expect((await decidePlayer(PERSON.id)).status).toBe(409)
    const { rows } = (await world().as.owner(listAudit, { query: { action: 'decideThreshold' } })).body
    expect(rows.map(({ target }) => target)).toEqual([expect.stringMatching(/^player-point-thresholds\/\d+$/)])
    await givePlayer(6)
    const owner = await world().asPerson(PEOPLE.owner)
    const body = {
      user: PERSON.id,
      user_name: 'Sunny',
      type: 'Ban',
      internal_reason: 'Enough',
      points: 1,
      threshold: 10,
    }
    const { body: added } = await owner(addPlayerAction, { body })
    expect((await listed('owner')).find(({ family }) => family === 'players')?.decided).toMatchObject({
      ...{ why: null, action: added.item.id },
    })
  })

  it('a player can have no Discord account, and a joined player has the points of both', async () => {
    await addSubject()
    await givePlayer(4, { user: SUNNY })
    expect(await waiting()).toEqual(['Sunny 4'])
    expect((await decidePlayer(SUNNY)).status).toBe(200)
    expect(await waiting()).toEqual([])
    await givePlayer(1)
    const known = (await world().as.management(listSubjects, { query: { query: 'Sunny' } })).body.data
    const version = (who: string) => known.find((subject) => subject.who === who)?.version ?? 0
    const joined = await world().as.management(joinSubjects, {
      params: { who: PERSON.id },
      body: { other: SUNNY, stays_version: version(PERSON.id), goes_version: version(SUNNY) },
    })
    expect(joined.status).toBe(200)
    expect((await listed()).map(({ user, points, decided }) => [user, points, decided])).toEqual([[PERSON.id, 5, null]])
  })

  it('a player has their name of the player record, also in the decision', async () => {
    await world().database.pool.query(
      `insert into subjects (id, name, identifiers) values ('${PERSON.id}', 'Lena in game', '{license:cc}')`,
    )
    await addSubject()
    await givePlayer(1)
    world().pass(DAY)
    await givePlayer(3, { user: SUNNY })
    const management = await as('management')
    const joined = await management(joinSubjects, {
      params: { who: PERSON.id },
      body: { other: SUNNY, stays_version: 1, goes_version: 1 },
    })
    expect(joined.status).toBe(200)
    expect(await waiting()).toEqual(['Lena in game 4'])
    await decidePlayer(PERSON.id)
    const { rows } = (await (await as('owner'))(listAudit, { query: { action: 'decideThreshold' } })).body
    expect(rows).toMatchObject([{ after: { user_name: 'Lena in game' } }])
  })

  it('nobody sees themselves as a player in the queue or decides about themselves', async () => {
    await givePlayer(4, { user: PEOPLE.owner.id })
    expect(await waiting('owner')).toEqual([])
    const body = { family: 'players' as const, points: 4, why: 'Nothing' }
    const own = await world().as.owner(decideThreshold, { params: { user: PEOPLE.owner.id }, body })
    expect(own.status).toBe(403)
    expect(await waiting()).toEqual(['Sunny 4'])
  })
})
