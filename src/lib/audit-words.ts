import { type Message, type PlainMessage, t } from './messages.ts'

/** What a feature says in the audit log of its actions and of the fields of its records: its `audit-rules.ts`. */
export interface AuditWords {
  /** Those that it writes into the log; no other is written. */
  actions: Readonly<Record<string, ActionWords>>
  /** What a field is called in a sentence. One that is null is not shown: the sentence says it, or it is for machines. */
  fields?: Readonly<Record<string, PlainMessage | null>>
  /** What the community calls a stage that a record of a list keeps, by the way to it; null for what is no stage. */
  stageAt?(list: string, way: readonly string[]): string | null
  /** By field, what those of its values are called that are names for machines. */
  values?: Readonly<Record<string, ValueWords>>
}

/** What a value is called; undefined where it stands as it is. */
export type ValueWords = (value: string) => string | undefined

export const wordsOf =
  (labels: Readonly<Record<string, PlainMessage>>): ValueWords =>
  (value) => {
    const label = Object.hasOwn(labels, value) ? labels[value] : undefined
    return label && t(label)
  }

export interface ActionWords {
  /** By this name it is filtered. */
  name: PlainMessage
  /** May say `{person}`, `{record}`, `{list}` and `{changes}`, too. */
  sentence: AuditSentence
  /** The sentence of a row about a whole list, where that is another. */
  ofList?: AuditSentence
  /** The sentences of a row that changes the state of one stage: nothing else, and more. They say `{stage}`, `{state}` and `{before}`. */
  ofStage?: { alone: AuditSentence; withMore: AuditSentence }
}

export type AuditSentence = Extract<Message, `{who} ${string}`>
