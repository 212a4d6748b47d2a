import { VARIABLE_NAMES } from './environment.ts'
import { distanceOf, nearest } from './nearest.ts'
import { isWebhookName } from './webhooks.ts'

export interface UnknownVariable {
  name: string
  /** The variable that was likely meant, where one is near. */
  nearest: string | null
}

/** Nothing else on a machine begins so. */
const OURS = /^(DISCORD|VERIFYPASS|ASSISTANT|OWNER|COMMUNITY|AUDIT|METRICS|TRUST)_/
/** One letter in so many may be wrong in a name that does not begin like one of ours. */
const LETTERS_A_SLIP = 4

/**
 * Variables that look like a setting of the site and are none: silent mistakes, because an environment holds many that
 * are not the site's.
 */
export function findUnknownVariables(env: NodeJS.ProcessEnv): UnknownVariable[] {
  return Object.keys(env)
    .filter((name) => env[name]?.trim() && !VARIABLE_NAMES.includes(name) && !isWebhookName(name))
    .flatMap((name) => {
      // What Discord's API calls a guild everybody else calls a server.
      const written = name.toUpperCase().replace('SERVER', 'GUILD')
      const meant = nearest(written, VARIABLE_NAMES)
      const isSlip = meant !== null && distanceOf(written, meant) <= written.length / LETTERS_A_SLIP
      return isSlip || OURS.test(written) ? [{ name, nearest: meant }] : []
    })
}
