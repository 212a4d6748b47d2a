import type { Feature } from '#server/feature.ts'
import { endpoints } from './contract.ts'
import { type DepartmentsRoutesDeps, departmentsRoutes } from './server/routes.ts'

export const departments: Feature<DepartmentsRoutesDeps> = {
  name: 'departments',
  title: 'Departments and Leadership',
  endpoints,
  setUp: departmentsRoutes,
}
