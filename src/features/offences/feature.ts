import type { Feature } from '#server/feature.ts'
import { endpoints } from './contract.ts'
import { type OffencesRoutesDeps, offencesRoutes } from './server/routes.ts'

export const offences: Feature<OffencesRoutesDeps> = {
  name: 'offences',
  title: 'Offences',
  endpoints,
  setUp: offencesRoutes,
  personalData: {
    // The text of the catalogue.
    offence_versions: { texts: ['content'], communityParts: { content: 'all' }, others: ['hash', 'code'] },
  },
}
