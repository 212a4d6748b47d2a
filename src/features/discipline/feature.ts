import { earliest } from '#lib/dates.ts'
import { msg } from '#lib/messages.ts'
import type { Community } from '#server/config/community.ts'
import type { Feature, Queue } from '#server/feature.ts'
import { announcementRules } from './announcement-rules.ts'
import { auditWords } from './audit-rules.ts'
import { approveAction, endpoints } from './contract.ts'
import { inboxRules, inboxTitles } from './inbox-rules.ts'
import { endpoints as playerEndpoints } from './player-contract.ts'
import { countToApprove, findApprovalDue } from './server/approval-store.ts'
import { PLAYER_RECORD } from './server/player-store.ts'
import { STAFF_RECORD } from './server/record-store.ts'
import { type DisciplineRoutesDeps, disciplineRoutes } from './server/routes.ts'
import { createThresholdStore } from './server/threshold-store.ts'
import { listThresholds, endpoints as thresholdEndpoints } from './threshold-contract.ts'

const ACTION_NAMES = {
  user_name: 'user_id',
  admin_name: 'admin_id',
  revoked_by_name: 'revoked_by_id',
  approver_name: 'approver_id',
}

const REVISIONS = {
  ids: ['user_id', 'by_id', 'approver_id'],
  names: { user_name: 'user_id', by_name: 'by_id' },
  texts: ['why', 'internal_reason', 'external_reason'],
  others: ['type'],
}

const DECISIONS = {
  ids: ['user_id', 'by_id'],
  names: { user_name: 'user_id', by_name: 'by_id' },
  texts: ['why'],
}

type QueueDeps = Pick<DisciplineRoutesDeps, 'database' | 'actionAppeals'>

/** The actions of these families that a person may approve. Staff and other people have different pages for them. */
function approvalQueue(
  { database: { db }, actionAppeals }: QueueDeps,
  families: readonly (typeof STAFF_RECORD | typeof PLAYER_RECORD)[],
  isForStaff: boolean,
): Pick<Queue, 'access' | 'count' | 'due'> {
  const records = families.map((record) => ({ ...record, ...actionAppeals }))
  return {
    access: approveAction.access,
    count: async (actor) => {
      if (actor.isStaff !== isForStaff) return 0
      let count = 0
      for (const record of records) count += await countToApprove(db, record, actor)
      return count
    },
    due: async (actor) => (actor.isStaff === isForStaff ? findApprovalDue(db, records, actor) : null),
  }
}

export const discipline: Feature<Omit<DisciplineRoutesDeps, 'firstDayOfWeek'> & { community: Community }> = {
  name: 'discipline',
  title: 'Staff DA Database',
  endpoints: [...endpoints, ...playerEndpoints, ...thresholdEndpoints],
  queues: (deps) => [
    {
      name: 'actions-to-approve',
      title: msg('Actions to approve'),
      path: '/staff-da-database?approval=waiting',
      topics: ['staff-da'],
      ...approvalQueue(deps, [STAFF_RECORD], true),
    },
    {
      name: 'player-actions-to-approve',
      title: msg('Actions against players to approve'),
      path: '/player-record?approval=waiting',
      topics: ['player-actions'],
      ...approvalQueue(deps, [PLAYER_RECORD], true),
    },
    {
      name: 'point-thresholds',
      access: listThresholds.access,
      title: msg('People who reached a point threshold'),
      path: '/point-thresholds',
      topics: ['staff-da', 'player-actions'],
      count: async (actor) =>
        (await createThresholdStore(deps, 'staff').count(actor)) +
        (await createThresholdStore(deps, 'players').count(actor)),
      due: async (actor) =>
        earliest([
          await createThresholdStore(deps, 'staff').findDue(actor),
          await createThresholdStore(deps, 'players').findDue(actor),
        ]),
    },
    {
      name: 'actions-to-approve-for-others',
      title: msg('Actions to approve'),
      path: '/approvals',
      topics: ['staff-da', 'player-actions'],
      ...approvalQueue(deps, [STAFF_RECORD, PLAYER_RECORD], false),
    },
  ],
  setUp: (deps) => disciplineRoutes({ ...deps, firstDayOfWeek: deps.community.site.firstDayOfWeek ?? 'monday' }),
  audited: auditWords,
  inbox: { titles: inboxTitles, ...inboxRules },
  announced: announcementRules,
  personalData: {
    disciplinary_actions: {
      ids: ['user_id', 'admin_id', 'importer_id', 'revoked_by_id', 'approver_id'],
      names: ACTION_NAMES,
      texts: ['internal_reason', 'external_reason', 'revoked_why', 'approval_why', 'deviation_why'],
      others: ['type', 'outcome', 'approval', 'import_key', 'game_event', 'offences', 'deviation'],
    },
    player_actions: {
      ids: ['user_id', 'admin_id', 'importer_id', 'revoked_by_id', 'approver_id'],
      names: ACTION_NAMES,
      texts: ['internal_reason', 'external_reason', 'revoked_why', 'approval_why', 'deviation_why'],
      others: ['type', 'outcome', 'approval', 'source', 'native_id', 'offences', 'deviation'],
    },
    action_offences: {
      texts: ['passage'],
      // The text of the rules.
      communityParts: { passage: 'all' },
      others: ['code', 'category', 'version_hash', 'type'],
      through: [{ column: 'action_id', table: 'disciplinary_actions', of: 'user_id' }],
    },
    player_offences: {
      texts: ['passage'],
      // The text of the rules.
      communityParts: { passage: 'all' },
      others: ['code', 'category', 'version_hash', 'type'],
      through: [{ column: 'action_id', table: 'player_actions', of: 'user_id' }],
    },
    subjects: {
      ids: ['id'],
      names: { name: 'id' },
      identifiers: { identifiers: 'id' },
      texts: ['other_accounts', 'note', 'note_by'],
      labels: ['identifiers'],
      others: ['source'],
      deletedWith: 'id',
    },
    removed_actions: { ids: ['user_id'], others: ['family', 'source', 'native_id', 'import_key'] },
    disciplinary_days: { others: ['type'] },
    player_days: { others: ['type'] },
    // A trigger recounts this table.
    disciplinary_people: { ids: ['id'], names: { name: 'id' }, deletedWith: 'id' },
    player_people: { ids: ['id'], names: { name: 'id' }, deletedWith: 'id' },
    threshold_decisions: DECISIONS,
    player_threshold_decisions: DECISIONS,
    disciplinary_revisions: REVISIONS,
    player_revisions: REVISIONS,
  },
}
