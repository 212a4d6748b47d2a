import { afterAll, describe, expect, it } from 'vitest'
import { addAppeal } from '#features/appeals/contract.ts'
import { type DecisionDraft, decideAppeal, reviewAppeal } from '#features/appeals/decision-contract.ts'
import {
  addAction,
  approveAction,
  findActionPerson,
  listOwnActions,
  reviseAction,
  revokeAction,
} from '#features/discipline/contract.ts'
import { listThresholds } from '#features/discipline/threshold-contract.ts'
import { findPerson } from '#features/people/contract.ts'
import { staffRoster } from '#features/roster/contract.ts'
import { breakdown } from '#features/roster/rules.ts'
import { changeMentor } from '#features/training/contract.ts'
import { addTrialMod } from '#features/trial-mods/contract.ts'
import { DAY } from '#lib/dates.ts'
import { copyCommunity } from '../community-copy.ts'
import { PEOPLE, type TestPerson } from '../people.ts'
import { STAFF_LADDER } from '../rosters.ts'
import { useWorld } from '../world.ts'

const copy = copyCommunity()
copy.edit(
  'discipline.yaml',
  'colour: danger, approval: within24Hours',
  'colour: danger, approval: before, while: { rosterStatus: Inactive }',
)
afterAll(() => copy.discard())
const world = useWorld({ communityDir: () => copy.dir })

const PERSON = PEOPLE.member
const as = (who: 'staff' | 'management' | 'owner') => world().asPerson(PEOPLE[who])
const params = (id: number | string) => ({ id: String(id) })

async function onRoster({ id, name }: TestPerson = PERSON, status = 'LOA', position = 'Moderator') {
  const body = { name, callsign: `S-${id.slice(-3)}`, discordId: id, position, status }
  const answer = await world().as.owner(staffRoster.add, { body })
  expect(answer.status).toBe(200)
  return answer.body.item
}
async function give({ type = 'Suspension', days = 14, to = PERSON, points = 0 }: Given = {}) {
  const reasons = { internal_reason: 'between staff', external_reason: 'You left a scene.' }
  const ends = days === 0 ? {} : { ends_at: new Date(world().now().getTime() + days * DAY).toISOString() }
  const body = { user: to.id, user_name: to.name, type, points, ...reasons, ...ends }
  const answer = await (await as('management'))(addAction, { body })
  expect(answer.status).toBe(200)
  return answer.body.item
}
interface Given {
  type?: string
  days?: number
  to?: TestPerson
  points?: number
}
const listed = async () => (await (await as('staff'))(staffRoster.list)).body.data
const statuses = async () => {
  const members = await listed()
  const { statuses: shareByStatus } = breakdown(members, STAFF_LADDER)
  return shareByStatus.filter(({ count }) => count > 0).map(({ label }) => label)
}
const exported = async (): Promise<string> => String((await (await as('staff'))(staffRoster.exports.all)).body)
const panel = async () => {
  const { body } = await (await as('staff'))(findPerson, { params: { id: PERSON.id } })
  return body.item.rosters[0]
}
const change = async (fields: object, version = 1) => {
  const [member] = await listed()
  if (member === undefined) throw new Error('the roster is empty')
  const { id, effect: _, version: __, ...draft } = member
  return (await as('management'))(staffRoster.change, { params: { id }, body: { ...draft, ...fields, version } })
}
const revoke = async (id: number) =>
  (await as('management'))(revokeAction, { params: params(id), body: { outcome: 'expunged', why: 'No clip' } })

describe('An action in force that gives a status', () => {
  it('the roster shows the status everywhere with cause and end, and the stored status stays', async () => {
    await onRoster()
    const { id } = await give()
    const [member] = await listed()
    const inForce = { action: id, type: 'Suspension', until: '2026-03-28T18:30:00.000Z' }
    expect(member?.status).toBe('LOA')
    expect(member?.effect).toEqual({ status: { ...inForce, status: 'Suspended' }, promotion: inForce })
    expect(await statuses()).toEqual(['Suspended'])
    // An export has the stored status. If the file were imported again, a temporary status would become permanent.
    expect(await exported()).toMatch(/,LOA,/)
    const place = await panel()
    expect([place?.status, place?.statusColour, place?.effect?.status?.action]).toEqual(['Suspended', 'danger', id])
  })

  it('the stored status returns at the moment the action ends', async () => {
    await onRoster()
    await give()
    world().pass(14 * DAY - 1)
    expect(await statuses()).toEqual(['Suspended'])
    world().pass(1)
    expect(await statuses()).toEqual(['LOA'])
    expect(await exported()).toMatch(/,LOA,/)
    expect((await panel())?.status).toBe('LOA')
  })

  it('the person sees of each action only its effect beside their other actions', async () => {
    await onRoster()
    const suspension = await give({ days: 14 })
    const longer = await give({ type: 'Demotion', days: 30 })
    const own = async () => {
      const { data } = (await (await world().asPerson(PERSON))(listOwnActions)).body
      return Object.fromEntries(data.map(({ id, effect }) => [id, effect]))
    }
    expect(await own()).toEqual({
      [suspension.id]: { roster_status: 'Suspended', blocks_promotion: false },
      [longer.id]: { roster_status: null, blocks_promotion: true },
    })
    await revoke(longer.id)
    expect(await own()).toMatchObject({
      [suspension.id]: { roster_status: 'Suspended', blocks_promotion: true },
      [longer.id]: { roster_status: null, blocks_promotion: false },
    })
    world().pass(14 * DAY)
    expect((await own())[suspension.id]).toEqual({ roster_status: null, blocks_promotion: false })
  })

  it('the status ends with a revocation, and with a changed end or type', async () => {
    await onRoster()
    const first = await give()
    await revoke(first.id)
    expect(await statuses()).toEqual(['LOA'])
    const second = await give()
    expect(await statuses()).toEqual(['Suspended'])
    const body = { version: 1, type: 'Strike', why: 'Milder' }
    await (await as('management'))(reviseAction, { params: params(second.id), body })
    expect(await statuses()).toEqual(['LOA'])
  })

  it('an action without an end, or against somebody else, has no effect', async () => {
    await onRoster()
    await give({ days: 0 })
    await give({ to: PEOPLE.es })
    expect(await statuses()).toEqual(['LOA'])
  })

  it('an action that waits for approval has no effect', async () => {
    await onRoster()
    const { id } = await give({ type: 'Removal' })
    expect(await statuses()).toEqual(['LOA'])
    await (await as('owner'))(approveAction, { params: params(id), body: { decision: 'approve', version: 1 } })
    expect(await statuses()).toEqual(['Inactive'])
  })

  it('changes of the record keep the stored status, and importing the exported file changes nothing', async () => {
    await onRoster()
    await give()
    expect((await change({ notes: 'On the phone' })).body.item).toMatchObject({ status: 'LOA', notes: 'On the phone' })
    const file = await exported()
    const again = await (await as('management'))(staffRoster.import, { body: file, query: { dryRun: 'false' } })
    expect(again.body).toMatchObject({ ok: true, added: 0, changed: 0, unchanged: 1 })
    world().pass(14 * DAY)
    expect(await statuses()).toEqual(['LOA'])
  })

  it('a file that was exported meanwhile changes nothing after the action ended', async () => {
    await onRoster()
    await give()
    const file = await exported()
    world().pass(14 * DAY)
    const again = await (await as('management'))(staffRoster.import, { body: file, query: { dryRun: 'false' } })
    expect(again.body).toMatchObject({ ok: true, added: 0, changed: 0, unchanged: 1 })
    expect(await statuses()).toEqual(['LOA'])
  })

  it('a person who is away because of an action cannot become a mentor', async () => {
    await onRoster(PERSON, 'Active')
    await onRoster(PEOPLE.staff, 'Active', 'Trial Moderator')
    const trainee = PEOPLE.staff
    await world().as.management(addTrialMod, { body: { traineeId: trainee.id, name: trainee.name } })
    const body = { mentorId: PERSON.id }
    await give()
    const refused = await (await as('management'))(changeMentor, { params: { traineeId: trainee.id }, body })
    expect([refused.status, refused.error?.fields?.mentorId]).toEqual([
      400,
      'Jules Arden is away. Choose somebody who is here.',
    ])
  })
})

describe('An action in force that blocks a promotion', () => {
  const REFUSED =
    'Jules Arden cannot be promoted before 2026-03-28 18:30 UTC: Suspension #1 is in force. Management can revoke it.'
  const sheet = (position: string) => ['Name,Discord ID,Position', `${PERSON.name},${PERSON.id},${position}`].join('\n')

  it('a higher position is refused with the blocking action, in the form and in an import', async () => {
    await onRoster()
    await give()
    const refused = await change({ position: 'Administrator' })
    expect([refused.status, refused.error?.message]).toEqual([403, REFUSED])
    const management = await as('management')
    const dry = await management(staffRoster.import, { body: sheet('Administrator'), query: { dryRun: 'true' } })
    expect(dry.body).toMatchObject({ ok: false, errors: [{ line: 2, field: 'position', message: REFUSED }] })
    const real = await management(staffRoster.import, { body: sheet('Administrator'), query: { dryRun: 'false' } })
    expect([real.status, (await listed())[0]?.position]).toEqual([400, 'Moderator'])
  })

  it('the same and lower positions are allowed, and other people are not affected', async () => {
    await onRoster()
    await give({ to: PEOPLE.es })
    expect((await change({ position: 'Administrator' })).status).toBe(200)
    await give()
    expect((await change({ callsign: 'S-1' }, 2)).status).toBe(200)
    expect((await change({ position: 'Trial Moderator' }, 3)).status).toBe(200)
  })

  it('nobody is promoted through another record, or through a position that is not in the list', async () => {
    await onRoster()
    await give()
    expect((await change({ position: 'Administrator', discordId: '310000000000000299' })).status).toBe(403)
    expect((await change({ position: 'Tea Maker' })).status).toBe(200)
    expect((await change({ position: 'Administrator' }, 2)).status).toBe(403)
  })

  it('nobody is promoted by being removed and added again, or by taking over another record', async () => {
    const { id } = await onRoster()
    const other = await onRoster(PEOPLE.es, 'Active', 'Administrator')
    await give()
    const owner = await as('owner')
    expect((await owner(staffRoster.remove, { params: params(id) })).status).toBe(200)
    const body = {
      name: PERSON.name,
      callsign: 'S-9',
      discordId: PERSON.id,
      position: 'Administrator',
      status: 'Active',
    }
    const added = await owner(staffRoster.add, { body })
    expect([added.status, added.error?.message]).toEqual([403, REFUSED])
    const { version, ...taken } = { ...body, version: other.version }
    expect((await owner(staffRoster.change, { params: params(other.id), body: { ...taken, version } })).status).toBe(
      403,
    )
    expect((await owner(staffRoster.add, { body: { ...body, position: 'Auxiliary Staff' } })).status).toBe(200)
  })

  it('a promotion is possible after management revokes the action, or after it ends', async () => {
    await onRoster()
    const { id } = await give()
    await revoke(id)
    expect((await change({ position: 'Senior Moderator' })).status).toBe(200)
    await give({ type: 'Demotion' })
    expect((await change({ position: 'Administrator' }, 2)).status).toBe(403)
    world().pass(14 * DAY)
    expect((await change({ position: 'Administrator' }, 2)).status).toBe(200)
  })
})

describe('After an appeal', () => {
  async function decided(outcome: Pick<DecisionDraft, 'outcome' | 'reduction'>) {
    await onRoster()
    const { id } = await give({ points: 5 })
    const { body: filed } = await world().as.member(addAppeal, { body: { family: 'staff', action: id, text: 'Why?' } })
    const about = { params: params(filed.item.id) }
    const owner = await as('owner')
    const { body: review } = await owner(reviewAppeal, { ...about, body: { version: filed.item.version } })
    const body = { version: review.item.version, actionVersion: 1, message: 'We looked at it again.', ...outcome }
    return async () => {
      const answer = await owner(decideAppeal, { ...about, body })
      expect(answer.status).toBe(200)
    }
  }
  const state = async () => {
    const owner = await as('owner')
    const { body } = await owner(findActionPerson, { params: { id: PERSON.id } })
    const waiting = (await owner(listThresholds)).body.data.length
    return { points: body.item.record.points.active, waiting, status: (await statuses())[0] }
  }

  it('points, thresholds and roster status follow a successful appeal at once', async () => {
    const decide = await decided({ outcome: 'revoked' })
    expect(await state()).toEqual({ points: 5, waiting: 1, status: 'Suspended' })
    await decide()
    expect(await state()).toEqual({ points: 0, waiting: 0, status: 'LOA' })
    expect((await change({ position: 'Administrator' })).status).toBe(200)
  })

  it('points, thresholds and roster status follow a reduction of points and days', async () => {
    const ends_at = new Date(world().now().getTime() + 2 * DAY).toISOString()
    const decide = await decided({ outcome: 'reduced', reduction: { points: 1, ends_at } })
    await decide()
    expect(await state()).toEqual({ points: 1, waiting: 0, status: 'Suspended' })
    expect((await listed())[0]?.effect?.status?.until).toBe(ends_at)
    world().pass(2 * DAY)
    expect(await state()).toEqual({ points: 1, waiting: 0, status: 'LOA' })
  })
})
