import { filledIn, type Message, type NamesIn, type Speech } from './messages.ts'

/** The value of a placeholder. A function returns it in the reader's language. */
export type OpenValue = string | number | ((speech: Speech) => string)

/** A message, alone or with its values, that is translated later into the reader's language. */
export type Sentence = string | { text: string; values: Readonly<Record<string, OpenValue>> }

/** A message with the values of its placeholders. */
export const withValues = <T extends Message>(text: T, values: Record<NamesIn<T>, OpenValue>): Sentence => ({
  text,
  values,
})

export function say(sentence: Sentence, speech: Speech): string {
  return filled(speech.translate(textOf(sentence)), sentence, speech)
}

/**
 * The filled-in part of a message before its first colon. Undefined if the message has no colon. The values may contain
 * colons, so the message is split before it is filled in.
 */
export function sayBeforeColon(sentence: Sentence, speech: Speech): string | undefined {
  const [before = '', ...after] = speech.translate(textOf(sentence)).split(': ')
  return after.length === 0 ? undefined : filled(before, sentence, speech)
}

const textOf = (sentence: Sentence) => (typeof sentence === 'string' ? sentence : sentence.text)

function filled(text: string, sentence: Sentence, speech: Speech): string {
  if (typeof sentence === 'string') return text
  const values = Object.entries(sentence.values).map(([name, value]) => [
    name,
    typeof value === 'function' ? value(speech) : value,
  ])
  return filledIn(text, Object.fromEntries(values))
}
