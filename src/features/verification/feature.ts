import { msg } from '#lib/messages.ts'
import type { Community } from '#server/config/community.ts'
import type { Feature } from '#server/feature.ts'
import { announcementRules } from './announcement-rules.ts'
import { auditWords } from './audit-rules.ts'
import { endpoints, listVerifications } from './contract.ts'
import { inboxRules, inboxTitles } from './inbox-rules.ts'
import { type VerificationRoutesDeps, verificationRoutes } from './server/routes.ts'
import { seedVerifications } from './server/seed.ts'
import { countWaiting, TOPICS } from './server/store.ts'

export const verification: Feature<Omit<VerificationRoutesDeps, 'verifiedRole'> & { community: Community }> = {
  name: 'verification',
  title: 'Verification',
  endpoints,
  queues: ({ database }) => [
    {
      name: 'verifications',
      access: listVerifications.access,
      part: 'verify',
      title: msg('Verifications to decide'),
      path: '/verifications',
      topics: TOPICS,
      count: ({ id }) => countWaiting(database.db, id),
    },
  ],
  setUp: (deps) => verificationRoutes({ ...deps, verifiedRole: deps.community.verifiedRole }),
  seed: seedVerifications,
  audited: auditWords,
  inbox: { titles: inboxTitles, ...inboxRules },
  announced: announcementRules,
  personalData: {
    verification_reports: {
      others: ['status', 'group', 'reported_at'],
      through: [{ column: 'verification_id', table: 'verification_sessions', of: 'user_id' }],
    },
    verification_roles: {
      others: ['error', 'role_id'],
      through: [{ column: 'verification_id', table: 'verification_sessions', of: 'user_id' }],
    },
    verification_sessions: {
      ids: ['user_id', 'decided_by_id'],
      names: { decided_by_name: 'decided_by_id' },
      texts: ['reason'],
      others: ['status', 'group'],
      deletedWith: 'user_id',
    },
  },
}
