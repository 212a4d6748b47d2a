import type { Language } from './languages.ts'

/** A message by the number that it counts, which stands in it as `{count}`. */
export type Forms = { readonly [form in Intl.LDMLPluralRule]?: string } & { readonly other: string }
export type Text = string | Forms

/**
 * Every message of the site by its English text. What follows ` // ` tells two apart that are the same in English, and is
 * not said. One with forms is named by `other`. `src/messages/de.ts` declares them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the catalogue fills it
export interface Messages {}
export type Message = keyof Messages & string

/** What a message leaves open: the names between braces. */
export type NamesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
/** A message that leaves nothing open. */
export type PlainMessage = { [M in Message]: [NamesIn<M>] extends [never] ? M : never }[Message]
type Values<T extends string> = [NamesIn<T>] extends [never] ? [] : [values: Record<NamesIn<T>, string | number>]
type Counted<T extends string> = { readonly one: string; readonly other: T }

/** Says a message in one language. */
export type Say = <T extends Message>(
  text: T | Counted<T>,
  ...values: Values<T> | [Record<NamesIn<T> | 'count', string | number>]
) => string

/** A language with its messages, by what the code says. */
export interface Speech {
  language: Language
  t: Say
  /** The message before what it leaves open is filled in. */
  find(text: string | Forms, count?: number): string
  /** A text that may be a message, such as an error of a call; any other stays as it is. */
  translate(text: string): string
}

/** A message with what it leaves open. */
export const filledIn = (text: string, values?: Readonly<Record<string, string | number>>) =>
  values === undefined ? text : text.replace(/\{(\w+)\}/g, (blank, name) => String(values[name] ?? blank))

/** A message without the note that tells it from another. */
const plainText = (text: string) => text.split(' // ', 1)[0] ?? text

export type Catalogue = Readonly<Record<string, Text>>

export function createSpeech(language: Language, catalogue: Catalogue): Speech {
  let plurals: Intl.PluralRules | undefined
  const find = (text: Text, count?: number): string => {
    const key = nameOf(text)
    const said = Object.hasOwn(catalogue, key) ? (catalogue[key] ?? text) : text
    if (typeof said === 'string') return plainText(said)
    plurals ??= new Intl.PluralRules(language)
    return plainText(said[plurals.select(count ?? 0)] ?? said.other)
  }
  return {
    language,
    find,
    translate: (text) => find(text),
    t: (text, values?: Record<string, string | number>) => {
      const count = values?.count
      if (typeof count !== 'number') return filledIn(find(text), values)
      return filledIn(find(text, count), { ...values, count: count.toLocaleString(language) })
    },
  }
}

/** What names a text: itself, or its form for other numbers. */
export const nameOf = (text: Text): string => (typeof text === 'string' ? text : text.other)

/** A catalogue in which every text names its message: the second of two that are the same gets a note. */
export function toldApart(catalogue: Catalogue): Catalogue {
  const seen = new Map<string, number>()
  const entries = Object.entries(catalogue).map(([message, text]): [string, Text] => {
    const name = nameOf(text)
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    if (times === 1) return [message, text]
    const noted = `${name} // ${times}`
    return [message, typeof text === 'string' ? noted : { ...text, other: noted }]
  })
  return Object.fromEntries(entries)
}

/** As the code says it. */
export const ENGLISH = createSpeech('en', {})

let speech = ENGLISH

/** Sets the language of all that follows and gives the one before: a page is drawn in one go. */
export function speak(next: Speech): Speech {
  const before = speech
  speech = next
  return before
}

/** Does something in one go in another language. */
export function inSpeech<T>(next: Speech, work: () => T): T {
  const before = speak(next)
  try {
    return work()
  } finally {
    speak(before)
  }
}

export const currentLanguage = () => speech.language

/** Says a message in the language of the page. Only where a page is drawn or in use. */
export const t: Say = (text, ...values) => speech.t(text, ...values)

/** A message of the page before what it leaves open is filled in. */
export const findMessage = (text: string) => speech.find(text)

/** Marks a message that stands in a table or a contract, and is said later with `t`. */
export function msg<const T extends string>(text: T extends Message ? T : NotInCatalogues): T
export function msg(text: string): string {
  return text
}
/** What TypeScript says of a text that nobody translated: without it, it names places that have nothing to do with it. */
type NotInCatalogues = 'Add this text to src/messages/de.ts and src/messages/es.ts'

/** A number as the language writes it. */
export const formatNumber = (value: number) => value.toLocaleString(speech.language)
