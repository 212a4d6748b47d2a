import { VARIABLE_NAMES } from './environment.ts'
import { distanceOf, findSimilarWord } from './nearest.ts'
import { isWebhookName } from './webhooks.ts'

export interface UnknownVariable {
  name: string
  /** The variable that was probably meant. Null if none is similar. */
  nearest: string | null
}

/** Prefixes that only this site's variables have. */
const SITE_PREFIX = /^(DISCORD|VERIFYPASS|ASSISTANT|OWNER|COMMUNITY|AUDIT|METRICS|TRUST)_/
/** In a name without such a prefix, at most one letter in this many may differ from a known variable. */
const LETTERS_A_SLIP = 4

/**
 * Finds variables that look like a setting of the site but are unknown. They would otherwise be ignored silently,
 * because an environment contains many variables of other programs.
 */
export function findUnknownVariables(env: NodeJS.ProcessEnv): UnknownVariable[] {
  return Object.keys(env)
    .filter((name) => env[name]?.trim() && !VARIABLE_NAMES.includes(name) && !isWebhookName(name))
    .flatMap((name) => {
      // Discord's API says "guild" where everybody else says "server".
      const written = name.toUpperCase().replace('SERVER', 'GUILD')
      const nearest = findSimilarWord(written, VARIABLE_NAMES)
      const isSlip = nearest !== null && distanceOf(written, nearest) <= written.length / LETTERS_A_SLIP
      return isSlip || SITE_PREFIX.test(written) ? [{ name, nearest }] : []
    })
}
