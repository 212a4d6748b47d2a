import type { Feature } from '#server/feature.ts'
import { endpoints } from './contract.ts'
import { type AppealRoutesDeps, appealRoutes } from './server/routes.ts'

export const appeals: Feature<AppealRoutesDeps> = {
  name: 'appeals',
  title: 'Appeals',
  endpoints,
  setUp: appealRoutes,
  audited: [
    'addAppeal',
    'addStatement',
    'askIssuer',
    'closeLiftTask',
    'commentOnAppeal',
    'decideAppeal',
    'liftAppealed',
    'messageAppellant',
    'replyToAppeal',
    'reviewAppeal',
    'withdrawAppeal',
  ],
  personalData: {
    appeals: {
      ids: ['appellant_id', 'issuer_id', 'approver_id', 'decider_id'],
      names: { appellant_name: 'appellant_id', issuer_name: 'issuer_id', decider_name: 'decider_id' },
      texts: ['text', 'statement', 'decision', 'snapshot'],
      others: ['family', 'state', 'outcome', 'ended_by', 'lift_id'],
    },
    appeal_messages: { ids: ['by_id'], names: { by_name: 'by_id' }, texts: ['text'] },
    appeal_comments: { ids: ['by_id'], names: { by_name: 'by_id' }, texts: ['text'] },
  },
}
