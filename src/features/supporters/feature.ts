import type { Feature } from '#server/feature.ts'
import { endpoints } from './contract.ts'

export const supporters: Feature = {
  name: 'supporters',
  title: 'Supporters',
  endpoints,
}
