import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { root } from '#server/paths.ts'
import { migratedFolder, silentLog } from '#test/database.ts'
import { scratchFolder } from '#test/scratch-folder.ts'
import { asUnavailable, DatabaseUnavailable } from '../unavailable.ts'
import { type EmbeddedDatabase, type EmbeddedOptions, openEmbedded } from './embedded.ts'
import { lock, thisProcess } from './lock.ts'
import { checkpointWhenDue, vacuumAll } from './maintenance.ts'

const undo: (() => unknown)[] = []

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

function removedAfter(path: string): string {
  undo.push(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** A folder with a migrated database. */
const folder = async () => removedAfter(await migratedFolder())

async function open(dataDir: string, tuning: Partial<EmbeddedOptions> = {}): Promise<EmbeddedDatabase> {
  const database = await openEmbedded({ dataDir, log: silentLog, ...tuning })
  undo.push(() => database.close())
  return database
}

/** Polls until the condition is true. */
async function until(isSo: () => Promise<boolean>, seconds: number): Promise<void> {
  for (const end = Date.now() + seconds * 1000; !(await isSo()); await sleep(50)) {
    if (Date.now() > end) throw new Error(`Not so within ${seconds} seconds`)
  }
}

async function accepts(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    (error) => {
      if (asUnavailable(error)) return false
      throw error
    },
  )
}

const endless = 'select count(*) from generate_series(1, 2000000000) as n where n % 7 = 8'

describe('The embedded database', () => {
  let shared: EmbeddedDatabase
  let dataDir: string
  beforeAll(async () => {
    dataDir = await migratedFolder()
    shared = await openEmbedded({ dataDir, log: silentLog })
  })
  afterAll(async () => {
    await shared.close()
    rmSync(dataDir, { recursive: true })
  })

  it('a commit is on disk before it is acknowledged', async () => {
    const { pool, fsyncs } = shared
    await pool.query('create table counted (id int)')
    const before = fsyncs()
    for (let id = 0; id < 10; id++) await pool.query('insert into counted values ($1)', [id])
    expect(fsyncs() - before).toBeGreaterThanOrEqual(10)
    const after = fsyncs()
    await pool.query('select * from counted')
    expect(fsyncs()).toBe(after)
    expect((await pool.query('show fsync')).rows).toEqual([{ fsync: 'on' }])
    expect((await pool.query('show wal_sync_method')).rows).toEqual([{ wal_sync_method: 'fsync' }])
  })

  it('a checkpoint runs when the log has grown, and not otherwise', async () => {
    const { pool, withoutTimeout } = shared
    await pool.query('create table logged as select n, md5(n::text) from generate_series(1, 20000) as n')
    expect(await checkpointWhenDue(withoutTimeout)).toBe(false)
    expect(await checkpointWhenDue(withoutTimeout, 1_000_000)).toBe(true)
    expect(await checkpointWhenDue(withoutTimeout, 1_000_000)).toBe(false)
  })

  it('every table is vacuumed and analyzed', async () => {
    const { pool, withoutTimeout } = shared
    await pool.query('create table "Entry" as select n from generate_series(1, 1000) as n')
    await vacuumAll(withoutTimeout)
    expect((await pool.query(`select reltuples from pg_class where relname = 'Entry'`)).rows).toEqual([
      { reltuples: 1000 },
    ])
  })

  it('no temporary files remain beside a new database', async () => {
    const dataDir = removedAfter(scratchFolder())
    const left = join(dataDir, 'database.new-1')
    mkdirSync(left)
    writeFileSync(join(left, 'PG_VERSION'), '18')
    await open(dataDir)
    expect(readdirSync(dataDir).sort()).toEqual(['database', 'database.lock', 'database.socket'])
  }, 60_000)

  it('data is still there after closing and opening, and the lock is released between', async () => {
    const dataDir = await folder()
    const first = await openEmbedded({ dataDir, log: silentLog })
    await first.pool.query('create table entry (id int generated always as identity, at timestamptz)')
    await first.pool.query('insert into entry (at) values ($1)', [new Date('2026-07-01T12:00:00Z')])
    await first.close()
    expect(readdirSync(dataDir)).toEqual(['database'])
    const { pool } = await open(dataDir)
    expect(
      (await pool.query(`select id, at, at::text as text, similarity('abc', 'abc') as alike from entry`)).rows,
    ).toEqual([{ id: 1, at: new Date('2026-07-01T12:00:00Z'), text: '2026-07-01 12:00:00+00', alike: 1 }])
  })

  it('each query gets a clean session, whatever the last one changed', async () => {
    const { pool } = shared
    const client = await pool.connect()
    await client.query(`set application_name = 'left over'`)
    await client.query('create temp table left_over (id int)')
    await client.query('begin')
    client.release(true)
    const { rows } = await pool.query(
      `select current_setting('application_name') as name, to_regclass('left_over') as temp, now() = statement_timestamp() as own`,
    )
    expect(rows).toEqual([{ name: '', temp: null, own: true }])
  })

  it('many large rows can be written and read', async () => {
    const { pool } = shared
    const text = 'Tarpon '.repeat(300_000)
    expect((await pool.query('select $1::text as text', [text])).rows[0].text).toBe(text)
    expect((await pool.query('select n from generate_series(1, 50000) as n')).rows).toHaveLength(50_000)
  })

  it('a second process is refused with the name of the first one, and what to do', async () => {
    const second = writer(dataDir)
    let stderr = ''
    second.stderr?.setEncoding('utf8').on('data', (text) => {
      stderr += text
    })
    const [code] = await once(second, 'close')
    expect(code).toBe(1)
    expect(stderr).toContain(
      `${join(dataDir, 'database')} is in use by process ${process.pid}. Stop that process first`,
    )
    expect(stderr).toContain('set DATABASE_URL to a PostgreSQL server')
  })

  it.runIf(process.platform !== 'win32')(
    'files are accessible to the user of the process only, however they were created',
    async () => {
      const dataDir = await folder()
      const directory = join(dataDir, 'database')
      chmodSync(directory, 0o777)
      const { pool } = await open(dataDir)
      await pool.query('create table entry (id int)')
      expect(statSync(directory).mode & 0o777).toBe(0o700)
      const { rows } = await pool.query<{ path: string }>(`select pg_relation_filepath('entry') as path`)
      expect(statSync(join(directory, rows[0]?.path ?? '')).mode & 0o077).toBe(0)
    },
  )

  it('a process that was suspended until another one took over stops at once', async () => {
    const dataDir = await folder()
    const directory = join(dataDir, 'database')
    const child = writer(dataDir)
    const ended = once(child, 'close')
    const acknowledged: number[] = []
    createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => acknowledged.push(Number(line)))
    await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(5)
    child.kill('SIGSTOP')
    utimesSync(`${directory}.lock`, 0, 0)
    const elsewhere = { me: { ...thisProcess(), pids: 'pid:[2]' } }
    await expect(lock(directory, silentLog, elsewhere)).rejects.toThrow(`in use by process ${child.pid}`)
    // Without its socket, a process elsewhere cannot see that the holder exists.
    rmSync(`${directory}.socket`)
    const held = await lock(directory, silentLog, elsewhere)
    child.kill('SIGCONT')
    expect(await ended).toEqual([1, null])
    await held.release()
    const { pool } = await open(dataDir)
    const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from entry where id = any ($1)', [
      acknowledged,
    ])
    expect(rows).toEqual([{ n: acknowledged.length }])
  }, 60_000)

  it('an acknowledged write survives kill -9', async () => {
    const dataDir = await folder()
    const acknowledged = new Set<number>()
    for (let round = 1; round <= 3; round++) {
      const child = writer(dataDir)
      const ended = once(child, 'close')
      let inRound = 0
      for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
        acknowledged.add(Number(line))
        if (++inRound === round * 40) child.kill('SIGKILL')
      }
      await ended
      expect(inRound).toBeGreaterThanOrEqual(round * 40)
    }
    const { pool } = await open(dataDir)
    const { rows } = await pool.query<{ id: number; lines: string }>(
      'select id, count(entry_id) as lines from entry left join line on entry_id = id group by id order by id',
    )
    const kept = new Set(rows.map(({ id }) => id))
    expect([...acknowledged].filter((id) => !kept.has(id))).toEqual([])
    // Each transaction wrote two lines and may have deleted two, so a single line would mean half a transaction.
    expect(rows.filter(({ lines }) => lines === '1')).toEqual([])
  }, 60_000)
})

function writer(dataDir: string): ChildProcess {
  const args = ['--import', 'tsx', 'test/database-writer.ts', dataDir]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  undo.push(() => child.kill('SIGKILL'))
  return child
}

describe('A query that does not end', () => {
  it('the watchdog stops the query, which fails as unavailable, and the others continue', async () => {
    const database = await open(await folder(), { queryLimit: 1_000 })
    const { pool } = database
    await pool.query('create table entry (id int)')
    await pool.query('insert into entry values (1)')
    let ticks = 0
    const timer = setInterval(() => ticks++, 20)
    undo.push(() => clearInterval(timer))
    const stuck = pool.query(endless)
    const waiting = pool.query('select id from entry')
    await expect(stuck).rejects.toBeInstanceOf(DatabaseUnavailable)
    await expect(stuck).rejects.toThrow('did not answer within 1 seconds')
    expect(ticks).toBeGreaterThan(15)
    expect((await waiting).rows).toEqual([{ id: 1 }])
    await database.check()
  })

  it('a stopped query in a transaction rolls the transaction back', async () => {
    const { pool, db } = await open(await folder(), { queryLimit: 1_000 })
    await pool.query('create table entry (id int)')
    const work = db.transaction(async (tx) => {
      await tx.execute('insert into entry values (1)')
      await tx.execute(endless)
    })
    expect(asUnavailable(await work.catch((error) => error))).toBeInstanceOf(DatabaseUnavailable)
    await until(() => accepts(pool.query('select 1')), 20)
    expect((await pool.query('select id from entry')).rows).toEqual([])
  })

  it('a query that is declared as long has no time limit', async () => {
    const { withoutTimeout } = await open(await folder(), { queryLimit: 1_000 })
    const long = await withoutTimeout((client) => client.query('select pg_sleep(1.5), 1 as one'))
    expect(long.rows).toMatchObject([{ one: 1 }])
  })
})

describe('A nearly full disk', () => {
  it('changes are refused, reads continue, and changes are accepted again once there is room', async () => {
    let free = 1e9
    const warnings: string[] = []
    const { pool, db } = await open(await folder(), {
      freeSpace: async () => free,
      spaceEvery: 20,
      log: { ...silentLog, error: (_details, message) => warnings.push(message) },
    })
    await pool.query('create table entry (id int)')
    const insert = () => pool.query('insert into entry values (1)')
    await insert()

    free = 100 * 1024 * 1024
    await until(async () => !(await accepts(insert())), 5)
    const failure = asUnavailable(await insert().catch((error) => error))
    expect(failure?.message).toBe('The database takes no changes at the moment: its disk is nearly full')
    expect(warnings).toEqual(['The disk is nearly full: changes are refused until there is room'])
    const inTransaction = db.transaction((tx) => tx.execute('delete from entry'))
    expect(asUnavailable(await inTransaction.catch((error) => error))).toBeInstanceOf(DatabaseUnavailable)
    expect((await pool.query('select count(*) > 0 as is_there from entry')).rows).toEqual([{ is_there: true }])

    free = 1e9
    await until(() => accepts(insert()), 5)
  })

  it('a nearly full disk is detected from the first query on', async () => {
    const { pool } = await open(await folder(), { freeSpace: async () => 0 })
    expect(asUnavailable(await pool.query('create table entry (id int)').catch((error) => error))).toBeDefined()
  })

  it('a full disk loses no acknowledged write', async ({ skip }) => {
    const tmpfs = mountTmpfs()
    if (!tmpfs) return skip('only root may mount a small disk')
    undo.push(() => rmSync(tmpfs, { recursive: true }))
    undo.push(() => execFileSync('umount', ['-l', tmpfs]))
    // `leastFree` is 0 to show what it prevents: the engine hangs on the full disk, and the watchdog restarts it.
    const { pool } = await open(tmpfs, { leastFree: 0, queryLimit: 1_000 })
    await pool.query('create table entry (id int primary key, note text)')
    const filler = join(tmpfs, 'filler')
    const [, size = '0'] = execFileSync('df', ['--output=avail', '-B1', tmpfs], { encoding: 'utf8' }).split('\n')
    writeFileSync(filler, Buffer.alloc(Math.max(0, Number(size) - 6_000_000)))
    let acknowledged = 0
    const insert = () =>
      pool.query(`insert into entry select $1, string_agg(md5(n::text), '') from generate_series(1, 9000) as n`, [
        acknowledged + 1,
      ])
    await expect(
      (async () => {
        for (; acknowledged < 1_000; acknowledged++) await insert()
      })(),
    ).rejects.toSatisfy((error) => asUnavailable(error) !== undefined)
    await accepts(pool.query('select 1'))
    rmSync(filler)
    await until(() => accepts(pool.query('select 1')), 60)
    const { rows } = await pool.query<{ n: string }>('select count(*) as n from entry where id <= $1', [acknowledged])
    expect(Number(rows[0]?.n)).toBe(acknowledged)
    await pool.query('insert into entry values (100000, $1)', ['room again'])
  }, 60_000)
})

/** Mounts a disk of 130 MB in memory. Undefined if this user may not mount one. */
function mountTmpfs(): string | undefined {
  const path = scratchFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=130m', 'tmpfs', path], { stdio: 'ignore' })
    return path
  } catch {
    rmSync(path, { recursive: true })
    return undefined
  }
}

it('a start fails with the folder in its message if the engine does not start, and releases the lock', async () => {
  const dataDir = removedAfter(scratchFolder())
  mkdirSync(join(dataDir, 'database'))
  writeFileSync(join(dataDir, 'database/PG_VERSION'), '18\n')
  await expect(openEmbedded({ dataDir, log: silentLog })).rejects.toThrow(join(dataDir, 'database'))
  expect(readdirSync(dataDir)).toEqual(['database'])
  expect(readFileSync(join(dataDir, 'database/PG_VERSION'), 'utf8')).toBe('18\n')
}, 60_000)

it('the callback for the start is called when the thread starts, before the first response', async () => {
  const dataDir = removedAfter(scratchFolder())
  mkdirSync(join(dataDir, 'database'))
  writeFileSync(join(dataDir, 'database/PG_VERSION'), '18\n')
  const order: string[] = []
  const opening = openEmbedded({ dataDir, log: silentLog, begun: () => order.push('begun') })
  await opening.catch(() => order.push('ended'))
  expect(order).toEqual(['begun', 'ended'])
}, 60_000)
