import type { AuditWords } from '#lib/audit-words.ts'
import { msg } from '#lib/messages.ts'

export const auditWords = {
  actions: {
    addQuickLink: { name: msg('Add quick link'), sentence: msg('{who} added {record} to {list}') },
    changeQuickLink: { name: msg('Change quick link'), sentence: msg('{who} changed {record}: {changes}') },
    fillQuickLinks: {
      name: msg('Fill quick links'),
      sentence: msg('{who} put the first entries into {list}: {changes}'),
    },
    importQuickLinks: {
      name: msg('Import quick links'),
      sentence: msg('{who} imported a file into {list}: {changes}'),
    },
    removeQuickLink: { name: msg('Remove quick link'), sentence: msg('{who} removed {record} from {list}') },
  },
  fields: {
    copy: msg('text to copy'),
    desc: msg('description'),
    group: msg('group'),
    href: msg('address'),
    icon: msg('icon'),
  },
} satisfies AuditWords
