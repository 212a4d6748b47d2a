import type { AuditWords } from '#lib/audit-words.ts'
import { msg } from '#lib/messages.ts'

export const auditWords = {
  actions: {
    addPenalCode: { name: msg('Add penal code'), sentence: msg('{who} added {record} to {list}') },
    addTenCode: { name: msg('Add ten code'), sentence: msg('{who} added {record} to {list}') },
    changePenalCode: { name: msg('Change penal code'), sentence: msg('{who} changed {record}: {changes}') },
    changeTenCode: { name: msg('Change ten code'), sentence: msg('{who} changed {record}: {changes}') },
    fillPenalCodes: {
      name: msg('Fill penal codes'),
      sentence: msg('{who} put the first entries into {list}: {changes}'),
    },
    fillTenCodes: { name: msg('Fill ten codes'), sentence: msg('{who} put the first entries into {list}: {changes}') },
    importPenalCodes: {
      name: msg('Import penal codes'),
      sentence: msg('{who} imported a file into {list}: {changes}'),
    },
    importTenCodes: { name: msg('Import ten codes'), sentence: msg('{who} imported a file into {list}: {changes}') },
    removePenalCode: { name: msg('Remove penal code'), sentence: msg('{who} removed {record} from {list}') },
    removeTenCode: { name: msg('Remove ten code'), sentence: msg('{who} removed {record} from {list}') },
  },
  fields: {
    aliases: msg('also called'),
    class: msg('class'),
    code: msg('code'),
    color: msg('color'),
    counts: msg('counts at most'),
    excludes: msg('not charged with'),
    fine: msg('fine'),
    fine_max: msg('highest fine'),
    includes: msg('includes // other charges'),
    jail: msg('jail'),
    jail_max: msg('longest jail'),
    meaning: msg('meaning'),
    points_max: msg('most points'),
    statute: msg('statute'),
  },
} satisfies AuditWords
