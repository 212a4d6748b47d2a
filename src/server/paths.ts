import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Walks up, because a bundled module lies at another depth than its source. */
function findRoot(from: string): string {
  let folder = dirname(from)
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`No package.json above ${from}`)
    folder = parent
  }
  return folder
}

/** The repository's folder: where package.json, db/ and dist/ are, from the sources and from the build alike. */
export const root = findRoot(fileURLToPath(import.meta.url))

/** A folder that a setting names: from the repository's, unless it begins at the root of the disk. */
export const fromRoot = (path: string) => resolve(root, path)
