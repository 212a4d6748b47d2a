import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { saveUser } from '#features/auth/server/store.ts'
import { readSupporterRoles } from '#features/supporters/server/gateway.ts'
import { readCommunity } from '#server/config/community.ts'
import { root } from '#server/paths.ts'
import { silentLog, type TestDatabase, testDatabase } from '#test/database.ts'
import { PEOPLE, userOf } from '#test/people.ts'
import { demoPeople } from './demo.ts'
import { diagnose } from './diagnosis.ts'
import { folderRefusal, hasRealPeople, isMarkedAsReal, markAsDemo, markAsReal, unmarkAsDemo } from './real-data.ts'

const folder = mkdtempSync(join(tmpdir(), 'site-real-data-'))
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const signIn = (id: string) => saveUser(database.db, userOf({ id, username: 'x', name: 'X', roleIds: [] }, new Date()))

it('the demo refuses a folder of a real site, and the doctor says what to do', async () => {
  expect(isMarkedAsReal(folder)).toBe(false)
  markAsReal(folder)
  markAsReal(folder)
  expect(isMarkedAsReal(folder)).toBe(true)
  const found = await diagnose({ log: silentLog, env: { DATA_DIR: folder } })
  expect(found.filter(({ ok }) => !ok).map(({ what }) => what)).toEqual([
    expect.stringContaining(`${folder} holds the records of a real site`),
  ])
  expect(readdirSync(folder)).toEqual(['real-site.txt'])
})

it('a real site refuses a folder of the demo until other data is restored into it', () => {
  const demo = mkdtempSync(join(tmpdir(), 'site-demo-'))
  const [asReal, asDemo] = [{ isDemo: false }, { isDemo: true }]
  expect(folderRefusal(demo, asReal)).toBeNull()
  markAsDemo(demo)
  expect(folderRefusal(demo, asReal)).toContain(`${demo} holds what the demo wrote`)
  expect(folderRefusal(demo, asDemo)).toBeNull()
  unmarkAsDemo(demo)
  expect(folderRefusal(demo, asReal)).toBeNull()
  rmSync(demo, { recursive: true })
})

it('the demo refuses an unmarked database once a real person signed in', async () => {
  const community = readCommunity(join(root, 'community'))
  const ids = demoPeople(community, readSupporterRoles(community.dir))
  expect(await hasRealPeople(database, ids)).toBe(false)
  await signIn(ids[0] ?? '')
  expect(await hasRealPeople(database, ids)).toBe(false)
  await signIn(PEOPLE.staff.id.replace(/^./, '9'))
  expect(await hasRealPeople(database, ids)).toBe(true)
})
