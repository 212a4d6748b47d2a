import { fold } from '#lib/search.ts'

/*
 * Whom a row of a spreadsheet means where its Discord ID is missing or was rounded by the spreadsheet. Nobody is taken
 * for somebody here: these are the people whom a person may choose from.
 */

/** Somebody of the roster or the guild, and all that they are called. */
export interface KnownPerson {
  id: string
  names: readonly string[]
}

/** The digits of an id that a spreadsheet kept, and how long the id was: all of them, where a program counted with it. */
export interface RoundedId {
  digits: string
  length: number
}

export interface Candidates {
  people: readonly KnownPerson[]
  /** The one who fits best, where nobody else fits as well. */
  suggested: KnownPerson | null
}

/** One way to write a name: its words, and those in one. */
interface Form {
  words: readonly string[]
  whole: string
}

/** The most people that a question offers. */
const MAX_OFFERED = 8

/** The ids of people by what a program makes of them that counts with them: a number keeps 53 bits, not all digits. */
export function idNumbers(people: readonly Pick<KnownPerson, 'id'>[]): ReadonlyMap<number, readonly string[]> {
  const ids = new Map<number, string[]>()
  for (const { id } of people) ids.set(Number(id), [...(ids.get(Number(id)) ?? []), id])
  return ids
}

/**
 * What is left of an id that was rounded: as 3.1E+17, cut to 15 digits, or by a program that counted with it, which only
 * shows where somebody is known by an id that comes to the same number. Null where it is whole.
 */
export function roundedId(text: string, known: ReturnType<typeof idNumbers> = new Map()): RoundedId | null {
  const [, whole, fraction = '', exponent] = /^(\d)(?:[.,](\d+))?e\+?(\d{2})$/i.exec(text) ?? []
  if (whole !== undefined) {
    const digits = `${whole}${fraction}`.replace(/0+$/, '').slice(0, KEPT_DIGITS)
    return { digits, length: Number(exponent) + 1 }
  }
  if (/^\d{15}0{2,5}$/.test(text)) return { digits: text.slice(0, KEPT_DIGITS), length: text.length }
  const same = isNumber(text) ? known.get(Number(text)) : undefined
  return same === undefined || same.includes(text) ? null : { digits: text, length: text.length }
}
/** Whether an id is what programs write for a number: its shortest digits, or all of them. */
const isNumber = (text: string) =>
  /^\d{17,20}$/.test(text) && [String(Number(text)), String(BigInt(Number(text)))].includes(text)
/** Spreadsheets keep so many digits of a number. */
const KEPT_DIGITS = 15

/** Whether a spreadsheet makes this of an id: it cuts it off or rounds it. */
export function mayBe({ digits, length }: RoundedId, id: string): boolean {
  if (id.length !== length) return false
  if (digits.length === length) return Number(id) === Number(digits)
  const kept = id.slice(0, digits.length)
  return kept === digits || (Number(id[digits.length]) >= 5 && String(BigInt(kept) + 1n) === digits)
}

/** How well a name of a spreadsheet fits one of somebody's: 2 the same, 1 a short form of it, 0 not at all. */
export function nameFit(name: string, { names }: Pick<KnownPerson, 'names'>): 0 | 1 | 2 {
  return fitOf(formsOf(name), names.flatMap(formsOf))
}

function fitOf(said: readonly Form[], forms: readonly Form[]): 0 | 1 | 2 {
  if (forms.some(({ whole }) => said.some((one) => one.whole === whole))) return 2
  return forms.some(({ words }) => said.some((one) => isShortOf(one.words, words))) ? 1 : 0
}

/** What each is called, in words: a guild has thousands, and a file asks about many of them. */
const formsOfPeople = new WeakMap<KnownPerson, readonly Form[]>()

function formsOfPerson(person: KnownPerson): readonly Form[] {
  const known = formsOfPeople.get(person)
  if (known !== undefined) return known
  const forms = person.names.flatMap(formsOf)
  formsOfPeople.set(person, forms)
  return forms
}

/** Finds those who may be meant by a name and what is left of an id. */
export function candidatesFor(name: string, rounded: RoundedId | null, people: readonly KnownPerson[]): Candidates {
  const said = formsOf(name)
  const fits = people
    .filter(({ id }) => rounded === null || mayBe(rounded, id))
    .map((person) => ({ person, fit: fitOf(said, formsOfPerson(person)) }))
    // A rounded id that keeps 15 digits tells somebody without a name.
    .filter(({ fit }) => fit > 0 || (rounded !== null && rounded.digits.length >= KEPT_DIGITS - 2))
    .sort((a, b) => b.fit - a.fit)
  const [best, next] = fits
  const isAlone = best !== undefined && (next === undefined || next.fit < best.fit)
  return {
    people: fits.slice(0, MAX_OFFERED).map(({ person }) => person),
    suggested: isAlone ? best.person : null,
  }
}

/** A name in words, and the longest part of one such as "M-12 | Dana W.". */
function formsOf(name: string): Form[] {
  const parts = name.split(/[|/()[\]{}•·]|\s-\s/)
  const letters = (part: string) => part.match(/\p{L}/gu)?.length ?? 0
  const longest = parts.reduce((most, part) => (letters(part) > letters(most) ? part : most), '')
  return [...new Set([name, longest])]
    .map((part) => fold(part).match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((words) => words.length > 0)
    .map((words) => ({ words, whole: words.join('') }))
}

/** Whether these words are the first ones of a name: "Dana", "Dana W", "D Whitfield". */
function isShortOf(words: readonly string[], name: readonly string[]): boolean {
  if (words.length > name.length || words.every((word) => word.length < 2)) return false
  const last = words.length - 1
  return words.every((word, at) => {
    // "D W" are the initials of the first name and the last one.
    const whole = at === last && at > 0 ? name.at(-1) : name[at]
    return whole !== undefined && (word === whole || (word.length === 1 && whole.startsWith(word)))
  })
}
