import { type AuditWords, labelsOf } from '#lib/audit-words.ts'
import { msg } from '#lib/messages.ts'
import { STATUS_LABELS } from './rules.ts'

export const auditWords = {
  actions: {
    approveVerification: {
      name: msg('Approve verification'),
      sentence: msg('{who} approved the verification of {person}'),
    },
    awaitVerification: {
      name: msg('Await verification'),
      sentence: msg('{who} still waits for the result of the verification of {person}'),
    },
    expireVerification: {
      name: msg('Expire verification'),
      sentence: msg('{who} let the verification of {person} expire'),
    },
    fillVerifications: {
      name: msg('Fill verifications'),
      sentence: msg('{who} put the first entries into {list}: {changes}'),
    },
    giveVerifiedRole: {
      name: msg('Give verified role'),
      sentence: msg('{who} gave {person} the Discord role of verified people'),
    },
    receiveUnknownVerification: {
      name: msg('Receive unknown verification'),
      sentence: msg('{who} received a verification that is not known here: {changes}'),
    },
    receiveVerification: {
      name: msg('Receive verification'),
      sentence: msg('{who} received the result of the verification of {person}: {changes}'),
    },
    rejectVerification: {
      name: msg('Reject verification'),
      sentence: msg('{who} rejected the verification of {person}: {changes}'),
    },
    removeVerification: {
      name: msg('Remove verification'),
      sentence: msg('{who} removed the expired verification of {person}'),
    },
    startVerification: { name: msg('Start verification'), sentence: msg('{who} started the verification of {person}') },
  },
  fields: {
    createdAt: null,
    pendingAt: null,
    verifiedAt: null,
    decidedAt: null,
    decidedById: null,
    decidedByName: null,
    expiredAt: null,
    roleId: null,
    userId: null,
  },
  values: {
    status: labelsOf(STATUS_LABELS),
  },
} satisfies AuditWords
