import { parseArgs } from 'node:util'
import { countAuditBefore, cutAudit, findAuditTimes } from '#features/audit/server/chain-store.ts'
import { DAY, utcDayOf } from '#lib/dates.ts'
import { formatCount } from '#lib/text.ts'
import { readEnvironment } from '#server/config/environment.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { askInTerminal, requireUpToDate, runCommand, withDatabase } from '../own-data.ts'

/*
 * npm run audit:cut [-- --yes]: deletes all rows older than AUDIT_KEEP_DAYS at once. The running site deletes only one
 * day's worth of rows a day. On PostgreSQL the site may keep running. Exit code 1 when nothing was changed.
 */
await runCommand(async () => {
  const { values } = parseArgs({ options: { yes: { type: 'boolean' } } })
  const environment = readEnvironment()
  const { auditKeepDays } = environment
  if (auditKeepDays === undefined) throw new Error('AUDIT_KEEP_DAYS is not set: the audit log is kept for ever.')
  return withDatabase(environment, openDatabase, async (database) => {
    await requireUpToDate(database)
    const now = new Date()
    const oldest = new Date(now.getTime() - auditKeepDays * DAY)
    const times = await findAuditTimes(database.db)
    const rows = await countAuditBefore(database.db, oldest)
    if (times === null || rows === 0) {
      console.log('Nothing in the audit log is old enough to delete.')
      return 0
    }
    console.log(
      `This machine says that today is ${utcDayOf(now)}; the newest row of the audit log is from ${utcDayOf(times.newest)}.`,
    )
    console.log(
      `${formatCount(rows, 'row')} from ${utcDayOf(times.first)} to ${utcDayOf(oldest)} will be deleted for good.`,
    )
    if (values.yes !== true && (await askInTerminal('Type "cut" to continue: ')) !== 'cut') {
      console.error('Nothing was changed.')
      return 1
    }
    console.log(
      `${formatCount(await cutAudit(database, oldest, now), 'row')} deleted. The rest of the audit log is still intact.`,
    )
    return 0
  })
})
