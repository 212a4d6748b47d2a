import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAudit } from '#features/audit/server/store.ts'
import { staffRoster } from '#features/roster/contract.ts'
import { createRosterStore, NO_EFFECTS } from '#features/roster/server/store.ts'
import { createChanges } from '#server/changes.ts'
import { root } from '#server/paths.ts'
import { CHECKLISTS as checklists } from '#test/checklist.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { ROSTER_CONTENT as rosterContent } from '#test/rosters.ts'
import { seed } from './seed.ts'

const nolan = '310000000000000101'
const by = { actor: null, requestId: 'a test' }
const clock = () => new Date('2026-11-14T12:00:00.000Z')
const demoDir = join(root, 'demo')
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

it('the demo starts with an older roster, so that its spreadsheet shows additions, changes and unchanged members', async () => {
  const count = await seed({ demoDir, database, clock, rosterContent, checklists, people: [nolan] })
  expect(count).toBeGreaterThanOrEqual(60)
  expect(count).toBeLessThanOrEqual(90)
  const store = createRosterStore(
    {
      ...{ database, clock, rosterContent, rosterEffects: NO_EFFECTS },
      audit: createAudit({ database, changes: createChanges(), clock }),
    },
    staffRoster,
  )
  const members = await store.list()
  expect(members).toHaveLength(count)
  expect(members.find(({ discordId }) => discordId === nolan)?.name).toBe('Nolan Reyes')

  const csv = readFileSync(join(root, 'demo/roster.csv'), 'utf8')
  const { ok, added, changed, unchanged, missing } = await store.tryImport({ csv }, null)
  expect({ ok, missing, all: added + changed + unchanged }).toEqual({ ok: true, missing: 0, all: 300 })
  expect(changed).toBeGreaterThanOrEqual(5)
  expect(unchanged).toBeGreaterThan(changed)

  expect(await seed({ demoDir, database, clock, rosterContent, checklists, people: [] })).toBe(0)
  for (const member of members) await store.remove(by, member.id)
  expect(await seed({ demoDir, database, clock, rosterContent, checklists, people: [] })).toBe(0)
  expect(await store.list()).toEqual([])
})
