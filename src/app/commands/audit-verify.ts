import { verifyAudit } from '#features/audit/server/chain-store.ts'
import { formatCount } from '#lib/text.ts'
import { readEnvironment } from '#server/config/environment.ts'
import type { Database } from '#server/database/database.ts'
import { openForReading } from '#server/database/reading.ts'
import { requireUpToDate, runCommand, withDatabase } from '../own-data.ts'

const UNREADABLE = 2

/*
 * npm run audit:verify: verifies the chain of the audit log. The site may be running or not. Exit code 0: every row is
 * as it was written. 1: a row is not. 2: the log could not be read. Changes nothing.
 */
async function verify(database: Database): Promise<number> {
  await requireUpToDate(database)
  const { rows, erased, broken, head } = await verifyAudit(database.db)
  if (broken === null) {
    console.log(`The audit log is intact: ${formatCount(rows, 'row')}, last hash ${head}.`)
    if (erased > 0) console.log(`In ${erased} of them a person was erased, as later rows (erasePerson) confirm.`)
    console.log('Keep that hash somewhere else. If somebody deletes rows at the end, only a missing hash shows it.')
    return 0
  }
  const before = `${formatCount(rows, 'row')} before it ${rows === 1 ? 'is' : 'are'} intact`
  console.error(`The audit log is broken at row ${broken.seq}: ${broken.why}. ${before}.`)
  return 1
}

await runCommand(() => withDatabase(readEnvironment(), openForReading, verify), UNREADABLE)
