import { existsSync, rmSync } from 'node:fs'
import { newFolder, startSite } from './site.ts'

/**
 * Makes a database with all that a demo begins with, which takes several times as long as to start on a copy. `npm test`
 * names a folder in `NEW_SITE`, where the next run of journeys finds it.
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
