import type { Language } from './languages.ts'

/** The plural forms of a message. `{count}` in a form is replaced by the number. */
export type PluralForms = { readonly [form in Intl.LDMLPluralRule]?: string } & { readonly other: string }
export type MessageText = string | PluralForms

/**
 * Every message of the site, by its English text. A note after ` // ` distinguishes two messages with the same English
 * text, and is not shown. The key of a message with plural forms is its form `other`. `src/messages/de.ts` declares
 * them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the catalogue fills it
export interface Messages {}
export type Message = keyof Messages & string

/** The placeholders of a message: the names between braces. */
export type PlaceholdersIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never
/** A message without placeholders. */
export type PlainMessage = { [M in Message]: [PlaceholdersIn<M>] extends [never] ? M : never }[Message]
type Values<T extends string> = [PlaceholdersIn<T>] extends [never]
  ? []
  : [values: Record<PlaceholdersIn<T>, string | number>]
type Counted<T extends string> = { readonly one: string; readonly other: T }

/** Translates a message into one language and fills in its placeholders. */
export type Translate = <T extends Message>(
  text: T | Counted<T>,
  ...values: Values<T> | [Record<PlaceholdersIn<T> | 'count', string | number>]
) => string

/** A language and the functions that translate the code's English texts into it. */
export interface Translator {
  language: Language
  t: Translate
  /** The translated message with its placeholders still open. */
  find(text: string | PluralForms, count?: number): string
  /** Translates a text that may be a message, such as an error of a call. Any other text is returned unchanged. */
  translate(text: string): string
}

/** A message with its placeholders replaced by values. */
export const fillPlaceholders = (text: string, values?: Readonly<Record<string, string | number>>) =>
  values === undefined ? text : text.replace(/\{(\w+)\}/g, (blank, name) => String(values[name] ?? blank))

/** A message without the note after ` // `. */
const plainText = (text: string) => text.split(' // ', 1)[0] ?? text

export type Catalogue = Readonly<Record<string, MessageText>>

export function createTranslator(language: Language, catalogue: Catalogue): Translator {
  let plurals: Intl.PluralRules | undefined
  const find = (text: MessageText, count?: number): string => {
    const key = messageKey(text)
    const translated = Object.hasOwn(catalogue, key) ? (catalogue[key] ?? text) : text
    if (typeof translated === 'string') return plainText(translated)
    plurals ??= new Intl.PluralRules(language)
    return plainText(translated[plurals.select(count ?? 0)] ?? translated.other)
  }
  return {
    language,
    find,
    translate: (text) => find(text),
    t: (text, values?: Record<string, string | number>) => {
      const count = values?.count
      if (typeof count !== 'number') return fillPlaceholders(find(text), values)
      return fillPlaceholders(find(text, count), { ...values, count: count.toLocaleString(language) })
    },
  }
}

/** The key of a text: the text itself, or its plural form `other`. */
export const messageKey = (text: MessageText): string => (typeof text === 'string' ? text : text.other)

/** A catalogue in which every text is unique. The second of two equal texts gets a note after ` // `. */
export function disambiguateTexts(catalogue: Catalogue): Catalogue {
  const countByKey = new Map<string, number>()
  const entries = Object.entries(catalogue).map(([message, text]): [string, MessageText] => {
    const key = messageKey(text)
    const count = (countByKey.get(key) ?? 0) + 1
    countByKey.set(key, count)
    if (count === 1) return [message, text]
    const noted = `${key} // ${count}`
    return [message, typeof text === 'string' ? noted : { ...text, other: noted }]
  })
  return Object.fromEntries(entries)
}

/** English: the texts as the code has them. */
export const ENGLISH = createTranslator('en', {})

let translator = ENGLISH

/**
 * Sets the language of all later `t` calls and returns the previous one. A page renders synchronously, so this is safe.
 */
export function setTranslator(next: Translator): Translator {
  const before = translator
  translator = next
  return before
}

/** Runs a synchronous function in another language. */
export function withTranslator<T>(next: Translator, work: () => T): T {
  const before = setTranslator(next)
  try {
    return work()
  } finally {
    setTranslator(before)
  }
}

export const currentLanguage = () => translator.language

/** Translates a message into the language of the page. Use it only while a page renders or is in use. */
export const t: Translate = (text, ...values) => translator.t(text, ...values)

/** A message in the language of the page, with its placeholders still open. */
export const findMessage = (text: string) => translator.find(text)

/** Marks a message in a table or a contract that is translated later with `t`. */
export function msg<const T extends string>(text: T extends Message ? T : NotInCatalogues): T
export function msg(text: string): string {
  return text
}
/** The TypeScript error for an untranslated text. Without this type, the error would point to unrelated places. */
type NotInCatalogues = 'Add this text to src/messages/de.ts and src/messages/es.ts'

/** A number formatted for the language of the page. */
export const formatNumber = (value: number) => value.toLocaleString(translator.language)
