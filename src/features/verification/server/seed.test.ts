import { afterAll, beforeAll, expect, it } from 'vitest'
import { readGuild } from '#dev/discord/guild.ts'
import { cutAudit } from '#features/audit/server/chain-store.ts'
import { readCommunity } from '#server/config/community.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { STATUSES } from '../rules.ts'
import { seedVerifications } from './seed.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

it('the demo starts with verifications in every state, once, without dates in the future', async () => {
  const now = new Date('2026-11-14T12:00:00.000Z')
  const community = readCommunity('community')
  const { people } = readGuild('demo/guild.yaml', { ...community, name: 'The demo' })
  const { verifiedRole } = community
  const rowsOf = async (table: string) => (await database.pool.query(`select * from ${table}`)).rows
  for (let start = 0; start < 3; start++) {
    // The row must not be inserted again, even when its entry in the audit log has been deleted.
    const later = new Date(now.getTime() + 1)
    if (start === 2) expect(await cutAudit(database, later, later)).toBeGreaterThan(0)
    await seedVerifications({ demoDir: 'demo', database, clock: () => now, people, verifiedRole })
    const rows = await rowsOf('verification_sessions')
    expect(rows).toHaveLength(7)
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(STATUSES))
    for (const { created_at, pending_at, verified_at, decided_at, expired_at } of rows) {
      for (const at of [created_at, pending_at, verified_at, decided_at, expired_at]) {
        if (at !== null) expect(at.getTime()).toBeLessThanOrEqual(now.getTime())
      }
    }
    expect(await rowsOf('verification_roles')).toMatchObject([{ role_id: verifiedRole, next_attempt_at: null }])
  }
  expect(JSON.stringify(await rowsOf('users'))).not.toContain('@mail.example')
})
