import { afterAll, describe, expect, it } from 'vitest'
import { addAppeal, listOwnAppeals } from '#features/appeals/contract.ts'
import { askIssuer } from '#features/appeals/decision-contract.ts'
import { addStatement, liftAppealed, listGivenAppeals } from '#features/appeals/given-contract.ts'
import { addAction, reviseAction, undoAddAction } from '#features/discipline/contract.ts'
import { listInbox } from '#features/inbox/contract.ts'
import { HOUR } from '#lib/dates.ts'
import { copyCommunity } from '../community-copy.ts'
import { PEOPLE } from '../people.ts'
import { useWorld } from '../world.ts'

const copy = copyCommunity()
/** A person who is not staff, and whose role gives only the capability to log actions. */
const GIVER = { id: '310000000000000298', username: 'remy', name: 'Remy Vale', roleIds: ['200000000000000701'] }
copy.edit('site.yaml', /^roles:/m, `capabilities:\n  discipline.give: ["${GIVER.roleIds[0]}"]\nroles:`)
afterAll(() => copy.discard())

const world = useWorld({ communityDir: () => copy.dir })
const params = ({ id }: { id: number }) => ({ id: String(id) })
const { member } = PEOPLE

async function giveAction() {
  const reasons = { internal_reason: 'Seen at the pier', external_reason: 'You left a scene.' }
  const body = { user: member.id, user_name: member.name, type: 'Strike', ...reasons }
  const answer = await (await world().asPerson(GIVER))(addAction, { body })
  expect(answer.status).toBe(200)
  return answer.body.item
}

async function appealed() {
  const body = { family: 'staff' as const, action: (await giveAction()).id, text: 'I was ill.' }
  return (await world().as.member(addAppeal, { body })).body.item
}

describe('An issuer who is not staff', () => {
  it('an issuer who is not staff can take back an action right after they logged it', async () => {
    const undone = await (await world().asPerson(GIVER))(undoAddAction, {
      params: params(await giveAction()),
      body: { version: 1 },
    })
    expect([undone.status, undone.body.item.revoked?.outcome]).toEqual([200, 'expunged'])
  })

  it('an issuer who is not staff cannot read later changes of management after the time limit to take the action back', async () => {
    const action = await giveAction()
    const changes = { version: 1, why: 'More', internal_reason: 'Between management' }
    const revised = await world().as.management(reviseAction, { params: params(action), body: changes })
    expect(revised.status).toBe(200)
    const giver = await world().asPerson(GIVER)
    const { status, body } = await giver(undoAddAction, { params: params(action), body: { version: 1 } })
    expect([status, body]).toEqual([409, { ok: false, error: expect.objectContaining({ code: 'too_late' }) }])
  })

  it('an issuer who is not staff learns nothing about other actions by taking them back', async () => {
    const body = { user: member.id, user_name: member.name, type: 'Strike', internal_reason: 'x', external_reason: 'y' }
    const { item } = (await world().as.management(addAction, { body })).body
    const giver = await world().asPerson(GIVER)
    const undo = (id: number) => giver(undoAddAction, { params: params({ id }), body: { version: 1 } })
    const [ofOther, none] = [await undo(item.id), await undo(item.id + 1_000)]
    expect(ofOther.status).toBe(404)
    expect([ofOther.status, ofOther.body]).toEqual([none.status, none.body])
  })

  it('an issuer who is not staff gives a requested statement and lifts their own action', async () => {
    const appeal = await appealed()
    const request = await world().as.management(askIssuer, {
      params: params(appeal),
      body: { version: appeal.version },
    })
    expect(request.status).toBe(200)
    const giver = await world().asPerson(GIVER)
    expect((await giver(listInbox)).body.waiting).toMatchObject([{ path: '/given-appeals', count: 1 }])
    const statement = await giver(addStatement, { params: params(appeal), body: { text: 'He left.' } })
    const { version } = statement.body.item
    const body = { outcome: 'revoked' as const, message: 'You were ill.', version }
    const lifted = await giver(liftAppealed, { params: params(appeal), body })
    expect([statement.status, lifted.status]).toEqual([200, 200])
    expect((await giver(listGivenAppeals)).body.data).toMatchObject([{ state: 'decided' }])
  })

  it('a person who can no longer give actions is not asked for a statement, and nobody waits for them', async () => {
    const appeal = await appealed()
    expect(appeal.canTakeBack).toBe(true)
    world().discord.setRoles(GIVER.id, [])
    world().pass(HOUR)
    const giver = await world().asPerson({ ...GIVER, roleIds: [] })
    expect((await giver(listGivenAppeals)).status).toBe(403)
    const owner = await world().asPerson(PEOPLE.owner)
    const request = await owner(askIssuer, { params: params(appeal), body: { version: appeal.version } })
    expect([request.status, request.error?.message]).toEqual([
      409,
      'Remy Vale cannot answer here now: their roles no longer let them. Take the appeal into review without asking.',
    ])
    const own = await (await world().asPerson(member))(listOwnAppeals)
    expect(own.body.data).toMatchObject([{ state: 'submitted', canTakeBack: false }])
    expect(own.body.actions).toMatchObject([{ canTakeBack: false }])
  })
})
