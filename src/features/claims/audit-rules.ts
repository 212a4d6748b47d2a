import { type AuditWords, labelsOf } from '#lib/audit-words.ts'
import { msg } from '#lib/messages.ts'

export const auditWords = {
  actions: {
    addClaim: { name: msg('Claim a ban'), sentence: msg('{who} said that a ban in game is theirs') },
    confirmClaim: {
      name: msg('Confirm claim'),
      sentence: msg('{who} confirmed that a ban in game belongs to {person}'),
    },
    refuseClaim: {
      name: msg('Refuse claim'),
      sentence: msg('{who} did not confirm that a ban in game belongs to {person}'),
    },
    answerClaim: {
      name: msg('Answer claim'),
      sentence: msg('{who} closed a claim of {person}, because its ban was linked in another way: {changes}'),
    },
    reopenClaim: {
      name: msg('Reopen claim'),
      sentence: msg('{who} reopened a claim of {person}, because its ban is linked to nobody'),
    },
    unlinkClaim: {
      name: msg('Take back claim'),
      sentence: msg('{who} took back that a ban in game belongs to {person}'),
    },
  },
  values: {
    state: labelsOf({
      waiting: msg('waiting'),
      confirmed: msg('confirmed'),
      refused: msg('not confirmed'),
      unlinked: msg('taken back // a claim'),
    }),
  },
} satisfies AuditWords
