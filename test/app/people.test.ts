import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addAction, revokeAction } from '#features/discipline/contract.ts'
import { findPerson } from '#features/people/contract.ts'
import { furtherRosters, staffRoster } from '#features/roster/contract.ts'
import { readRosterContent } from '#features/roster/server/gateway.ts'
import { addTrialMod, changeStage } from '#features/trial-mods/contract.ts'
import { root } from '#server/paths.ts'
import { copyCommunity } from '../community-copy.ts'
import { PEOPLE } from '../people.ts'
import { useSharedWorld } from '../world.ts'

const copy = copyCommunity()
copy.write(
  'rosters.yaml',
  `${readFileSync(join(root, 'community/rosters.yaml'), 'utf8')}
  internal-affairs:
    title: Internal Affairs
    readBy: owner
    groups: [{ name: Investigator }]
    others: Investigator
`,
)
afterAll(() => copy.discard())
const [affairs] = furtherRosters(readRosterContent(copy.dir))
if (affairs === undefined) throw new Error('the file needs a further roster')

const SUBJECT = PEOPLE.staff
const SECRET = { name: 'Ira Quill', discordId: '310000000000000909', position: 'Investigator' }

describe('The record of a person', () => {
  const world = useSharedWorld({ communityDir: () => copy.dir })
  const find = async (as: 'staff' | 'management' | 'owner', id: string) => {
    const { status, body } = await world().as[as](findPerson, { params: { id } })
    expect(status).toBe(200)
    return body.item
  }

  beforeAll(async () => {
    const { owner, management } = world().as
    const { id, name } = SUBJECT
    const fields = { name, discordId: id, callsign: 'M-7', timezone: 'EST', hiredAt: '2024-03-04' }
    await owner(staffRoster.add, {
      body: { ...fields, position: 'Moderator', lastMove: '2024-05-01', notes: 'between staff' },
    })
    await owner(affairs.add, { body: { ...fields, position: 'Investigator', callsign: 'IA-1' } })
    await owner(affairs.add, { body: SECRET })
    await management(addTrialMod, { body: { traineeId: id, name, assignedInstructor: 'Dana Whitfield' } })
    await management(changeStage, {
      params: { id },
      body: { stage: 'classroom', done: true, byName: 'Dana Whitfield', notes: 'between staff' },
    })
    for (const type of ['Strike', 'Strike', 'Verbal Warning']) {
      const reasons = { internal_reason: 'between staff', external_reason: null }
      await management(addAction, { body: { user: id, user_name: name, type, ...reasons } })
    }
    await management(revokeAction, { params: { id: '1' }, body: { outcome: 'expunged', why: 'between staff' } })
  })

  it('the record combines every list: rosters, checklist, actions in force, and a timeline', async () => {
    const person = await find('management', SUBJECT.id)
    expect(person).toMatchObject({
      name: SUBJECT.name,
      rosters: [
        {
          ...{ key: 'roster', page: '/staff-roster', callsign: 'M-7', position: 'Moderator', status: 'Active' },
          ...{ statusColour: 'ok', timezone: 'EST', zone: 'America/New_York', notes: 'between staff' },
        },
      ],
      checklists: [{ key: 'trial-mods', isFinished: false, instructor: 'Dana Whitfield', passed: 1 }],
      record: {
        total: 3,
        standing: [
          { type: 'Verbal Warning', count: 1 },
          { type: 'Strike', count: 1 },
        ],
        revoked: 1,
      },
    })
    const kinds = person.timeline.map(({ kind, what }) => `${kind} ${what}`)
    expect(kinds.slice(-2)).toEqual(['moved Staff Roster', 'hired Staff Roster'])
    expect(kinds.toSorted()).toEqual(
      [
        ...['action Strike', 'action Strike', 'action Verbal Warning', 'revoked Strike'],
        ...['stage Classroom', 'moved Staff Roster', 'hired Staff Roster'],
      ].toSorted(),
    )
  })

  it('the record summarizes actions as a player, with the types of that family', async () => {
    const id = '310000000000000808'
    await world().database.pool.query(
      `insert into player_actions (date, user_id, user_name, admin_id, admin_name, type, internal_reason, source, native_id)
       values ('2026-03-10T10:00:00Z', $1, 'Bo Fender', 'txadmin:casey', 'casey', 'Ban', 'between staff', 'txadmin', 'BAAA-1111')`,
      [id],
    )
    const { name, record, player_record } = await find('staff', id)
    expect({ name, record }).toEqual({ name: 'Bo Fender', record: null })
    expect(player_record).toMatchObject({
      ...{ page: `/player-record?user=${id}`, total: 1, revoked: 0 },
      standing: [{ type: 'Ban', colour: 'danger', count: 1 }],
    })
  })

  it('the record contains nothing of a list that the caller cannot read', async () => {
    expect((await find('management', SUBJECT.id)).rosters.map(({ key }) => key)).toEqual(['roster'])
    expect((await find('owner', SUBJECT.id)).rosters.map(({ key }) => key)).toEqual(['roster', 'internal-affairs'])
  })

  it('a person whom no readable list contains is not found', async () => {
    expect(await find('management', SECRET.discordId)).toEqual({
      ...{ id: SECRET.discordId, name: null, other_names: [], avatar: null },
      ...{ rosters: [], checklists: [], record: null, player_record: null, timeline: [] },
    })
    expect((await find('owner', SECRET.discordId)).name).toBe(SECRET.name)
  })

  it('the record hides notes of staff from the person concerned', async () => {
    const own = JSON.stringify(await find('staff', SUBJECT.id))
    expect(own).toContain('Strike')
    expect(own).not.toContain('between staff')
    expect(JSON.stringify(await find('management', SUBJECT.id)).match(/between staff/g)).toHaveLength(6)
  })
})
