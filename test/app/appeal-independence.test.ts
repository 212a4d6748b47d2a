import { beforeEach, describe, expect, it, vi } from 'vitest'
import { addAppeal, listOwnAppeals, replyToAppeal, withdrawAppeal } from '#features/appeals/contract.ts'
import {
  askIssuer,
  type DecisionDraft,
  decideAppeal,
  findAppeal,
  reviewAppeal,
} from '#features/appeals/decision-contract.ts'
import { liftAppealed, listGivenAppeals } from '#features/appeals/given-contract.ts'
import {
  acknowledgeAction,
  addAction,
  approveAction,
  findAction,
  importActions,
  listActions,
  listOwnActions,
  listToApprove,
  reviseAction,
  revokeAction,
} from '#features/discipline/contract.ts'
import { addLink } from '#features/evidence/contract.ts'
import { listInbox } from '#features/inbox/contract.ts'
import { addGameEvent } from '#features/ingest/contract.ts'
import { DAY } from '#lib/dates.ts'
import { createLogger } from '#server/log.ts'
import { makeIngestToken, WARN } from '../game-events.ts'
import { PEOPLE, ROLE_IDS, type TestPerson } from '../people.ts'
import { useWorld, type World } from '../world.ts'

const logged: string[] = []
const logger = createLogger('error', { write: (line) => void logged.push(line) })
const world = useWorld({ ownerIds: [PEOPLE.owner.id], app: { logger } })
beforeEach(() => void logged.splice(0))
const params = ({ id }: { id: number }) => ({ id: String(id) })
type As = World['as']['owner']

const MANAGER: TestPerson = {
  ...{ id: '310000000000000299', username: 'mo', name: 'Mo Haddad', roleIds: ROLE_IDS.management },
}

/** Logs an action. By default it is a strike by a staff member against the member. */
async function giveAction(more: { by?: 'staff' | 'management' | 'owner'; type?: string; points?: number } = {}) {
  const { by = 'staff', ...rest } = more
  const body = {
    ...{ user: PEOPLE.member.id, user_name: PEOPLE.member.name, type: 'Strike', points: 4 },
    ...{ internal_reason: 'Seen.', external_reason: 'You missed three shifts.', ends_at: '2026-05-01T00:00:00.000Z' },
    ...rest,
  }
  const { status, body: answer } = await world().as[by](addAction, { body })
  expect(status).toBe(200)
  return answer.item
}

const file = (action: { id: number }) =>
  world().as.member(addAppeal, { body: { family: 'staff', action: action.id, text: 'I was on leave.' } })

async function filed(action: { id: number }) {
  const { status, body } = await file(action)
  expect(status).toBe(200)
  return body.item
}

const inReview = async (appeal: { id: number; version: number }, as: As = world().as.owner) => {
  const { status, body } = await as(reviewAppeal, { params: params(appeal), body: { version: appeal.version } })
  expect(status).toBe(200)
  return body.item
}

type Draft = Partial<Omit<DecisionDraft, 'comment'>>
const decide = (appeal: { id: number; version: number }, more: Draft = {}, as: As = world().as.owner) =>
  as(decideAppeal, {
    params: params(appeal),
    body: { version: appeal.version, actionVersion: 1, outcome: 'upheld', message: 'We looked again.', ...more },
  })

const revise = (action: { id: number }, version: number, change: object, as: As = world().as.management) =>
  as(reviseAction, { params: params(action), body: { version, why: 'Looked again.', ...change } })

const actionOf = async (action: { id: number }) => (await world().as.staff(findAction, { params: params(action) })).body

const own = async () => (await (await world().asPerson(PEOPLE.member))(listOwnAppeals)).body

/** SQL that decides appeals without the site's checks. Each test adds the decider's id. */
const DECIDED = `update appeals set state = 'decided', ended_at = now(), ended_by = 'decider', outcome = 'upheld',
  decision = 'No.', decided_as = 'independent', decider_rank = -1, decider_name = 'A'`

/** The kinds of the rows in a person's inbox, the newest first. */
const inboxKinds = async (as: As) => (await as(listInbox)).body.forYou.map(({ kind }) => kind)

describe('Reducing an action', () => {
  it.each([
    ['a graver type', { type: 'Removal' }, 'type'],
    ['a graver type with fewer points', { type: 'Demotion', points: 0 }, 'type'],
    ['what is between staff', { type: 'Note' }, 'type'],
    ['a later end', { ends_at: '2026-06-01T00:00:00.000Z' }, 'ends_at'],
    ['more points', { points: 5 }, 'points'],
  ])('%s is refused to the decider and to the issuer', async (_, reduction, field) => {
    const action = await giveAction()
    const item = await filed(action)
    const lift = { version: item.version, outcome: 'reduced' as const, message: 'Less.', reduction }
    const byIssuer = await world().as.staff(liftAppealed, { params: params(item), body: lift })
    expect([byIssuer.status, Object.keys(byIssuer.error?.fields ?? {})]).toEqual([400, [field]])
    const answer = await decide(await inReview(item), { outcome: 'reduced', reduction })
    expect([answer.status, Object.keys(answer.error?.fields ?? {})]).toEqual([400, [field]])
    expect((await actionOf(action)).item).toMatchObject({ version: 1, type: 'Strike', points: 4 })
  })

  it('only lighter types are offered for a reduction', async () => {
    const item = await inReview(await filed(await giveAction()))
    expect(item.lighterTypes).toEqual(['Verbal Warning', 'Written Warning'])
    const [mine] = (await world().as.staff(listGivenAppeals)).body.data
    expect(mine?.lighterTypes).toEqual(['Verbal Warning', 'Written Warning'])
  })
})

describe('The issuer', () => {
  const reduce = (item: { id: number; version: number }) =>
    world().as.staff(liftAppealed, {
      params: params(item),
      body: { version: item.version, outcome: 'reduced', reduction: { points: 3 }, message: 'One point less.' },
    })

  it('the issuer reduces the action, and the appeal stays open for an independent decision', async () => {
    const item = await filed(await giveAction())
    const { body } = await reduce(item)
    expect(body.item).toMatchObject({ state: 'submitted', outcome: null, endedBy: null })
    const [mine] = (await own()).data
    expect(mine).toMatchObject({
      state: 'submitted',
      issuerReduction: { message: 'One point less.' },
      today: { points: 3 },
    })
    expect(await inboxKinds(await world().asPerson(PEOPLE.member))).toContain('appealReduced')
    const seen = (await world().as.owner(findAppeal, { params: params(item) })).body.item
    expect(seen).toMatchObject({ snapshot: { points: 4 }, today: { points: 3 }, actionVersion: 2 })
    const { status } = await decide(await inReview(seen), { outcome: 'revoked', actionVersion: 2 })
    expect(status).toBe(200)
  })

  it('an appeal after a withdrawal or a revocation counts neither for the waiting time nor for the yearly limit', async () => {
    const action = await giveAction()
    const item = await filed(action)
    await reduce(item)
    await world().as.member(withdrawAppeal, { params: params(item), body: { version: item.version + 1 } })
    expect((await own()).actions[0]?.limit).toBeNull()
    expect((await file(action)).status).toBe(200)
  })

  it.each(['reduced', 'upheld'])('the database refuses that the issuer ends an appeal as %s', async (outcome) => {
    await filed(await giveAction())
    const written = world().database.pool.query(
      `update appeals set state = 'decided', ended_at = now(), ended_by = 'issuer', outcome = $1, decision = 'No.'`,
      [outcome],
    )
    await expect(written).rejects.toMatchObject({ code: '23514' })
  })
})

describe('An open appeal', () => {
  it.each([
    ['a graver type', { type: 'Suspension' }],
    ['more points', { points: 9 }],
    ['a later end', { ends_at: '2026-07-01T00:00:00.000Z' }],
    ['no end', { ends_at: null }],
    ['another reason for the person', { external_reason: 'Another accusation.' }],
    ['another person', { user: PEOPLE.es.id, user_name: PEOPLE.es.name }],
  ])('nobody revises the action to %s while its appeal is open', async (_, change) => {
    const action = await giveAction()
    await filed(action)
    for (const as of [world().as.staff, world().as.management, world().as.owner]) {
      const answer = await revise(action, 1, change, as)
      expect([answer.status, answer.error?.code]).toEqual([409, 'appeal_open'])
      expect(answer.error?.message).toMatch(/can only be reduced/)
    }
    expect((await actionOf(action)).item.version).toBe(1)
  })

  it('an action with an open appeal can be reduced, and its details show the appeal', async () => {
    const action = await giveAction()
    expect((await actionOf(action)).open_appeal).toBeNull()
    const item = await filed(action)
    expect((await actionOf(action)).open_appeal).toBe(item.id)
    expect((await revise(action, 1, { points: 1, type: 'Verbal Warning' })).status).toBe(200)
    expect((await revise(action, 2, { internal_reason: 'Seen twice.' })).status).toBe(200)
  })

  it('a decision on an action that changed meanwhile is refused and returns the current action', async () => {
    const action = await giveAction()
    const item = await inReview(await filed(action))
    await revise(action, 1, { points: 1 }, world().as.staff)
    const answer = await decide(item)
    expect([answer.status, answer.error?.code]).toEqual([409, 'changed_meanwhile'])
    const now = (await world().as.owner(findAppeal, { params: params(item) })).body.item
    expect(now).toMatchObject({ actionVersion: 2, today: { points: 1 }, state: 'in_review' })
    expect((await decide(item, { actionVersion: 2 })).status).toBe(200)
  })

  it('a decision that was written before the latest message of the appellant is refused', async () => {
    const item = await inReview(await filed(await giveAction()))
    await world().as.member(replyToAppeal, { params: params(item), body: { text: 'Wait, I found the log.' } })
    const answer = await decide(item)
    expect([answer.status, answer.error?.code]).toEqual([409, 'changed_meanwhile'])
    expect((await decide({ ...item, version: item.version + 1 })).status).toBe(200)
  })
})

describe('A person who revised the action', () => {
  it('a person who revised the action does not decide on the appeal, and reads neither messages nor comments', async () => {
    const action = await giveAction({ points: 1 })
    await revise(action, 1, { points: 9 })
    const item = await filed(action)
    const seen = await world().as.management(findAppeal, { params: params(item) })
    expect(seen.body.item).toMatchObject({ barred: 'reviser', messages: null, comments: null })
    const answer = await world().as.management(reviewAppeal, { params: params(item), body: { version: 1 } })
    expect([answer.status, answer.error?.message]).toEqual([403, 'You revised this action. Somebody else decides.'])
    expect(
      (await decide(await inReview(item), { actionVersion: 2, outcome: 'reduced', reduction: { points: 2 } })).status,
    ).toBe(200)
  })

  it('the database refuses a decision by a person who revised the action', async () => {
    const action = await giveAction({ points: 1 })
    await revise(action, 1, { points: 9 })
    await inReview(await filed(action))
    const write = (decider: string) => world().database.pool.query(`${DECIDED}, decider_id = $1`, [decider])
    await expect(write(PEOPLE.management.id)).rejects.toMatchObject({ code: '23514' })
    await write(PEOPLE.owner.id)
  })

  it('a person who reduced the action after an earlier appeal does not decide on the next one', async () => {
    await world().asPerson(MANAGER)
    const action = await giveAction()
    const first = await inReview(await filed(action), world().as.management)
    await decide(first, { outcome: 'reduced', reduction: { points: 2 } }, world().as.management)
    world().pass(14 * DAY)
    const member = await world().asPerson(PEOPLE.member)
    const body = { family: 'staff' as const, action: action.id, text: 'Two are too many.' }
    const { body: second } = await member(addAppeal, { body })
    const manager = await world().asPerson(PEOPLE.management)
    expect((await manager(findAppeal, { params: params(second.item) })).body.item.barred).toBe('reviser')
    expect((await manager(findAppeal, { params: params(first) })).body.item).toMatchObject({
      comments: [],
      messages: [],
    })
  })
})

describe('A person who imported the action', () => {
  const SHEET = 'Date,User,Discord ID,Issued by,Admin ID,Type,Reason,External Reason'
  const imported = async (admin: TestPerson = PEOPLE.staff, type = 'Strike') => {
    const names = `${PEOPLE.member.name},${PEOPLE.member.id},${admin.name},${admin.id}`
    const body = [SHEET, `2026-03-10,${names},${type},Seen,You left a scene.`].join('\n')
    const { status } = await world().as.management(importActions, { body, query: { dryRun: 'false' } })
    expect(status).toBe(200)
    const [action] = (await world().as.owner(listActions, { query: {} })).body.rows
    if (action === undefined) throw new Error('the import added no action')
    return action
  }

  it('a person who imported the action does not decide on it or read messages and comments; the database refuses it too', async () => {
    const item = await filed(await imported())
    const seen = await world().as.management(findAppeal, { params: params(item) })
    expect(seen.body.item).toMatchObject({ barred: 'importer', messages: null, comments: null })
    const answer = await world().as.management(reviewAppeal, { params: params(item), body: { version: 1 } })
    expect([answer.status, answer.error?.message]).toEqual([
      403,
      'You imported this action from a file. Somebody else decides.',
    ])
    await inReview(item)
    const write = (decider: string) => world().database.pool.query(`${DECIDED}, decider_id = $1`, [decider])
    await expect(write(PEOPLE.management.id)).rejects.toMatchObject({ code: '23514' })
    await write(PEOPLE.owner.id)
  })

  it('a person who imported an action does not approve it, as if they had logged it', async () => {
    const waits = async (admin: TestPerson) => (await imported(admin, 'Removal')).approval?.state ?? null
    expect(await waits(PEOPLE.management)).toBe('waiting')
    expect(await waits(PEOPLE.owner)).toBeNull()
  })

  it('a person who imported an action does not approve it after a revision', async () => {
    const action = await imported()
    expect((await revise(action, 1, { type: 'Removal' }, world().as.owner)).status).toBe(200)
    const approve = (as: As) => as(approveAction, { params: params(action), body: { decision: 'approve', version: 2 } })
    const { body } = await world().as.management(findAction, { params: params(action) })
    expect(body.may_approve).toBe(false)
    expect(await world().as.management(listToApprove)).toMatchObject({ body: { data: [] } })
    expect((await approve(world().as.management)).status).toBe(403)
    expect((await approve(await world().asPerson(MANAGER))).status).toBe(200)
  })
})

describe.each([
  ['shares an identifier with the person', ['license:bb'], []],
  ['is listed as another account of the person', [], [PEOPLE.management.id]],
])('An account that %s', (_, identifiers, others) => {
  beforeEach(async () => {
    const add = (id: string, held: string[], otherAccounts: string[]) =>
      world().database.pool.query(
        `insert into subjects (id, name, identifiers, other_accounts) values ($1, 'Somebody', $2, $3)`,
        [id, held, otherAccounts],
      )
    await add(PEOPLE.member.id, ['license:aa', ...identifiers], others)
    await add(PEOPLE.management.id, ['license:cc', ...identifiers], [])
  })

  it('a second account of the person concerned neither decides, approves, revises nor revokes, and reads why', async () => {
    const why = 'Your account shares a game licence with theirs.'
    const action = await giveAction({ type: 'Removal' })
    const by = world().as.management
    const body = { decision: 'approve' as const, version: 1 }
    expect(await by(approveAction, { params: params(action), body })).toMatchObject({
      ...{ status: 403, error: { message: `${why} Somebody else must approve it.` } },
    })
    expect((await by(listToApprove)).body.data).toEqual([])
    expect(await revise(action, 1, { points: 1 })).toMatchObject({
      ...{ status: 403, error: { message: `${why} Somebody else must do this.` } },
    })
    const revocation = { outcome: 'expunged' as const, why: 'x' }
    expect((await by(revokeAction, { params: params(action), body: revocation })).status).toBe(403)
    expect(await by(findAction, { params: params(action) })).toMatchObject({
      body: { may_approve: false, may_revise: false, may_revoke: false },
    })
    const item = await filed(action)
    expect((await by(findAppeal, { params: params(item) })).body.item).toMatchObject({
      ...{ barred: 'linked', messages: null, comments: null },
    })
    expect(await by(reviewAppeal, { params: params(item), body: { version: 1 } })).toMatchObject({
      ...{ status: 403, error: { message: `${why} Somebody else decides.` } },
    })
    expect((await inReview(item)).state).toBe('in_review')
  })
})

describe('A person who added evidence', () => {
  it('a person who added evidence does not decide on a later appeal', async () => {
    const evidence = async (action: { id: number }, link: string) => {
      const query = { family: 'staff', action: String(action.id) } as const
      expect((await world().as.management(addLink, { query, body: { link, shown: true } })).status).toBe(200)
    }
    const action = await giveAction()
    await evidence(action, 'https://medal.tv/clips/abc')
    const item = await filed(action)
    expect((await world().as.management(findAppeal, { params: params(item) })).body.item.barred).toBe('witness')
    const other = await giveAction({ type: 'Written Warning' })
    const second = await filed(other)
    world().pass(1_000)
    await evidence(other, 'https://medal.tv/clips/abc')
    expect((await world().as.management(findAppeal, { params: params(second) })).body.item.barred).toBeNull()
  })
})

describe('A person who approved an earlier version of the action', () => {
  it('a person who approved an earlier version does not decide on the appeal; the database refuses it too', async () => {
    const action = await giveAction({ by: 'management', type: 'Removal' })
    const approver = await world().asPerson(MANAGER)
    const body = { decision: 'approve' as const, version: 1 }
    expect((await approver(approveAction, { params: params(action), body })).status).toBe(200)
    expect((await revise(action, 2, { type: 'Suspension' })).status).toBe(200)
    const item = await filed(action)
    expect((await approver(findAppeal, { params: params(item) })).body.item.barred).toBe('approver')
    await inReview(item)
    const write = (decider: string) => world().database.pool.query(`${DECIDED}, decider_id = $1`, [decider])
    await expect(write(MANAGER.id)).rejects.toMatchObject({ code: '23514' })
    await write(PEOPLE.owner.id)
  })
})

describe('Nobody in a higher position is independent', () => {
  beforeEach(async () => {
    await world().signIn(PEOPLE.management)
  })

  it('an independent person decides before the owner who gave the action, and the appeal shows it', async () => {
    const action = await giveAction({ by: 'owner' })
    expect((await own()).actions[0]?.deciding).toBe('lower')
    const item = await filed(action)
    expect(item.deciding).toBe('lower')
    expect((await world().as.owner(findAppeal, { params: params(item) })).body.item.barred).toBe('issuer')
    const answer = await decide(await inReview(item, world().as.management), {}, world().as.management)
    expect([answer.status, answer.body.item.decidedAs]).toEqual([200, 'lower'])
    expect((await own()).data[0]).toMatchObject({ decidedAs: 'lower', deciding: null })
  })
})

it('the list of appealed actions of an issuer needs as many queries for three appeals as for one', async () => {
  const queries = async () => {
    // Count the queries of the second call: the first call after a change may make more queries.
    await world().as.staff(listGivenAppeals)
    const query = vi.spyOn(world().database.pool, 'query')
    const { data } = (await world().as.staff(listGivenAppeals)).body
    const result = { rows: data.length, queries: query.mock.calls.length }
    query.mockRestore()
    return result
  }
  await filed(await giveAction())
  const one = await queries()
  for (const points of [1, 2]) await filed(await giveAction({ points }))
  const three = await queries()
  expect([one.rows, three.rows]).toEqual([1, 3])
  expect(one.queries).toBeGreaterThan(2)
  expect(three.queries).toBe(one.queries)
})

describe('A decision that the database refuses', () => {
  const decideNow = async () => decide(await inReview(await filed(await giveAction())))

  it('a decision by a person without independence is refused with an explanation', async () => {
    const item = await inReview(await filed(await giveAction()))
    // Only the copy in the appeal names the owner as the approver. The action itself names management.
    await world().database.pool.query('update appeals set approver_id = $1', [PEOPLE.owner.id])
    await world().database.pool.query(
      `update disciplinary_actions set approver_id = $1, approver_name = 'M', approval = 'approved', approval_at = now()`,
      [PEOPLE.management.id],
    )
    const answer = await decide(item)
    expect([answer.status, answer.error?.code, answer.error?.message]).toEqual([
      409,
      'not_independent',
      'Somebody else must decide on this appeal.',
    ])
    expect((await world().as.owner(findAppeal, { params: params(item) })).body.item.state).toBe('in_review')
    expect(logged).toEqual([])
  })

  it('any other database error is a server error in the log', async () => {
    await world().database.pool.query(
      `alter table appeals add constraint appeals_other check (decision <> 'We looked again.')`,
    )
    try {
      const answer = await decideNow()
      expect([answer.status, answer.error?.code]).toEqual([500, 'unexpected'])
      expect(logged).toMatchObject([expect.stringContaining('appeals_other')])
    } finally {
      await world().database.pool.query('alter table appeals drop constraint appeals_other')
    }
  })
})

describe('An action that is revoked during its appeal', () => {
  it('a revocation closes the appeal in the same transaction, notifies the appellant and does not count as an appeal', async () => {
    const action = await giveAction()
    await filed(action)
    const body = { outcome: 'expunged' as const, why: 'Never happened.', version: 1 }
    expect((await world().as.management(revokeAction, { params: params(action), body })).status).toBe(200)
    const { data, actions } = await own()
    expect(data[0]).toMatchObject({ state: 'closed', outcome: null, endedBy: null, today: { isRevoked: true } })
    expect(actions[0]?.limit?.why).toBe('revoked')
    expect(await inboxKinds(await world().asPerson(PEOPLE.member))).toContain('appealClosed')
  })

  it('the database refuses to close an appeal while the action is in force', async () => {
    await filed(await giveAction())
    const written = world().database.pool.query(`update appeals set state = 'closed', ended_at = now()`)
    await expect(written).rejects.toMatchObject({ code: '23514' })
  })
})

describe('An action from the game', () => {
  let token = ''
  beforeEach(async () => {
    token = (await makeIngestToken(world())).token
  })
  const send = async (more: object) => {
    const { status, body } = await world().as.anyone(addGameEvent, {
      body: JSON.parse(JSON.stringify({ ...WARN, target: { discordId: PEOPLE.member.id, name: 'N' }, ...more })),
      headers: { authorization: `Bearer ${token}`, origin: 'https://elsewhere.example' },
    })
    expect(status).toBe(200)
    return body
  }
  const appealed = async (id: number) => {
    const { status, body } = await world().as.member(addAppeal, {
      body: { family: 'players', action: id, text: 'Not me.' },
    })
    expect(status).toBe(200)
    return body.item
  }
  const RHEA = { name: 'rhea.mills' }

  it('a game action belongs to the account under whose name other actions of the game were given', async () => {
    await send({
      id: 'A-1',
      author: { ...RHEA, discordId: PEOPLE.management.id },
      target: { discordId: PEOPLE.es.id, name: 'E' },
    })
    const { id } = await send({ id: 'A-2', author: { ...RHEA, discordId: null } })
    const item = await appealed(id)
    const seen = (await world().as.management(findAppeal, { params: params(item) })).body.item
    expect(seen).toMatchObject({ barred: 'issuer', messages: null, issuer: { isPerson: true, name: 'rhea.mills' } })
    await world().as.owner(askIssuer, { params: params(item), body: { version: item.version } })
    expect((await world().as.management(listGivenAppeals)).body.data).toMatchObject([
      { id: item.id, state: 'with_issuer' },
    ])
  })

  /** Sends an action by a name alone, after two accounts gave other actions under that name. Returns its id. */
  async function underSharedName(more: object = {}, author = RHEA) {
    const { name } = author
    for (const [id, { id: discordId }] of [
      ['A-0', PEOPLE.owner],
      ['A-1', PEOPLE.management],
    ] as const) {
      const target = { discordId: PEOPLE.es.id, name: 'E' }
      await send({ id, author: { name, discordId }, target })
    }
    return (await send({ id: 'A-2', ...more, author: { name, discordId: null } })).id
  }

  it('none of the accounts that share an author name decides on the appeal, and the page says so', async () => {
    await world().asPerson(MANAGER)
    const item = await appealed(await underSharedName())
    for (const as of [world().as.owner, world().as.management]) {
      const seen = (await as(findAppeal, { params: params(item) })).body.item
      expect(seen).toMatchObject({ barred: 'namesake', messages: null, issuer: { isPerson: false } })
      const answer = await as(reviewAppeal, { params: params(item), body: { version: item.version } })
      expect([answer.status, answer.error?.message]).toEqual([
        403,
        'You logged other actions under the name of the person who gave this one. Somebody else must decide on this appeal.',
      ])
    }
    const manager = await world().asPerson(MANAGER)
    expect((await decide(await inReview(item, manager), { notIssuer: true }, manager)).status).toBe(200)
  })

  it.each([
    ['a warning', {}, RHEA],
    ['a ban until a day', { kind: 'ban', expiresAt: '2026-06-01T00:00:00Z' }, RHEA],
    ['a ban for good', { kind: 'ban' }, RHEA],
    ['a name with accents and brackets', {}, { name: 'Ñandú (A-2)' }],
    ['a reason that names somebody else', { reason: 'First.\n\nWarned in game by nobody (A-2)' }, RHEA],
  ])('the database and the page determine the same author by the reason: %s', async (_, more, author) => {
    const item = await appealed(await underSharedName(more, author))
    const write = (decider: string) =>
      world().database.pool.query(`${DECIDED}, said_not_issuer = true, decider_id = $1`, [decider])
    for (const person of ['owner', 'management'] as const) {
      expect((await world().as[person](findAppeal, { params: params(item) })).body.item.barred).toBe('namesake')
      await expect(write(PEOPLE[person].id)).rejects.toMatchObject({ constraint: 'appeals_decider_is_independent' })
    }
    await write(MANAGER.id)
  })

  it('an action of an unknown author is decided by a person who declares that it was not theirs, and the declaration is kept', async () => {
    const { id } = await send({ id: 'A-2', author: { ...RHEA, discordId: null } })
    const item = await inReview(await appealed(id))
    expect(item.issuer).toMatchObject({ isPerson: false, name: 'rhea.mills' })
    const answer = await decide(item)
    expect([answer.status, Object.keys(answer.error?.fields ?? {})]).toEqual([400, ['notIssuer']])
    expect((await decide(item, { notIssuer: true })).status).toBe(200)
    const { rows } = await world().database.pool.query(
      `select a.said_not_issuer, l.after ->> 'said_not_issuer' as audited from appeals a, audit_log l where l.action = 'decideAppeal'`,
    )
    expect(rows).toEqual([{ said_not_issuer: true, audited: 'true' }])
  })

  it('the database refuses a decision on an action of an unknown author without that declaration', async () => {
    const { id } = await send({ id: 'A-2', author: { ...RHEA, discordId: null } })
    await inReview(await appealed(id))
    const write = (isDeclared: boolean) =>
      world().database.pool.query(`${DECIDED}, decider_id = '310000000000000291', said_not_issuer = $1`, [isDeclared])
    await expect(write(false)).rejects.toMatchObject({ code: '23514' })
    await write(true)
  })

  it('a reduced game ban stays active until staff lift it in the game, and staff are told so', async () => {
    const ban = await send({ id: 'B2F3-9KQM', kind: 'ban' })
    const item = await inReview(await appealed(ban.id))
    await decide(item, { outcome: 'revoked', notIssuer: true })
    const from = world().now().toISOString()
    expect((await own()).data[0]?.lift).toEqual({ from, doneAt: null })
    expect(await inboxKinds(await world().asPerson(PEOPLE.member))).not.toContain('banLifted')
    await send({ id: 'X1', kind: 'revoke', action: 'B2F3-9KQM' })
    expect((await own()).data[0]?.lift).toEqual({ from, doneAt: from })
    expect(await inboxKinds(await world().asPerson(PEOPLE.member))).toContain('banLifted')
  })

  it('a game action that is taken back in the game closes its open appeal', async () => {
    const ban = await send({ id: 'B2F3-9KQM', kind: 'ban' })
    await appealed(ban.id)
    await send({ id: 'X1', kind: 'revoke', action: 'B2F3-9KQM' })
    expect((await own()).data[0]?.state).toBe('closed')
  })
})

describe('Confirmations that an action was read', () => {
  const read = async (action: { id: number }) => {
    const { status } = await world().as.member(acknowledgeAction, { params: params(action), body: { version: 1 } })
    expect(status).toBe(200)
  }
  const mine = async () => (await world().as.member(listOwnActions)).body.data[0]

  it.each([
    ['another type', { type: 'Suspension' }],
    ['another end', { ends_at: '2026-04-01T00:00:00.000Z' }],
    ['other points', { points: 2 }],
    ['another reason', { external_reason: 'A wholly different accusation.' }],
  ])(
    'the person is asked to confirm again after %s, and the history keeps the earlier confirmation',
    async (_, change) => {
      const action = await giveAction()
      await read(action)
      await revise(action, 1, change)
      expect(await mine()).toMatchObject({ acknowledged_at: null, may_acknowledge: true })
      const { item, revisions } = await actionOf(action)
      expect([item.acknowledged_at, revisions[0]?.acknowledged_at]).toEqual([null, world().now().toISOString()])
    },
  )

  it('a confirmation stays valid after a change of the internal reason and after a reduction by an appeal', async () => {
    const action = await giveAction()
    await read(action)
    await revise(action, 1, { internal_reason: 'Seen twice.' })
    expect((await mine())?.acknowledged_at).not.toBeNull()
    const item = await inReview(await filed(action))
    await decide(item, { actionVersion: 2, outcome: 'reduced', reduction: { points: 1 } })
    expect((await mine())?.acknowledged_at).not.toBeNull()
  })
})

describe('An overdue appeal', () => {
  const queue = async (as: As, of: string) => (await as(listInbox)).body.waiting.find(({ name }) => name === of)
  const late = async (as: As) => (await queue(as, 'late-appeals'))?.count ?? null

  it('an overdue appeal has its own inbox row for management, then for owners, also during a statement', async () => {
    const item = await filed(await giveAction())
    await world().as.owner(askIssuer, { params: params(item), body: { version: item.version } })
    expect(await late(world().as.management)).toBe(0)
    expect(await late(world().as.staff)).toBeNull()
    world().pass(7 * DAY)
    expect(await late(await world().asPerson(PEOPLE.management))).toBe(1)
    expect(await late(await world().asPerson(PEOPLE.owner))).toBe(0)
    world().pass(7 * DAY)
    expect(await late(await world().asPerson(PEOPLE.management))).toBe(1)
    expect(await late(await world().asPerson(PEOPLE.owner))).toBe(1)
  })

  it('an overdue appeal is counted once, with the promised due date', async () => {
    const item = await filed(await giveAction())
    expect((await queue(world().as.management, 'appeals'))?.count).toBe(1)
    world().pass(7 * DAY)
    const manager = await world().asPerson(PEOPLE.management)
    expect(await queue(manager, 'appeals')).toMatchObject({ count: 0, dueAt: null })
    expect(await queue(manager, 'late-appeals')).toMatchObject({ count: 1, dueAt: item.dueAt })
    expect((await queue(await world().asPerson(PEOPLE.owner), 'appeals'))?.count).toBe(1)
  })

  it('an overdue appeal does not wait for the issuer', async () => {
    await filed(await giveAction({ by: 'management' }))
    world().pass(7 * DAY)
    expect(await late(await world().asPerson(PEOPLE.management))).toBe(0)
  })
})
