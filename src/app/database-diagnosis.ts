import { countAnnouncements } from '#features/announcements/server/store.ts'
import { findAuditTimes, findTrustedTime } from '#features/audit/server/chain-store.ts'
import type { Discipline } from '#features/discipline/server/gateway.ts'
import { quotaOf } from '#features/evidence/rules.ts'
import { sizeOfAll } from '#features/evidence/server/part-store.ts'
import type { QuickLink } from '#features/quick-links/contract.ts'
import { haveEverBeenAdded, listQuickLinks } from '#features/quick-links/server/store.ts'
import type { Mapping } from '#features/rights/rules.ts'
import { msg } from '#lib/messages.ts'
import { withValues } from '#lib/sentence.ts'
import type { Environment } from '#server/config/environment.ts'
import type { Database } from '#server/database/database.ts'
import { DatabaseInUse } from '#server/database/embedded/lock.ts'
import { NewerDatabase, pendingMigrations } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { errorMessage } from '#server/errors.ts'
import { bad, type Finding, good } from '#server/finding.ts'
import type { Log } from '#server/log.ts'
import { checkApprovers, checkDeciders } from './decider-findings.ts'
import { checkClock, checkEvidence, checkOutbox } from './findings.ts'
import { reportActionsKept } from './retention-findings.ts'
import { checkMapping } from './role-mapping.ts'

/** The quick links of the site: null before any arrived, 'unknown' when the database cannot be read. */
export type KnownLinks = QuickLink[] | null | 'unknown'

/** The settings about the data that the database keeps. */
type Kept = Pick<Environment, 'auditKeepDays' | 'evidenceQuotaMb'> & {
  /** Null when the community's file cannot be read. */
  mapping: Mapping | null
  discipline: Discipline | null
}

interface CheckedDatabase {
  found: Finding[]
  quickLinks: KnownLinks
}

/** Opens the database, checks it and closes it. */
export async function checkDatabase(options: {
  url?: string | undefined
  dataDir: string
  log: Log
  kept: Kept
}): Promise<CheckedDatabase> {
  const quickLinks = 'unknown'
  let database: Database
  try {
    database = await openDatabase(options)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error instanceof DatabaseInUse) {
      const inUse = withValues('the database in {folder} is in use: the site is running, so it is not checked', {
        folder: options.dataDir,
      })
      return { found: [good(inUse)], quickLinks }
    }
    const fix = options.url
      ? msg('Check DATABASE_URL, and that PostgreSQL runs and lets this user in.')
      : msg('Check that DATA_DIR is a folder that this user may write to.')
    const why = withValues('the database cannot be opened: {why}', { why: errorMessage(error) })
    return { found: [bad(why, fix)], quickLinks }
  }
  try {
    return await checkOpenDatabase(database, options.kept)
  } catch (error) {
    if (!(error instanceof NewerDatabase)) throw error
    const fix = msg('Install that version again, or take the database back to before the update: `npm run rollback`.')
    return { found: [bad(msg('the database was made by a newer version of this site'), fix)], quickLinks }
  } finally {
    await database.close()
  }
}

/** Checks a database that is open. Throws `NewerDatabase`. */
export async function checkOpenDatabase(database: Database, kept: Kept): Promise<CheckedDatabase> {
  await database.check()
  const engine = good(withValues('database: {engine}', { engine: database.engine }))
  const pending = await pendingMigrations(database)
  if (pending > 0) {
    const made = good(
      withValues('{migrations} will run at the next start, after a backup', {
        migrations: ({ t }) => t({ one: '{count} migration', other: '{count} migrations' }, { count: pending }),
      }),
    )
    return { found: [engine, made], quickLinks: 'unknown' }
  }
  const { db } = database
  const clock = checkClock(await findAuditTimes(db), await findTrustedTime(db), new Date(), kept.auditKeepDays)
  const evidence = checkEvidence(await sizeOfAll(db), quotaOf(kept))
  return {
    found: [
      engine,
      good(msg('its tables are up to date')),
      evidence,
      ...checkOutbox(await countAnnouncements(db)),
      ...clock,
      ...(kept.discipline === null ? [] : await reportActionsKept(db, kept.discipline, kept.auditKeepDays, new Date())),
      ...(kept.mapping === null ? [] : await checkMapping(db, kept.mapping, new Date())),
      ...(kept.mapping === null ? [] : await checkDeciders(db, kept.mapping)),
      ...(kept.mapping === null ? [] : await checkApprovers(db, kept.mapping)),
    ],
    quickLinks: (await haveEverBeenAdded(db)) ? await listQuickLinks(db) : null,
  }
}
