import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { silentLog, testDatabase, testEngine } from '#test/database.ts'
import { listen } from '#test/listen.ts'
import { openDatabase } from './open-database.ts'
import { requireSupported } from './postgresql.ts'
import { asUnavailable } from './unavailable.ts'

describe('Connecting to PostgreSQL', () => {
  it('a server older than 15 is refused with both versions', () => {
    expect(() => requireSupported({ version: 140011, encoding: 'UTF8' })).toThrow(
      'DATABASE_URL leads to PostgreSQL 14; version 15 or newer is needed',
    )
    requireSupported({ version: 150018, encoding: 'UTF8' })
    requireSupported({ version: 180000, encoding: 'UTF8' })
  })

  it('a server with another encoding than UTF-8 is refused', () => {
    expect(() => requireSupported({ version: 150018, encoding: 'SQL_ASCII' })).toThrow('SQL_ASCII')
  })

  it('an unreachable server fails as unavailable', async () => {
    const server = createServer()
    const port = await listen(server)
    server.close()
    const opening = openDatabase({ url: `postgres://nobody@127.0.0.1:${port}/x`, dataDir: '', log: silentLog })
    expect(asUnavailable(await opening.catch((error) => error))).toBeDefined()
  })
})

describe.runIf(testEngine === 'postgresql')('PostgreSQL connections', () => {
  it('every connection has the time limit, UTC and no JIT', async () => {
    const database = await testDatabase()
    const { rows } = await database.pool.query(
      `select current_setting('statement_timeout') as timeout, current_setting('timezone') as zone, current_setting('jit') as jit`,
    )
    await database.close()
    expect(rows).toEqual([{ timeout: '15s', zone: 'UTC', jit: 'off' }])
  })

  it('long trusted queries have no time limit, and other queries keep theirs', async () => {
    const database = await testDatabase()
    const show = 'show statement_timeout'
    const long = await database.withoutTimeout((client) => client.query(show))
    const others = await database.pool.query(show)
    await database.close()
    expect([...long.rows, ...others.rows]).toEqual([{ statement_timeout: '0' }, { statement_timeout: '15s' }])
  })

  it('connections that the server closes fail as unavailable, and are replaced', async () => {
    const database = await testDatabase()
    const work = database.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>('select pg_backend_pid() as pid')
      await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      await tx.execute('select 1')
    })
    expect(asUnavailable(await work.catch((error) => error))).toBeDefined()
    await database.check()
    await database.close()
  })
})
