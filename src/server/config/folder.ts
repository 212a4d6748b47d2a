import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isLeftover } from './leftovers.ts'
import { nearest } from './nearest.ts'
import { pictureProblem } from './picture-file.ts'

/** For people, not for the site. */
const NOTES = ['README.md', 'LICENSE']

/** The files that a community's folder may have: by name, or all with one ending in a folder (`rules/*.md`). */
export interface KnownFiles {
  files: readonly string[]
  /** The ending of the names in it. */
  folders: Readonly<Record<string, string>>
  /** The names of files that are known by how they are named: what reads them says which of these it does not know. */
  named: RegExp
  /** Pictures and films that must be there. */
  media: readonly string[]
}

/** Files of a community that nothing reads, mostly because they are named wrong, and pictures that are none. */
export function folderProblems(dir: string, known: KnownFiles): string[] {
  const names = filesIn(dir)
  const media = names.filter((name) => name.startsWith('media/'))
  const unread = names
    .filter((name) => !name.startsWith('media/') && !NOTES.includes(name) && !isKnown(name, known))
    .map((name) => `${join(dir, name)}: nothing reads this file. Expected ${expectedFor(name, known)}`)
  const pictures = media.flatMap((name) => {
    const problem = pictureProblem(join(dir, name))
    return problem === null ? [] : [`${join(dir, name)} ${problem}`]
  })
  const missing = known.media.filter((name) => !media.includes(name)).map((name) => `${join(dir, name)} is missing`)
  return [...unread, ...pictures, ...missing]
}

/** Every file by its path in the folder, without what systems leave. */
function filesIn(dir: string, prefix = ''): string[] {
  return readdirSync(join(dir, prefix), { withFileTypes: true })
    .filter(({ name }) => !isLeftover(name))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(dir, `${prefix}${entry.name}/`) : `${prefix}${entry.name}`))
    .sort()
}

function isKnown(name: string, { files, folders, named }: KnownFiles): boolean {
  if (files.includes(name) || named.test(name)) return true
  const [folder = '', file, ...deeper] = name.split('/')
  const ending = folders[folder]
  return ending !== undefined && file?.endsWith(ending) === true && deeper.length === 0
}

function expectedFor(name: string, { files, folders }: KnownFiles): string {
  const [folder = '', file] = name.split('/')
  const ending = file === undefined ? undefined : folders[folder]
  if (ending !== undefined) return `a name that ends in ${ending}, right in ${folder}/`
  const meant = nearest(name, files)
  if (meant !== null) return `${meant}. Did you mean that?`
  return `one of: ${[...files, ...Object.entries(folders).map(([each, end]) => `${each}/*${end}`)].join(', ')}`
}
