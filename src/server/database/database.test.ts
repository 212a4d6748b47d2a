import { sql } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newDatabase, type TestDatabase, testEngine } from '#test/database.ts'
import type { Db } from './database.ts'
import { asUnavailable } from './unavailable.ts'

const animal = pgTable('animal', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull().unique(),
})

let database: TestDatabase

beforeAll(async () => {
  database = await newDatabase()
  await database.pool.query('create table animal (id int primary key generated always as identity, name text unique)')
})
beforeEach(() => database.reset())
afterAll(() => database.close())

const names = async (db: Db) => (await db.select().from(animal).orderBy(animal.id)).map(({ name }) => name)

describe('The database of a test', () => {
  it('the database has the engine of this test run', async () => {
    expect(database.engine).toBe(testEngine)
    await database.check()
  })

  it('the database uses UTC', async () => {
    expect((await database.pool.query('show timezone')).rows).toEqual([{ TimeZone: 'UTC' }])
  })

  it('a transaction is written completely or not at all', async () => {
    await database.db.transaction((tx) => tx.insert(animal).values([{ name: 'manatee' }, { name: 'panther' }]))
    const failed = database.db.transaction(async (tx) => {
      await tx.insert(animal).values({ name: 'gator' })
      await tx.insert(animal).values({ name: 'manatee' })
    })
    const error = await failed.catch((reason) => reason)
    expect(error.cause).toMatchObject({ code: '23505', constraint: 'animal_name_key' })
    expect(asUnavailable(error)).toBeUndefined()
    expect(await names(database.db)).toEqual(['manatee', 'panther'])
  })

  it('a store accepts a transaction in place of the database', async () => {
    await database.db.transaction(async (tx) => {
      await tx.insert(animal).values({ name: 'heron' })
      expect(await names(tx)).toEqual(['heron'])
    })
  })

  it('concurrent queries are answered', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, n) => database.db.insert(animal).values({ name: `animal ${n}` })))
    expect(await names(database.db)).toHaveLength(40)
  })

  it('the database works after a failed query', async () => {
    await expect(database.pool.query('selec')).rejects.toMatchObject({ code: '42601' })
    expect(await names(database.db)).toEqual([])
  })

  it('the database is empty in each test, sequences start at one, despite a rule against deletion', async () => {
    await database.pool.query(
      `create function forbid() returns trigger language plpgsql as $$ begin raise 'append only'; end $$`,
    )
    await database.pool.query(
      'create trigger append_only before update or delete on animal for each row execute function forbid()',
    )
    await database.db.insert(animal).values({ name: 'heron' })
    await expect(database.db.delete(animal)).rejects.toThrow()
    await database.reset()
    await database.db.insert(animal).values({ name: 'ibis' })
    expect(await database.db.select().from(animal)).toEqual([{ id: 1, name: 'ibis' }])
    await database.pool.query('drop trigger append_only on animal')
  })

  it('failed work on a client returns its connection', async () => {
    for (let n = 0; n < 12; n++) {
      await expect(
        database.withoutTimeout(async () => {
          throw new Error('no')
        }),
      ).rejects.toThrow('no')
    }
    expect((await database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  })
})
