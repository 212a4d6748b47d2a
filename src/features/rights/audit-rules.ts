import type { AuditWords } from '#lib/audit-words.ts'
import { msg } from '#lib/messages.ts'

export const auditWords = {
  actions: {
    changeMapping: {
      name: msg('Change roles of rights'),
      sentence: msg('{who} started with other roles for rights: {changes}'),
    },
    changeRights: {
      name: msg('Change rights'),
      sentence: msg(
        '{who} changed the rights of {person}: site.yaml or the settings give their roles other rights now: {changes}',
      ),
    },
  },
  fields: {
    gained: msg('gained // rights'),
    lost: msg('lost // rights'),
    noLongerGiven: msg('no longer given'),
    nowGiven: msg('now given'),
  },
} satisfies AuditWords
