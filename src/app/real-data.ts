import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#server/database/database.ts'

/*
 * In the demo anybody may sign in as anybody, so the demo must not open the data of a real community. A real site
 * begins empty, without the invented people of the demo. Each of the two marks its data folder. A database without a
 * mark, such as one on PostgreSQL or of an earlier version, is recognised by the people who signed in.
 */

const MARK = 'real-site.txt'
const DEMO_MARK = 'demo.txt'
const DEMO_TEXT =
  'The demo keeps its invented people in this folder: a real site does not open it. Delete the folder to begin anew.\n'
const TEXT = 'A real community keeps its records in this folder: the demo does not open it. Leave this file here.\n'

/** Makes the demo refuse this data folder from now on. */
export function markAsReal(dataDir: string): void {
  const path = join(dataDir, MARK)
  if (!existsSync(path)) writeFileSync(path, TEXT)
}

export function isMarkedAsReal(dataDir: string): boolean {
  return existsSync(join(dataDir, MARK))
}

/** Makes real sites refuse this data folder from now on. */
export function markAsDemo(dataDir: string): void {
  writeFileSync(join(dataDir, DEMO_MARK), DEMO_TEXT)
}

/** Removes the demo's mark. Called once the database holds other data. */
export function unmarkAsDemo(dataDir: string): void {
  rmSync(join(dataDir, DEMO_MARK), { force: true })
}

/** Why the demo or a real site refuses to open this folder. Null when it may open the folder. */
export function folderRefusal(dataDir: string, { isDemo }: { isDemo: boolean }): string | null {
  if (isMarkedAsReal(dataDir)) return isDemo ? demoRefusal(dataDir) : null
  return !isDemo && existsSync(join(dataDir, DEMO_MARK)) ? realRefusal(dataDir) : null
}

/** The message that says why a real site does not start, and what to do. */
export const realRefusal = (dataDir: string): string =>
  `${dataDir} holds what the demo wrote, and a real site begins empty. Delete that folder, or set DATA_DIR to another`

/** Whether any person outside of the demo's people ever signed in. Only reads. */
export async function hasRealPeople({ pool }: Pick<Database, 'pool'>, demoIds: readonly string[]): Promise<boolean> {
  const made = await pool.query(`select where to_regclass('public.users') is not null`)
  if (made.rowCount === 0) return false
  const { rowCount } = await pool.query('select from users where id <> all ($1) limit 1', [demoIds])
  return rowCount !== 0
}

/** The message that says why the demo does not start, and what to do. */
export function demoRefusal(place: string): string {
  return (
    `${place} holds the records of a real site, and the demo lets everybody in as anybody. ` +
    'To run the real site, set DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET and DISCORD_GUILD_ID. ' +
    'To look at the demo, set DATA_DIR to another folder, such as data-demo, and leave DATABASE_URL unset'
  )
}
