import type { $ZodType } from 'zod/v4/core'
import type { Access } from './access.ts'

/** A room of the live connection with restricted access. `access` is required and is checked again for every event. */
export interface Room {
  name: string
  access: Access
  /** The shape of the events that the room's members receive. */
  payload: $ZodType
}

export function room<const R extends Room>(declared: R): R {
  return declared
}
