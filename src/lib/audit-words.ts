import type { Message, PlainMessage } from './messages.ts'

/** What a feature says in the audit log of its actions and of the fields of its records: its `audit-rules.ts`. */
export interface AuditWords {
  /** Those that it writes into the log; no other is written. */
  actions: Readonly<Record<string, ActionWords>>
  /** What a field is called in a sentence. One that is null is not shown: the sentence says it, or it is for machines. */
  fields?: Readonly<Record<string, PlainMessage | null>>
}

export interface ActionWords {
  /** By this name it is filtered. */
  name: PlainMessage
  /** May say `{person}`, `{record}`, `{list}` and `{changes}`, too. */
  sentence: AuditSentence
  /** The sentence of a row about a whole list, where that is another. */
  ofList?: AuditSentence
}

export type AuditSentence = Extract<Message, `{who} ${string}`>
