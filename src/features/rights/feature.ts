import { createRoleNames } from '#features/auth/server/gateway.ts'
import type { Feature } from '#server/feature.ts'
import { auditWords } from './audit-rules.ts'
import { endpoints } from './contract.ts'
import { type RightsRoutesDeps, rightsRoutes } from './server/routes.ts'

export const rights: Feature<Omit<RightsRoutesDeps, 'roleNames'> & Parameters<typeof createRoleNames>[0]> = {
  name: 'rights',
  title: 'Rights',
  endpoints,
  audited: auditWords,
  personalData: { rights_mapping: { texts: ['mapping', 'changes'] } },
  setUp: (deps) => rightsRoutes({ ...deps, roleNames: createRoleNames(deps) }),
}
