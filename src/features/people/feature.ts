import type { Feature } from '#server/feature.ts'
import { endpoints } from './contract.ts'
import { type PeopleRoutesDeps, peopleRoutes } from './server/routes.ts'

export const people: Feature<PeopleRoutesDeps> = {
  name: 'people',
  title: 'People',
  endpoints,
  setUp: peopleRoutes,
}
