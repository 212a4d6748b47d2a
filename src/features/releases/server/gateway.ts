import * as z from 'zod/mini'
import { jsonOrNull } from '#lib/json.ts'
import { fetchWithLimits } from '#server/fetch-with-limits.ts'
import type { Release } from '../contract.ts'
import { type ReleaseSource, versionOf } from '../rules.ts'

/** Far larger than a release with long notes. */
const MAX_BYTES = 512 * 1024

const Latest = z.object({ tag_name: z.string() })

/** The newest release could not be determined. The message says why. */
export class ReleasesUnknown extends Error {
  override name = 'ReleasesUnknown'
}

/** Returns the newest finished release, or null when there is none yet. Throws `ReleasesUnknown`. */
export type AskReleases = () => Promise<Release | null>

/**
 * Creates the request for the newest release. Its user agent is the same for all sites and says nothing about this one.
 */
export function createAskReleases({ api, page }: ReleaseSource, { timeoutMs = 10_000 } = {}): AskReleases {
  return async () => {
    const headers = { accept: 'application/vnd.github+json', 'user-agent': 'community-website' }
    const response = await fetchWithLimits(
      api,
      { headers, redirect: 'manual' },
      { timeoutMs, maxBytes: MAX_BYTES },
    ).catch((error: unknown) => {
      throw new ReleasesUnknown('the releases do not answer', { cause: error })
    })
    if (response.status === 404) return null
    if (response.status !== 200) throw new ReleasesUnknown(`the releases answered ${response.status}`)
    const latest = Latest.safeParse(jsonOrNull(await response.text()))
    if (!latest.success) throw new ReleasesUnknown('the releases answered something else')
    const tag = latest.data.tag_name
    const version = versionOf(tag)
    return version === null ? null : { version, page: `${page}/${tag}` }
  }
}
