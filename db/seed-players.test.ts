import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { GAME_TYPES } from '#features/discipline/game-rules.ts'
import { root } from '#server/paths.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { seedClaims } from './seed-claims.ts'
import { seedPlayers } from './seed-players.ts'

const JULES = '310000000000000108'
const MARCUS = { id: '310000000000000103', username: 'mdelgado' }

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const rowsOf = async (query: string, values: unknown[] = []) => (await database.pool.query(query, values)).rows

it('the demo starts with a year of actions against players, once', async () => {
  const deps = {
    demoDir: join(root, 'demo'),
    database,
    clock: () => new Date('2026-11-14T12:00:00.000Z'),
    people: [MARCUS],
    gameTypes: GAME_TYPES,
  }
  expect(await seedPlayers(deps)).toBe(202)
  const byMarcus = await rowsOf('select from player_actions where admin_id = $1', [MARCUS.id])
  expect(byMarcus.length).toBeGreaterThan(20)
  expect(await rowsOf('select type from player_actions where user_id = $1', [JULES])).toHaveLength(3)
  // There are players without a Discord account, and players of whom only bans are left.
  expect((await rowsOf(`select from subjects where id like 'subject:%'`)).length).toBeGreaterThan(10)
  expect(await rowsOf('select list, added from imports')).toEqual([
    { list: 'player-actions', added: expect.any(Number) },
  ])
  expect(await seedPlayers(deps)).toBe(0)
})

it('one player of the demo claims a ban without an account', async () => {
  const clock = () => new Date('2026-11-14T12:00:00.000Z')
  const jules = { id: JULES, username: 'julesarden', globalName: 'Jules Arden', avatar: null, member: null }
  expect(await seedClaims({ demoDir: join(root, 'demo'), database, clock, people: [jules] })).toBe(1)
  expect(await rowsOf('select person_name, native_id, state, at from claims')).toEqual([
    { person_name: 'Jules Arden', native_id: 'BXQV-W1A2', state: 'waiting', at: new Date('2026-11-12T12:00:00.000Z') },
  ])
})
