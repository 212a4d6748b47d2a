import type { Tone } from '#lib/colour.ts'
import { compareText } from '#lib/compare.ts'
import type { LawClass } from '#lib/law.ts'
import { amountText, type Money } from '#lib/money.ts'

/** The colors that a ten-code may have (spec section 3). */
export const TEN_CODE_COLORS = ['default', 'red', 'orange', 'yellow', 'blue', 'green'] as const

/** The kinds of penalty that a penal code states. */
export const AMOUNTS = ['fine', 'jail', 'points'] as const
export type Amount = (typeof AMOUNTS)[number]

/**
 * Compares statutes in the order of the statute book: chapters by number, sections as decimals (784.011 before 784.03,
 * 316.1925 before 316.193), subsections by number. Names that do not begin with a number come last.
 */
export function compareStatutes(a: string, b: string): number {
  const [left, right] = [statuteParts(a), statuteParts(b)]
  if (!left || !right) return Number(!left) - Number(!right) || compareText(a, b)
  return left.section - right.section || compareText(left.subsections, right.subsections)
}

function statuteParts(statute: string): { section: number; subsections: string } | null {
  const [, section, subsections] = /^\s*(\d+(?:\.\d+)?)(.*)$/s.exec(statute) ?? []
  return section === undefined || subsections === undefined ? null : { section: Number(section), subsections }
}

/** The text that a search of ten-codes looks through: code and meaning (spec section 2). */
export function tenCodeText({ code, meaning }: { code: string; meaning: string }): string {
  return `${code}\n${meaning}`
}

/**
 * The text that a search of penal codes looks through: statute, title and notes (spec section 2), and the names that
 * players use.
 */
export function penalCodeText(code: {
  statute: string
  title: string
  notes: string | null
  aliases: string | null
}): string {
  return [code.statute, code.title, code.notes ?? '', code.aliases ?? ''].join('\n')
}

/** '$500–1,000', or '$500' where the law book states a single amount. Without `money` the numbers are plain. */
export function rangeText(lowest: number, highest: number | null, money: Money = PLAIN): string {
  if (highest === null || highest === lowest) return amountText(lowest, money)
  return `${amountText(lowest, { ...money, after: '' })}–${amountText(highest, { ...money, before: '' })}`
}
const PLAIN: Money = { before: '', after: '', group: '' }

/** The categories that a list of ten-codes uses, once each. */
export function categoriesOf(codes: readonly { category: string | null }[]): string[] {
  return distinct(codes.map((code) => code.category)).sort(compareText)
}

/**
 * The classes that a list of penal codes uses, once each. Classes of the law book come first, in its order; others come
 * last.
 */
export function classesOf(codes: readonly { class: string | null }[], known: readonly LawClass[]): string[] {
  const used = distinct(codes.map((code) => code.class))
  const names = known.map(({ name }) => name)
  const others = used.filter((name) => !names.includes(name)).sort(compareText)
  return [...names.filter((name) => used.includes(name)), ...others]
}

/**
 * The colour of a class. A class that the law book does not have takes the colour of the first class of the same kind.
 */
export function classColour(name: string, known: readonly LawClass[]): Tone | undefined {
  const same = known.find((each) => each.name === name)
  return (same ?? known.find((each) => kindOf(each.name) === kindOf(name)))?.colour
}

/** The kind of a class: 'Felony (3rd degree)' is a felony. */
const kindOf = (name: string) => name.replace(/ \(.*/, '').toLowerCase()

/** The smallest and the largest of a set of numbers. */
interface Range {
  min: number
  max: number
}

/** Every class that a list of penal codes uses, with its number of codes and its range of fines and jail times. */
export function overviewOf(
  codes: readonly { class: string | null; fine: number | null; jail: number | null }[],
  known: readonly LawClass[],
): { name: string; count: number; fine: Range | null; jail: Range | null }[] {
  return classesOf(codes, known).map((name) => {
    const inClass = codes.filter((code) => code.class === name)
    return {
      name,
      count: inClass.length,
      fine: rangeOf(inClass.map(({ fine }) => fine)),
      jail: rangeOf(inClass.map(({ jail }) => jail)),
    }
  })
}

function rangeOf(numbers: readonly (number | null)[]): Range | null {
  const known = numbers.filter((number) => number !== null)
  return known.length === 0 ? null : { min: Math.min(...known), max: Math.max(...known) }
}

function distinct(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts)].flatMap((text) => text || [])
}

/** The fragment that a ten-code's permalink ends in, and its row's id. */
export function tenCodeAnchor(code: string): string {
  return `code-${slug(code)}`
}

/** The fragment that a penal code's permalink ends in, and its row's id. */
export function penalCodeAnchor(statute: string): string {
  return `statute-${penalCodeKey(statute)}`
}

/** The key that identifies a penal code, also in addresses. */
export function penalCodeKey(statute: string): string {
  return slug(statute)
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}
