import { createRoleNames } from '#features/auth/server/gateway.ts'
import type { Feature } from '#server/feature.ts'
import { endpoints } from './contract.ts'
import { type UsersRoutesDeps, usersRoutes } from './server/routes.ts'

export const users: Feature<Omit<UsersRoutesDeps, 'roleNames'> & Parameters<typeof createRoleNames>[0]> = {
  name: 'users',
  title: 'Users and sessions',
  endpoints,
  setUp: (deps) => usersRoutes({ ...deps, roleNames: createRoleNames(deps) }),
}
