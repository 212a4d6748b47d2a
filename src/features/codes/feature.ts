import type { Feature } from '#server/feature.ts'
import { auditWords } from './audit-rules.ts'
import { endpoints } from './contract.ts'
import { type CodesRoutesDeps, codesRoutes } from './server/routes.ts'

export const codes: Feature<CodesRoutesDeps> = {
  name: 'codes',
  title: '10-Codes and Penal Codes',
  endpoints,
  setUp: codesRoutes,
  audited: auditWords,
  personalData: {
    codes_arrived: { others: ['list'] },
    penal_codes: {
      ids: ['created_by_discord', 'updated_by_discord'],
      names: { created_by_username: 'created_by_discord', updated_by_username: 'updated_by_discord' },
      texts: ['title', 'class', 'notes', 'aliases'],
      labels: ['statute'],
      others: ['anchor', 'excludes', 'includes'],
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
