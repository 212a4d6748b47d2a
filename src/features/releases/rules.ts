import { msg } from '#lib/messages.ts'
import { type Sentence, withValues } from '#lib/sentence.ts'
import type { Release } from './contract.ts'

/** The releases of a repository: where a program asks for the newest, and where people read of one. */
export interface ReleaseSource {
  /** Owner and name. */
  repository: string
  api: string
  page: string
}

const ON_GITHUB =
  /^(?:github:|(?:git\+)?(?:https|ssh|git):\/\/(?:git@)?github\.com\/|git@github\.com:)?([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/

/** Of the `repository` of a package.json, in each form that npm takes. Null where it is not on GitHub. */
export function releaseSourceOf(repository: string): ReleaseSource | null {
  const name = ON_GITHUB.exec(repository)?.[1]
  if (name === undefined) return null
  return {
    repository: name,
    api: `https://api.github.com/repos/${name}/releases/latest`,
    page: `https://github.com/${name}/releases/tag`,
  }
}

/** Three numbers; what follows them marks a version that is not finished. */
const VERSION = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/

/** The version of a release's tag, without its `v`. Null for a tag that is not a finished version. */
export function versionOf(tag: string): string | null {
  return VERSION.test(tag) ? tag.replace(/^v/, '') : null
}

/** Whether the one is newer than the other, which may be unfinished. */
export function isNewer(one: string, other: string): boolean {
  const numbers = (version: string) => version.split(/[.-]/).slice(0, 3).map(Number)
  const [ours, theirs] = [numbers(other), numbers(one)]
  const at = theirs.findIndex((number, place) => number !== ours[place])
  if (at < 0) return other.includes('-') && !one.includes('-')
  return (theirs[at] ?? 0) > (ours[at] ?? 0)
}

/** What a release is to a site of this version: newer, or nothing. */
export const newerThan = (version: string, release: Release | null) =>
  release !== null && isNewer(release.version, version) ? release : null

/** Where newer versions are looked for, or why they are not: for the log and the doctor. */
export function tellReleaseCheck(
  source: ReleaseSource | null,
  site: { updateCheck: boolean; isDemo: boolean },
): Sentence {
  if (source === null) return msg('newer versions are not looked for: package.json names no repository on GitHub')
  if (!site.updateCheck) return msg('newer versions are not looked for: UPDATE_CHECK is off')
  if (site.isDemo) return msg('newer versions are not looked for in the demo')
  return withValues('newer versions are looked for once a day at {address}', {
    address: `github.com/${source.repository}`,
  })
}
