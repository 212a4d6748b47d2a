import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readContent } from '#app/content.ts'
import { INBOX } from '#app/features.ts'
import { readGuild } from '#dev/discord/guild.ts'
import type { ActionType } from '#features/discipline/type-rules.ts'
import { root } from '#server/paths.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { seedAppeals } from './seed-appeals.ts'

const clock = () => new Date('2026-11-14T12:00:00.000Z')
const content = await readContent(join(root, 'community'))
const { community } = content
const demoDir = join(root, 'demo')
const { people } = readGuild(join(demoDir, 'guild.yaml'), { ...community, name: community.site.name })

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const all = async (sql: string): Promise<string[]> =>
  (await database.pool.query(`select ${sql} order by one`)).rows.map(({ one }) => one)

it('the demo has an appeal in every state and with every decision, a late one, one that the issuer reduced, an unread warning, and an action to approve', async () => {
  expect(await seedAppeals({ ...content, demoDir, database, clock, inbox: INBOX, people })).toBe(22)
  expect(await all('distinct coalesce(outcome, state) one from appeals')).toEqual([
    'in_review',
    'inadmissible',
    'reduced',
    'revoked',
    'submitted',
    'upheld',
    'with_issuer',
    'withdrawn',
  ])
  const reduced = "state || ' ' || (issuer_message is not null) one from appeals where issuer_reduced_at is not null"
  expect(await all(reduced)).toEqual(['submitted true'])
  expect(await all("state one from appeals where state = 'in_review' and filed_at < '2026-11-07'")).toHaveLength(1)
  expect(await all('user_name one from disciplinary_actions where acknowledged_at is null')).toEqual([
    'Iris Kowalczyk',
    'Nolan Reyes',
  ])
  expect(await all("type one from disciplinary_actions where approval = 'waiting'")).toEqual(['Removal'])
  const concerning =
    "user_name || ' ' || is_shown one from evidence join disciplinary_actions d on d.id = action_id and family = 'staff'"
  expect(await all(concerning)).toEqual(['Nolan Reyes true', 'Priya Castell false'])
  expect(await all("user_name || ' ' || type one from player_actions where source = 'site'")).toEqual([
    'Lena Brandt Ban',
    'Lena Brandt Warning',
    'Sam Okafor Ban',
    'Sam Okafor Warning',
    'Sam Okafor Warning',
  ])
  // One player has reached the lowest threshold, and another lacks one point.
  const points = "user_name || ' ' || sum(points) one from player_actions where source = 'site' group by user_name"
  expect(await all(points)).toEqual(['Lena Brandt 4', 'Sam Okafor 3'])
  expect(await all("(gone_since is null) || ' ' || is_shown one from evidence where link is not null")).toEqual([
    'false false',
    'true true',
    'true true',
  ])
  // The decisions on appeals changed the actions.
  expect(await all('outcome one from disciplinary_actions where revoked_at is not null')).toEqual([
    'expunged',
    'expunged',
    'expunged',
  ])
  expect(await all("points one from disciplinary_actions where user_name = 'Priya Castell'")).toEqual([0, 0, 1, 1])
  expect(await all('distinct deviation one from disciplinary_actions')).toEqual(['harsher', 'milder', 'none'])
  // The page of appeal figures needs this many decisions.
  expect(await all("id one from appeals where state = 'decided' and family = 'staff'")).toHaveLength(10)
})

it('the demo omits records by management if nobody has that role', async () => {
  const { roles } = community
  const fresh = await testDatabase()
  const theirs = { ...content, community: { ...community, roles: { ...roles, management: [] } } }
  const written = await seedAppeals({ ...theirs, demoDir, database: fresh, clock, inbox: INBOX, people })
  const { rows } = await fresh.pool.query('select count(*)::int as n from appeals')
  await fresh.close()
  expect([written, rows[0].n]).toEqual([16, 6])
})

it('in the demo nobody read or appealed an action that needs approval first', async () => {
  const fresh = await testDatabase()
  const strict = (type: ActionType): ActionType => ({ ...type, approval: 'before' })
  const theirs = {
    ...content,
    actionTypes: content.actionTypes.map(strict),
    playerTypes: content.playerTypes.map(strict),
  }
  await seedAppeals({ ...theirs, demoDir, database: fresh, clock, inbox: INBOX, people })
  const { rows } = await fresh.pool.query(
    'select count(*)::int as n, count(acknowledged_at)::int as read from disciplinary_actions',
  )
  await fresh.close()
  expect(rows).toEqual([{ n: expect.any(Number), read: 0 }])
  expect(rows[0].n).toBeGreaterThan(0)
})

it('a community with its own offences has none of these records', async () => {
  const theirs = { ...content, offences: [] }
  expect(await seedAppeals({ ...theirs, demoDir, database, clock, inbox: INBOX, people })).toBe(0)
})
