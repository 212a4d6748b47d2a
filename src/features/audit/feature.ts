import type { Feature } from '#server/feature.ts'
import { auditWords } from './audit-rules.ts'
import { endpoints } from './contract.ts'
import { type AuditRoutesDeps, auditRoutes } from './server/routes.ts'

export const audit: Feature<AuditRoutesDeps> = {
  name: 'audit',
  title: 'Audit log',
  endpoints,
  setUp: auditRoutes,
  audited: auditWords,
  personalData: {
    audit_log: {
      ids: ['actor_id'],
      names: { actor_name: 'actor_id' },
      texts: ['target', 'before', 'after'],
      others: ['action', 'request_id', 'previous_hash', 'hash'],
      // The rows are a chain of hashes, so this feature has its own code to show and to erase a person's data.
      isHandledElsewhere: true,
    },
    audit_erasures: { others: ['hash'] },
    imports: {
      ids: ['by_id', 'undone_by_id'],
      names: { by_name: 'by_id', undone_by_name: 'undone_by_id' },
      texts: ['file'],
      others: ['list', 'source', 'sha256'],
    },
    import_rows: { texts: ['record', 'before'], others: ['hash'] },
  },
}
