import type { AuditWords } from '#lib/audit-words.ts'
import { findMessage, msg, t } from '#lib/messages.ts'
import { namedRight, RIGHT_NAMES } from './name-rules.ts'

/** Replaces the rights in a text by their names. In the text, each right follows the id of the role that gives it. */
const rightsIn = (text: string): string =>
  text
    .split(', ')
    .map((line) => line.split(' ').map(nameOf).join(' '))
    .join(', ')

function nameOf(word: string): string {
  const named = namedRight(word) ?? namedRight(`can:${word}`)
  if (named === undefined) return word
  const [right, department] = [findMessage(RIGHT_NAMES[named]), word.split('@')[1]]
  return department === undefined ? right : t('{right} in one department: {department}', { right, department })
}

export const auditWords = {
  actions: {
    changeMapping: {
      name: msg('Change roles of rights'),
      sentence: msg('{who} started with changed roles for rights: {changes}'),
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
  values: {
    gained: rightsIn,
    lost: rightsIn,
    noLongerGiven: rightsIn,
    nowGiven: rightsIn,
  },
} satisfies AuditWords
