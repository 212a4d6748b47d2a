import { existsSync, rmSync } from 'node:fs'
import { newFolder, startSite } from './site.ts'

/**
 * Creates a database with the demo's content, which takes several times as long as a start on a copy. `npm test` sets
 * `NEW_SITE` to a folder, in which the next run of the journeys finds it.
 */
export default async function makeNewSite(): Promise<() => void> {
  const named = process.env.NEW_SITE
  const folder = named ?? newFolder()
  process.env.NEW_SITE = folder
  if (named === undefined || !existsSync(named)) await (await startSite(folder)).close()
  return () => {
    if (named === undefined) rmSync(folder, { recursive: true, force: true })
  }
}
