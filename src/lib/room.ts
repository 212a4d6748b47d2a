import type { $ZodType } from 'zod/v4/core'
import type { Access } from './access.ts'

/** A place on the live connection that only some may be in. `access` is required, and asked again at every event. */
export interface Room {
  name: string
  access: Access
  /** The shape of what those in it hear. */
  tells: $ZodType
}

export function room<const R extends Room>(declared: R): R {
  return declared
}
