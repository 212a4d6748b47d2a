import { afterAll, describe, expect, it } from 'vitest'
import { addAppeal, listOwnAppeals } from '#features/appeals/contract.ts'
import {
  closeLiftTask,
  type DecisionDraft,
  decideAppeal,
  findAppeal,
  listAppeals,
  reviewAppeal,
} from '#features/appeals/decision-contract.ts'
import { liftAppealed } from '#features/appeals/given-contract.ts'
import { revisePlayerAction, revokePlayerAction } from '#features/discipline/player-contract.ts'
import { listInbox } from '#features/inbox/contract.ts'
import { addGameEvent } from '#features/ingest/contract.ts'
import { DAY } from '#lib/dates.ts'
import { copyCommunity } from '../community-copy.ts'
import { makeIngestToken, WARN } from '../game-events.ts'
import { PEOPLE } from '../people.ts'
import { useWorld } from '../world.ts'

const copy = copyCommunity()
copy.edit(
  'discipline.yaml',
  /( {2}- \{ name: )Ban(, .*)\n/,
  '  - { name: Ban, colour: danger }\n  - { name: Permanent Ban, colour: danger }\n',
)
copy.edit('in-game-actions.yaml', 'permanent_ban: Ban', 'permanent_ban: Permanent Ban')
afterAll(() => copy.discard())
const world = useWorld({ communityDir: () => copy.dir, ownerIds: [PEOPLE.owner.id] })

const BAN = 'B2F3-9KQM'
/** A staff member who gave an action in game. */
const ISSUER = { name: 'sam', discordId: PEOPLE.staff.id }
const params = (id: number) => ({ params: { id: String(id) } })
/** Signs the owner in again, because tests let days pass. */
const owner = async () => world().asPerson(PEOPLE.owner)
const inDays = (days: number) => new Date(world().now().getTime() + days * DAY).toISOString()

/** Returns a function that sends a game event about the member. */
async function gameServer() {
  const { token } = await makeIngestToken(world())
  return async (more: object) => {
    const target = { discordId: PEOPLE.member.id, name: PEOPLE.member.name }
    const { status, body } = await world().as.anyone(addGameEvent, {
      body: { ...WARN, target, ...more },
      headers: { authorization: `Bearer ${token}` },
    })
    expect(status).toBe(200)
    return body
  }
}

async function filed(action: number) {
  const body = { family: 'players' as const, action, text: 'It was not me.' }
  return (await world().as.member(addAppeal, { body })).body.item
}

const found = async (appeal: { id: number }) => (await (await owner())(findAppeal, params(appeal.id))).body.item

/** The owner takes an appeal into review and decides on it. */
async function decided(
  appeal: { id: number; version: number },
  decision: Pick<DecisionDraft, 'outcome' | 'reduction'>,
) {
  await (await owner())(reviewAppeal, { ...params(appeal.id), body: { version: appeal.version } })
  const { version, actionVersion } = await found(appeal)
  const body = { version, actionVersion, message: 'So it is.', comment: null, notIssuer: true, ...decision }
  const { status } = await (await owner())(decideAppeal, { ...params(appeal.id), body })
  expect(status).toBe(200)
  return found(appeal)
}

const waiting = async () =>
  (await (await owner())(listInbox)).body.waiting.find(({ name }) => name === 'appeals')?.count

/** Management revises an action. */
async function revised(
  action: number,
  changed: { type?: string; ends_at?: string | null; points?: number },
  version = 1,
) {
  const body = { version, why: 'Too much.', ...changed }
  expect((await world().as.management(revisePlayerAction, { ...params(action), body })).status).toBe(200)
}

/** Management revokes an action. */
async function revoked(action: number) {
  const body = { outcome: 'expunged' as const, why: 'Wrong person.' }
  const as = await world().asPerson(PEOPLE.management)
  expect((await as(revokePlayerAction, { ...params(action), body })).status).toBe(200)
}

/** The issuer, a staff member, makes a ban shorter while its appeal is open. */
async function shortened(appeal: { id: number; version: number }, days: number) {
  const less = { outcome: 'reduced' as const, reduction: { ends_at: inDays(days) }, message: 'Shorter.' }
  const body = { version: appeal.version, ...less }
  expect((await world().as.staff(liftAppealed, { ...params(appeal.id), body })).status).toBe(200)
}

/** The member appeals once more, thirty days later. */
const again = async (action: number) => {
  world().pass(30 * DAY)
  const body = { family: 'players' as const, action, text: 'It still was not me.' }
  return (await (await world().asPerson(PEOPLE.member))(addAppeal, { body })).body.item
}

describe('A ban that is a warning on the site and still active in txAdmin', () => {
  it.each([
    ['an appeal revokes it', (of: { id: number; version: number }) => decided(of, { outcome: 'revoked' })],
    [
      'an appeal makes it less',
      (of: { id: number; version: number }) => decided(of, { outcome: 'reduced', reduction: { ends_at: inDays(30) } }),
    ],
    ['it is revoked by hand', (_of: { id: number; version: number }, action: number) => revoked(action)],
  ])('the ban is due to be lifted now if %s', async (_what, becomesLess) => {
    const send = await gameServer()
    const { id } = await send({ id: BAN, kind: 'ban' })
    await revised(id, { type: 'Warning' })
    const appeal = await filed(id)
    await becomesLess(appeal, id)
    expect((await found(appeal)).liftTask).toEqual({ id: BAN, from: inDays(0), doneAt: null })
  })

  it('nothing is due if a warning in txAdmin became a ban on the site', async () => {
    const send = await gameServer()
    const { id } = await send({ id: 'W-1' })
    await revised(id, { type: 'Ban' })
    expect((await decided(await filed(id), { outcome: 'revoked' })).liftTask).toBeNull()
  })
})

describe('A permanent ban that is reduced', () => {
  it.each([
    ['a ban that ends is lifted at its end', 'Ban', 30, 30],
    ['a ban without an end is not lifted', 'Ban', null, null],
    ['a warning is lifted now', 'Warning', null, 0],
  ])('a permanent ban that is reduced: as %s', async (_what, type, end, lift) => {
    const send = await gameServer()
    const appeal = await filed((await send({ id: BAN, kind: 'ban' })).id)
    const reduction = end === null ? { type } : { type, ends_at: inDays(end) }
    const { liftTask } = await decided(appeal, { outcome: 'reduced', reduction })
    expect(liftTask).toEqual(lift === null ? null : { id: BAN, from: inDays(lift), doneAt: null })
  })
})

describe('A ban that is due to be lifted', () => {
  const listed = async () => (await (await owner())(listAppeals)).body.data.map(({ id, liftTask }) => [id, liftTask])

  it('the ban is no longer due after it ended in txAdmin, and is no longer active', async () => {
    const send = await gameServer()
    const appeal = await filed((await send({ id: BAN, kind: 'ban', expiresAt: inDays(3) })).id)
    const later = await filed((await send({ id: 'W-1' })).id)
    await decided(appeal, { outcome: 'revoked' })
    world().pass(DAY)
    await decided(later, { outcome: 'upheld' })
    expect(await waiting()).toBe(1)
    expect((await listed())[0]).toMatchObject([appeal.id, { id: BAN, doneAt: null }])
    world().pass(2 * DAY)
    expect(await waiting()).toBe(0)
    expect(await listed()).toEqual([
      [later.id, null],
      [appeal.id, null],
    ])
    expect((await found(appeal)).liftTask).toBeNull()
    expect((await (await world().asPerson(PEOPLE.member))(listOwnAppeals)).body.data[1]?.lift).toBeNull()
    expect((await (await owner())(closeLiftTask, params(appeal.id))).status).toBe(404)
  })

  it('the ban is due until its original end if it was shortened on the site before', async () => {
    const send = await gameServer()
    const ban = await send({ id: BAN, kind: 'ban', expiresAt: inDays(9) })
    await revised(ban.id, { ends_at: inDays(3) })
    await decided(await filed(ban.id), { outcome: 'revoked' })
    world().pass(3 * DAY)
    expect(await waiting()).toBe(1)
    world().pass(6 * DAY)
    expect(await waiting()).toBe(0)
  })

  it('nothing is due if the ban ends in txAdmin before its new end on the site', async () => {
    const send = await gameServer()
    const ban = await send({ id: BAN, kind: 'ban', expiresAt: inDays(30) })
    await revised(ban.id, { ends_at: inDays(90) })
    const appeal = await decided(await filed(ban.id), { outcome: 'reduced', reduction: { ends_at: inDays(60) } })
    expect(appeal.liftTask).toBeNull()
    expect((await world().as.member(listOwnAppeals)).body.data[0]?.lift).toBeNull()
    await revised(ban.id, { ends_at: inDays(10) }, 3)
    expect((await found(appeal)).liftTask?.from).toBe(inDays(10))
    await revised(ban.id, { ends_at: inDays(30) }, 4)
    expect((await found(appeal)).liftTask).toBeNull()
  })

  it('the ban is due from its new end if the issuer shortened it, even while the appeal is open', async () => {
    const send = await gameServer()
    const appeal = await filed((await send({ id: BAN, kind: 'ban', author: ISSUER })).id)
    await shortened(appeal, 30)
    world().pass(29 * DAY)
    expect(await waiting()).toBe(0)
    world().pass(DAY)
    expect(await waiting()).toBe(1)
    expect((await (await owner())(closeLiftTask, params(appeal.id))).status).toBe(200)
    expect(await waiting()).toBe(0)
  })
})

describe('An action that is revoked during its appeal', () => {
  it('a revoked ban is due to be lifted until the event of the game confirms it', async () => {
    const send = await gameServer()
    const ban = await send({ id: BAN, kind: 'ban' })
    const appeal = await filed(ban.id)
    await revoked(ban.id)
    const from = inDays(0)
    expect(await found(appeal)).toMatchObject({ state: 'closed', liftTask: { id: BAN, from, doneAt: null } })
    const { lift } = (await world().as.member(listOwnAppeals)).body.data[0] ?? {}
    expect(lift).toEqual({ from, doneAt: null })
    await send({ id: 'X-1', kind: 'revoke', action: BAN })
    expect((await found(appeal)).liftTask?.doneAt).toBe(inDays(0))
    expect((await world().as.member(listInbox)).body.forYou.map(({ kind }) => kind)).toContain('banLifted')
  })

  it('a revoked ban is due now if its issuer shortened it before', async () => {
    const send = await gameServer()
    const ban = await send({ id: BAN, kind: 'ban', author: ISSUER })
    const appeal = await filed(ban.id)
    await shortened(appeal, 30)
    expect((await found(appeal)).liftTask?.from).toBe(inDays(30))
    await revoked(ban.id)
    expect((await found(appeal)).liftTask?.from).toBe(inDays(0))
  })

  it('nothing is due for other types, or after txAdmin revoked the ban itself', async () => {
    const send = await gameServer()
    const warning = await send({ id: 'W-1' })
    const ban = await send({ id: BAN, kind: 'ban' })
    const appeals = [await filed(warning.id), await filed(ban.id)]
    await revoked(warning.id)
    await send({ id: 'X-1', kind: 'revoke', action: BAN })
    for (const appeal of appeals) expect(await found(appeal)).toMatchObject({ state: 'closed', liftTask: null })
  })
})

describe('A reduced ban that is due later', () => {
  const reduced = async (action: number) =>
    decided(await filed(action), { outcome: 'reduced', reduction: { ends_at: inDays(90) } })

  it('the ban is due now once management revokes it', async () => {
    const send = await gameServer()
    const { id } = await send({ id: BAN, kind: 'ban' })
    const appeal = await reduced(id)
    world().pass(DAY)
    expect(await waiting()).toBe(0)
    await revoked(id)
    expect(await waiting()).toBe(1)
    expect((await found(appeal)).liftTask).toEqual({ id: BAN, from: inDays(0), doneAt: null })
    const { lift } = (await (await world().asPerson(PEOPLE.member))(listOwnAppeals)).body.data[0] ?? {}
    expect(lift).toEqual({ from: inDays(0), doneAt: null })
  })

  it('the ban stays due since its new end if management revokes it later', async () => {
    const send = await gameServer()
    const { id } = await send({ id: BAN, kind: 'ban' })
    const appeal = await reduced(id)
    const from = inDays(90)
    world().pass(91 * DAY)
    await revoked(id)
    expect((await found(appeal)).liftTask?.from).toBe(from)
  })

  it.each([
    ['at its new end where that is earlier', () => ({ ends_at: inDays(30) }), 30],
    ['at its new end where that is later', () => ({ ends_at: inDays(120) }), 120],
    ['not at all where it has no end any more', () => ({ ends_at: null }), null],
    ['now where it is no ban any more', () => ({ type: 'Warning' }), 0],
    ['on the same day where neither changes', () => ({ points: 2 }), 90],
  ])('the ban is due after a revision by management: %s', async (_what, changed, days) => {
    const send = await gameServer()
    const { id } = await send({ id: BAN, kind: 'ban' })
    const appeal = await reduced(id)
    await revised(id, changed(), 2)
    const from = days === null ? null : inDays(days)
    expect((await found(appeal)).liftTask?.from ?? null).toBe(from)
    const { lift } = (await world().as.member(listOwnAppeals)).body.data[0] ?? {}
    expect(lift?.from ?? null).toBe(from)
  })

  it('the ban is due after management removes its end and sets another one, or revokes it', async () => {
    const send = await gameServer()
    const { id } = await send({ id: BAN, kind: 'ban' })
    const appeal = await reduced(id)
    await revised(id, { ends_at: null }, 2)
    await revised(id, { ends_at: inDays(60) }, 3)
    expect((await found(appeal)).liftTask?.from).toBe(inDays(60))
    await revised(id, { ends_at: null }, 4)
    await revoked(id)
    expect((await found(appeal)).liftTask?.from).toBe(inDays(0))
  })

  it('nothing is due if management removes the end and the game then revokes the ban', async () => {
    const send = await gameServer()
    const { id } = await send({ id: BAN, kind: 'ban' })
    const appeal = await reduced(id)
    await revised(id, { ends_at: null }, 2)
    expect((await send({ id: 'X-1', kind: 'revoke', action: BAN })).result).toBe('revoked')
    expect((await found(appeal)).liftTask).toBeNull()
    expect(await waiting()).toBe(0)
  })

  it('the ban stays due since it stopped being a ban, even if it is revised again', async () => {
    const send = await gameServer()
    const { id } = await send({ id: BAN, kind: 'ban' })
    const appeal = await decided(await filed(id), { outcome: 'reduced', reduction: { type: 'Warning' } })
    const from = inDays(0)
    world().pass(DAY)
    const as = await world().asPerson(PEOPLE.management)
    const body = { version: 2, why: 'Too much.', ends_at: inDays(5) }
    expect((await as(revisePlayerAction, { ...params(id), body })).status).toBe(200)
    expect((await found(appeal)).liftTask?.from).toBe(from)
  })

  it('the ban is due as a second appeal decides, and once only', async () => {
    const send = await gameServer()
    const { id } = await send({ id: BAN, kind: 'ban' })
    const first = await reduced(id)
    const second = await decided(await again(id), { outcome: 'revoked' })
    const task = { from: inDays(0), doneAt: null }
    expect((await found(second)).liftTask).toEqual({ id: BAN, ...task })
    expect((await found(first)).liftTask).toBeNull()
    world().pass(90 * DAY)
    expect(await waiting()).toBe(1)
    const { data } = (await (await world().asPerson(PEOPLE.member))(listOwnAppeals)).body
    expect(data.map(({ lift }) => lift)).toEqual([task, null])
  })

  it('the ban stays due if a second appeal changes nothing in txAdmin', async () => {
    const send = await gameServer()
    const { id } = await send({ id: BAN, kind: 'ban' })
    const first = await reduced(id)
    const { from } = first.liftTask ?? {}
    const second = await decided(await again(id), { outcome: 'upheld' })
    expect((await found(second)).liftTask).toBeNull()
    expect((await found(first)).liftTask?.from).toBe(from)
  })
})

describe('A ban that was already lifted in txAdmin', () => {
  it.each([
    ['a second appeal revokes it', (of: { id: number; version: number }) => decided(of, { outcome: 'revoked' })],
    ['it is revoked by hand', (_of: { id: number; version: number }, action: number) => revoked(action)],
  ])('the ban is not due again if %s', async (_what, revoke) => {
    const send = await gameServer()
    const { id } = await send({ id: BAN, kind: 'ban' })
    const first = await decided(await filed(id), { outcome: 'reduced', reduction: { ends_at: inDays(90) } })
    expect((await (await owner())(closeLiftTask, params(first.id))).status).toBe(200)
    const marked = await (await owner())(closeLiftTask, params(first.id))
    expect([marked.status, marked.error?.message]).toEqual([404, 'There is nothing to lift in txAdmin any more.'])
    const second = await again(id)
    await revoke(second, id)
    expect((await found(second)).liftTask).toBeNull()
    expect((await found(first)).liftTask).toMatchObject({ doneAt: expect.any(String) })
  })

  it('the task is closed for the appeal that required it last', async () => {
    const send = await gameServer()
    const { id } = await send({ id: BAN, kind: 'ban' })
    const first = await decided(await filed(id), { outcome: 'reduced', reduction: { ends_at: inDays(90) } })
    const second = await decided(await again(id), { outcome: 'revoked' })
    expect((await (await owner())(closeLiftTask, params(second.id))).status).toBe(200)
    expect((await found(second)).liftTask?.doneAt).toBe(inDays(0))
    expect((await found(first)).liftTask).toBeNull()
  })
})
