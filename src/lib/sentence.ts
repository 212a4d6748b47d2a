import { fillPlaceholders, type Message, type PlaceholdersIn, type Translator } from './messages.ts'

/** The value of a placeholder. A function returns it in the reader's language. */
export type OpenValue = string | number | ((translator: Translator) => string)

/** A message, alone or with its values, that is translated later into the reader's language. */
export type Sentence = string | { text: string; values: Readonly<Record<string, OpenValue>> }

/** A message with the values of its placeholders. */
export const withValues = <T extends Message>(text: T, values: Record<PlaceholdersIn<T>, OpenValue>): Sentence => ({
  text,
  values,
})

export function translateSentence(sentence: Sentence, translator: Translator): string {
  return fillSentence(translator.translate(textOf(sentence)), sentence, translator)
}

/**
 * The filled-in part of a message before its first colon. Undefined if the message has no colon. The values may contain
 * colons, so the message is split before it is filled in.
 */
export function translateBeforeColon(sentence: Sentence, translator: Translator): string | undefined {
  const [before = '', ...after] = translator.translate(textOf(sentence)).split(': ')
  return after.length === 0 ? undefined : fillSentence(before, sentence, translator)
}

const textOf = (sentence: Sentence) => (typeof sentence === 'string' ? sentence : sentence.text)

function fillSentence(text: string, sentence: Sentence, translator: Translator): string {
  if (typeof sentence === 'string') return text
  const values = Object.entries(sentence.values).map(([name, value]) => [
    name,
    typeof value === 'function' ? value(translator) : value,
  ])
  return fillPlaceholders(text, Object.fromEntries(values))
}
