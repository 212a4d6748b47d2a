import type { Feature } from '#server/feature.ts'
import { rosterRoom } from './contract.ts'

export const presence: Feature = {
  name: 'presence',
  title: 'Staff and Development Rosters',
  endpoints: [],
  rooms: [rosterRoom],
}
