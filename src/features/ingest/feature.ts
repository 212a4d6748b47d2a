import type { Feature } from '#server/feature.ts'
import { endpoints } from './contract.ts'

export const ingest: Feature = {
  name: 'ingest',
  title: 'Game server',
  endpoints,
  personalData: {
    ingest_tokens: {
      ids: ['made_by_id'],
      names: { made_by_name: 'made_by_id' },
      texts: ['label'],
      others: ['hash'],
      secrets: ['hash'],
    },
  },
}
