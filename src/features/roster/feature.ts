import type { Feature } from '#server/feature.ts'
import { endpoints } from './contract.ts'

export const roster: Feature = {
  name: 'roster',
  title: 'Staff and Development Rosters',
  endpoints,
  personalData: {
    roster_members: {
      ids: ['discord_id'],
      names: { name: 'discord_id' },
      texts: ['position', 'timezone', 'status', 'notes'],
      labels: ['callsign'],
      others: ['roster', 'callsign_key'],
    },
  },
}
