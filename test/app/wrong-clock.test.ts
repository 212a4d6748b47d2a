import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { preloadAll } from '#app/render.tsx'
import { saveTrustedTime } from '#features/audit/server/chain-store.ts'
import { addTenCode } from '#features/codes/contract.ts'
import { type TestDatabase, testDatabase } from '../database.ts'
import { PEOPLE } from '../people.ts'
import { newWorld, type World } from '../world.ts'

const NOW = new Date('2026-03-14T18:30:00.000Z')
const WAITS = '0b7c3a52-5f0e-4f0b-9d0a-3f1f7a4f8c11'
const inDays = (days: number) => new Date(NOW.getTime() + days * 24 * 60 * 60_000)
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await preloadAll()
})
afterAll(() => database.close())

/** Runs the site with this clock until the work is done. */
async function start(startsAt: Date, work: (world: World) => Promise<void>): Promise<void> {
  const world = await newWorld(database, { startsAt, startsJobs: true })
  try {
    await work(world)
  } finally {
    await world.app.close()
  }
}
const check = async ({ app }: World, cookie: string) => {
  const { headers, body } = await app.inject({ url: '/api/auth/check', headers: { cookie } })
  return { isOk: JSON.parse(body).ok, setCookie: headers['set-cookie'] }
}
const rowsOf = async (table: string) =>
  Number((await database.pool.query(`select count(*) from ${table}`)).rows[0].count)
const add = async ({ as }: World, code: string) =>
  expect((await as.management(addTenCode, { body: { code, meaning: 'Busy' } })).status).toBeLessThan(300)
const statusOf = async (id: string) =>
  (await database.pool.query('select status from verification_sessions where id = $1', [id])).rows[0]?.status

it('two starts with a clock 400 days ahead lose no session, row or cookie', async () => {
  let cookie = ''
  await start(NOW, async (world) => {
    cookie = await world.signIn(PEOPLE.staff)
    expect(await check(world, cookie)).toEqual({ isOk: true, setCookie: undefined })
    await add(world, '10-90')
    await database.pool.query(
      "insert into verification_sessions (id, user_id, created_at, status) values ($3, $1, $2, 'pending')",
      [PEOPLE.staff.id, NOW, WAITS],
    )
  })
  const rows = await rowsOf('audit_log')
  for (const [start_, code] of [
    [400, '10-91'],
    [400.1, '10-92'],
    [400.2, '10-93'],
  ] as const) {
    await start(inDays(start_), async (world) => {
      expect(await check(world, cookie)).toEqual({ isOk: false, setCookie: undefined })
      // This row gets the wrong time.
      await add(world, code)
      await new Promise((resolve) => setTimeout(resolve, 700))
      expect(await statusOf(WAITS)).toBe('pending')
    })
  }
  expect(await rowsOf('audit_log')).toBe(rows + 3)
  await start(inDays(0.5), async (world) => {
    expect(await check(world, cookie)).toEqual({ isOk: true, setCookie: undefined })
    await add(world, '10-94')
    const ended = await check(world, 'sid=nobody')
    expect(ended).toEqual({ isOk: false, setCookie: expect.stringContaining('Max-Age=0') })
  })
  // The site was off for a year, and somebody has confirmed that its clock is right.
  await saveTrustedTime(database.db, inDays(380))
  await start(inDays(381), async () => {
    await vi.waitFor(async () => expect(await statusOf(WAITS)).not.toBe('pending'), 3000)
  })
}, 60_000)
