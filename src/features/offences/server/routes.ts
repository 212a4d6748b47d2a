import type { Member } from '#lib/access.ts'
import type { Serve } from '#server/http/serve.ts'
import { listOffences, type Offence } from '../contract.ts'

export interface OffencesRoutesDeps {
  serve: Serve
  offences: readonly Offence[]
  offenceBook: { listRetired(): Promise<Offence[]> }
}

/** Staff read the whole catalogue, others only the offences of players. */
const isFor =
  ({ isStaff }: Member) =>
  ({ family }: Offence) =>
    isStaff || family === 'players'

/** Serves the catalogue of offences. */
export function offencesRoutes({ serve, offences, offenceBook }: OffencesRoutesDeps): void {
  serve.call(listOffences)(async ({ actor }) => ({
    data: offences.filter(isFor(actor)),
    retired: (await offenceBook.listRetired()).filter(isFor(actor)),
  }))
}
