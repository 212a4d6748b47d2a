import { afterAll, describe, expect, it } from 'vitest'
import { copyCommunity } from '#test/community-copy.ts'
import { PEOPLE, ROLE_IDS, type TestPerson } from '#test/people.ts'
import { useWorld } from '#test/world.ts'
import { listMissingRoles, listOwnRights, listRights } from '../contract.ts'

const CODES = '200000000000000301'
const LAWYER: TestPerson = { id: '310000000000000501', username: 'ada', name: 'Ada Lund', roleIds: [CODES] }
const copy = copyCommunity()
copy.edit('site.yaml', /^roles:/m, `capabilities:\n  law.edit: ["${CODES}"]\nroles:`)
afterAll(() => copy.discard())
const lineOf = (text: string) => copy.lineOf('site.yaml', text)
const OWNER_ID = '310000000000000502'
const world = useWorld({ communityDir: () => copy.dir, ownerIds: [OWNER_ID] })

describe('The list of rights for owners', () => {
  it('owners receive every right with its roles, their lines and its people', async () => {
    await world().signIn(PEOPLE.staff)
    await world().signIn({ id: OWNER_ID, username: 'root', name: 'Root', roleIds: [] })
    await world().signIn(LAWYER)
    await world().signIn(PEOPLE.member)
    const { status, body } = await world().as.owner(listRights)
    expect(status).toBe(200)
    expect(body.rights.slice(0, 5)).toEqual(['es', 'staff', 'management', 'owner', 'can:discipline.give'])
    expect(body.roles).toContainEqual({
      id: ROLE_IDS.staff[0],
      name: 'The staff role',
      isDeleted: false,
      gives: [{ access: 'staff', file: 'site.yaml', line: lineOf('  staff: [') }],
    })
    expect(body.people).toEqual([
      { id: LAWYER.id, name: 'Ada Lund', roleIds: [CODES], isNamed: false },
      { id: PEOPLE.staff.id, name: 'Priya Castell', roleIds: ROLE_IDS.staff, isNamed: false },
      { id: OWNER_ID, name: 'Root', roleIds: [], isNamed: true },
      { id: PEOPLE.owner.id, name: 'Theo Marchetti', roleIds: ROLE_IDS.owner, isNamed: false },
    ])
  })

  it('the list says which roles were deleted in Discord', async () => {
    const missing = { id: CODES, access: 'can:law.edit', file: 'site.yaml', line: lineOf('  law.edit: [') }
    expect((await world().as.owner(listMissingRoles)).body.data).toEqual([missing])
    expect((await world().as.owner(listRights)).body.roles.find(({ id }) => id === CODES)?.isDeleted).toBe(true)
  })

  it('no role is reported as deleted while Discord is down', async () => {
    world().discord.goDown()
    expect((await world().as.owner(listMissingRoles)).body.data).toEqual([])
  })
})

describe('The origin of the own rights', () => {
  const rightOf = async (person: TestPerson, access: string) => {
    const { body } = await (await world().asPerson(person))(listOwnRights)
    return body.data.find((right) => right.access === access)
  }

  it('the response names my role and its line for a right that I have', async () => {
    const way = {
      role: { id: CODES, name: null },
      by: 'can:law.edit',
      file: 'site.yaml',
      line: lineOf('  law.edit: ['),
    }
    expect(await rightOf(LAWYER, 'can:law.edit')).toEqual({ access: 'can:law.edit', ways: [way], wouldGive: [] })
  })

  it('the response names OWNER_IDS if that gives the right', async () => {
    const root = { id: OWNER_ID, username: 'root', name: 'Root', roleIds: [] }
    const ways = [{ role: null, by: 'owner', file: 'OWNER_IDS', line: null }]
    expect(await rightOf(root, 'can:audit.read')).toEqual({ access: 'can:audit.read', ways, wouldGive: [] })
  })

  it('the response names the roles that would give a missing right, without ids, lines and people', async () => {
    expect(await rightOf(PEOPLE.member, 'can:law.edit')).toEqual({
      access: 'can:law.edit',
      ways: [],
      wouldGive: ['The owner role', 'The management role', 'The staff role'],
    })
    const { body } = await world().as.member(listOwnRights)
    const response = JSON.stringify(body)
    expect(response).not.toMatch(/\d{17}|site\.yaml|OWNER_IDS/)
  })

  it('the response names no role to a person outside the Discord server', async () => {
    const call = await world().asPerson(PEOPLE.member)
    world().discord.kick(PEOPLE.member.id)
    world().pass(10 * 60_000)
    const { body } = await call(listOwnRights)
    expect(body.isInGuild).toBe(false)
    expect(body.data.flatMap(({ wouldGive }) => wouldGive)).toEqual([])
  })
})
