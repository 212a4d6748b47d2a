import type { Calculator, Modifier } from '#lib/law.ts'
import { filledIn } from '#lib/messages.ts'
import { fitOf } from '#lib/search.ts'
import type { PenalCode } from './contract.ts'
import { AMOUNTS, type Amount, penalCodeKey } from './rules.ts'

/** In percent. */
const WHOLE = 100
/** The most counts of a charge, where the law book allows any number. */
export const MAX_COUNTS = 99

/** What the calculator knows of a penal code. */
export type ChargedCode = Pick<
  PenalCode,
  'statute' | 'title' | 'class' | Amount | `${Amount}_max` | 'counts' | 'excludes' | 'includes'
>

/** One statute that a suspect is charged with. */
export interface Charge {
  /** What the statute's permalink is made of. */
  key: string
  counts: number
  /** Within the range of the statute; without one, where the range begins. */
  chosen: Partial<Record<Amount, number>>
  /** Keys of the owner's table. */
  modifiers: readonly string[]
}

export interface Suspect {
  name: string
  modifiers: readonly string[]
  charges: readonly Charge[]
}

export type Amounts = Record<Amount, number>

export interface Calculation {
  /** In the order in which they were added; what the list does not have is `unknown`. */
  charges: readonly CalculatedCharge[]
  unknown: readonly string[]
  /** What the charges add up to, and what is left of that under the caps. */
  sums: Amounts
  totals: Amounts
  capped: readonly Amount[]
}

export interface CalculatedCharge {
  charge: Charge
  code: ChargedCode
  counts: number
  /** What one count costs, before modifiers; null where the law book does not say. */
  chosen: Record<Amount, number | null>
  /** What all its counts cost, with modifiers. */
  amounts: Record<Amount, number | null>
  modifiers: readonly Modifier[]
  /** Why it costs nothing: another charge, named by its statute, includes it or cannot stand beside it. */
  leftOut: { why: 'included' | 'excluded'; by: string } | null
}

/** Penal codes by what their permalinks are made of. */
export function codesByKey<Code extends { statute: string }>(codes: readonly Code[]): Map<string, Code> {
  return new Map(codes.map((code) => [penalCodeKey(code.statute), code]))
}

/** Several statutes or names in one field: `784.03 | 784.011`. */
export const listed = (text: string | null): string[] =>
  (text ?? '')
    .split('|')
    .map((part) => part.trim())
    .filter(Boolean)

export const countsAllowed = ({ counts }: Pick<ChargedCode, 'counts'>): number => counts ?? MAX_COUNTS

/** The range of an amount, and where it begins; null where the law book states one amount or none. */
export function rangeOf(
  code: ChargedCode,
  amount: Amount,
  { start, round }: Pick<Calculator, 'start' | 'round'>,
): { min: number; max: number; start: number } | null {
  const min = code[amount]
  const max = code[`${amount}_max`]
  if (min === null || max === null || max <= min) return null
  const middle = Math.min(max, Math.max(min, rounded(min + max, [50], round[amount])))
  return { min, max, start: { lowest: min, middle, highest: max }[start] }
}

/** The charges with one more: a new one comes last, one that is there gets a further count, as far as it is allowed. */
export function withCharge(charges: readonly Charge[], code: ChargedCode | undefined): Charge[] {
  if (code === undefined) return [...charges]
  const key = penalCodeKey(code.statute)
  if (charges.every((charge) => charge.key !== key)) return [...charges, { key, counts: 1, chosen: {}, modifiers: [] }]
  return charges.map((charge) =>
    charge.key === key ? { ...charge, counts: Math.min(charge.counts + 1, countsAllowed(code)) } : charge,
  )
}

/**
 * What a suspect's charges come to. Counts are multiplied first, then every modifier; what a modifier changed is
 * rounded once for each charge, and amounts of the law book never are. The caps are for the totals.
 */
export function calculate(suspect: Suspect, codes: ReadonlyMap<string, ChargedCode>, law: Calculator): Calculation {
  const ofSuspect = modifiersOf(suspect.modifiers, 'suspect', law)
  const found = suspect.charges.flatMap((charge) => {
    const code = codes.get(charge.key)
    return code === undefined ? [] : [{ charge, code }]
  })
  const leftOut = chargesLeftOut(found.map(({ code }) => code))
  const charges = found.map(({ charge, code }): CalculatedCharge => {
    const counts = Math.min(charge.counts, countsAllowed(code))
    const modifiers = modifiersOf(charge.modifiers, 'charge', law)
    const chosen = byAmount((amount) => chosenOf(charge, code, amount, law))
    return {
      charge,
      code,
      counts,
      chosen,
      modifiers,
      amounts: byAmount((amount) => {
        const one = chosen[amount]
        const shares = [...modifiers, ...ofSuspect]
          .map((modifier) => modifier[amount] ?? WHOLE)
          .filter((share) => share !== WHOLE)
        return one === null
          ? null
          : shares.length === 0
            ? one * counts
            : rounded(one * counts, shares, law.round[amount])
      }),
      leftOut: leftOut.get(code) ?? null,
    }
  })
  const counted = charges.filter((charge) => charge.leftOut === null)
  const sums = byAmount((amount) => counted.reduce((sum, { amounts }) => sum + (amounts[amount] ?? 0), 0))
  const totals = byAmount((amount) => Math.min(sums[amount], law.caps[amount] ?? sums[amount]))
  return {
    charges,
    unknown: suspect.charges.map(({ key }) => key).filter((key) => !codes.has(key)),
    sums,
    totals,
    capped: AMOUNTS.filter((amount) => totals[amount] < sums[amount]),
  }
}

/** The modifiers of the owner's table that are meant, each once and in its order. */
export function modifiersOf(keys: readonly string[], of: Modifier['of'], law: Calculator): Modifier[] {
  return law.modifiers.filter((modifier) => modifier.of === of && keys.includes(modifier.key))
}

function chosenOf(charge: Charge, code: ChargedCode, amount: Amount, law: Calculator): number | null {
  const range = rangeOf(code, amount, law)
  if (range === null) return code[amount]
  return Math.min(range.max, Math.max(range.min, charge.chosen[amount] ?? range.start))
}

/**
 * Which charges cost nothing. Of two that do not stand together the one that was added first counts. Then, of those that
 * are left, one that another one includes does not.
 */
function chargesLeftOut(codes: readonly ChargedCode[]): Map<ChargedCode, NonNullable<CalculatedCharge['leftOut']>> {
  const left = new Map<ChargedCode, NonNullable<CalculatedCharge['leftOut']>>()
  for (const [at, code] of codes.entries()) {
    const other = codes
      .slice(0, at)
      .find((each) => !left.has(each) && (names(each.excludes, code) || names(code.excludes, each)))
    if (other !== undefined) left.set(code, { why: 'excluded', by: other.statute })
  }
  const standing = codes.filter((code) => !left.has(code))
  for (const [at, code] of standing.entries()) {
    const other = standing.find(
      (each, place) => each !== code && names(each.includes, code) && !(place > at && names(code.includes, each)),
    )
    if (other !== undefined) left.set(code, { why: 'included', by: other.statute })
  }
  return left
}

const names = (statutes: string | null, { statute }: ChargedCode) =>
  listed(statutes).some((each) => penalCodeKey(each) === penalCodeKey(statute))

/** Shares of an amount, to the nearest step; a half goes up. In whole numbers, where 5 × 0.67 is what it is by hand. */
function rounded(amount: number, shares: readonly number[], step: number): number {
  const top = shares.reduce((product, share) => product * BigInt(share), BigInt(amount))
  const bottom = 100n ** BigInt(shares.length) * BigInt(step)
  return Number((2n * top + bottom) / (2n * bottom)) * step
}

function byAmount<T>(of: (amount: Amount) => T): Record<Amount, T> {
  return { fine: of('fine'), jail: of('jail'), points: of('points') }
}

/** How amounts are written. */
export type AmountTexts = Record<Amount, (amount: number) => string>

/** The result in one line, in the owner's template. */
export function copiedLine(suspect: Suspect, calculation: Calculation, law: Calculator, texts: AmountTexts): string {
  const charges = counting(calculation).map((charge) => filledIn(law.copy.charge, saidOf(charge, texts)).trim())
  return filledIn(law.copy.line, { ...totalsSaid(suspect, calculation, law, texts), charges: charges.join(', ') })
}

/** The result as a list, in the owner's template. */
export function copiedList(suspect: Suspect, calculation: Calculation, law: Calculator, texts: AmountTexts): string {
  const totals = totalsSaid(suspect, calculation, law, texts)
  return [
    filledIn(law.copy.first, totals),
    ...counting(calculation).map((charge) => filledIn(law.copy.item, saidOf(charge, texts)).trim()),
    filledIn(law.copy.last, totals),
  ].join('\n')
}

const counting = ({ charges }: Calculation) => charges.filter(({ leftOut }) => leftOut === null)

function saidOf({ code, counts, amounts, modifiers }: CalculatedCharge, texts: AmountTexts) {
  return {
    statute: code.statute,
    title: code.title,
    class: code.class ?? '',
    counts,
    ...byAmount((amount) => texts[amount](amounts[amount] ?? 0)),
    with: modifiers.map(({ name }) => name).join(', '),
  }
}

function totalsSaid({ name, modifiers }: Suspect, { totals }: Calculation, law: Calculator, texts: AmountTexts) {
  return {
    name,
    ...byAmount((amount) => texts[amount](totals[amount])),
    with: modifiersOf(modifiers, 'suspect', law)
      .map((modifier) => modifier.name)
      .join(', '),
  }
}

/** The codes that a search found, those first whose statute, title or other name fits it best. */
export function bestFirst<Code extends ChargedCode & { aliases: string | null }>(
  search: string,
  found: readonly Code[],
): Code[] {
  const fits = new Map(
    found.map((code) => [code, fitOf(search, [code.statute, code.title, ...listed(code.aliases)])] as const),
  )
  return [...found].sort((a, b) => (fits.get(b) ?? 0) - (fits.get(a) ?? 0))
}
