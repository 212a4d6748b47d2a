import type { AuditWords } from '#lib/audit-words.ts'
import { msg } from '#lib/messages.ts'

export const auditWords = {
  actions: {
    addRosterMember: { name: msg('Add roster member'), sentence: msg('{who} added {person} to {list}') },
    changeRosterMember: { name: msg('Change roster member'), sentence: msg('{who} changed {person}: {changes}') },
    fillRoster: { name: msg('Fill roster'), sentence: msg('{who} put the first entries into {list}: {changes}') },
    importRoster: { name: msg('Import roster'), sentence: msg('{who} imported a file into {list}: {changes}') },
    removeRosterMember: { name: msg('Remove roster member'), sentence: msg('{who} removed {person} from {list}') },
  },
  fields: {
    callsign: msg('callsign'),
    hiredAt: msg('hired'),
    position: msg('position'),
    timezone: msg('time zone'),
  },
} satisfies AuditWords
