import { rmSync } from 'node:fs'
import { newFolder, startSite } from './site.ts'

/** Makes a database with all that a demo begins with, which takes several times as long as to start on a copy. */
export default async function makeNewSite(): Promise<() => void> {
  const folder = newFolder()
  process.env.NEW_SITE = folder
  await (await startSite(folder)).close()
  return () => rmSync(folder, { recursive: true, force: true })
}
