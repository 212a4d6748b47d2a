import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cutAudit } from '#features/audit/server/chain-store.ts'
import { DaQuery } from '#features/discipline/contract.ts'
import { createActionSearch, STAFF_FAMILY } from '#features/discipline/server/search-store.ts'
import { root } from '#server/paths.ts'
import { ACTION_TYPES as actionTypes } from '#test/action-types.ts'
import { CHECKLISTS as checklists } from '#test/checklist.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { ROSTER_CONTENT as rosterContent } from '#test/rosters.ts'
import { seed } from './seed.ts'
import { seedActions } from './seed-actions.ts'

const nolan = '310000000000000101'
const clock = () => new Date('2026-11-14T12:00:00.000Z')
const NOBODY = { find: async () => [], list: async () => new Map(), show: async () => null }
const demoDir = join(root, 'demo')
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

it('the demo starts with a year of actions by administrators against the roster, some revised and some revoked', async () => {
  await seed({ demoDir, database, clock, rosterContent, checklists, people: [nolan] })
  const count = await seedActions({ demoDir, database, clock, rosterContent, actionTypes })
  expect(count).toBeGreaterThanOrEqual(400)
  expect(count).toBeLessThanOrEqual(600)
  const store = createActionSearch({ database, directory: NOBODY, clock }, STAFF_FAMILY, actionTypes)
  const all = []
  for (let page = 1; page <= Math.ceil(count / 100); page++) {
    all.push(...(await store.listActions({ id: '1' }, DaQuery.parse({ page: String(page), pageSize: '100' }))).rows)
  }
  expect(all).toHaveLength(count)
  expect(all.every(({ user, admin, date }) => user !== admin && date <= clock().toISOString())).toBe(true)
  expect(all.every(({ internal_reason }) => internal_reason !== null && !/[{}]/.test(internal_reason))).toBe(true)
  expect(all.filter((each) => each.is_revised).length).toBeGreaterThan(10)
  expect(all.filter(({ revoked }) => revoked !== null).length).toBeGreaterThan(10)
  expect(await seedActions({ demoDir, database, clock, rosterContent, actionTypes })).toBe(0)

  // Entries that were cut from the audit log still count as done: the demo is not filled twice.
  const later = new Date(clock().getTime() + 1)
  expect(await cutAudit(database, later, later)).toBeGreaterThan(0)
  expect(await seed({ demoDir, database, clock, rosterContent, checklists, people: [nolan] })).toBe(0)
  expect(await seedActions({ demoDir, database, clock, rosterContent, actionTypes })).toBe(0)
})
