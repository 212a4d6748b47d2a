import { readCommunity } from '#server/config/community.ts'
import { BadConfiguration, readEnvironment } from '#server/config/environment.ts'
import { fromRoot } from '#server/paths.ts'
import type { Settings } from './step.ts'

/** Finds what would stop a start with these settings. The set-up writes settings only when a start would succeed. */
export function problemsOfStart(given: Settings, settings: Settings): string[] {
  try {
    const environment = readEnvironment({ ...settings, ...given })
    readCommunity(fromRoot(environment.communityDir), environment)
    return []
  } catch (error) {
    if (error instanceof BadConfiguration) return error.problems
    throw error
  }
}
