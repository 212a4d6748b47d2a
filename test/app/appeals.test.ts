import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { eraseFromSite } from '#app/person.ts'
import {
  addAppeal,
  findAppealPromise,
  listOwnAppeals,
  replyToAppeal,
  withdrawAppeal,
} from '#features/appeals/contract.ts'
import {
  askIssuer,
  commentOnAppeal,
  type DecisionDraft,
  decideAppeal,
  findAppeal,
  listAppeals,
  messageAppellant,
  reviewAppeal,
} from '#features/appeals/decision-contract.ts'
import { addStatement, liftAppealed, listGivenAppeals } from '#features/appeals/given-contract.ts'
import { appealComments, appeals } from '#features/appeals/server/tables.ts'
import { auditLog } from '#features/audit/server/tables.ts'
import { addAction, findAction, listOwnActions, reviseAction } from '#features/discipline/contract.ts'
import { findPlayerAction } from '#features/discipline/player-contract.ts'
import { countInbox, listInbox } from '#features/inbox/contract.ts'
import { addGameEvent } from '#features/ingest/contract.ts'
import { staffRoster } from '#features/roster/contract.ts'
import { DAY, HOUR } from '#lib/dates.ts'
import { onlyProcess } from '#server/processes/processes.ts'
import { silentLog } from '../database.ts'
import { makeIngestToken, WARN } from '../game-events.ts'
import { PEOPLE, ROLE_IDS, type TestPerson } from '../people.ts'
import { useWorld, type World } from '../world.ts'

const world = useWorld({ ownerIds: [PEOPLE.owner.id] })
const params = ({ id }: { id: number }) => ({ id: String(id) })
const MANAGER: TestPerson = {
  ...{ id: '310000000000000299', username: 'mo', name: 'Mo Haddad', roleIds: ROLE_IDS.management },
}

/** Logs an action. By default it is a strike by a staff member against the member. */
async function giveAction({
  by = 'staff',
  ...more
}: {
  by?: 'staff' | 'management' | 'owner'
  points?: number
  type?: string
  user?: string
  external_reason?: string | null
  ends_at?: string
  offences?: string[]
  deviation_why?: string
} = {}) {
  const body = {
    ...{ user: PEOPLE.member.id, user_name: PEOPLE.member.name, type: 'Strike' },
    ...{ internal_reason: 'SECRET-INTERNAL', external_reason: 'You missed three shifts.', points: 4, ...more },
  }
  const { status, body: answer } = await world().as[by](addAction, { body })
  expect(status).toBe(200)
  return answer.item
}

const file = (action: { id: number }, text = 'I was on leave.') =>
  world().as.member(addAppeal, { body: { family: 'staff', action: action.id, text } })

async function filed(action: { id: number }) {
  const { status, body } = await file(action)
  expect(status).toBe(200)
  return body.item
}

async function onRoster(people: readonly (readonly [TestPerson, string])[]) {
  for (const [{ id, name }, position] of people) {
    const { status } = await world().as.owner(staffRoster.add, {
      body: { name, callsign: `S-${id.slice(-2)}`, discordId: id, position, status: 'Active' },
    })
    expect(status).toBe(200)
  }
}

const DECISION = { outcome: 'upheld', message: 'We looked at it again.', actionVersion: 1 } as const
type Decided = Partial<Omit<DecisionDraft, 'version' | 'comment'>> & { comment?: string }

/** Takes an appeal into review and decides on it, as this person. */
async function decided(appeal: { id: number; version: number }, as: World['as']['owner'], more: Decided = {}) {
  const review = await as(reviewAppeal, { params: params(appeal), body: { version: appeal.version } })
  const version = review.status === 200 ? review.body.item.version : appeal.version
  return as(decideAppeal, { params: params(appeal), body: { version, ...DECISION, ...more } })
}

/** How many items this person's inbox says wait on a page. Null when their inbox does not list the page. */
async function waitingFor(as: World['as']['owner'], path: string) {
  const { body } = await as(listInbox)
  return body.waiting.find((queue) => queue.path === path)?.count ?? null
}

describe('Appeals in the inbox', () => {
  it('the inbox counts every appeal that a person can decide, and none about an action that they gave', async () => {
    const appeal = await filed(await giveAction({ by: 'management' }))
    expect(await waitingFor(world().as.owner, '/appeals')).toBe(1)
    expect(await waitingFor(world().as.management, '/appeals')).toBe(0)
    expect(await waitingFor(world().as.staff, '/appeals')).toBeNull()
    await decided(appeal, world().as.owner)
    expect(await waitingFor(world().as.owner, '/appeals')).toBe(0)
  })

  it('the inbox is due at the earliest promised date of the appeals that a person can decide', async () => {
    const dueFor = async (as: World['as']['owner']) =>
      (await as(listInbox)).body.waiting.find(({ path }) => path === '/appeals')?.dueAt
    const first = await filed(await giveAction({ by: 'management' }))
    world().pass(HOUR)
    const second = await filed(await giveAction())
    expect(await dueFor(world().as.owner)).toBe(first.dueAt)
    expect(await dueFor(world().as.management)).toBe(second.dueAt)
    await decided(first, world().as.owner)
    expect(await dueFor(world().as.owner)).toBe(second.dueAt)
    await world().as.owner(askIssuer, { params: params(second), body: { version: second.version } })
    expect(await dueFor(world().as.owner)).toBeNull()
  })

  it('an appeal is due before the action ends if that is earlier than the promised date, and the list has that order', async () => {
    const { now } = world()
    const inDays = (days: number) => new Date(now().getTime() + days * DAY).toISOString()
    const [permanent, ending] = [await filed(await giveAction()), await filed(await giveAction({ ends_at: inDays(3) }))]
    const { body } = await world().as.owner(listInbox)
    expect(body.waiting.find(({ path }) => path === '/appeals')?.dueAt).toBe(inDays(3))
    expect((await world().as.owner(listAppeals)).body.data.map(({ id, actionEndsAt }) => [id, actionEndsAt])).toEqual([
      [ending.id, inDays(3)],
      [permanent.id, null],
    ])
  })

  it('the inbox counts a requested statement once, and no longer after it is given', async () => {
    const appeal = await filed(await giveAction())
    await world().as.owner(askIssuer, { params: params(appeal), body: { version: appeal.version } })
    expect((await world().as.staff(countInbox)).body).toMatchObject({
      unread: 0,
      waiting: [{ path: '/given-appeals', count: 1 }],
    })
    expect((await world().as.staff(listInbox)).body.forYou).toMatchObject([{ kind: 'statementAsked' }])
    await world().as.staff(addStatement, { params: params(appeal), body: { text: 'He was warned.' } })
    expect((await world().as.staff(listInbox)).body.forYou).toEqual([])
  })

  it('the inbox counts a missed statement as one item to read', async () => {
    const appeal = await filed(await giveAction())
    await world().as.owner(askIssuer, { params: params(appeal), body: { version: appeal.version } })
    world().pass(48 * HOUR)
    expect((await (await world().asPerson(PEOPLE.staff))(countInbox)).body).toMatchObject({ unread: 1, waiting: [] })
  })

  it('the issuer is told that their action was appealed and that the appeal ended', async () => {
    const inboxRows = async () => (await world().as.staff(listInbox)).body.forYou.map(({ kind, path }) => [kind, path])
    const appeal = await filed(await giveAction())
    expect(await inboxRows()).toEqual([['givenAppealed', `/given-appeals#appeal-${appeal.id}`]])
    await decided(appeal, world().as.owner)
    expect(await inboxRows()).toEqual([['givenAppealEnded', `/given-appeals#appeal-${appeal.id}`]])
  })

  it('a requested statement waits in the inbox until it is given or its deadline is over', async () => {
    const appeal = await filed(await giveAction())
    expect(await waitingFor(world().as.staff, '/given-appeals')).toBe(0)
    await world().as.owner(askIssuer, { params: params(appeal), body: { version: appeal.version } })
    expect(await waitingFor(world().as.owner, '/appeals')).toBe(0)
    expect(await waitingFor(world().as.staff, '/given-appeals')).toBe(1)
    world().pass(48 * HOUR)
    expect(await waitingFor(await world().asPerson(PEOPLE.staff), '/given-appeals')).toBe(0)
    expect(await waitingFor(await world().asPerson(PEOPLE.owner), '/appeals')).toBe(1)
  })
})

describe('Filing an appeal', () => {
  it('a new appeal keeps the action as it was and shows that the appeal is open', async () => {
    const action = await giveAction()
    await world().signIn(PEOPLE.management)
    const item = await filed(action)
    expect(item).toMatchObject({ state: 'submitted', text: 'I was on leave.', deciding: 'independent' })
    expect(item.dueAt).toBe(new Date(world().now().getTime() + 7 * DAY).toISOString())
    expect(item.escalation).toEqual({
      management: new Date(world().now().getTime() + 7 * DAY).toISOString(),
      owners: new Date(world().now().getTime() + 14 * DAY).toISOString(),
    })
    expect(item.snapshot).toEqual(item.today)
    expect(item.snapshot).toMatchObject({ type: 'Strike', reason: 'You missed three shifts.', points: 4 })
    const own = (await world().as.member(listOwnAppeals)).body
    expect(own.actions).toMatchObject([
      { action: action.id, appeal: item.id, limit: { why: 'open' }, canTakeBack: true },
    ])
    expect(item.canTakeBack).toBe(true)
    expect((await file(action)).error?.code).toBe('cannot_appeal')
  })

  it('a person who left the Discord server can file an appeal', async () => {
    const action = await giveAction()
    world().discord.kick(PEOPLE.member.id)
    world().pass(HOUR)
    const outside = await world().asPerson({ ...PEOPLE.member, roleIds: [] })
    const { status } = await outside(addAppeal, { body: { family: 'staff', action: action.id, text: 'I was ill.' } })
    expect(status).toBe(200)
    expect((await outside(listOwnAppeals)).body.data).toMatchObject([{ action: action.id, state: 'submitted' }])
  })

  it('of two appeals that are filed at once, the database accepts one', async () => {
    const action = await giveAction()
    const answers = await Promise.all([file(action), file(action)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('a sixth open appeal is refused, which the page says beforehand, also when several are sent at once', async () => {
    const actions: Awaited<ReturnType<typeof giveAction>>[] = []
    for (const _ of Array(7)) actions.push(await giveAction())
    const [first, second, third, fourth, ...others] = actions
    if (!first || !second || !third || !fourth) throw new Error('the list needs at least four actions')
    const open = await filed(first)
    for (const action of [second, third, fourth]) await filed(action)
    const answers = await Promise.all(others.map((action) => file(action)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.error?.message).toBe('You have 5 open appeals. You can appeal again when one of them is closed.')
    const remaining = async () =>
      (await world().as.member(listOwnAppeals)).body.actions.filter(({ appeal }) => appeal === null)
    const limit = { why: 'open_appeals', from: null, words: null }
    expect((await remaining()).map((item) => item.limit)).toEqual([limit, limit])
    await world().as.member(withdrawAppeal, { params: params(open), body: { version: open.version } })
    const [next] = await remaining()
    expect(next?.limit).toBeNull()
    expect((await file({ id: next?.action ?? 0 })).status).toBe(200)
  })

  it('only the person concerned can appeal, and only an action that they were told of', async () => {
    const action = await giveAction({ user: PEOPLE.es.id })
    const note = await giveAction({ type: 'Note', external_reason: null, points: 0 })
    expect((await file(action)).status).toBe(404)
    expect((await file(note)).status).toBe(404)
    expect((await file({ id: 99 })).status).toBe(404)
  })

  it('an appeal of a former person concerned does not prevent one of the present person', async () => {
    const action = await giveAction()
    const item = await filed(action)
    await world().as.member(withdrawAppeal, { params: params(item), body: { version: item.version } })
    const { status } = await world().as.staff(reviseAction, {
      params: params(action),
      body: { version: action.version, user: PEOPLE.es.id, user_name: PEOPLE.es.name, why: 'Wrong person' },
    })
    expect(status).toBe(200)
    const appeal = { family: 'staff', action: action.id, text: 'It was not me.' } as const
    expect((await world().as.es(addAppeal, { body: appeal })).status).toBe(200)
  })

  it('the page says beforehand when the next appeal is possible', async () => {
    const action = await giveAction()
    const item = await filed(action)
    await world().as.member(withdrawAppeal, { params: params(item), body: { version: item.version } })
    const from = new Date(world().now().getTime() + 14 * DAY).toISOString()
    const own = async () => {
      const member = await world().asPerson(PEOPLE.member)
      return (await member(listOwnAppeals)).body.actions[0]?.limit
    }
    expect(await own()).toEqual({ why: 'spacing', from, words: null })
    expect((await file(action)).error?.code).toBe('cannot_appeal')
    world().pass(14 * DAY)
    expect(await own()).toBeNull()
  })

  it('an appeal keeps every offence with its rule and applies the strictest waiting time of them', async () => {
    const action = await giveAction({ offences: ['A-1', 'C-1'], deviation_why: 'It was the night of the event' })
    const from = new Date(Date.parse(action.date) + 3 * DAY).toISOString()
    const [own] = (await world().as.member(listOwnAppeals)).body.actions
    expect(own?.limit).toEqual({ why: 'too_early', from, words: null })
    expect((await file(action)).error?.code).toBe('cannot_appeal')
    world().pass(3 * DAY)
    const member = await world().asPerson(PEOPLE.member)
    const body = { family: 'staff' as const, action: action.id, text: 'I was on leave.' }
    const { snapshot, today } = (await member(addAppeal, { body })).body.item
    expect(today?.offences).toEqual([
      {
        name: 'Missed shift',
        text: 'A shift that somebody signed up for and neither came to nor called off.',
        rule: null,
      },
      {
        name: 'Disrespect towards a player',
        text: 'Insulting, mocking or shouting at a player while on duty as staff.',
        rule: null,
      },
    ])
    expect(snapshot.offences).toEqual(today?.offences.map((offence) => ({ ...offence, appealed: offence })))
  })

  it('an appeal of an offence that allows none is refused with the text of that offence', async () => {
    const action = await giveAction({ offences: ['P-3'], deviation_why: 'They told us at once' })
    const [own] = (await world().as.member(listOwnAppeals)).body.actions
    expect(own?.limit).toEqual({ why: 'never', from: null, words: 'It is decided by the owners together.' })
    expect((await file(action)).error?.message).toBe('It is decided by the owners together.')
  })

  it('the appellant can end an appeal only by withdrawing it', async () => {
    const item = await filed(await giveAction())
    const written = await world().as.member(replyToAppeal, { params: params(item), body: { text: 'See my leave.' } })
    expect(written.body.item.messages).toMatchObject([{ isFromAppellant: true, text: 'See my leave.' }])
    expect((await world().as.es(replyToAppeal, { params: params(item), body: { text: 'Me too' } })).status).toBe(404)
    expect((await world().as.es(withdrawAppeal, { params: params(item), body: { version: 2 } })).status).toBe(404)
    const { body } = await world().as.member(withdrawAppeal, { params: params(item), body: { version: 2 } })
    expect(body.item.state).toBe('withdrawn')
    expect((await world().as.member(replyToAppeal, { params: params(item), body: { text: 'But' } })).status).toBe(409)
    const rows = await world()
      .database.db.select()
      .from(auditLog)
      .where(eq(auditLog.target, `appeals/${item.id}`))
      .orderBy(auditLog.seq)
    expect(rows.map(({ action }) => action)).toEqual(['addAppeal', 'replyToAppeal', 'withdrawAppeal'])
    expect(JSON.stringify(rows)).not.toMatch(/leave/)
  })
})

describe('Deciding on an appeal', () => {
  it('the issuer and lower positions cannot decide, and nobody sees an appeal of their own in the queue', async () => {
    await onRoster([
      [PEOPLE.staff, 'Moderator'],
      [MANAGER, 'Trial Moderator'],
    ])
    const mine = await giveAction({ by: 'management' })
    const item = await filed(mine)
    const answer = await decided(item, world().as.management)
    expect([answer.status, answer.error?.message]).toEqual([403, 'You gave this action. Somebody else decides.'])
    const other = await filed(await giveAction())
    const manager = await world().asPerson(MANAGER)
    expect((await decided(other, manager)).error?.message).toMatch(/higher position/)
    const own = await giveAction({ by: 'owner', user: MANAGER.id })
    const filedByManager = await manager(addAppeal, { body: { family: 'staff', action: own.id, text: 'Why?' } })
    expect((await manager(findAppeal, { params: params(filedByManager.body.item) })).status).toBe(404)
    expect((await manager(listAppeals)).body.data.map(({ id }) => id)).toEqual([item.id, other.id])
    expect((await decided(filedByManager.body.item, manager)).status).toBe(404)
  })

  it('a decision revokes the action with its points in the same transaction, and both are in the audit log', async () => {
    const action = await giveAction()
    const item = await filed(action)
    const { status, body } = await decided(item, world().as.owner, { outcome: 'revoked', comment: 'SECRET-COMMENT' })
    expect([status, body.item.state, body.item.outcome, body.item.decidedAs]).toEqual([
      200,
      'decided',
      'revoked',
      'independent',
    ])
    const after = (await world().as.staff(findAction, { params: params(action) })).body.item
    expect(after.revoked).toMatchObject({ outcome: 'expunged', by: PEOPLE.owner.id, why: DECISION.message })
    const rows = await world()
      .database.db.select()
      .from(auditLog)
      .where(eq(auditLog.actorId, PEOPLE.owner.id))
      .orderBy(auditLog.seq)
    expect(rows.map(({ action }) => action).slice(-2)).toEqual(['decideAppeal', 'revokeAction'])
    expect((await world().as.member(listOwnActions)).body.data[0]?.revoked).not.toBeNull()
    const own = (await world().as.member(listOwnAppeals)).body
    expect(own.data).toMatchObject([{ outcome: 'revoked', decision: 'We looked at it again.' }])
    expect(own.data[0]?.snapshot.isRevoked).toBe(false)
    expect(own.data[0]?.today?.isRevoked).toBe(true)
  })

  it('a decision reduces an action to another type, an earlier end and fewer points, and keeps the earlier version', async () => {
    const action = await giveAction({ type: 'Suspension', ends_at: '2026-05-01T00:00:00.000Z' })
    const item = await filed(action)
    const reduction = { type: 'Strike', points: 2, ends_at: '2026-04-01T00:00:00.000Z' }
    const more = await decided(item, world().as.owner, { outcome: 'reduced', reduction: { points: 9 } })
    expect([more.status, Object.keys(more.error?.fields ?? {})]).toEqual([400, ['points']])
    const { status } = await world().as.owner(decideAppeal, {
      params: params(item),
      body: { version: item.version + 1, ...DECISION, outcome: 'reduced', reduction },
    })
    expect(status).toBe(200)
    const after = (await world().as.staff(findAction, { params: params(action) })).body
    expect(after.item).toMatchObject({ ...reduction, revoked: null })
    expect(after.revisions).toMatchObject([{ by: PEOPLE.owner.id, was: { type: 'Suspension', points: 4 } }])
  })

  it('a decision writes nothing if the action cannot be changed', async () => {
    const action = await giveAction()
    const item = await filed(action)
    const answer = await decided(item, world().as.owner, { outcome: 'reduced', reduction: { type: 'No such type' } })
    expect(answer.status).toBe(400)
    expect((await world().as.owner(findAppeal, { params: params(item) })).body.item.state).toBe('in_review')
    expect((await world().as.staff(findAction, { params: params(action) })).body.item.version).toBe(1)
  })

  it('staff see who took an appeal into review and when, and the appellant only when', async () => {
    const item = await filed(await giveAction())
    expect(item.reviewSince).toBeNull()
    const taken = await world().as.owner(reviewAppeal, { params: params(item), body: { version: item.version } })
    const since = world().now().toISOString()
    expect(taken.body.item).toMatchObject({
      reviewer: { id: PEOPLE.owner.id, name: PEOPLE.owner.name },
      reviewSince: since,
    })
    world().pass(HOUR)
    const [row] = (await world().as.management(listAppeals)).body.data
    expect(row).toMatchObject({ reviewer: { id: PEOPLE.owner.id, name: PEOPLE.owner.name }, reviewSince: since })
    const own = (await world().as.member(listOwnAppeals)).body.data[0]
    const asIssuer = (await world().as.staff(listGivenAppeals)).body.data[0]
    expect([own?.reviewSince, asIssuer?.reviewSince]).toEqual([since, since])
    expect(JSON.stringify([own, asIssuer])).not.toContain(PEOPLE.owner.id)
  })

  it('an appeal is in review by the person who requested the statement, once it is given or its deadline is over', async () => {
    const [first, second] = [await filed(await giveAction()), await filed(await giveAction())]
    for (const item of [first, second]) {
      const request = await world().as.owner(askIssuer, { params: params(item), body: { version: item.version } })
      expect(request.body.item).toMatchObject({ state: 'with_issuer', reviewer: null, reviewSince: null })
    }
    const over = new Date(world().now().getTime() + 48 * HOUR).toISOString()
    world().pass(HOUR)
    const answered = world().now().toISOString()
    await world().as.staff(addStatement, { params: params(first), body: { text: 'He was warned.' } })
    world().pass(48 * HOUR)
    const { data } = (await (await world().asPerson(PEOPLE.owner))(listAppeals)).body
    expect(data.map(({ reviewer, reviewSince }) => [reviewer?.name, reviewSince])).toEqual([
      [PEOPLE.owner.name, answered],
      [PEOPLE.owner.name, over],
    ])
  })

  it('an appeal that waits for a statement is first in the list of the issuer', async () => {
    const first = await filed(await giveAction())
    world().pass(HOUR)
    const second = await filed(await giveAction())
    const listed = async () => {
      const staff = await world().asPerson(PEOPLE.staff)
      return (await staff(listGivenAppeals)).body.data.map(({ id }) => id)
    }
    expect(await listed()).toEqual([first.id, second.id])
    await world().as.owner(askIssuer, { params: params(second), body: { version: second.version } })
    expect(await listed()).toEqual([second.id, first.id])
    world().pass(48 * HOUR)
    expect(await listed()).toEqual([first.id, second.id])
  })

  it('an appeal waits at most 48 hours for the statement of the issuer', async () => {
    const item = await filed(await giveAction())
    const request = await world().as.owner(askIssuer, { params: params(item), body: { version: item.version } })
    expect(request.body.item.state).toBe('with_issuer')
    const { forYou } = (await world().as.staff(listInbox)).body
    expect(forYou).toMatchObject([{ kind: 'statementAsked', path: `/given-appeals#appeal-${item.id}` }])
    const early = { version: item.version + 1, ...DECISION }
    expect((await world().as.owner(decideAppeal, { params: params(item), body: early })).error?.code).toBe(
      'not_in_review',
    )
    world().pass(48 * HOUR)
    const owner = await world().asPerson(PEOPLE.owner)
    expect((await owner(decideAppeal, { params: params(item), body: early })).status).toBe(200)
  })

  it('an appeal does not wait for a statement that was already given', async () => {
    const item = await filed(await giveAction())
    const statement = await world().as.staff(addStatement, { params: params(item), body: { text: 'Three times.' } })
    const version = statement.body.item.version
    const request = await world().as.owner(askIssuer, { params: params(item), body: { version } })
    expect([request.status, request.error?.code]).toEqual([409, 'statement_given'])
    expect((await decided({ ...item, version }, world().as.owner)).status).toBe(200)
  })

  it('the owner who gave the action decides if nobody else can, and the appeal shows it', async () => {
    const action = await giveAction({ by: 'owner' })
    const item = await filed(action)
    expect(item.deciding).toBe('issuer')
    expect((await world().as.member(listOwnAppeals)).body.actions[0]?.deciding).toBe('issuer')
    const { status, body } = await decided(item, world().as.owner)
    expect([status, body.item.decidedAs]).toEqual([200, 'issuer'])
    expect((await world().as.member(listOwnAppeals)).body.data[0]).toMatchObject({
      decidedAs: 'issuer',
      deciding: null,
    })
  })
})

describe('Separate readers', () => {
  it('no response for the appellant or the issuer contains the comments between staff', async () => {
    const item = await filed(await giveAction())
    const at = { params: params(item) }
    await world().as.owner(commentOnAppeal, { ...at, body: { text: 'SECRET-COMMENT' } })
    await world().as.owner(messageAppellant, { ...at, body: { text: 'Which days?' } })
    await world().as.staff(addStatement, { ...at, body: { text: 'SECRET-STATEMENT' } })
    const replies = [
      await world().as.member(listOwnAppeals),
      await world().as.member(listOwnActions),
      await world().as.member(replyToAppeal, { ...at, body: { text: 'May 3 to 9.' } }),
      await world().as.member(addAppeal, { body: { family: 'staff', action: item.action, text: 'Again' } }),
    ]
    await decided({ id: item.id, version: 5 }, world().as.owner, { comment: 'SECRET-COMMENT' })
    replies.push(await world().as.member(listOwnAppeals))
    expect(replies.at(-1)?.body).toMatchObject({
      data: [{ state: 'decided', messages: [{ text: 'Which days?' }, {}] }],
    })
    for (const { body } of replies) expect(JSON.stringify(body)).not.toMatch(/SECRET/)
    const issuers = JSON.stringify((await world().as.staff(listGivenAppeals)).body)
    expect(issuers).toMatch(/SECRET-STATEMENT/)
    expect(issuers).not.toMatch(/SECRET-COMMENT|Which days/)
    const read = (await world().as.owner(findAppeal, at)).body.item
    expect(read.comments).toMatchObject([{ audience: 'staff' }, { audience: 'staff' }])
    expect(read.statement?.text).toBe('SECRET-STATEMENT')
  })

  it('a manager who gave the action reads neither comments nor messages on the appeal', async () => {
    const item = await filed(await giveAction({ by: 'management' }))
    await world().as.owner(commentOnAppeal, { params: params(item), body: { text: 'Hm.' } })
    await world().as.member(replyToAppeal, { params: params(item), body: { text: 'I fear them.' } })
    expect((await world().as.management(findAppeal, { params: params(item) })).body.item).toMatchObject({
      ...{ barred: 'issuer', comments: null, messages: null },
    })
  })
})

describe('The issuer of an appealed action', () => {
  it('the issuer gives one statement, which moves the appeal into review', async () => {
    const item = await filed(await giveAction())
    await world().as.owner(askIssuer, { params: params(item), body: { version: item.version } })
    const first = await world().as.staff(addStatement, { params: params(item), body: { text: 'Three times.' } })
    expect(first.body.item.state).toBe('in_review')
    const second = await world().as.staff(addStatement, { params: params(item), body: { text: 'Four.' } })
    expect(second.error?.code).toBe('statement_given')
    expect((await world().as.management(addStatement, { params: params(item), body: { text: 'I' } })).status).toBe(404)
  })

  it('the issuer can lift their action at once, and cannot uphold it', async () => {
    const action = await giveAction()
    const item = await filed(action)
    const lift = { version: item.version, message: 'My mistake.' }
    const body = { ...lift, outcome: 'upheld' as 'revoked' }
    expect((await world().as.staff(liftAppealed, { params: params(item), body })).status).toBe(400)
    const { body: done } = await world().as.staff(liftAppealed, {
      params: params(item),
      body: { ...lift, outcome: 'revoked' },
    })
    expect(done.item).toMatchObject({ state: 'decided', endedBy: 'issuer', outcome: 'revoked' })
    expect((await world().as.staff(findAction, { params: params(action) })).body.item.revoked).not.toBeNull()
  })
})

describe('A ban in txAdmin', () => {
  const send = async (token: string, more: object) => {
    const { status, body } = await world().as.anyone(addGameEvent, {
      body: JSON.parse(JSON.stringify({ ...WARN, ...more })),
      headers: { authorization: `Bearer ${token}`, origin: 'https://elsewhere.example' },
    })
    expect(status).toBe(200)
    return body
  }
  const task = async ({ id }: { id: number }) =>
    (await world().as.owner(findAppeal, { params: params({ id }) })).body.item.liftTask

  it('a decided appeal of a ban leaves a task, which the event of the game closes', async () => {
    const { token } = await makeIngestToken(world())
    const target = { discordId: PEOPLE.member.id, name: PEOPLE.member.name }
    const ban = await send(token, { id: 'B2F3-9KQM', kind: 'ban', target })
    const { actions } = (await world().as.member(listOwnAppeals)).body
    expect(actions).toMatchObject([{ action: ban.id, canTakeBack: false }])
    const { body } = await world().as.member(addAppeal, {
      body: { family: 'players', action: ban.id, text: 'Not me.' },
    })
    expect(body.item.canTakeBack).toBe(false)
    const answer = await decided(body.item, world().as.owner, { outcome: 'revoked', notIssuer: true })
    const from = world().now().toISOString()
    expect(answer.body.item.liftTask).toEqual({ id: 'B2F3-9KQM', from, doneAt: null })
    world().pass(HOUR)
    const lifted = await send(token, { id: 'X1', kind: 'revoke', action: 'B2F3-9KQM', target })
    expect(lifted.result).toBe('known')
    expect(await task(body.item)).toMatchObject({ doneAt: world().now().toISOString() })
  })

  it('an appeal stays open for somebody else to decide if its issuer lifts the ban in txAdmin', async () => {
    const { token } = await makeIngestToken(world())
    const license = { identifiers: ['license:4f0c'], name: PEOPLE.member.name }
    const target = { ...license, discordId: PEOPLE.member.id }
    const own = { name: 'jules', discordId: PEOPLE.member.id }
    await send(token, { id: 'W-1', target: { discordId: PEOPLE.es.id, name: 'Lena' }, author: own })
    const ban = await send(token, { id: 'B2F3-9KQM', kind: 'ban', target, author: { name: 'jules' } })
    const { body } = await world().as.member(addAppeal, { body: { family: 'players', action: ban.id, text: 'No.' } })
    await send(token, { id: 'X1', kind: 'revoke', action: 'B2F3-9KQM', target: license, author: own })
    const found = async () => (await world().as.owner(findAppeal, { params: params(body.item) })).body.item
    const item = await found()
    expect(item).toMatchObject({ state: 'submitted', issuer: { isPerson: false }, today: { isRevoked: true } })
    const { actionVersion } = item
    const decision = { actionVersion, notIssuer: true } as const
    const upheld = await decided(item, world().as.owner, { ...decision, outcome: 'upheld' })
    expect(upheld.error?.code).toBe('already_revoked')
    const { status, body: done } = await decided(await found(), world().as.owner, { ...decision, outcome: 'revoked' })
    expect([status, done.item?.liftTask]).toEqual([200, null])
  })

  it('a shortened ban waits in the inbox from its new end', async () => {
    const { token } = await makeIngestToken(world())
    const target = { discordId: PEOPLE.member.id, name: PEOPLE.member.name }
    const ban = await send(token, { id: 'B2F3-9KQM', kind: 'ban', target })
    const { body } = await world().as.member(addAppeal, { body: { family: 'players', action: ban.id, text: 'Long.' } })
    const ends_at = new Date(world().now().getTime() + 6 * HOUR).toISOString()
    await decided(body.item, world().as.owner, { outcome: 'reduced', reduction: { ends_at }, notIssuer: true })
    expect(await waitingFor(world().as.owner, '/appeals')).toBe(0)
    world().pass(6 * HOUR)
    expect(await waitingFor(world().as.owner, '/appeals')).toBe(1)
  })

  it.each([
    ['at its new end', 'stays shorter', 6 * HOUR],
    ['before its new end', 'ends then', HOUR],
  ])(
    'a ban that is reduced and lifted in txAdmin %s %s, even if the game sends the event twice',
    async (_when, _what, passed) => {
      const { token } = await makeIngestToken(world())
      const target = { discordId: PEOPLE.member.id, name: PEOPLE.member.name }
      const ban = await send(token, { id: 'B2F3-9KQM', kind: 'ban', target })
      const { body } = await world().as.member(addAppeal, {
        body: { family: 'players', action: ban.id, text: 'Long.' },
      })
      const ends_at = '2026-03-15T00:00:00.000Z'
      await decided(body.item, world().as.owner, { outcome: 'reduced', reduction: { ends_at }, notIssuer: true })
      expect(await task(body.item)).toEqual({ id: 'B2F3-9KQM', from: ends_at, doneAt: null })
      world().pass(passed)
      const lifted = world().now().toISOString()
      const found = async () => (await world().as.staff(findPlayerAction, { params: params(ban) })).body
      for (let time = 0; time < 2; time += 1) {
        expect((await send(token, { id: 'X1', kind: 'revoke', action: 'B2F3-9KQM', target })).result).toBe('known')
        expect((await found()).item).toMatchObject({ ends_at: lifted < ends_at ? lifted : ends_at, revoked: null })
        expect((await task(body.item))?.doneAt).toBe(lifted)
        world().pass(HOUR)
      }
      expect((await found()).revisions).toHaveLength(lifted < ends_at ? 2 : 1)
    },
  )
})

it('erasing the person who gave, decided on or appealed an action leaves no trace of them in appeals', async () => {
  const item = await filed(await giveAction())
  await decided(item, world().as.owner, { outcome: 'revoked' })
  const lifted = await filed(await giveAction({ type: 'Written Warning' }))
  await world().as.staff(liftAppealed, {
    params: params(lifted),
    body: { version: lifted.version, outcome: 'revoked', message: 'My mistake.' },
  })
  for (const { id } of [PEOPLE.staff, PEOPLE.owner, PEOPLE.member]) {
    await eraseFromSite({ database: world().database, processes: onlyProcess(silentLog) }, id, world().now())
  }
  const remaining = JSON.stringify(await world().database.db.select().from(appeals))
  for (const { id, name } of [PEOPLE.staff, PEOPLE.owner, PEOPLE.member]) {
    expect(remaining).not.toContain(id)
    expect(remaining).not.toContain(name)
  }
})

it('an erased issuer cannot be asked for a statement or take the action back', async () => {
  const { id } = await filed(await giveAction())
  await giveAction({ type: 'Written Warning' })
  await eraseFromSite({ database: world().database, processes: onlyProcess(silentLog) }, PEOPLE.staff.id, world().now())
  const { item } = (await world().as.owner(findAppeal, { params: params({ id }) })).body
  const request = await world().as.owner(askIssuer, { params: params(item), body: { version: item.version } })
  expect([request.status, request.error?.code]).toEqual([400, 'invalid'])
  expect(item.issuer).toMatchObject({ name: expect.stringMatching(/^Erased person/), isPerson: false })
  const { data, actions } = (await world().as.member(listOwnAppeals)).body
  expect([...data, ...actions].map(({ canTakeBack }) => canTakeBack)).toEqual([false, false, false])
  // The issuer was erased, so the decider need not confirm that they are not the issuer.
  expect((await decided(item, world().as.owner, { actionVersion: item.actionVersion })).status).toBe(200)
  const [row] = await world().database.db.select().from(appeals)
  expect(row).toMatchObject({ state: 'decided', saidNotIssuer: false })
})

it('people can still be erased after the decider of an appeal approved its action', async () => {
  const item = await filed(await giveAction())
  await decided(item, world().as.owner)
  // Older versions of the site allowed this approval.
  const { pool } = world().database
  await pool.query('alter table disciplinary_actions disable trigger disciplinary_actions_approved')
  await pool.query(
    `update disciplinary_actions set approval = 'approved', approver_id = $1, approver_name = $2, approval_at = now()`,
    [PEOPLE.owner.id, PEOPLE.owner.name],
  )
  await pool.query('alter table disciplinary_actions enable trigger disciplinary_actions_approved')
  for (const { id } of [PEOPLE.member, PEOPLE.staff, PEOPLE.owner]) {
    await eraseFromSite({ database: world().database, processes: onlyProcess(silentLog) }, id, world().now())
  }
  const [row] = await world().database.db.select().from(appeals)
  expect(row).toMatchObject({ state: 'decided', outcome: 'upheld', decidedAs: 'independent' })
  expect(JSON.stringify(row)).not.toContain(PEOPLE.owner.id)
})

describe('Direct writes to the database', () => {
  const inReview = async () => {
    const item = await filed(await giveAction())
    await world().as.owner(reviewAppeal, { params: params(item), body: { version: item.version } })
    return item
  }
  const write = (set: string) =>
    world().database.pool.query(
      `update appeals set state = 'decided', ended_at = now(), ended_by = 'decider', outcome = 'upheld', decision = 'No.',
       decider_name = 'Somebody', ${set.includes('decided_as') ? set : `decided_as = 'independent', ${set}`}`,
    )

  it.each([
    ['the appellant', `decider_id = appellant_id, decider_rank = -1`],
    ['the appellant as an exception', `decider_id = appellant_id, decider_rank = -1, decided_as = 'owner'`],
    ['the issuer', `decider_id = issuer_id, decider_rank = -1`],
    ['the issuer, called somebody else', `decider_id = issuer_id, issuer_id = '1', decider_rank = -1`],
    [
      'the issuer as an exception without being an owner',
      `decider_id = issuer_id, decider_rank = 0, decided_as = 'issuer'`,
    ],
    ['the approver', `decider_id = '310000000000000290', approver_id = '310000000000000290', decider_rank = -1`],
    ['somebody below the issuer', `decider_id = '310000000000000291', issuer_rank = 4, decider_rank = 5`],
    ['somebody without a position', `decider_id = '310000000000000291', issuer_rank = 4`],
    [
      'somebody of the same position where one above is asked',
      `decider_id = '310000000000000291', issuer_rank = 4, decider_rank = 4, ranks_above = 1`,
    ],
    ['the issuer as an owner who only approved it', `decider_id = issuer_id, decider_rank = -1, decided_as = 'owner'`],
    ['the issuer as somebody lower', `decider_id = issuer_id, decider_rank = 5, decided_as = 'lower'`],
    ['somebody who does not say as what', `decider_id = '310000000000000291', decider_rank = -1, decided_as = null`],
    ['nobody', `decider_id = null, decided_as = null`],
    ['the issuer by confirming', `ended_by = 'issuer', decider_id = null`],
  ])('the database refuses a decision by %s', async (_title, set) => {
    await inReview()
    const parts = set.includes('ended_by') ? set.replace(/ended_by = 'issuer', /, '') : set
    const refused = set.includes('ended_by')
      ? world().database.pool.query(
          `update appeals set state = 'decided', ended_at = now(), ended_by = 'issuer', outcome = 'upheld', decision = 'No.', ${parts}`,
        )
      : write(parts)
    await expect(refused).rejects.toMatchObject({ code: '23514' })
  })

  it('the database refuses a decision by the approver of the action, even if the appeal names nobody', async () => {
    await inReview()
    await world().database.pool.query(
      `update disciplinary_actions set approval = 'approved', approver_id = '310000000000000290', approver_name = 'A', approval_at = now()`,
    )
    await expect(write(`decider_id = '310000000000000290', decider_rank = -1`)).rejects.toMatchObject({ code: '23514' })
  })

  it('the database refuses to name the approver of the action as the decider of an ended appeal', async () => {
    await inReview()
    await write(`decider_id = '310000000000000291', decider_rank = -1`)
    await world().database.pool.query(
      `update disciplinary_actions set approval = 'approved', approver_id = '310000000000000290', approver_name = 'A', approval_at = now()`,
    )
    const renamed = world().database.pool.query(`update appeals set decider_id = '310000000000000290'`)
    await expect(renamed).rejects.toMatchObject({ code: '23514' })
  })

  it('the database refuses approval of an action by the decider of its appeal', async () => {
    await inReview()
    await write(`decider_id = '310000000000000291', decider_rank = -1`)
    const approved = (by: string) =>
      world().database.pool.query(
        `update disciplinary_actions set approval = 'approved', approver_id = $1, approver_name = 'A', approval_at = now()`,
        [by],
      )
    await expect(approved('310000000000000291')).rejects.toMatchObject({ code: '23514' })
    await approved('310000000000000290')
  })

  it('the database accepts an independent decision, and the explicit exception of an owner', async () => {
    await inReview()
    await write(`decider_id = '310000000000000291', decider_rank = 3, issuer_rank = 4`)
    await expect(world().database.db.update(appeals).set({ outcome: 'revoked' })).rejects.toThrow()
    await filed(await giveAction({ type: 'Written Warning' }))
    await world().database.pool.query(
      `update appeals set state = 'decided', ended_at = now(), ended_by = 'decider', outcome = 'upheld', decision = 'No.',
       decider_name = 'Owner', decider_id = issuer_id, decider_rank = -1, decided_as = 'issuer' where state = 'submitted'`,
    )
    expect(await world().database.db.select().from(appealComments)).toEqual([])
  })
})

describe('Public statistics of appeals', () => {
  const figures = async () => (await world().as.anyone(findAppealPromise)).body.figures
  /** Inserts decided appeals. Each number in `days` is the days from the filing to the decision. */
  const insert = (family: 'staff' | 'players', days: readonly number[], outcome = 'upheld') =>
    world().database.db.execute(sql`
      insert into appeals (family, action_id, appellant_id, appellant_name, issuer_id, issuer_name, ranks_above, state, filed_at,
        text, snapshot, outcome, ended_at, ended_by, decider_id, decider_name, decision, decided_as, said_not_issuer)
      select ${family}, 1000 + n, '1', 'Ann Appellant', '2', 'Ida Issuer', 0, 'decided', now() - d * interval '1 day', 'x', '{}',
        ${outcome}, now(), 'decider', '3', 'Dee Decider', 'd', 'independent', true from unnest(${sql.param(days)}::int[]) with ordinality t(d, n)`)
  const NINE = Array(9).fill(2)

  it('statistics start at ten decisions of a family, without those of the other family and withdrawn appeals', async () => {
    await insert('staff', NINE)
    await insert('players', NINE)
    expect((await world().as.anyone(findAppealPromise)).body).toEqual({
      ...{ promiseDays: 7, escalation: { management: 7, owners: 14 }, spacingDays: 14, most: 3 },
      figures: { staff: null, players: null },
    })
    const item = await filed(await giveAction())
    await world().as.member(withdrawAppeal, { params: params(item), body: { version: item.version } })
    expect(await figures()).toEqual({ staff: null, players: null })
    await insert('players', [2], 'revoked')
    expect(await figures()).toEqual({ staff: null, players: null })
    // The figures are cached until somebody decides on an appeal.
    await decided(await filed(await giveAction()), world().as.owner, { outcome: 'revoked' })
    expect(await figures()).toEqual({
      ...{ staff: { decided: 10, upheldPercent: 90, medianDays: 2 } },
      ...{ players: { decided: 10, upheldPercent: 90, medianDays: 2 } },
    })
  })

  it.each([
    ['an even count, between the two in the middle', [1, 1, 1, 1, 2, 6, 9, 9, 9, 9], 4],
    ['an odd count, the one in the middle', [1, 1, 1, 1, 1, 6, 9, 9, 9, 9, 9], 6],
    ['decisions within an hour, which count as one day', Array(10).fill(0), 1],
  ])('statistics contain the median of %s', async (_what, days, medianDays) => {
    await insert('players', days)
    expect((await figures()).players).toEqual({ decided: days.length, upheldPercent: 100, medianDays })
  })

  it('statistics contain no names, neither in the API nor on the public page', async () => {
    await insert('staff', [...NINE, 2])
    const { status, html } = await world().visit('/appeals/figures')
    expect(status).toBe(200)
    expect(html).toContain('left the action as it was')
    expect(html).toContain('There are not enough decisions yet.')
    const responses = html + JSON.stringify((await world().as.anyone(findAppealPromise)).body)
    for (const secret of ['Ann Appellant', 'Ida Issuer', 'Dee Decider', '1001']) expect(responses).not.toContain(secret)
  })
})
