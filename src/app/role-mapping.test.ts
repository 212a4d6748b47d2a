import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { saveUser } from '#features/auth/server/store.ts'
import type { Mapping } from '#features/rights/rules.ts'
import { saveMapping } from '#features/rights/server/store.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { fakeDiscord } from '#test/fakes/discord.ts'
import { PEOPLE, ROLE_IDS, userOf } from '#test/people.ts'
import { checkMapping, mappingRefusal } from './role-mapping.ts'

const NEW_ROLE = '200000000000000801'
const roles = [
  { access: 'owner', roleId: ROLE_IDS.owner[0] ?? '' },
  { access: 'staff', roleId: ROLE_IDS.staff[0] ?? '' },
]
const KEPT: Mapping = { roles, ownerIds: [] }
const MOVED: Mapping = { roles: [{ access: 'owner', roleId: NEW_ROLE }, ...roles.slice(1)], ownerIds: [] }
const now = new Date('2026-11-20T12:00:00.000Z')

let database: TestDatabase
const keep = (mapping: Mapping) => saveMapping({ database, clock: () => now }, mapping)
const NEWCOMER = { id: '310000000000000801', username: 'new', name: 'New', roleIds: [NEW_ROLE] }

beforeEach(async () => {
  database = await testDatabase()
  await saveUser(database.db, userOf(PEOPLE.owner, new Date(0)))
  await saveUser(database.db, userOf(PEOPLE.staff, new Date(0)))
})
afterEach(() => database.close())

describe('A start that would leave no owner', () => {
  it('the start is refused with instructions', async () => {
    await keep(KEPT)
    const refusal = await mappingRefusal(database.db, MOVED, fakeDiscord([PEOPLE.owner]))
    expect(refusal).toContain('Nobody would be an owner any more')
    expect(refusal).toContain('Set OWNER_IDS to your Discord ID')
  })

  it('the start is refused if Discord cannot be asked who has the new role', async () => {
    await keep(KEPT)
    const discord = fakeDiscord([NEWCOMER])
    expect(await mappingRefusal(database.db, MOVED, { members: () => null })).not.toBeNull()
    discord.goDown()
    expect(await mappingRefusal(database.db, MOVED, discord)).not.toBeNull()
  })

  it('the start is allowed if a person who never signed in has the new role, or OWNER_IDS names somebody', async () => {
    await keep(KEPT)
    expect(await mappingRefusal(database.db, MOVED, fakeDiscord([NEWCOMER]))).toBeNull()
    const named = { ...MOVED, ownerIds: [PEOPLE.staff.id] }
    expect(await mappingRefusal(database.db, named, fakeDiscord([]))).toBeNull()
  })

  it('the start is allowed if there was no owner before, or no earlier start is known', async () => {
    expect(await mappingRefusal(database.db, MOVED, fakeDiscord([]))).toBeNull()
    await keep(MOVED)
    expect(await mappingRefusal(database.db, { ...MOVED, ownerIds: [] }, fakeDiscord([]))).toBeNull()
  })
})

describe('Role changes in the doctor', () => {
  const found = async (mapping: Mapping, at = now) =>
    (await checkMapping(database.db, mapping, at)).map(({ ok, what }) => [ok, what])

  it('before a restart the doctor reports who gains and loses which rights', async () => {
    await keep(KEPT)
    expect(await found(KEPT)).toEqual([])
    const promoted = { access: 'management', roleId: ROLE_IDS.staff[0] ?? '' }
    const next: Mapping = { roles: [...roles.slice(0, 1), promoted], ownerIds: [] }
    expect(await found(next)).toEqual([
      [true, 'the next start changes the rights of people: Priya Castell gains management'],
    ])
  })

  it('the doctor reports that a restart would be refused', async () => {
    await keep(KEPT)
    expect((await found(MOVED))[0]).toEqual([false, expect.stringContaining('nobody would be an owner')])
  })

  it('for two weeks the doctor reports whose rights the last start changed', async () => {
    await keep(KEPT)
    await keep({ roles: roles.slice(0, 1), ownerIds: [] })
    const expected = [[true, 'the start on 2026-11-20 changed the rights of people: Priya Castell loses staff']]
    expect(await found({ roles: roles.slice(0, 1), ownerIds: [] })).toEqual(expected)
    expect(await found({ roles: roles.slice(0, 1), ownerIds: [] }, new Date('2026-12-05T12:00:00.000Z'))).toEqual([])
  })
})
