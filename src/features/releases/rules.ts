import { msg } from '#lib/messages.ts'
import { type Sentence, withValues } from '#lib/sentence.ts'
import type { Release } from './contract.ts'

/** The releases of a repository: the API address of the newest one, and the page for readers. */
export interface ReleaseSource {
  /** In the form `owner/name`. */
  repository: string
  api: string
  page: string
}

const ON_GITHUB =
  /^(?:github:|(?:git\+)?(?:https|ssh|git):\/\/(?:git@)?github\.com\/|git@github\.com:)?([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/

/**
 * The release source of a package.json's `repository` field, in every form that npm accepts. Null when it is not on
 * GitHub.
 */
export function releaseSourceOf(repository: string): ReleaseSource | null {
  const name = ON_GITHUB.exec(repository)?.[1]
  if (name === undefined) return null
  return {
    repository: name,
    api: `https://api.github.com/repos/${name}/releases/latest`,
    page: `https://github.com/${name}/releases/tag`,
  }
}

/** Three numbers. A suffix marks a pre-release. */
const VERSION = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/

/** The version of a release's tag, without its `v`. Null when the tag is not a finished version. */
export function versionOf(tag: string): string | null {
  return VERSION.test(tag) ? tag.replace(/^v/, '') : null
}

/** Whether version `one` is newer than `other`, which may be a pre-release. */
export function isNewer(one: string, other: string): boolean {
  const numbers = (version: string) => version.split(/[.-]/).slice(0, 3).map(Number)
  const [numbersOfOne, numbersOfOther] = [numbers(one), numbers(other)]
  const at = numbersOfOne.findIndex((number, place) => number !== numbersOfOther[place])
  if (at < 0) return other.includes('-') && !one.includes('-')
  return (numbersOfOne[at] ?? 0) > (numbersOfOther[at] ?? 0)
}

/** The release if it is newer than this version, otherwise null. */
export const newerThan = (version: string, release: Release | null) =>
  release !== null && isNewer(release.version, version) ? release : null

/** A sentence for the log and the doctor: where the site checks for newer versions, or why it does not. */
export function describeReleaseCheck(
  source: ReleaseSource | null,
  site: { updateCheck: boolean; isDemo: boolean },
): Sentence {
  if (source === null)
    return msg('the site does not look for newer versions: package.json names no repository on GitHub')
  if (!site.updateCheck) return msg('the site does not look for newer versions: UPDATE_CHECK is off')
  if (site.isDemo) return msg('the site does not look for newer versions in the demo')
  return withValues('the site looks for newer versions once a day at {address}', {
    address: `github.com/${source.repository}`,
  })
}
