import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { webhooksIn } from '#features/announcements/rules.ts'
import { readAnnouncements } from '#features/announcements/server/gateway.ts'
import { createAnnounce } from '#features/announcements/server/store.ts'
import { type Audit, createAudit } from '#features/audit/server/store.ts'
import { namesOnRosters } from '#features/roster/content-rules.ts'
import { readRosterContent } from '#features/roster/server/gateway.ts'
import { readChecklists } from '#features/trial-mods/server/gateway.ts'
import { createChanges } from '#server/changes.ts'
import { readCommunity } from '#server/config/community.ts'
import { readEnvironment } from '#server/config/environment.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { errorMessage } from '#server/errors.ts'
import { createLogger } from '#server/log.ts'
import { fromRoot } from '#server/paths.ts'
import { openProcesses } from '#server/processes/open-processes.ts'
import { ANNOUNCED } from './features.ts'
import { listPlaces } from './list-titles.ts'
import { folderRefusal, markAsReal } from './real-data.ts'
import { migrateWithBackup } from './update.ts'

/** The author of an import by command: the audit log names the site itself. */
export const BY_COMMAND = { actor: null, requestId: 'import-command' }

export type SiteSettings = ReturnType<typeof readSettings>

/** The parts of the site that an import by command needs. */
export interface OpenSite {
  database: Database
  audit: Audit
  clock: () => Date
}

/** Reads the settings of the site and finds the folder of its content. */
export function readSettings() {
  const environment = readEnvironment()
  const community = fromRoot(environment.communityDir)
  if (!existsSync(join(community, 'site.yaml'))) {
    throw new Error(
      `There is no site.yaml in ${community}. Set COMMUNITY_DIR to the folder with your community's content.`,
    )
  }
  const { site } = readCommunity(community)
  const rosterContent = readRosterContent(community)
  const checklists = readChecklists(community, namesOnRosters(rosterContent))
  return { ...environment, community, site, timeZone: site.timeZone, rosterContent, checklists }
}

/** Opens the site's own database, runs the work, and closes the database afterwards. */
export async function withSiteDatabase(
  settings: SiteSettings,
  { page, isDry }: { page: string; isDry: boolean },
  work: (site: OpenSite) => Promise<number>,
): Promise<number> {
  const { databaseUrl, origin, discord, webhooks, community } = settings
  const dataDir = fromRoot(settings.dataDir)
  const content = readAnnouncements(community, ANNOUNCED)
  const refusal = databaseUrl === undefined ? folderRefusal(dataDir, { isDemo: discord === null }) : null
  if (refusal !== null) throw new Error(refusal)
  const clock = () => new Date()
  const log = createLogger('warn')
  const database = await openDatabase({ url: databaseUrl, dataDir, log }).catch((error: unknown) => {
    throw new Error(`${errorMessage(error)}\nWhile the site runs, it takes the file itself: ${origin}${page}`)
  })
  const processes = await openProcesses(database, log, { mayLead: false })
  try {
    await migrateWithBackup(database, { dataDir, clock })
    if (discord !== null && databaseUrl === undefined && !isDry) markAsReal(dataDir)
    // In the demo every channel gets an address, so every event is queued. The site posts the announcements when it
    // runs.
    const named = discord === null ? webhooksIn(content) : Object.keys(webhooks)
    // An imported file is announced as a whole, whatever types its actions have.
    const internalTypes = { staff: [], players: [] }
    const alongside = createAnnounce({
      ...{ announced: ANNOUNCED, content, webhooks: named, origin, clock },
      ...{ places: listPlaces(settings), internalTypes },
    })
    const audit = createAudit({ database, clock, changes: createChanges(processes), alongside })
    return await work({ database, audit, clock })
  } finally {
    await processes.close()
    await database.close()
  }
}
