import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Searches upward, because a bundled module is at another depth than its source. */
function findRoot(from: string): string {
  let folder = dirname(from)
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`No package.json above ${from}`)
    folder = parent
  }
  return folder
}

/** The repository's folder, with package.json, db/ and dist/. It is the same for the sources and for the build. */
export const root = findRoot(fileURLToPath(import.meta.url))

/** The folder that a setting names. A relative path starts at the repository's folder. */
export const fromRoot = (path: string) => resolve(root, path)
