import { cpSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migratedFolder, silentLog } from '#test/database.ts'
import type { Database } from '../database.ts'
import { openDatabase } from '../open-database.ts'
import { openForReading } from '../reading.ts'
import { DatabaseInUse } from './lock.ts'

let dataDir: string
let site: Database
const shells = async (database: Database) => (await database.pool.query('select name from shells')).rows
const copies = () => readdirSync(dataDir).filter((name) => name.startsWith('copy-'))

beforeAll(async () => {
  dataDir = await migratedFolder()
  mkdirSync(join(dataDir, 'copy-of-a-killed-run'))
  site = await openDatabase({ dataDir, log: silentLog })
  await site.pool.query('create table shells (name text)')
})
afterAll(async () => {
  await site.close()
  rmSync(dataDir, { recursive: true })
})

describe('Copies of an embedded database', () => {
  it('a running site provides a copy, and both continue independently', async () => {
    expect(copies()).toEqual([])
    await site.pool.query(`insert into shells values ('scallop')`)
    const copy = await openForReading({ dataDir, log: silentLog })
    await site.pool.query(`insert into shells values ('conch')`)
    expect(await shells(copy)).toEqual([{ name: 'scallop' }])
    await copy.pool.query('delete from shells')
    expect(await shells(site)).toHaveLength(2)
    expect(copies()).toHaveLength(1)
    await copy.close()
    expect(copies()).toEqual([])
  })

  it.runIf(process.platform !== 'win32')('only users who can write the data can request a copy', () => {
    expect(statSync(join(dataDir, 'database.socket')).mode & 0o777).toBe(0o600)
  })

  it('requesting a copy creates nothing without a site', async () => {
    const elsewhere = join(dataDir, 'elsewhere')
    await expect(openForReading({ dataDir: elsewhere, log: silentLog })).rejects.toThrow('There is no database in')
    expect(readdirSync(dataDir)).not.toContain('elsewhere')
  })

  it('a site in a folder with a very long path runs, and provides no copies', async () => {
    const long = join(dataDir, 'l'.repeat(100))
    const folder = await migratedFolder()
    cpSync(folder, long, { recursive: true })
    rmSync(folder, { recursive: true })
    const logged: string[] = []
    const other = await openDatabase({
      dataDir: long,
      log: { ...silentLog, info: (_, message) => logged.push(message) },
    })
    expect(logged).toEqual([expect.stringContaining('the path of DATA_DIR is too long')])
    await expect(openForReading({ dataDir: long, log: silentLog })).rejects.toThrow(DatabaseInUse)
    await other.close()
    expect(readdirSync(long)).toEqual(['database'])
  })

  it('a site that does not respond is reported as using the database', async () => {
    rmSync(join(dataDir, 'database.socket'))
    await expect(openForReading({ dataDir, log: silentLog })).rejects.toThrow(DatabaseInUse)
  })
})
