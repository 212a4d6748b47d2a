import type { AuditWords } from '#lib/audit-words.ts'
import { msg } from '#lib/messages.ts'

export const auditWords = {
  actions: {
    addIngestToken: { name: msg('Add ingest token'), sentence: msg('{who} made the game server token {record}') },
    removeIngestToken: {
      name: msg('Remove ingest token'),
      sentence: msg('{who} ended the game server token {record}'),
    },
  },
  fields: {
    lastUsedAt: msg('last used'),
    madeAt: msg('made'),
    madeBy: null,
    revokedAt: msg('ended'),
  },
} satisfies AuditWords
