import type { Feature } from '#server/feature.ts'
import { endpoints } from './contract.ts'

export const gameServer: Feature = {
  name: 'game-server',
  title: 'Game server',
  endpoints,
}
