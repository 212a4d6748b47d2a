import { type Message, type PlainMessage, t } from './messages.ts'

/** The texts with which the audit log describes a feature's actions and fields. Its `audit-rules.ts` defines them. */
export interface AuditWords {
  /** The actions that the feature writes into the log. It writes no others. */
  actions: Readonly<Record<string, ActionWords>>
  /**
   * The name of each field in a sentence. A field with null is not shown, because the sentence already says it or only
   * programs need it.
   */
  fields?: Readonly<Record<string, PlainMessage | null>>
  /** The community's title of the stage at a path inside a record of a list. Null if there is no stage at that path. */
  stageAt?(list: string, way: readonly string[]): string | null
  /** For each field with machine-readable values, the labels of those values. */
  values?: Readonly<Record<string, ValueWords>>
}

/** The label of a value. Undefined if the value is shown unchanged. */
export type ValueWords = (value: string) => string | undefined

export const labelsOf =
  (labels: Readonly<Record<string, PlainMessage>>): ValueWords =>
  (value) => {
    const label = Object.hasOwn(labels, value) ? labels[value] : undefined
    return label && t(label)
  }

export interface ActionWords {
  /** The action's name in the filter of the audit log. */
  name: PlainMessage
  /** May also contain `{person}`, `{record}`, `{list}` and `{changes}`. */
  sentence: AuditSentence
  /** The sentence of a row about a whole list. Defaults to `sentence`. */
  ofList?: AuditSentence
  /**
   * The sentences of a row that changes the state of one stage: `alone` if it changes nothing else, otherwise
   * `withMore`. They contain `{stage}`, `{state}` and `{before}`.
   */
  ofStage?: { alone: AuditSentence; withMore: AuditSentence }
}

export type AuditSentence = Extract<Message, `{who} ${string}`>
