import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { migratedFolder, silentLog, type TestDatabase, testDatabase } from '#test/database.ts'
import { writeMigrations } from '#test/migrations.ts'
import { scratchFolder } from '#test/scratch-folder.ts'
import type { Database } from '../database.ts'
import { migrationsFolder, pendingMigrations } from '../migrate.ts'
import { openDatabase } from '../open-database.ts'
import { backup } from './backup.ts'
import { BadBackup, verifyBackup } from './format.ts'
import { NotEmpty, restore } from './restore.ts'

/**
 * A database of the tested engine. `embedded` is always an embedded one. Backups are restored from one into the other.
 */
let database: TestDatabase
let embedded: Database
let embeddedFolder: string
let folder: string
let made = 0

const clock = () => new Date('2026-03-14T18:30:00.000Z')
const excluded = { sessions: 'all', users: ['sealed_access_token'] } as const
const newFile = () => join(folder, `${++made}.backup`)
const save = async (from: Database, file = newFile()) => ({ file, sums: await backup(from, file, { excluded, clock }) })
const query = async (from: Database, text: string) => (await from.pool.query(text)).rows

beforeAll(async () => {
  database = await testDatabase()
  embeddedFolder = await migratedFolder()
  embedded = await openDatabase({ dataDir: embeddedFolder, log: silentLog })
})
afterAll(async () => {
  await database.close()
  await embedded.close()
  rmSync(embeddedFolder, { recursive: true })
})
beforeEach(async () => {
  folder = scratchFolder()
  await database.reset()
  await database.pool.query(`
    insert into users values ('310000000000000201', 'jules', null, 'Jules "the" \\ Ünïcödé 🌴', null, null, true,
      '{200000000000000001,"with, comma"}', '2026-01-02 03:04:05.006+00', 'sealed', null, '{}', false);
    insert into sessions (token_hash, user_id, created_at, last_seen_at, device)
      values ('a hash', '310000000000000201', now(), now(), 'a browser');
    insert into audit_log values (1, '2026-01-02 03:04:05.006+00', null, null, 'arrive', 'x', null,
      '{"b": [1.50, -0.1, 9007199254740993], "a": "line\\nbreak", "n": null}', 'start', '${'0'.repeat(64)}', 'h');
    insert into ten_codes (anchor, code, meaning, color, created_at, updated_at)
      select n::text, n::text, E'tab\\tand\\u00a0space', 'red', now(), now() from generate_series(1, 510) n;
    delete from ten_codes where id = 510;
    insert into disciplinary_actions (date, user_id, user_name, admin_id, admin_name, type, internal_reason)
      select '2026-01-01'::timestamptz + n * interval '1 hour', 'u' || n % 7, 'User ' || n % 7, 'a', 'Admin', 'Strike', 'Case ' || n
      from generate_series(1, 600) n;
    insert into disciplinary_revisions values (3, 1, now(), 'a', 'Admin', 'why', now(), 'u3', 'User 3', 'Note', 'was', null)`)
  return () => rmSync(folder, { recursive: true, force: true })
})

describe('Backups', () => {
  it('a backup moves the same data to the other engine and back, with sequences and without duplicates', async () => {
    const first = await save(database)
    expect(first.sums.map(({ name }) => name)).not.toContain('sessions')
    await restore(embedded, first.file, { isReplacing: true })
    const second = await save(embedded)
    expect(second.sums).toEqual(first.sums)
    await restore(database, second.file, { isReplacing: true })
    const third = await save(database)
    expect(third.sums).toEqual(first.sums)

    expect(await query(database, 'select count(*)::int as n from sessions')).toEqual([{ n: 0 }])
    expect(await query(database, 'select nick, role_ids, sealed_access_token from users')).toEqual([
      { nick: 'Jules "the" \\ Ünïcödé 🌴', role_ids: ['200000000000000001', 'with, comma'], sealed_access_token: null },
    ])
    expect(await query(database, 'select sum(n)::int as n from disciplinary_days')).toEqual([{ n: 600 }])
    expect(
      await query(
        database,
        `insert into ten_codes (anchor, code, meaning, color, created_at, updated_at)
        values ('new', 'new', 'new', 'red', now(), now()) returning id`,
      ),
    ).toEqual([{ id: 511 }])
    await query(
      database,
      `insert into disciplinary_actions (date, user_id, user_name, admin_id, admin_name, type, internal_reason)
      values (now(), 'u1', 'User 1', 'a', 'Admin', 'Strike', 'one more')`,
    )
    expect(await query(database, 'select sum(n)::int as n from disciplinary_days')).toEqual([{ n: 601 }])
    await expect(query(database, 'delete from audit_log')).rejects.toThrow('append-only')
  })

  it('a backup is a consistent snapshot without later writes', async () => {
    const file = newFile()
    let isFirst = true
    const sums = await backup(database, file, {
      excluded,
      clock,
      onRows: () => {
        if (database.engine === 'embedded' || !isFirst) return
        isFirst = false
        void query(database, 'delete from disciplinary_revisions')
      },
    })
    expect(sums.find(({ name }) => name === 'disciplinary_revisions')?.rows).toBe(1)
  })

  it('a backup is readable by its owner only, replaces no file, and leaves none after a failure', async () => {
    const { file } = await save(database)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await expect(save(database, file)).rejects.toThrow('already exists')
    const failing = backup(database, newFile(), {
      excluded,
      clock,
      onRows: (rows) => {
        if (rows > 600) throw new Error('No space left on device')
      },
    })
    await expect(failing).rejects.toThrow('No space left')
    expect(readdirSync(folder)).toEqual(['1.backup'].map(() => file.slice(folder.length + 1)))
    await expect(save(database, join(folder, 'missing/x.backup'))).resolves.toBeDefined()
  })

  it('a backup onto a full disk reports it, and leaves no file', async () => {
    const file = newFile()
    const handle = await open(folder, 'r')
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    const write = vi.spyOn(Object.getPrototypeOf(handle), 'appendFile').mockRejectedValue(full)
    await handle.close()
    try {
      await expect(save(database, file)).rejects.toThrow(`There is no room left on the disk of ${file}`)
    } finally {
      write.mockRestore()
    }
    expect(readdirSync(folder)).toEqual([])
  })

  it('a backup has time and origin in its first line, and its counts at the end', async () => {
    const { file, sums } = await save(database)
    const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject(['backup', { format: 1, made: '2026-03-14T18:30:00.000Z' }])
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual([
      'end',
      { tables: sums, sha256: expect.stringMatching(/^[\da-f]{64}$/) },
    ])
    expect(await verifyBackup(file)).toMatchObject({ engine: database.engine, tables: sums })
    expect(lines.join()).not.toContain('sealed')
  })
})

describe('Restores', () => {
  const refuses = async (file: string, words: RegExp) => {
    const before = (await save(database)).sums
    await expect(restore(database, file, { isReplacing: true })).rejects.toThrow(BadBackup)
    await expect(restore(database, file, { isReplacing: true })).rejects.toThrow(words)
    expect((await save(database)).sums).toEqual(before)
  }
  const rewritten = async (change: (text: string) => string) => {
    const { file } = await save(database)
    const other = newFile()
    writeFileSync(other, gzipSync(change(gunzipSync(readFileSync(file)).toString())))
    return other
  }

  it('a truncated backup is refused and changes nothing', async () => {
    const { file } = await save(database)
    const bytes = readFileSync(file)
    const cut = newFile()
    writeFileSync(cut, bytes.subarray(0, bytes.length - 40))
    await refuses(cut, /not whole/)
    await refuses(await rewritten((text) => text.slice(0, text.lastIndexOf('["end"'))), /its end is missing/)
  })

  it.each([
    ['a value', 'Case 17"', 'Case 18"', /disciplinary_actions does not add up/],
    ['a row less', /\{"id":5,[^\n]+\n/, '', /does not add up/],
    ['another time of making', '2026-03-14T18:30', '2026-03-15T18:30', /its lines do not add up/],
  ])('a modified backup (%s) is refused and changes nothing', async (_, from, to, words) => {
    await refuses(await rewritten((text) => text.replace(from, to)), words)
  })

  it('another file is refused and changes nothing', async () => {
    const file = newFile()
    writeFileSync(file, 'Name,Discord ID\n')
    await refuses(file, /not a backup/)
    writeFileSync(file, gzipSync('{"id":1}\n'))
    await refuses(file, /not a backup/)
    await refuses(join(folder, 'nowhere'), /There is no file/)
  })

  it('a backup of a newer version is refused', async () => {
    const newer = /made by a newer version of this site/
    await refuses(await rewritten((text) => text.replace('"format":1', '"format":2')), newer)
    const { file } = await save(database)
    const files = readMigrationFiles({ migrationsFolder })
    const older = writeMigrations(folder, files.length - 1)
    await expect(restore(embedded, file, { isReplacing: true, migrations: older })).rejects.toThrow(newer)
  })

  it('a restore into a database with data is refused, unless the data can be replaced', async () => {
    const { file } = await save(database)
    await expect(restore(database, file, { isReplacing: false })).rejects.toThrow(NotEmpty)
    await database.reset()
    await restore(database, file, { isReplacing: false })
    expect(await query(database, 'select count(*)::int as n from ten_codes')).toEqual([{ n: 509 }])
  })

  it('a restore whose check fails changes nothing', async () => {
    const { file, sums } = await save(database)
    await query(database, 'delete from ten_codes')
    const check = async () => {
      throw new Error('the chain is broken')
    }
    await expect(restore(database, file, { isReplacing: true, check })).rejects.toThrow('the chain is broken')
    expect(await query(database, 'select count(*)::int as n from ten_codes')).toEqual([{ n: 0 }])
    await restore(database, file, { isReplacing: true })
    expect((await save(database)).sums).toEqual(sums)
  })

  it('a backup of an older version is migrated', async () => {
    const files = readMigrationFiles({ migrationsFolder })
    const old = await save(embedded)
    const early = writeMigrations(folder, 4)
    await embedded.pool.query('drop schema public cascade; drop schema drizzle cascade; create schema public')
    const { migrate } = await import('../migrate.ts')
    expect(await migrate(embedded, { folder: early })).toBe(4)
    await embedded.pool.query(
      `insert into ten_codes (anchor, code, meaning, color, created_at, updated_at)
       values ('a', '10-4', 'Acknowledged', 'red', now(), now())`,
    )
    const { file } = await save(embedded)
    expect((await verifyBackup(file)).migrations).toHaveLength(4)
    await restore(database, file, { isReplacing: true })
    expect(await pendingMigrations(database)).toBe(0)
    expect(await query(database, 'select code from ten_codes')).toEqual([{ code: '10-4' }])
    expect(await query(database, 'select count(*)::int as n from disciplinary_actions')).toEqual([{ n: 0 }])
    await restore(embedded, old.file, { isReplacing: true })
    expect(await query(embedded, 'select count(*)::int as n from drizzle.__drizzle_migrations')).toEqual([
      { n: files.length },
    ])
  })
})
