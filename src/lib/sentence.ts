import { filledIn, type Message, type NamesIn, type Speech } from './messages.ts'

/** What fills a message in; a function says it in the language of the reader. */
export type OpenValue = string | number | ((speech: Speech) => string)

/** What is said later, in the language of the reader: a message, or one with what it leaves open. */
export type Sentence = string | { text: string; values: Readonly<Record<string, OpenValue>> }

/** A message with what it leaves open. */
export const withValues = <T extends Message>(text: T, values: Record<NamesIn<T>, OpenValue>): Sentence => ({
  text,
  values,
})

export function say(sentence: Sentence, speech: Speech): string {
  return filled(speech.translate(textOf(sentence)), sentence, speech)
}

/** What it says before its own colon, with what it leaves open; undefined without one. What fills it in may have others. */
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
