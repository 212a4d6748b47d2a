import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isLeftover } from './leftovers.ts'
import { findSimilarWord } from './nearest.ts'
import { pictureProblem } from './picture-file.ts'

/** Files for people, which the site does not read. */
const NOTES = ['README.md', 'LICENSE']

/** The files that a community's folder may contain. */
export interface KnownFiles {
  files: readonly string[]
  /** Folders whose files all have the given ending, as `rules/*.md`. */
  folders: Readonly<Record<string, string>>
  /** The pattern of names that other code reads. That code reports names which match but are unknown to it. */
  named: RegExp
  /** Pictures and videos that must exist. */
  media: readonly string[]
}

/**
 * The problems in a community's folder: files that nothing reads, mostly misnamed ones, and broken or missing media.
 */
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

/** The path of every file in the folder, except files that operating systems and editors leave. */
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
  const suggestion = findSimilarWord(name, files)
  if (suggestion !== null) return `${suggestion}. Did you mean that?`
  return `one of: ${[...files, ...Object.entries(folders).map(([each, end]) => `${each}/*${end}`)].join(', ')}`
}
