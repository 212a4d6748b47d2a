/**
 * A process that writes until it is killed, for the tests of the embedded engine. It prints the number of each row that
 * the database has acknowledged. Usage: `database-writer.ts DATA_DIR`
 */
import { openDatabase } from '#server/database/open-database.ts'
import { silentLog } from './database.ts'

async function write(dataDir: string): Promise<void> {
  const { pool } = await openDatabase({ dataDir, log: silentLog })
  await pool.query('create table if not exists entry (id int primary key, note text not null)')
  await pool.query('create table if not exists line (entry_id int not null references entry)')
  const { rows } = await pool.query<{ last: number }>('select coalesce(max(id), 0) as last from entry')
  for (let id = (rows[0]?.last ?? 0) + 1; ; id++) {
    const client = await pool.connect()
    await client.query('begin')
    await client.query('insert into entry values ($1, $2)', [id, 'a note'.repeat(id % 50)])
    await client.query('insert into line values ($1), ($1)', [id])
    if (id % 40 === 0) await client.query('delete from line where entry_id = $1', [id - 20])
    await client.query('commit')
    client.release()
    process.stdout.write(`${id}\n`)
    if (id % 50 === 0) await pool.query('checkpoint')
  }
}

const dataDir = process.argv[2]
if (!dataDir) throw new Error('Usage: database-writer.ts DATA_DIR')
write(dataDir).catch((error) => {
  console.error(error.message)
  process.exit(1)
})
