import { msg } from '#lib/messages.ts'
import type { Feature } from '#server/feature.ts'
import { auditWords } from './audit-rules.ts'
import { endpoints, listClaims } from './contract.ts'
import { inboxRules, inboxTitles } from './inbox-rules.ts'
import { type ClaimRoutesDeps, claimRoutes } from './server/routes.ts'
import { createClaimStore, TOPICS } from './server/store.ts'

export const claims: Feature<ClaimRoutesDeps> = {
  name: 'claims',
  title: 'Claims',
  endpoints,
  queues: (deps) => {
    const store = createClaimStore(deps)
    return [
      {
        name: 'claims',
        access: listClaims.access,
        title: msg('Bans that people say are theirs'),
        path: '/claims',
        topics: TOPICS,
        count: async (actor) => (await store.listClaims(actor)).length,
      },
    ]
  },
  setUp: claimRoutes,
  audited: auditWords,
  inbox: { titles: inboxTitles, ...inboxRules },
  personalData: {
    claims: {
      ids: ['person_id', 'decided_by_id'],
      names: { person_name: 'person_id', decided_by_name: 'decided_by_id' },
      others: ['native_id', 'state', 'told'],
      deletedWith: 'person_id',
    },
  },
}
