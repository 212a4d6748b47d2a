import type { Tone } from '#lib/colour.ts'
import { compareText } from '#lib/compare.ts'
import type { LawClass } from '#lib/law.ts'
import { amountText, type Money } from '#lib/money.ts'

/** Spec, section 3: the colors that a ten-code may have. */
export const TEN_CODE_COLORS = ['default', 'red', 'orange', 'yellow', 'blue', 'green'] as const

/** What a penal code costs. */
export const AMOUNTS = ['fine', 'jail', 'points'] as const
export type Amount = (typeof AMOUNTS)[number]

/** Spec, section 2: rows sorted by code in numeric-aware order. */
export function compareCodes(a: string, b: string): number {
  return compareText(a, b)
}

/**
 * The order of the statute book: chapters by number, sections as decimals (784.011 before 784.03, 316.1925 before
 * 316.193), subsections by number. Anything else follows.
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

/** Spec, section 2: a ten-code is searched by code or meaning. */
export function tenCodeText({ code, meaning }: { code: string; meaning: string }): string {
  return `${code}\n${meaning}`
}

/** Spec, section 2: a penal code is searched on statute, title or notes; and by what players call it. */
export function penalCodeText(code: {
  statute: string
  title: string
  notes: string | null
  aliases: string | null
}): string {
  return [code.statute, code.title, code.notes ?? '', code.aliases ?? ''].join('\n')
}

/** '$500–1,000', or '$500' where the law book states one amount; plain numbers without money. */
export function rangeText(lowest: number, highest: number | null, money: Money = PLAIN): string {
  if (highest === null || highest === lowest) return amountText(lowest, money)
  return `${amountText(lowest, { ...money, after: '' })}–${amountText(highest, { ...money, before: '' })}`
}
const PLAIN: Money = { before: '', after: '', group: '' }

/** The categories that a list of ten-codes uses, once each. */
export function categoriesOf(codes: readonly { category: string | null }[]): string[] {
  return distinct(codes.map((code) => code.category)).sort(compareText)
}

/** The classes that a list of penal codes uses, once each: those of the law book in its order, free texts last. */
export function classesOf(codes: readonly { class: string | null }[], known: readonly LawClass[]): string[] {
  const used = distinct(codes.map((code) => code.class))
  const names = known.map(({ name }) => name)
  const others = used.filter((name) => !names.includes(name)).sort(compareText)
  return [...names.filter((name) => used.includes(name)), ...others]
}

/** The colour of a class. One that the law book does not have is coloured as the lightest of its kind. */
export function classColour(name: string, known: readonly LawClass[]): Tone | undefined {
  const same = known.find((each) => each.name === name)
  return (same ?? known.find((each) => kindOf(each.name) === kindOf(name)))?.colour
}

/** 'Felony (3rd degree)' is a felony. */
const kindOf = (name: string) => name.replace(/ \(.*/, '').toLowerCase()

/** The smallest and the largest of some numbers. */
interface Range {
  min: number
  max: number
}

/** Every class that a list of penal codes uses, with how many codes it has and what they cost. */
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

/** What tells a penal code from the others, also in addresses. */
export function penalCodeKey(statute: string): string {
  return slug(statute)
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}
