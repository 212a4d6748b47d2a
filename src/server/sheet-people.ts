import { fold } from '#lib/search.ts'

/*
 * Finds the people whom a row may mean if its Discord ID is missing or was rounded by the spreadsheet. The code only
 * offers candidates: a person always makes the choice.
 */

/** A person of the roster or the Discord guild, with all of their names. */
export interface KnownPerson {
  id: string
  names: readonly string[]
}

/**
 * The digits of an id that a spreadsheet kept, and the length of the whole id. If a program converted the id to a
 * number, all digits are kept but the last ones may differ.
 */
export interface RoundedId {
  digits: string
  length: number
}

export interface Candidates {
  people: readonly KnownPerson[]
  /** The person who fits best. Null if another one fits equally well. */
  suggested: KnownPerson | null
}

/** One form of a name: its words, and the words joined together. */
interface Form {
  words: readonly string[]
  whole: string
}

/** The most people that a question offers. */
const MAX_OFFERED = 8

/** People's ids by their value as a floating-point number. It keeps 53 bits, so several ids may have the same value. */
export function idNumbers(people: readonly Pick<KnownPerson, 'id'>[]): ReadonlyMap<number, readonly string[]> {
  const ids = new Map<number, string[]>()
  for (const { id } of people) ids.set(Number(id), [...(ids.get(Number(id)) ?? []), id])
  return ids
}

/**
 * The remaining digits of an id that was rounded: written as 3.1E+17, cut to 15 digits, or converted to a
 * floating-point number. A conversion is recognised only if a known id has the same floating-point value. Null if the
 * id is complete.
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
/** Whether an id is a floating-point number as programs print it: with the fewest digits, or with all of them. */
const isNumber = (text: string) =>
  /^\d{17,20}$/.test(text) && [String(Number(text)), String(BigInt(Number(text)))].includes(text)
/** The number of digits that spreadsheets keep of a number. */
const KEPT_DIGITS = 15

/** Whether a spreadsheet may have cut or rounded `id` to these digits. */
export function mayBe({ digits, length }: RoundedId, id: string): boolean {
  if (id.length !== length) return false
  if (digits.length === length) return Number(id) === Number(digits)
  const kept = id.slice(0, digits.length)
  return kept === digits || (Number(id[digits.length]) >= 5 && String(BigInt(kept) + 1n) === digits)
}

/** How well a name in a spreadsheet fits a person: 2 if it is one of their names, 1 if a short form of one, else 0. */
export function nameFit(name: string, { names }: Pick<KnownPerson, 'names'>): 0 | 1 | 2 {
  return fitOf(formsOf(name), names.flatMap(formsOf))
}

function fitOf(given: readonly Form[], forms: readonly Form[]): 0 | 1 | 2 {
  if (forms.some(({ whole }) => given.some((one) => one.whole === whole))) return 2
  return forms.some(({ words }) => given.some((one) => isShortOf(one.words, words))) ? 1 : 0
}

/** A cache of each person's name forms: a guild has thousands of people, and one file may need them many times. */
const formsOfPeople = new WeakMap<KnownPerson, readonly Form[]>()

function formsOfPerson(person: KnownPerson): readonly Form[] {
  const known = formsOfPeople.get(person)
  if (known !== undefined) return known
  const forms = person.names.flatMap(formsOf)
  formsOfPeople.set(person, forms)
  return forms
}

/** Finds the people whom a name and the remaining digits of an id may mean. */
export function candidatesFor(name: string, rounded: RoundedId | null, people: readonly KnownPerson[]): Candidates {
  const given = formsOf(name)
  const fits = people
    .filter(({ id }) => rounded === null || mayBe(rounded, id))
    .map((person) => ({ person, fit: fitOf(given, formsOfPerson(person)) }))
    // A rounded id with nearly 15 digits identifies a person even without a name.
    .filter(({ fit }) => fit > 0 || (rounded !== null && rounded.digits.length >= KEPT_DIGITS - 2))
    .sort((a, b) => b.fit - a.fit)
  const [best, next] = fits
  const isAlone = best !== undefined && (next === undefined || next.fit < best.fit)
  return {
    people: fits.slice(0, MAX_OFFERED).map(({ person }) => person),
    suggested: isAlone ? best.person : null,
  }
}

/** The forms of a name: the whole name, and its longest part, as "Dana W." in "M-12 | Dana W.". */
function formsOf(name: string): Form[] {
  const parts = name.split(/[|/()[\]{}•·]|\s-\s/)
  const letters = (part: string) => part.match(/\p{L}/gu)?.length ?? 0
  const longest = parts.reduce((most, part) => (letters(part) > letters(most) ? part : most), '')
  return [...new Set([name, longest])]
    .map((part) => fold(part).match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((words) => words.length > 0)
    .map((words) => ({ words, whole: words.join('') }))
}

/** Whether these words are a short form of a name, as "Dana", "Dana W" and "D Whitfield" are of Dana Whitfield. */
function isShortOf(words: readonly string[], name: readonly string[]): boolean {
  if (words.length > name.length || words.every((word) => word.length < 2)) return false
  const last = words.length - 1
  return words.every((word, at) => {
    // "D W" are the initials of the first name and the last one.
    const whole = at === last && at > 0 ? name.at(-1) : name[at]
    return whole !== undefined && (word === whole || (word.length === 1 && whole.startsWith(word)))
  })
}
