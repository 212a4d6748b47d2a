import type { Feature } from '#server/feature.ts'
import { auditWords } from './audit-rules.ts'
import { endpoints } from './contract.ts'
import { ingestRoutes } from './server/routes.ts'

export const ingest: Feature<Parameters<typeof ingestRoutes>[0]> = {
  name: 'ingest',
  title: 'Game server',
  endpoints,
  setUp: ingestRoutes,
  audited: auditWords,
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
