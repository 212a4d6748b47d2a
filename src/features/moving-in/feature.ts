import type { Feature } from '#server/feature.ts'
import { endpoints } from './contract.ts'
import { type MoveInRoutesDeps, moveInRoutes } from './server/routes.ts'

export const movingIn: Feature<MoveInRoutesDeps> = {
  name: 'moving-in',
  title: 'Moving in',
  endpoints,
  setUp: moveInRoutes,
}
