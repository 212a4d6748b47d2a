import type { Feature } from '#server/feature.ts'
import { endpoints } from './contract.ts'

export const departments: Feature = {
  name: 'departments',
  title: 'Departments and Leadership',
  endpoints,
}
