import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { checkApprovers } from '#app/decider-findings.ts'
import { addAppeal, listOwnAppeals } from '#features/appeals/contract.ts'
import { decideAppeal, reviewAppeal } from '#features/appeals/decision-contract.ts'
import { liftAppealed } from '#features/appeals/given-contract.ts'
import { exportAudit, listAudit } from '#features/audit/contract.ts'
import {
  acknowledgeAction,
  addAction,
  approveAction,
  findAction,
  findActionPerson,
  listActionPeople,
  listActions,
  listActionWeeks,
  listOwnActions,
  listToApprove,
  reviseAction,
  revokeAction,
  undoAddAction,
} from '#features/discipline/contract.ts'
import { addPlayerAction, undoAddPlayerAction } from '#features/discipline/player-contract.ts'
import { addImage, listEvidence, listEvidenceToApprove } from '#features/evidence/contract.ts'
import { listInbox } from '#features/inbox/contract.ts'
import { copyCommunity } from '../community-copy.ts'
import { PEOPLE, type TestPerson } from '../people.ts'
import { lossy, riff } from '../webp.ts'
import { useWorld } from '../world.ts'

const copy = copyCommunity()
copy.edit('discipline.yaml', 'name: Demotion,', 'name: Demotion, approval: before,')
/** A person who is not staff, and whose role gives only the capability to approve actions. */
const APPROVER = { id: '310000000000000298', username: 'remy', name: 'Remy Vale', roleIds: ['200000000000000701'] }
copy.edit('site.yaml', /^roles:/m, `capabilities:\n  discipline.approve: ["${APPROVER.roleIds[0]}"]\nroles:`)
afterAll(() => copy.discard())

const world = useWorld({ communityDir: () => copy.dir })
const HOUR = 3_600_000
/** This type is in force only after its approval. */
const DEMOTION = 'Demotion'
/** This type is in force at once. */
const REMOVAL = 'Removal'
const SECOND = { ...PEOPLE.management, id: '310000000000000299', username: 'kit', name: 'Kit Moran' }

const params = ({ id }: { id: number }) => ({ id: String(id) })

async function giveAction(type: string, by: 'staff' | 'management' = 'staff', user: { id: string } = PEOPLE.member) {
  const reasons = { internal_reason: 'between staff', external_reason: 'You left a scene.' }
  const body = { user: user.id, user_name: 'Somebody', type, points: 4, ...reasons }
  const answer = await world().as[by](addAction, { body })
  expect(answer.status).toBe(200)
  return answer.body.item
}

const decided = (
  { id, version = 1 }: { id: number; version?: number },
  decision: 'approve' | 'reject' = 'approve',
  by: 'staff' | 'management' | 'owner' = 'management',
) =>
  world().as[by](approveAction, {
    params: params({ id }),
    body: { decision, version, ...(decision === 'reject' ? { why: 'No clip' } : {}) },
  })

const own = async () => (await world().as.member(listOwnActions)).body
const inboxOf = async (who: 'member' | 'staff') =>
  (await world().as[who](listInbox)).body.forYou.map(({ kind }) => kind)
const pointsOfMember = async () => {
  const { body } = await world().as.staff(findActionPerson, { params: { id: PEOPLE.member.id } })
  return body.item.record.points.active
}
const waiting = async (who: 'management' | 'owner' = 'management') =>
  (await world().as[who](listInbox)).body.waiting.find(({ name }) => name === 'actions-to-approve')

describe('An action that needs approval before it is in force', () => {
  it('a waiting action is hidden from the person, gives no points and cannot be appealed', async () => {
    const action = await giveAction(DEMOTION)
    expect(action.approval).toEqual({ state: 'waiting', due_at: null, at: null, by: null, by_name: null, why: null })
    expect((await own()).data).toEqual([])
    expect(await pointsOfMember()).toBe(0)
    expect(await inboxOf('member')).toEqual([])
    const read = await world().as.member(acknowledgeAction, { params: params(action), body: { version: 1 } })
    const body = { family: 'staff' as const, action: action.id, text: 'Why?' }
    const appealed = await world().as.member(addAppeal, { body })
    expect([read.status, appealed.status]).toEqual([404, 404])
    expect((await world().as.member(listOwnAppeals)).body).toMatchObject({ actions: [] })
  })

  it('a waiting action is hidden in every list from a person concerned who is staff, and from nobody else', async () => {
    const action = await giveAction(DEMOTION, 'management', PEOPLE.staff)
    const other = await giveAction('Strike', 'management', PEOPLE.staff)
    const of = { family: 'staff', action: String(action.id) } as const
    const picture = { query: { ...of, shown: 'true' as const }, body: riff(lossy(640, 480, { data: 1_000 })) }
    expect((await world().as.owner(addImage, picture)).status).toBe(200)
    const seenBy = async (who: 'staff' | 'owner') => {
      const pictures = await world().as[who](listEvidence, { query: of })
      const { rows, total } = (await world().as[who](listActions)).body
      const { users } = (await world().as[who](listActionPeople)).body
      const { data: weeks } = (await world().as[who](listActionWeeks)).body
      expect([users[0]?.count, weeks.at(-1)?.counts[DEMOTION]]).toEqual([total, total - 1])
      const { body: person } = await world().as[who](findActionPerson, { params: { id: PEOPLE.staff.id } })
      const found = await world().as[who](listActions, { query: { query: 'between staff' } })
      const one = await world().as[who](findAction, { params: params(action) })
      return [rows.map(({ id }) => id), total, person.item.record.total, found.body.total, one.status, pictures.status]
    }
    expect(await seenBy('owner')).toEqual([[other.id, action.id], 2, 2, 2, 200, 200])
    expect(await seenBy('staff')).toEqual([[other.id], 1, 1, 0, 404, 404])
    await decided(action, 'approve', 'owner')
    expect(await seenBy('staff')).toEqual([[other.id, action.id], 2, 2, 0, 200, 200])
  })

  it('waiting actions can be filtered, also in the chart', async () => {
    await giveAction('Strike')
    const action = await giveAction(DEMOTION)
    const query = { approval: 'waiting' as const }
    const { rows } = (await world().as.staff(listActions, { query })).body
    expect(rows.map(({ id }) => id)).toEqual([action.id])
    const { data } = (await world().as.staff(listActionWeeks, { query })).body
    expect(data.at(-1)?.counts).toMatchObject({ Demotion: 1, Strike: 0 })
  })

  it('an approved action is in force, and the person and the issuer are told', async () => {
    const action = await giveAction(DEMOTION)
    world().pass(HOUR)
    const { status, body } = await decided(action)
    expect([status, body.item.version, body.item.is_revised]).toEqual([200, 2, false])
    expect(body.item.approval).toEqual({
      ...{ state: 'approved', due_at: null, at: '2026-03-14T19:30:00.000Z', why: null },
      ...{ by: PEOPLE.management.id, by_name: PEOPLE.management.name },
    })
    expect((await own()).data).toMatchObject([{ id: action.id, type: DEMOTION, may_acknowledge: true }])
    expect(await pointsOfMember()).toBe(4)
    expect([await inboxOf('member'), await inboxOf('staff')]).toEqual([['actionAdded'], ['actionApproved']])
    expect((await world().as.staff(listInbox)).body.forYou[0]?.path).toBe(`/staff-da-database?entry=${action.id}`)
    const { rows } = (await world().as.owner(listAudit, { query: { action: 'approveAction' } })).body
    expect(rows).toMatchObject([{ actorId: PEOPLE.management.id, target: `staff-da/${action.id}` }])
  })

  it('a rejected action was never in force: the issuer is told, and the person is not', async () => {
    const action = await giveAction(DEMOTION)
    const { body } = await decided(action, 'reject')
    expect(body.item).toMatchObject({
      approval: { state: 'rejected', why: 'No clip' },
      revoked: { outcome: 'expunged', by: PEOPLE.management.id, why: 'No clip' },
      is_revised: false,
    })
    expect([(await own()).data, await inboxOf('member'), await inboxOf('staff')]).toEqual([[], [], ['actionRejected']])
    expect(await pointsOfMember()).toBe(0)
    expect((await world().as.staff(listActions)).body.total).toBe(1)
  })
})

describe('An action that is in force and needs approval within 24 hours', () => {
  it('the person is told at once, and the action shows its approval deadline', async () => {
    const action = await giveAction(REMOVAL)
    expect(action.approval).toMatchObject({ state: 'waiting', due_at: '2026-03-15T18:30:00.000Z' })
    const due = '2026-03-15T18:30:00.000Z'
    expect((await own()).data).toMatchObject([{ id: action.id, revoked: null, approval_due_at: due }])
    expect(await pointsOfMember()).toBe(4)
    await decided(action)
    expect((await own()).data).toMatchObject([{ approval_due_at: null }])
    expect(await inboxOf('member')).toEqual(['actionAdded'])
  })

  it('the action stays in force after the deadline, and can still be rejected', async () => {
    const action = await giveAction(REMOVAL)
    world().pass(25 * HOUR)
    const late = await world().asPerson(SECOND)
    const pointsOf = { params: { id: PEOPLE.member.id } }
    expect((await late(findActionPerson, pointsOf)).body.item.record.points.active).toBe(4)
    const body = { decision: 'reject' as const, why: 'No clip', version: 1 }
    expect((await late(approveAction, { params: params(action), body })).status).toBe(200)
    expect((await late(findActionPerson, pointsOf)).body.item.record.points.active).toBe(0)
    expect((await own()).data).toMatchObject([{ id: action.id, revoked: { outcome: 'expunged' } }])
    expect(await inboxOf('member')).toEqual(['actionRevoked'])
  })
})

describe('Approvers', () => {
  it('an approver has the right, and is neither the person concerned nor the issuer', async () => {
    const byStaff = await giveAction(DEMOTION)
    const byManagement = await giveAction(DEMOTION, 'management')
    const aboutManagement = await giveAction(REMOVAL, 'staff', PEOPLE.management)
    const hidden = await giveAction(DEMOTION, 'staff', PEOPLE.management)
    const tried = [
      await decided(byStaff, 'approve', 'staff'),
      await decided(byManagement),
      await decided(aboutManagement),
      await decided(aboutManagement, 'reject'),
      await decided(hidden),
    ]
    expect(tried.map(({ status }) => status)).toEqual([403, 403, 403, 403, 404])
    expect(tried[1]?.error?.message).toBe('You gave, imported or revised this action. Somebody else must approve it.')
    for (const action of [byStaff, byManagement, aboutManagement])
      expect((await decided(action, 'approve', 'owner')).status).toBe(200)
  })

  it('an approver sees that they can approve an action, and their inbox counts it', async () => {
    const [byStaff, byManagement] = [await giveAction(DEMOTION), await giveAction(DEMOTION, 'management')]
    const may = async (who: 'staff' | 'management' | 'owner', action: { id: number }) =>
      (await world().as[who](findAction, { params: params(action) })).body.may_approve
    expect(await may('staff', byStaff)).toBe(false)
    expect([await may('management', byStaff), await may('management', byManagement)]).toEqual([true, false])
    expect([await may('owner', byStaff), await may('owner', byManagement)]).toEqual([true, true])
    expect(await waiting()).toMatchObject({ count: 1, path: '/staff-da-database?approval=waiting' })
    expect(await waiting('owner')).toMatchObject({ count: 2 })
    await decided(byStaff)
    expect([(await waiting())?.count, (await waiting('owner'))?.count]).toEqual([0, 1])
    const { rows } = (await world().as.staff(listActions, { query: { approval: 'waiting' } })).body
    expect(rows.map(({ id }) => id)).toEqual([byManagement.id])
  })

  it('the database enforces who can approve', async () => {
    const action = await giveAction(DEMOTION)
    for (const approver of [PEOPLE.staff, PEOPLE.member]) {
      const past = world().database.pool.query(
        `update disciplinary_actions set approval = 'approved', approval_at = now(), approver_id = $1, approver_name = 'x'
         where id = $2`,
        [approver.id, action.id],
      )
      await expect(past).rejects.toThrow('disciplinary_actions_approver')
    }
  })

  it('an approver decides once, on the version that they saw, and rejects with a reason', async () => {
    const action = await giveAction(DEMOTION)
    const silent = { params: params(action), body: { decision: 'reject' as const, version: 1 } }
    expect((await world().as.management(approveAction, silent)).error?.fields).toEqual({
      why: 'Say why you reject it.',
    })
    const [first, second] = await Promise.all([decided(action), decided(action, 'reject', 'owner')])
    expect([first.status, second.status].sort()).toEqual([200, 409])
    const other = await giveAction(DEMOTION)
    await world().as.staff(reviseAction, {
      params: params(other),
      body: { version: 1, why: 'more', internal_reason: 'more' },
    })
    expect((await decided(other)).status).toBe(409)
    expect((await decided({ ...other, version: 2 })).status).toBe(200)
  })
})

describe('Revisions and approval', () => {
  let asApprover: Awaited<ReturnType<ReturnType<typeof world>['asPerson']>>
  beforeEach(async () => {
    asApprover = await world().asPerson(SECOND)
  })
  const revised = (action: { id: number; version: number }, changes: object, by = asApprover) =>
    by(reviseAction, { params: params(action), body: { version: action.version, why: 'a fix', ...changes } })

  it('a revision of an approved action needs a new approval by somebody who did not make it', async () => {
    const { item } = (await decided(await giveAction(DEMOTION))).body
    const again = (await revised(item, { points: 1 })).body.item
    // The action stays in force while it waits. Otherwise anyone could suspend an action by revising it.
    const due = '2026-03-15T18:30:00.000Z'
    expect(again.approval).toEqual({ state: 'waiting', due_at: due, at: null, by: null, by_name: null, why: null })
    expect((await own()).data).toMatchObject([{ id: item.id, approval_due_at: due }])
    const body = { decision: 'approve' as const, version: again.version }
    expect((await asApprover(approveAction, { params: params(item), body })).status).toBe(403)
    expect((await decided(again)).status).toBe(200)
  })

  const END = '2026-04-01T10:00:00.000Z'
  const approved = async () => {
    const first = (await revised(await giveAction(DEMOTION), { ends_at: END })).body.item
    return (await decided(first, 'approve', 'owner')).body.item
  }
  it('a revision that moves an approved action to another person is not in force before its new approval', async () => {
    const ofNolan = { user: '310000000000000101', user_name: 'Nolan Reyes' }
    const { status, body } = await revised(await approved(), ofNolan)
    expect([status, body.item.approval]).toMatchObject([200, { state: 'waiting', due_at: null, by: null }])
    expect((await own()).data).toEqual([])
  })

  it.each([
    ['more points', { points: 9 }],
    ['a later end', { ends_at: null }],
  ])('a revision of an approved action is refused if it gives %s', async (_, changes) => {
    const { status, error } = await revised(await approved(), changes)
    expect([status, error?.code]).toEqual([409, 'approval_first'])
    expect((await own()).data).toHaveLength(1)
  })

  it.each([
    ['made less before', { points: 1 }],
    ['made of a type that needs nobody before', { type: 'Strike' }],
  ])('a revision that makes an approved action harsher is refused, even after it was %s', async (_, less) => {
    const between = (await revised(await approved(), less)).body.item
    expect((await own()).data).toHaveLength(1)
    const { status, error } = await revised(between, { type: DEMOTION, points: 9 })
    expect([status, error?.code]).toEqual([409, 'approval_first'])
    expect((await own()).data).toHaveLength(1)
  })

  it('an author cannot put an action in force alone by changing it to a type that needs approval first', async () => {
    const removal = await giveAction(REMOVAL)
    const { body } = await revised(removal, { type: DEMOTION }, world().as.staff)
    expect(body.item.approval).toMatchObject({ state: 'waiting', due_at: null })
    expect((await own()).data).toEqual([])
  })

  it('the rejection of a revision is told to its author and to the issuer', async () => {
    const { item } = (await decided(await giveAction(DEMOTION))).body
    const again = (await revised(item, { points: 1 })).body.item
    expect((await decided(again, 'reject')).status).toBe(200)
    const { forYou } = (await asApprover(listInbox)).body
    expect(forYou.map(({ kind, path }) => [kind, path])).toEqual([
      ['revisionRejected', `/staff-da-database?entry=${item.id}`],
    ])
    expect(await inboxOf('staff')).toEqual(['actionRejected'])
  })

  it('a revision of the wording keeps the approval', async () => {
    const { item } = (await decided(await giveAction(DEMOTION))).body
    expect((await revised(item, { external_reason: 'You left twice.' })).body.item.approval?.state).toBe('approved')
  })

  it('a revision to a type with approval makes the action wait, and one to another type ends the wait', async () => {
    const strike = await giveAction('Strike')
    const demotion = (await revised(strike, { type: DEMOTION })).body.item
    expect(demotion.approval?.state).toBe('waiting')
    expect((await own()).data).toEqual([])
    const back = (await revised(demotion, { type: 'Strike' })).body.item
    expect(back.approval).toBeNull()
    expect((await own()).data).toMatchObject([{ type: 'Strike' }])
  })

  it('a revision of an action that never needed approval needs none, even if the type needs it now', async () => {
    const action = await giveAction(DEMOTION)
    await world().database.pool.query('update disciplinary_actions set approval = null where id = $1', [action.id])
    expect((await revised(action, { points: 9 })).body.item.approval).toBeNull()
  })
})

it('an action that was revoked while it waited can no longer be approved', async () => {
  const action = await giveAction(DEMOTION)
  const body = { outcome: 'expunged' as const, why: 'a mistake' }
  expect((await world().as.management(revokeAction, { params: params(action), body })).status).toBe(200)
  const late = await decided({ ...action, version: 2 }, 'approve', 'owner')
  expect([late.status, late.error?.code]).toEqual([409, 'nothing_waits'])
  expect((await waiting('owner'))?.count).toBe(0)
})

describe('Appeals and approval', () => {
  const appealed = async (type: string, by: 'staff' | 'management' = 'staff') => {
    const action = await giveAction(type, by)
    const body = { family: 'staff' as const, action: action.id, text: 'Why?' }
    const { item } = (await world().as.member(addAppeal, { body })).body
    return { action, appeal: item }
  }
  const today = async () => (await world().as.member(listOwnAppeals)).body.data[0]?.today

  it('the issuer cannot use an appeal to give what a second person must approve', async () => {
    const { action, appeal } = await appealed('Strike')
    const reduction = {
      outcome: 'reduced' as const,
      reduction: { type: DEMOTION },
      message: 'Less.',
      version: appeal.version,
    }
    const lifted = await world().as.staff(liftAppealed, { params: { id: String(appeal.id) }, body: reduction })
    expect([lifted.status, Object.keys(lifted.error?.fields ?? {})]).toEqual([400, ['type']])
    const { item } = (await world().as.owner(findAction, { params: params(action) })).body
    expect([item.type, item.approval]).toEqual(['Strike', null])
  })

  it('a reduction to a lighter type with approval waits for it, and the action stays in force meanwhile', async () => {
    const { action, appeal } = await appealed(REMOVAL)
    const reduction = {
      outcome: 'reduced' as const,
      reduction: { type: DEMOTION },
      message: 'Less.',
      version: appeal.version,
    }
    await world().as.staff(liftAppealed, { params: { id: String(appeal.id) }, body: reduction })
    const { item } = (await world().as.owner(findAction, { params: params(action) })).body
    expect([item.type, item.approval?.state]).toEqual([DEMOTION, 'waiting'])
    expect((await today())?.type).toBe(DEMOTION)
  })

  it('a reduction of a waiting action to a type without approval ends the wait', async () => {
    const { action, appeal } = await appealed(REMOVAL)
    const reduction = {
      outcome: 'reduced' as const,
      reduction: { type: 'Strike' },
      message: 'Less.',
      version: appeal.version,
    }
    const lifted = await world().as.staff(liftAppealed, { params: { id: String(appeal.id) }, body: reduction })
    expect([lifted.status, lifted.error]).toEqual([200, undefined])
    const { item } = (await world().as.owner(findAction, { params: params(action) })).body
    expect([item.type, item.approval]).toEqual(['Strike', null])
  })

  it('the person who approved an action during its appeal does not decide on the appeal', async () => {
    const { action, appeal } = await appealed(REMOVAL)
    expect((await decided(action)).status).toBe(200)
    const review = { params: { id: String(appeal.id) }, body: { version: appeal.version } }
    const refused = await world().as.management(reviewAppeal, review)
    expect([refused.status, refused.error?.message]).toEqual([403, 'You approved this action. Somebody else decides.'])
    expect((await world().as.owner(reviewAppeal, review)).status).toBe(200)
  })
})

describe('An approver who is not staff', () => {
  it('an approver who is not staff reads and decides on waiting actions, and has no other access', async () => {
    const waiting = await giveAction(DEMOTION)
    const note = await giveAction('Note')
    const call = await world().asPerson(APPROVER)
    const { status, body } = await call(listToApprove)
    expect(status).toBe(200)
    expect(body.data.map(({ item }) => [item.id, item.internal_reason])).toEqual([[waiting.id, 'between staff']])
    expect((await call(listActions)).status).toBe(403)
    expect((await call(findAction, { params: params(waiting) })).status).toBe(403)
    const decision = { decision: 'approve' as const, version: waiting.version }
    expect((await call(approveAction, { params: params(waiting), body: decision })).status).toBe(200)
    expect((await call(listToApprove)).body.data).toEqual([])
    for (const { id } of [waiting, note]) {
      const { status, body } = await call(approveAction, { params: params({ id }), body: decision })
      expect([status, body]).toEqual([409, { ok: false, error: expect.objectContaining({ code: 'nothing_waits' }) }])
    }
  })

  it('an approver who is not staff does not see the delivery status of an action', async () => {
    const { id } = await giveAction(REMOVAL, 'staff', { id: '310000000000000297' })
    expect((await world().as.staff(findAction, { params: params({ id }) })).body.delivery).toBe('never-here')
    const { body } = await (await world().asPerson(APPROVER))(listToApprove)
    expect(body.data.map(({ item, delivery }) => [item.id, delivery])).toEqual([[id, null]])
  })

  it('an approver who is not staff gets the same response for a hidden action as for an unknown one', async () => {
    const call = await world().asPerson(APPROVER)
    const tried = async (id: number) => {
      const body = { decision: 'approve' as const, version: 1 }
      const { status, error } = await call(approveAction, { params: params({ id }), body })
      return [status, error]
    }
    const [approved, rejected] = [await giveAction(DEMOTION), await giveAction(DEMOTION)]
    expect((await decided(approved)).status).toBe(200)
    expect((await decided(rejected, 'reject')).status).toBe(200)
    const hidden = [await giveAction('Note', 'staff', APPROVER), await giveAction(DEMOTION, 'staff', APPROVER)]
    const none = await tried(9_999)
    for (const { id } of [approved, rejected, await giveAction('Note'), ...hidden])
      expect(await tried(id)).toEqual(none)
  })

  it('an approver who is not staff sees the evidence of an action while it waits for them, and no other evidence', async () => {
    const [waiting, other] = [await giveAction(DEMOTION), await giveAction('Note')]
    const adding = (action: { id: number }, width: number) => {
      const query = { family: 'staff', action: String(action.id), shown: 'false' } as const
      return world().as.staff(addImage, { query, body: riff(lossy(width, 480, { data: 1_000 })) })
    }
    for (const action of [waiting, other]) expect((await adding(action, 640)).status).toBe(200)
    const reads = async (person: TestPerson, action: { id: number }, image: number) => {
      const query = { family: 'staff', action: String(action.id) } as const
      const listed = await (await world().asPerson(person))(listEvidenceToApprove, { query })
      const cookie = await world().signIn(person)
      const opened = await world().app.inject({ url: `/api/evidence/${image}/image`, headers: { cookie } })
      return [listed.status, opened.statusCode]
    }
    expect(await reads(APPROVER, waiting, 1)).toEqual([200, 200])
    expect(await reads(APPROVER, other, 2)).toEqual([404, 404])
    expect(await reads(PEOPLE.member, waiting, 1)).toEqual([403, 404])
    const decision = { decision: 'approve' as const, version: waiting.version }
    await (await world().asPerson(APPROVER))(approveAction, { params: params(waiting), body: decision })
    expect(await reads(APPROVER, waiting, 1)).toEqual([404, 404])
  })

  it('the inbox of an approver who is not staff shows how many actions wait, with a link', async () => {
    await giveAction(DEMOTION)
    const { body } = await (await world().asPerson(APPROVER))(listInbox)
    expect(body.waiting).toContainEqual(expect.objectContaining({ path: '/approvals', count: 1 }))
    const management = await world().as.management(listInbox)
    expect(management.body.waiting.find(({ path }) => path === '/approvals')?.count).toBe(0)
  })

  it('an approver who is not staff does not see a waiting action about themselves', async () => {
    await giveAction(DEMOTION, 'staff', APPROVER)
    expect((await (await world().asPerson(APPROVER))(listToApprove)).body.data).toEqual([])
  })
})

describe('The audit log for an owner who is or was the person concerned', () => {
  const rowsFor = async (who: 'owner' | 'other') => {
    const reader = who === 'owner' ? world().as.owner : await world().asPerson(OTHER_OWNER)
    const { rows } = (await reader(listAudit, { query: { sort: 'when:asc' } })).body
    return rows
      .filter(({ target }) => /^(staff-da|evidence)/.test(target))
      .map(({ action, target, before, after }) => ({ action, target, before, after }))
  }
  const OTHER_OWNER = { ...PEOPLE.owner, id: '310000000000000398', username: 'other', name: 'Another owner' }
  const HIDDEN = { hidden: 'Hidden, because this is about you.' }

  it('the audit log hides the actor, also in its filter by person and in its file', async () => {
    const signIns = 'hidden' as const
    const action = await giveAction(DEMOTION, 'management', PEOPLE.owner)
    const by = PEOPLE.management.id
    const read = async (who: 'owner' | 'other') => {
      const reader = who === 'owner' ? world().as.owner : await world().asPerson(OTHER_OWNER)
      const { rows } = (await reader(listAudit, { query: { signIns, target: 'staff-da' } })).body
      const totals = []
      for (const actor of [by, 'site']) {
        totals.push((await reader(listAudit, { query: { actor, action: 'addAction' } })).body.total)
      }
      const file = (await reader(exportAudit.all, { query: { actor: by, action: 'addAction' } })).body
      return [rows.map(({ actorId, actorName }) => [actorId, actorName]), totals, file.includes(PEOPLE.management.name)]
    }
    expect(await read('owner')).toEqual([[[null, null]], [0, 0], false])
    expect(await read('other')).toEqual([[[by, PEOPLE.management.name]], [1, 0], true])
    const approver = await world().asPerson(SECOND)
    const body = { decision: 'approve' as const, version: 1 }
    expect((await approver(approveAction, { params: params(action), body })).status).toBe(200)
    expect(await read('owner')).toMatchObject([[expect.anything(), [by, PEOPLE.management.name]], [1, 0], true])
  })

  it('the audit log hides the content of an action that was never in force, and shows it once it is in force', async () => {
    const action = await giveAction(DEMOTION, 'management', PEOPLE.owner)
    const of = { family: 'staff', action: String(action.id) } as const
    const picture = { query: { ...of, shown: 'false' as const }, body: riff(lossy(640, 480, { data: 1_000 })) }
    expect((await world().as.management(addImage, picture)).status).toBe(200)
    expect(await rowsFor('owner')).toEqual([
      { action: 'addAction', target: 'staff-da', before: null, after: HIDDEN },
      { action: 'addEvidence', target: 'evidence', before: null, after: HIDDEN },
    ])
    expect(await rowsFor('other')).toMatchObject([
      { target: `staff-da/${action.id}`, after: { user: PEOPLE.owner.id, type: DEMOTION } },
      { target: 'evidence/1', after: { user: PEOPLE.owner.id } },
    ])
    const approver = await world().asPerson(SECOND)
    const body = { decision: 'approve' as const, version: 1 }
    expect((await approver(approveAction, { params: params(action), body })).status).toBe(200)
    expect(await rowsFor('owner')).toMatchObject([
      { target: `staff-da/${action.id}`, after: { type: DEMOTION, internal_reason: HIDDEN.hidden } },
      { target: 'evidence/1', after: { user: PEOPLE.owner.id } },
      { target: `staff-da/${action.id}`, after: { approval: { state: 'approved' } } },
    ])
  })

  it('the audit log hides the content of a rejected action', async () => {
    const action = await giveAction(DEMOTION, 'management', PEOPLE.owner)
    const approver = await world().asPerson(SECOND)
    const body = { decision: 'reject' as const, why: 'No clip', version: 1 }
    expect((await approver(approveAction, { params: params(action), body })).status).toBe(200)
    expect((await rowsFor('owner')).map(({ target, after }) => [target, after])).toEqual([
      ['staff-da', HIDDEN],
      ['staff-da', HIDDEN],
    ])
  })

  it.each([
    ['staff-da', 'staff', 'Strike', addAction, undoAddAction],
    ['player-actions', 'players', 'Warning', addPlayerAction, undoAddPlayerAction],
  ] as const)(
    'the audit log, its file and its search hide an action in %s that was taken back right after it was logged',
    async (kind, family, type, add, undo) => {
      const about = { user: PEOPLE.owner.id, user_name: 'Somebody', internal_reason: 'between staff' }
      const { item } = (await world().as.management(add, { body: { ...about, type, external_reason: 'Told' } })).body
      const query = { family, action: String(item.id), shown: 'true' } as const
      const image = { query, body: riff(lossy(640, 480, { data: 1_000 })) }
      expect((await world().as.management(addImage, image)).status).toBe(200)
      const recordTarget = `${kind}/${item.id}`
      const ownRows = async () => {
        const { rows } = (await world().as.owner(listAudit, { query: { sort: 'when:asc', signIns: 'hidden' } })).body
        const file = await world().as.owner(exportAudit.all, { query: { signIns: 'hidden' } })
        const { total } = (await world().as.owner(listAudit, { query: { target: recordTarget } })).body
        const aboutAction = rows.filter(({ target }) => target !== 'audit')
        return [aboutAction.map(({ target, after }) => [target, after]), file.body.includes(recordTarget), total]
      }
      expect(await ownRows()).toMatchObject([
        [
          [recordTarget, { type }],
          ['evidence/1', { user: PEOPLE.owner.id }],
        ],
        true,
        1,
      ])
      const undone = await world().as.management(undo, { params: params(item), body: { version: 1 } })
      expect(undone.status).toBe(200)
      expect(await ownRows()).toEqual([
        [
          [kind, HIDDEN],
          ['evidence', HIDDEN],
          [kind, HIDDEN],
        ],
        false,
        0,
      ])
      const other = await world().asPerson(OTHER_OWNER)
      expect((await other(listAudit, { query: { target: recordTarget } })).body.total).toBe(2)
    },
  )

  it('the audit log names no other former or present person concerned', async () => {
    const action = await giveAction('Strike', 'management')
    const revise = (user: string, version: number) =>
      world().as.management(reviseAction, {
        params: params(action),
        body: { user, user_name: 'Somebody', version, why: 'Another person' },
      })
    await revise(PEOPLE.owner.id, 1)
    expect(await rowsFor('owner')).toMatchObject([
      { action: 'addAction', after: HIDDEN },
      { action: 'reviseAction', before: HIDDEN, after: { user: PEOPLE.owner.id } },
    ])
    await revise(PEOPLE.es.id, 2)
    const rows = await rowsFor('owner')
    expect(rows).toMatchObject([
      {},
      { after: { user: PEOPLE.owner.id } },
      { before: { user: PEOPLE.owner.id }, after: HIDDEN },
    ])
    expect(JSON.stringify(rows)).not.toContain(PEOPLE.es.id)
    expect(JSON.stringify(rows)).not.toContain(PEOPLE.member.id)
    expect(JSON.stringify(await rowsFor('other'))).toContain(PEOPLE.es.id)
  })
})

it('the decider of an appeal cannot approve the same action', async () => {
  const action = await giveAction(REMOVAL)
  const body = { family: 'staff' as const, action: action.id, text: 'It was not me.' }
  const appeal = (await world().as.member(addAppeal, { body })).body.item
  const of = { params: params(appeal) }
  const reviewed = await world().as.owner(reviewAppeal, { ...of, body: { version: appeal.version } })
  const decision = {
    outcome: 'upheld',
    message: 'It was you.',
    version: reviewed.body.item.version,
    actionVersion: 1,
  } as const
  expect((await world().as.owner(decideAppeal, { ...of, body: decision })).status).toBe(200)
  expect((await world().as.owner(findAction, { params: params(action) })).body.may_approve).toBe(false)
  expect((await world().as.owner(listToApprove)).body.data).toEqual([])
  expect((await waiting('owner'))?.count).toBe(0)
  expect(await decided(action, 'approve', 'owner')).toMatchObject({
    ...{ status: 403, error: { message: 'You decided on an appeal of this action. Somebody else must approve it.' } },
  })
  expect((await decided(action)).status).toBe(200)
})

describe('Nobody else can approve', () => {
  const mapping = { roles: [{ access: 'management', roleId: PEOPLE.management.roleIds[0] ?? '' }], ownerIds: [] }
  const found = async () => (await checkApprovers(world().database.db, mapping)).map(({ ok }) => ok)
  const mayBeApproved = async (id: string) =>
    (await world().as.management(findActionPerson, { params: { id } })).body.item.has_approver

  it('form, details and doctor say that nobody can approve until another approver has signed in', async () => {
    const action = await giveAction(DEMOTION, 'management')
    const nobodyCanApprove = async () =>
      (await world().as.management(findAction, { params: params(action) })).body.is_stuck
    expect([await mayBeApproved(PEOPLE.member.id), await nobodyCanApprove(), await found()]).toEqual([
      false,
      true,
      [false],
    ])
    await world().signIn(SECOND)
    expect([await mayBeApproved(PEOPLE.member.id), await nobodyCanApprove(), await found()]).toEqual([true, false, []])
  })

  it('form, details and doctor say so if the action is about the only other approver', async () => {
    await world().signIn(SECOND)
    expect(await mayBeApproved(SECOND.id)).toBe(false)
    await giveAction(DEMOTION, 'management', SECOND)
    expect(await found()).toEqual([false])
  })
})
