import type { Feature } from '#server/feature.ts'
import { endpoints } from './contract.ts'
import { departmentsRoutes } from './server/routes.ts'

export const departments: Feature<Parameters<typeof departmentsRoutes>[0]> = {
  name: 'departments',
  title: 'Departments and Leadership',
  endpoints,
  setUp: departmentsRoutes,
}
