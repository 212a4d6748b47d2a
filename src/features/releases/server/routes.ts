import type { Serve } from '#server/http/serve.ts'
import { findVersion, type Release } from '../contract.ts'
import { newerThan } from '../rules.ts'

/** `watch` is null when the site does not check for releases. */
export function releaseRoutes(deps: {
  serve: Serve
  version: string
  watch: { latest(): Release | null } | null
}): void {
  const { serve, version, watch } = deps
  serve.call(findVersion)(async () => ({
    version,
    newer: newerThan(version, watch?.latest() ?? null),
    isAsked: watch !== null,
  }))
}
