import type { Access } from './access.ts'

/** A place on the live connection that only some may be in. `access` is required, and asked again at every event. */
export interface Room<A extends Access = Access> {
  name: string
  access: A
}

export function room<A extends Access>(declared: Room<A>): Room<A> {
  return declared
}
