import { afterAll, describe, expect, it } from 'vitest'
import { checkDeciders } from '#app/decider-findings.ts'
import { addAppeal } from '#features/appeals/contract.ts'
import { findAppeal } from '#features/appeals/decision-contract.ts'
import { addAction } from '#features/discipline/contract.ts'
import { addImage, listAppealEvidence, listEvidence } from '#features/evidence/contract.ts'
import { staffRoster } from '#features/roster/contract.ts'
import { copyCommunity } from '../community-copy.ts'
import { PEOPLE } from '../people.ts'
import { lossy, riff } from '../webp.ts'
import { useWorld } from '../world.ts'

/** A person who is not staff, and whose role gives only the capability to decide appeals. */
const DECIDER = { id: '310000000000000298', username: 'lena', name: 'Lena Vale', roleIds: ['200000000000000701'] }
const copy = copyCommunity()
copy.edit('site.yaml', /^roles:/m, `capabilities:\n  appeals.decide: ["${DECIDER.roleIds[0]}"]\nroles:`)
afterAll(() => copy.discard())
const world = useWorld({ communityDir: () => copy.dir, ownerIds: [PEOPLE.owner.id] })

async function giveAction() {
  const body = {
    ...{ user: PEOPLE.member.id, user_name: PEOPLE.member.name, type: 'Strike', points: 4 },
    ...{ internal_reason: 'Seen.', external_reason: 'You missed three shifts.' },
  }
  const { id } = (await world().as.staff(addAction, { body })).body.item
  const of = { family: 'staff' as const, action: String(id) }
  const image = { query: { ...of, shown: 'false' as const }, body: riff(lossy(640, 480)) }
  expect((await world().as.staff(addImage, image)).status).toBe(200)
  return { id, of }
}
const file = (id: number) =>
  world().as.member(addAppeal, { body: { family: 'staff', action: id, text: 'I was on leave.' } })

describe('A person who decides on appeals and is not staff', () => {
  it('a decider who is not staff sees all evidence of appealed actions, and no other evidence', async () => {
    const { id, of } = await giveAction()
    const decider = await world().asPerson(DECIDER)
    const image = async () =>
      (await world().app.inject({ url: '/api/evidence/1/image', headers: { cookie: await world().signIn(DECIDER) } }))
        .statusCode
    expect((await decider(listEvidence, { query: of })).status).toBe(403)
    expect((await decider(listAppealEvidence, { query: of })).status).toBe(404)
    expect(await image()).toBe(404)
    const appeal = (await file(id)).body.item
    const { status, body } = await decider(listAppealEvidence, { query: of })
    expect([status, body.data]).toMatchObject([200, [{ is_shown: false, may_remove: false }]])
    expect(await image()).toBe(200)
    expect((await decider(findAppeal, { params: { id: String(appeal.id) } })).status).toBe(200)
  })

  it('a decider who is not staff sees no evidence of an action about themselves', async () => {
    const { id, of } = await giveAction()
    await file(id)
    expect((await world().as.member(listAppealEvidence, { query: of })).status).toBe(403)
    await world().database.pool.query('update disciplinary_actions set user_id = $1', [DECIDER.id])
    const decider = await world().asPerson(DECIDER)
    expect((await decider(listAppealEvidence, { query: of })).status).toBe(404)
  })
})

describe('The doctor', () => {
  const mapping = { roles: [{ access: 'can:appeals.decide', roleId: '200000000000000701' }], ownerIds: [] }
  const found = async () => (await checkDeciders(world().database.db, mapping)).map(({ ok }) => ok)

  it('the doctor reports a role that decides on appeals and has nobody with a position', async () => {
    expect(await found()).toEqual([])
    await world().signIn(DECIDER)
    expect(await found()).toEqual([false])
    const { id: discordId, name } = DECIDER
    await world().as.owner(staffRoster.add, {
      body: { name, callsign: 'S-98', discordId, position: 'Moderator', status: 'Active' },
    })
    expect(await found()).toEqual([])
  })
})
