import type { Feature } from '#server/feature.ts'
import { endpoints } from './contract.ts'

export const codes: Feature = {
  name: 'codes',
  title: '10-Codes and Penal Codes',
  endpoints,
  personalData: {
    penal_codes: {
      ids: ['created_by_discord', 'updated_by_discord'],
      names: { created_by_username: 'created_by_discord', updated_by_username: 'updated_by_discord' },
      texts: ['title', 'class', 'notes'],
      labels: ['statute'],
      others: ['anchor'],
    },
    ten_codes: {
      ids: ['created_by_discord', 'updated_by_discord'],
      names: { created_by_username: 'created_by_discord', updated_by_username: 'updated_by_discord' },
      texts: ['meaning', 'category'],
      labels: ['code'],
      others: ['anchor', 'color'],
    },
  },
}
