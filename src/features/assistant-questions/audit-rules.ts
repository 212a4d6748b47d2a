import type { AuditWords } from '#lib/audit-words.ts'
import { msg } from '#lib/messages.ts'

export const auditWords = {
  actions: {
    addPhrase: { name: msg('Add phrase'), sentence: msg('{who} added the phrase {record} for the assistant') },
    dismissQuestions: {
      name: msg('Dismiss questions'),
      sentence: msg('{who} dismissed questions to the assistant: {changes}'),
    },
    fillQuestions: { name: msg('Fill questions'), sentence: msg('{who} put the first entries into {list}: {changes}') },
    removePhrase: { name: msg('Remove phrase'), sentence: msg('{who} removed the phrase {record} of the assistant') },
    reopenQuestions: {
      name: msg('Reopen questions'),
      sentence: msg('{who} reopened questions to the assistant: {changes}'),
    },
  },
  fields: {
    phrase: msg('phrase'),
    phrases: msg('phrases'),
    questions: msg('questions'),
  },
} satisfies AuditWords
