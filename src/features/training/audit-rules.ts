import type { AuditWords } from '#lib/audit-words.ts'
import { msg } from '#lib/messages.ts'

export const auditWords = {
  actions: {
    changeMentor: { name: msg('Change mentor'), sentence: msg('{who} changed {person}: {changes}') },
  },
  fields: {
    mentorId: msg('mentor'),
  },
} satisfies AuditWords
