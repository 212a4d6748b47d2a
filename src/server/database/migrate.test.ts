import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newDatabase, type TestDatabase } from '#test/database.ts'
import { type MigrateOptions, migrate, NewerDatabase, pendingMigrations } from './migrate.ts'

let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await newDatabase()
})
afterAll(() => database.close())

/** A time after every real migration, so that the test's migrations are pending. */
const later = 4_000_000_000_000

function write(migrations: Record<string, string>): void {
  const tags = Object.keys(migrations)
  const entries = tags.map((tag, idx) => ({ idx, version: '7', when: later + idx, tag, breakpoints: true }))
  mkdirSync(join(folder, 'meta'), { recursive: true })
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries }))
  for (const tag of tags) writeFileSync(join(folder, `${tag}.sql`), migrations[tag] ?? '')
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'site-migrations-'))
  await database.pool.query('drop table if exists bird')
  await database.pool.query('delete from drizzle.__drizzle_migrations where created_at >= $1', [later])
  return () => rmSync(folder, { recursive: true })
})

const columns = async (client: Pick<PoolClient, 'query'> = database.pool) => {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'bird' order by ordinal_position`,
  )
  return rows.map(({ name }) => name)
}

describe('Migrations', () => {
  it('nothing is left to do after the migrations of the product', async () => {
    expect(await pendingMigrations(database)).toBe(0)
    expect(await migrate(database)).toBe(0)
  })

  it('missing migrations run once, in order', async () => {
    write({ one: 'create table bird (id int)' })
    expect(await migrate(database, { folder })).toBe(1)
    write({ one: 'create table bird (id int)', two: 'alter table bird add name text' })
    expect(await pendingMigrations(database, folder)).toBe(1)
    expect(await migrate(database, { folder })).toBe(1)
    expect(await pendingMigrations(database, folder)).toBe(0)
    expect(await columns()).toEqual(['id', 'name'])
  })

  it('of several processes, one runs the migrations', async () => {
    write({ one: 'create table bird (id int)', two: 'select pg_sleep(0.1); alter table bird add name text' })
    const done = await Promise.all([1, 2, 3].map(() => migrate(database, { folder })))
    expect(done.sort()).toEqual([0, 0, 2])
    expect(await columns()).toEqual(['id', 'name'])
  })

  it('a failed migration changes nothing, and can be repeated', async () => {
    write({ one: 'create table bird (id int)', two: 'alter table nest add name text' })
    await expect(migrate(database, { folder })).rejects.toThrow()
    expect(await columns()).toEqual([])
    write({ one: 'create table bird (id int)', two: 'alter table bird add name text' })
    expect(await migrate(database, { folder })).toBe(2)
  })

  it('a callback runs before an existing database is changed, and its failure stops the migration', async () => {
    write({ one: 'create table bird (id int)' })
    const seen: [number, string[]][] = []
    const before: MigrateOptions['before'] = async (client, made) => {
      seen.push([made, await columns(client)])
    }
    const full = async () => {
      throw new Error('the disk is full')
    }
    await expect(migrate(database, { folder, before: full })).rejects.toThrow('the disk is full')
    expect(await pendingMigrations(database, folder)).toBe(1)
    await migrate(database, { folder, before })
    await migrate(database, { folder, before })
    expect(seen).toEqual([[expect.any(Number), []]])
  })

  it('a database of a newer version is refused', async () => {
    write({ one: 'create table bird (id int)', two: 'alter table bird add name text' })
    await migrate(database, { folder })
    write({ one: 'create table bird (id int)' })
    await expect(migrate(database, { folder })).rejects.toThrow(NewerDatabase)
    await expect(pendingMigrations(database, folder)).rejects.toThrow(NewerDatabase)
  })
})
