import type { Feature } from '#server/feature.ts'
import { endpoints } from './contract.ts'

export const users: Feature = {
  name: 'users',
  title: 'Users and sessions',
  endpoints,
}
