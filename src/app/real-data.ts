import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#server/database/database.ts'

/*
 * In the demo everybody chooses who they are, so it must not open what a real community wrote. A real site begins empty:
 * nobody wants the invented people of the demo on it. Each marks its folder; a database that has no mark, such as one on PostgreSQL or of an earlier version, shows by who signed in.
 */

const MARK = 'real-site.txt'
const DEMO_MARK = 'demo.txt'
const DEMO_TEXT =
  'The demo keeps its invented people in this folder: a real site does not open it. Delete the folder to begin anew.\n'
const TEXT = 'A real community keeps its records in this folder: the demo does not open it. Leave this file here.\n'

/** Makes the demo refuse this folder from now on. */
export function markAsReal(dataDir: string): void {
  const path = join(dataDir, MARK)
  if (!existsSync(path)) writeFileSync(path, TEXT)
}

export function isMarkedAsReal(dataDir: string): boolean {
  return existsSync(join(dataDir, MARK))
}

/** Makes real sites refuse this folder from now on. */
export function markAsDemo(dataDir: string): void {
  writeFileSync(join(dataDir, DEMO_MARK), DEMO_TEXT)
}

/** Once something else is in the database. */
export function unmarkAsDemo(dataDir: string): void {
  rmSync(join(dataDir, DEMO_MARK), { force: true })
}

/** Why the demo, or a real site, does not open this folder; null where it may. */
export function folderRefusal(dataDir: string, { isDemo }: { isDemo: boolean }): string | null {
  if (isMarkedAsReal(dataDir)) return isDemo ? demoRefusal(dataDir) : null
  return !isDemo && existsSync(join(dataDir, DEMO_MARK)) ? realRefusal(dataDir) : null
}

/** Why a real site does not start, and what to do. */
export const realRefusal = (dataDir: string): string =>
  `${dataDir} holds what the demo wrote, and a real site begins empty. Delete that folder, or set DATA_DIR to another`

/** Whether somebody who is not one of the demo's people ever signed in. Reads only. */
export async function holdsRealPeople({ pool }: Pick<Database, 'pool'>, demoIds: readonly string[]): Promise<boolean> {
  const made = await pool.query(`select where to_regclass('public.users') is not null`)
  if (made.rowCount === 0) return false
  const { rowCount } = await pool.query('select from users where id <> all ($1) limit 1', [demoIds])
  return rowCount !== 0
}

/** Why the demo does not start, and what to do, in words for the person who runs it. */
export function demoRefusal(place: string): string {
  return (
    `${place} holds the records of a real site, and the demo lets everybody in as anybody. ` +
    'To run the real site, set DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET and DISCORD_GUILD_ID. ' +
    'To look at the demo, set DATA_DIR to another folder, such as data-demo, and leave DATABASE_URL unset'
  )
}
