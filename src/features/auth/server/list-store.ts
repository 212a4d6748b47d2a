import { and, eq } from 'drizzle-orm'
import { NO_PREFERENCES } from '#lib/list-preferences.ts'
import { msg } from '#lib/messages.ts'
import type { Db } from '#server/database/database.ts'
import { changedMeanwhile, HttpError } from '#server/http/http-error.ts'
import type { KeptPreferences } from '../contract.ts'
import { listPreferences } from './tables.ts'

/** A limit well above the number of lists of a site. */
const MAX_LISTS = 60

const columns = { version: listPreferences.version, preferences: listPreferences.preferences }

/** A person's preferences for a list. */
export async function findPreferences(db: Db, userId: string, list: string): Promise<KeptPreferences> {
  const [kept] = await db.select(columns).from(listPreferences).where(of(userId, list))
  return kept ?? { version: 0, preferences: { ...NO_PREFERENCES, views: [], hidden: [] } }
}

/**
 * Saves a person's preferences for a list. Refuses with the current preferences when `version` is not the current
 * version. The audit log has no row for this: no record changes, and nobody else sees the preferences.
 */
export async function savePreferences(
  db: Db,
  userId: string,
  list: string,
  { version, preferences }: KeptPreferences,
): Promise<KeptPreferences> {
  const next = { version: version + 1, preferences }
  const [saved] = await (version === 0
    ? addPreferences(db, { userId, list, ...next })
    : db
        .update(listPreferences)
        .set(next)
        .where(and(of(userId, list), eq(listPreferences.version, version)))
        .returning(columns))
  if (saved === undefined) throw changedMeanwhile(await findPreferences(db, userId, list))
  return saved
}

async function addPreferences(db: Db, row: typeof listPreferences.$inferInsert): Promise<KeptPreferences[]> {
  if ((await db.$count(listPreferences, eq(listPreferences.userId, row.userId))) >= MAX_LISTS) {
    throw new HttpError(400, 'invalid', msg('You have saved choices for too many lists.'))
  }
  return db.insert(listPreferences).values(row).onConflictDoNothing().returning(columns)
}

const of = (userId: string, list: string) => and(eq(listPreferences.userId, userId), eq(listPreferences.list, list))
