import { type AuditWords, labelsOf } from '#lib/audit-words.ts'
import { msg } from '#lib/messages.ts'

export const auditWords = {
  actions: {
    addEvidence: {
      name: msg('Add evidence'),
      sentence: msg('{who} added evidence to an action against {person}: {changes}'),
    },
    changeEvidence: {
      name: msg('Change evidence'),
      sentence: msg('{who} changed who sees evidence of an action against {person}: {changes}'),
    },
    removeEvidence: {
      name: msg('Remove evidence'),
      sentence: msg('{who} removed evidence from an action against {person}'),
    },
    restoreEvidence: {
      name: msg('Restore evidence'),
      sentence: msg('{who} restored evidence of an action against {person}: {changes}'),
    },
  },
  fields: {
    action: msg('action // of evidence'),
    hidden_from_person: null,
    is_shown: msg('shown to the person'),
    link: msg('link'),
  },
  values: {
    kind: labelsOf({ image: msg('picture'), link: msg('link') }),
  },
} satisfies AuditWords
