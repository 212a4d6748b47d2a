import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '#features/audit/server/tables.ts'
import { saveUser } from '#features/auth/server/store.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { PEOPLE, ROLE_IDS, userOf } from '#test/people.ts'
import type { Mapping } from '../rules.ts'
import { compareMapping, findLastChange, saveMapping } from './store.ts'

const CODES = '200000000000000301'
const roles = (['owner', 'management', 'staff', 'es'] as const).map((access) => {
  return { access: access as string, roleId: ROLE_IDS[access][0] ?? '' }
})
const FIRST: Mapping = { roles, ownerIds: [] }
const WITH_CODES: Mapping = { roles: [...roles, { access: 'can:law.edit', roleId: CODES }], ownerIds: [] }

let database: TestDatabase
const clock = () => new Date('2026-11-20T12:00:00.000Z')
const keep = (mapping: Mapping) => saveMapping({ database, clock }, mapping)
const rows = () => database.db.select().from(auditLog).orderBy(auditLog.seq)

beforeEach(async () => {
  database = await testDatabase()
  await saveUser(database.db, userOf({ ...PEOPLE.member, roleIds: [CODES] }, new Date(0)))
  await saveUser(database.db, userOf(PEOPLE.owner, new Date(0)))
})
afterEach(() => database.close())

describe('The role mapping at a start', () => {
  it('the first mapping is stored without an audit entry, and so is an equal one', async () => {
    expect(await keep(FIRST)).toEqual([])
    expect(await keep({ ...FIRST, roles: roles.toReversed() })).toEqual([])
    expect(await rows()).toEqual([])
  })

  it('a changed mapping has an audit entry with the new mapping and the changes for each person', async () => {
    await keep(FIRST)
    expect(await keep(WITH_CODES)).toEqual([{ id: PEOPLE.member.id, gained: ['can:law.edit'], lost: [] }])
    expect(await keep(WITH_CODES)).toEqual([])
    expect((await rows()).map(({ action, target, after }) => ({ action, target, after }))).toEqual([
      { action: 'changeMapping', target: 'rights', after: { nowGiven: `${CODES} law.edit`, noLongerGiven: '' } },
      { action: 'changeRights', target: `users/${PEOPLE.member.id}`, after: { gained: 'law.edit' } },
    ])
    const changes = [{ id: PEOPLE.member.id, name: 'Jules Arden', gained: ['can:law.edit'], lost: [] }]
    expect(await findLastChange(database.db)).toEqual({ at: clock(), changes: changes })
  })

  it('a mapping can be compared beforehand without a change', async () => {
    await keep(WITH_CODES)
    const expected = { changes: [{ id: PEOPLE.member.id, gained: [], lost: ['can:law.edit'] }], losesLastOwner: false }
    expect(await compareMapping(database.db, FIRST)).toEqual(expected)
    expect(await compareMapping(database.db, FIRST)).toEqual(expected)
    expect(await findLastChange(database.db)).toBeNull()
  })

  it('a mapping that removes the last owner is recognized', async () => {
    await keep(FIRST)
    const without = { ...FIRST, roles: roles.filter(({ access }) => access !== 'owner') }
    expect((await compareMapping(database.db, without)).losesLastOwner).toBe(true)
    const named = { ...without, ownerIds: [PEOPLE.member.id] }
    expect((await compareMapping(database.db, named)).losesLastOwner).toBe(false)
  })
})
