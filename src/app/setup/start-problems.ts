import { readCommunity } from '#server/config/community.ts'
import { BadConfiguration, readEnvironment } from '#server/config/environment.ts'
import { fromRoot } from '#server/paths.ts'
import type { Settings } from './step.ts'

/** What would stop a start with these settings: nothing is written before a start would be fine. */
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
