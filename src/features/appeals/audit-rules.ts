import { type AuditWords, labelsOf } from '#lib/audit-words.ts'
import { msg } from '#lib/messages.ts'
import { OUTCOME_LABELS, STATE_LABELS } from './rules.ts'

export const auditWords = {
  actions: {
    addAppeal: { name: msg('Appeal an action'), sentence: msg('{who} appealed an action against them') },
    addStatement: { name: msg('Add statement'), sentence: msg('{who} gave a statement on the appeal of {person}') },
    askIssuer: {
      name: msg('Ask issuer'),
      sentence: msg('{who} asked the issuer for a statement on the appeal of {person}'),
    },
    closeAppeal: {
      name: msg('Close appeal'),
      sentence: msg('{who} closed the appeal of {person}, whose action was revoked'),
    },
    closeLiftTask: {
      name: msg('Close txAdmin task'),
      sentence: msg('{who} closed the task in txAdmin of the appeal of {person}'),
    },
    commentOnAppeal: {
      name: msg('Comment on appeal'),
      sentence: msg('{who} wrote an internal comment on the appeal of {person}'),
    },
    decideAppeal: { name: msg('Decide appeal'), sentence: msg('{who} decided on the appeal of {person}: {changes}') },
    liftAppealed: {
      name: msg('Lift appealed action'),
      sentence: msg('{who} lifted or reduced their own action after the appeal of {person}: {changes}'),
    },
    messageAppellant: { name: msg('Message appellant'), sentence: msg('{who} wrote to {person} about their appeal') },
    replyToAppeal: { name: msg('Reply to appeal'), sentence: msg('{who} added to their appeal') },
    reviewAppeal: { name: msg('Review appeal'), sentence: msg('{who} took the appeal of {person} into review') },
    withdrawErasedAppeal: {
      name: msg('Withdraw appeal of erased person'),
      sentence: msg('{who} withdrew the appeal of {person}, who was erased'),
    },
    withdrawAppeal: { name: msg('Withdraw appeal'), sentence: msg('{who} withdrew their appeal') },
  },
  fields: {
    decided_as: msg('decided as'),
    ended_by: msg('ended by'),
    issuer_reduced: msg('reduced by the issuer'),
    said_not_issuer: null,
    state: msg('state'),
  },
  values: {
    decided_as: labelsOf({
      independent: msg('somebody who had no part in the action'),
      lower: msg('somebody of a lower position'),
      owner: msg('an owner who had a part in the action'),
      issuer: msg('the owner who gave the action'),
    }),
    ended_by: labelsOf({ decider: msg('a decision'), issuer: msg('the person who gave the action') }),
    outcome: labelsOf(OUTCOME_LABELS),
    state: labelsOf({ ...STATE_LABELS, decided: msg('Decided // appeal') }),
  },
} satisfies AuditWords
