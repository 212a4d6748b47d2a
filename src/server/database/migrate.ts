import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import type { PoolClient } from 'pg'
import { root } from '../paths.ts'
import type { Database } from './database.ts'
import { asUnavailable } from './unavailable.ts'

export const migrationsFolder = join(root, 'db/migrations')

/** The key of the advisory lock for migrations: an arbitrary number, the same in every process. */
export const migrationLock = 4_815_162_342

/** A newer version of the site migrated this database, so this version does not know its tables. */
export class NewerDatabase extends Error {
  override name = 'NewerDatabase'

  constructor() {
    super(
      'The database was made by a newer version of this site: install that version again, or take the database back to before the update with `npm run rollback`.',
    )
  }
}

/** Whether this site's migrations were applied to the database. */
export async function hasMigrations(client: Pick<PoolClient, 'query'>): Promise<boolean> {
  const { rows } = await client.query(`select where to_regclass('drizzle.__drizzle_migrations') is not null`)
  return rows.length > 0
}

async function countMigrations(
  client: Pick<PoolClient, 'query'>,
  folder: string,
): Promise<{ pending: number; made: number }> {
  const files = readMigrationFiles({ migrationsFolder: folder })
  if (!(await hasMigrations(client))) return { pending: files.length, made: 0 }
  const done = await client.query<{ last: string | null; made: number }>(
    'select max(created_at) as last, count(*)::int as made from drizzle.__drizzle_migrations',
  )
  const last = Number(done.rows[0]?.last ?? 0)
  if (last > (files.at(-1)?.folderMillis ?? 0)) throw new NewerDatabase()
  return { pending: files.filter((file) => file.folderMillis > last).length, made: done.rows[0]?.made ?? 0 }
}

/** The number of migrations that the database still needs. Rejects with `NewerDatabase`, as `migrate` does. */
export async function pendingMigrations(database: Database, folder = migrationsFolder): Promise<number> {
  return (await countMigrations(database.pool, folder)).pending
}

/** The number of migrations in this version of the site. */
export const knownMigrations = () => readMigrationFiles({ migrationsFolder }).length

/** The number of migrations that were applied to the database, including those of a newer version. */
export async function countMade({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ made: number }>('select count(*)::int as made from drizzle.__drizzle_migrations')
  return rows[0]?.made ?? 0
}

/** Applies these migrations inside the caller's transaction, and records them as `migrate` does. */
export async function applyMigrations(
  client: Pick<PoolClient, 'query'>,
  files: ReturnType<typeof readMigrationFiles>,
): Promise<void> {
  await client.query(
    `create schema if not exists drizzle;
     create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  )
  for (const { sql, hash, folderMillis } of files) {
    for (const statement of sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ])
  }
}

export interface MigrateOptions {
  folder?: string
  /**
   * Runs before an existing database is migrated, with the number of its migrations. If it fails, nothing is migrated.
   */
  before?: (client: PoolClient, made: number) => Promise<void>
}

/**
 * Brings the schema up to date and returns the number of applied migrations. If several processes start at once, only
 * one applies them.
 */
export async function migrate(
  database: Database,
  { folder = migrationsFolder, before }: MigrateOptions = {},
): Promise<number> {
  try {
    return await database.withoutTimeout(async (client) => {
      await client.query('select pg_advisory_lock($1)', [migrationLock])
      try {
        // Count first, so that a site with an up-to-date database starts (read-only) even if its disk is full.
        const { pending, made } = await countMigrations(client, folder)
        if (pending > 0 && made > 0) await before?.(client, made)
        if (pending > 0) await runMigrations(drizzle({ client }), { migrationsFolder: folder })
        return pending
      } finally {
        await client.query('select pg_advisory_unlock($1)', [migrationLock])
      }
    })
  } catch (error) {
    throw asUnavailable(error) ?? error
  }
}
