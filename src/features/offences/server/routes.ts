import type { Serve } from '#server/http/serve.ts'
import { listOffences, type Offence } from '../contract.ts'

export interface OffencesRoutesDeps {
  serve: Serve
  offences: readonly Offence[]
}

/** The catalogue of offences, to read. */
export function offencesRoutes({ serve, offences }: OffencesRoutesDeps): void {
  serve.call(listOffences)(async ({ actor }) => ({
    data: offences.filter(({ family }) => family === 'players' || actor.isStaff),
  }))
}
