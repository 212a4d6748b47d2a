import type { Feature } from '#server/feature.ts'
import { auditWords } from './audit-rules.ts'
import { endpoints } from './contract.ts'
import { type EvidenceRoutesDeps, evidenceRoutes } from './server/routes.ts'

export const evidence: Feature<EvidenceRoutesDeps> = {
  name: 'evidence',
  title: 'Evidence',
  endpoints,
  setUp: evidenceRoutes,
  audited: auditWords,
  personalData: {
    // A picture cannot be rewritten, so it is deleted with the person whom its action is about.
    evidence: {
      ids: ['by_id'],
      names: { by_name: 'by_id' },
      texts: ['link'],
      // An address with a name replaced would lead nowhere, and the evidence is about another person.
      communityParts: { link: 'all' },
      others: ['family', 'kind', 'sha256'],
      through: [
        { column: 'action_id', table: 'disciplinary_actions', of: 'user_id', where: { family: 'staff' } },
        { column: 'action_id', table: 'player_actions', of: 'user_id', where: { family: 'players' } },
      ],
      isDeletedThrough: true,
    },
    evidence_parts: { isDeletedThrough: true, through: [{ column: 'evidence_id', table: 'evidence' }] },
  },
}
