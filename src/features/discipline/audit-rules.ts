import type { AuditWords } from '#lib/audit-words.ts'
import { msg } from '#lib/messages.ts'

export const auditWords = {
  actions: {
    acknowledgeAction: { name: msg('Confirm reading'), sentence: msg('{who} confirmed having read {record}') },
    addAction: { name: msg('Add action'), sentence: msg('{who} logged {record} for {person}') },
    approveAction: { name: msg('Approve action'), sentence: msg('{who} approved {record} of {person}') },
    decideThreshold: {
      name: msg('Decide on points'),
      sentence: msg('{who} decided on the points of {person}: {changes}'),
    },
    fillActions: { name: msg('Fill actions'), sentence: msg('{who} put the first entries into {list}: {changes}') },
    importActions: { name: msg('Import actions'), sentence: msg('{who} imported a file into {list}: {changes}') },
    importPlayers: { name: msg('Import players'), sentence: msg('{who} imported a file into {list}: {changes}') },
    joinSubjects: {
      name: msg('Join people'),
      sentence: msg('{who} joined two people of the player record into one: {changes}'),
    },
    rejectAction: { name: msg('Reject action'), sentence: msg('{who} rejected {record} of {person}: {changes}') },
    reviseAction: { name: msg('Revise action'), sentence: msg('{who} revised {record} of {person}: {changes}') },
    revokeAction: { name: msg('Revoke action'), sentence: msg('{who} revoked {record} of {person}: {changes}') },
    undoAddAction: {
      name: msg('Take back action'),
      sentence: msg('{who} took back {record} of {person} right after logging it'),
    },
  },
  fields: {
    acknowledged_at: msg('read'),
    approval: msg('approval'),
    due_at: msg('to be approved by'),
    ends_at: msg('end'),
    external_reason: msg('external reason'),
    family: null,
    internal_reason: msg('internal reason'),
    issuer: msg('given by'),
    outcome: msg('outcome'),
    points: msg('points'),
    points_end_at: msg('points count until'),
    revised_by: msg('changed by'),
    revoked: msg('revocation'),
    is_revised: null,
    is_from_game: null,
  },
} satisfies AuditWords
