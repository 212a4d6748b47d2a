import type { AuditWords } from '#lib/audit-words.ts'
import { msg } from '#lib/messages.ts'

export const auditWords = {
  actions: {
    refused: { name: msg('Refused'), sentence: msg('{who} tried to see or do something that they may not: {changes}') },
    removeOtherSessions: {
      name: msg('Remove other sessions'),
      sentence: msg('{who} ended every other session of their own'),
    },
    removeOwnSession: { name: msg('Remove own session'), sentence: msg('{who} ended a session of their own') },
    removeUserSessions: { name: msg('Remove user sessions'), sentence: msg('{who} ended every session of {person}') },
    signIn: { name: msg('Sign in // an action'), sentence: msg('{who} signed in') },
  },
  fields: {
    device: msg('device'),
  },
} satisfies AuditWords
