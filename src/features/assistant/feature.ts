import type { Feature } from '#server/feature.ts'
import { endpoints } from './contract.ts'

export const assistant: Feature = {
  name: 'assistant',
  title: 'Rules and their assistant',
  endpoints,
}
