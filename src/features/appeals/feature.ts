import { earliest } from '#lib/dates.ts'
import { msg } from '#lib/messages.ts'
import type { Feature } from '#server/feature.ts'
import { auditWords } from './audit-rules.ts'
import { endpoints } from './contract.ts'
import { endpoints as decisionEndpoints, listAppeals } from './decision-contract.ts'
import { endpoints as givenEndpoints, listGivenAppeals } from './given-contract.ts'
import { inboxRules, inboxTitles } from './inbox-rules.ts'
import { createDecisionStore, LATE_APPEALS_ACCESS } from './server/decision-store.ts'
import { createIssuerStore } from './server/issuer-store.ts'
import { TOPICS } from './server/record-store.ts'
import { type AppealRoutesDeps, appealRoutes } from './server/routes.ts'

/** Texts of an appeal also belong to its appellant, whoever wrote them. */
const WRITTEN = {
  ids: ['by_id'],
  names: { by_name: 'by_id' },
  texts: ['text'],
  through: [{ column: 'appeal_id', table: 'appeals', of: 'appellant_id' }],
}

export const appeals: Feature<AppealRoutesDeps> = {
  name: 'appeals',
  title: 'Appeals',
  endpoints: [...endpoints, ...decisionEndpoints, ...givenEndpoints],
  queues: (deps) => {
    const decisions = createDecisionStore(deps)
    const issuerStore = createIssuerStore(deps)
    return [
      {
        name: 'appeals',
        access: listAppeals.access,
        title: msg('Appeals to decide, and bans to lift'),
        path: '/appeals',
        topics: TOPICS,
        count: (actor) => decisions.countWaiting(actor),
        due: (actor) => decisions.findDue(actor),
      },
      {
        name: 'late-appeals',
        access: LATE_APPEALS_ACCESS,
        title: msg('Late appeals'),
        path: '/appeals',
        topics: TOPICS,
        count: (actor) => decisions.countLate(actor),
        due: (actor) => decisions.findLateDue(actor),
      },
      {
        name: 'given-appeals',
        access: listGivenAppeals.access,
        title: msg('Statements asked of you'),
        path: '/given-appeals',
        topics: TOPICS,
        count: (actor) => issuerStore.countAsked(actor),
        due: async (actor) =>
          earliest(
            (await issuerStore.listGivenAppeals(actor))
              .filter(({ state, statement }) => state === 'with_issuer' && statement === null)
              .flatMap(({ issuerUntil }) => (issuerUntil === null ? [] : new Date(issuerUntil))),
          ),
      },
    ]
  },
  setUp: appealRoutes,
  audited: auditWords,
  inbox: { titles: inboxTitles, ...inboxRules },
  personalData: {
    appeals: {
      ids: ['appellant_id', 'issuer_id', 'approver_id', 'reviewer_id', 'decider_id'],
      names: {
        appellant_name: 'appellant_id',
        issuer_name: 'issuer_id',
        reviewer_name: 'reviewer_id',
        decider_name: 'decider_id',
      },
      texts: ['text', 'statement', 'decision', 'issuer_message', 'snapshot'],
      // The texts of the catalogue and the rules.
      communityParts: { snapshot: ['offences'] },
      others: ['family', 'state', 'outcome', 'ended_by', 'decided_as', 'lift_id'],
    },
    appeal_messages: WRITTEN,
    appeal_comments: WRITTEN,
    removed_appeals: { others: ['family', 'outcome'] },
  },
}
