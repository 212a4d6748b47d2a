import type { Calculator, Modifier } from '#lib/law.ts'
import { fillPlaceholders } from '#lib/messages.ts'
import { scoreSearch } from '#lib/search.ts'
import type { PenalCode } from './contract.ts'
import { AMOUNTS, type Amount, penalCodeKey } from './rules.ts'

/** The percentage that leaves an amount unchanged. */
const WHOLE = 100
/** The maximum number of counts of a charge where the law book states no limit. */
export const MAX_COUNTS = 99

/** The fields of a penal code that the calculator uses. */
export type ChargedCode = Pick<
  PenalCode,
  'statute' | 'title' | 'class' | Amount | `${Amount}_max` | 'counts' | 'excludes' | 'includes'
>

/** One statute that a suspect is charged with. */
export interface Charge {
  /** The key of the statute, as `penalCodeKey` makes it. */
  key: string
  counts: number
  /** The amounts that the user chose within the statute's ranges. A missing amount is where the range starts. */
  chosen: Partial<Record<Amount, number>>
  /** Keys of modifiers in the owner's law.yaml. */
  modifiers: readonly string[]
}

export interface Suspect {
  name: string
  modifiers: readonly string[]
  charges: readonly Charge[]
}

export type Amounts = Record<Amount, number>

export interface Calculation {
  /** The charges in the order in which they were added. `unknown` holds the keys that the list of penal codes lacks. */
  charges: readonly CalculatedCharge[]
  unknown: readonly string[]
  /** `sums` are the sums of all charges. `totals` are the sums after the caps. */
  sums: Amounts
  totals: Amounts
  capped: readonly Amount[]
}

export interface CalculatedCharge {
  charge: Charge
  code: ChargedCode
  counts: number
  /** The amount for one count, before modifiers. Null where the law book states none. */
  chosen: Record<Amount, number | null>
  /** The amount for all counts, with modifiers. */
  amounts: Record<Amount, number | null>
  modifiers: readonly Modifier[]
  /** Why the charge costs nothing: another charge includes it or excludes it. `by` is the statute of that charge. */
  leftOut: { why: 'included' | 'excluded'; by: string } | null
}

/** Penal codes by their key. */
export function codesByKey<Code extends { statute: string }>(codes: readonly Code[]): Map<string, Code> {
  return new Map(codes.map((code) => [penalCodeKey(code.statute), code]))
}

/** Splits a field that holds several statutes or names: `784.03 | 784.011`. */
export const splitList = (text: string | null): string[] =>
  (text ?? '')
    .split('|')
    .map((part) => part.trim())
    .filter(Boolean)

export const countsAllowed = ({ counts }: Pick<ChargedCode, 'counts'>): number => counts ?? MAX_COUNTS

/** The range of an amount and the value at which it starts. Null where the law book states one amount or none. */
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

/** Adds a charge. A new charge comes last; a charge that is already there gets one more count, up to its limit. */
export function withCharge(charges: readonly Charge[], code: ChargedCode | undefined): Charge[] {
  if (code === undefined) return [...charges]
  const key = penalCodeKey(code.statute)
  if (charges.every((charge) => charge.key !== key)) return [...charges, { key, counts: 1, chosen: {}, modifiers: [] }]
  return charges.map((charge) =>
    charge.key === key ? { ...charge, counts: Math.min(charge.counts + 1, countsAllowed(code)) } : charge,
  )
}

/**
 * Calculates a suspect's charges. Counts are multiplied first, then every modifier. An amount that a modifier changed
 * is rounded once for each charge; an amount of the law book is never rounded. Caps apply to the totals only.
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

/** The modifiers with these keys, each once and in the order of the owner's law.yaml. */
export function modifiersOf(keys: readonly string[], of: Modifier['of'], law: Calculator): Modifier[] {
  return law.modifiers.filter((modifier) => modifier.of === of && keys.includes(modifier.key))
}

function chosenOf(charge: Charge, code: ChargedCode, amount: Amount, law: Calculator): number | null {
  const range = rangeOf(code, amount, law)
  if (range === null) return code[amount]
  return Math.min(range.max, Math.max(range.min, charge.chosen[amount] ?? range.start))
}

/**
 * Finds the charges that cost nothing. Of two charges that exclude each other, the one that was added first counts. Of
 * the charges that remain, one that another includes does not count.
 */
function chargesLeftOut(codes: readonly ChargedCode[]): Map<ChargedCode, NonNullable<CalculatedCharge['leftOut']>> {
  const left = new Map<ChargedCode, NonNullable<CalculatedCharge['leftOut']>>()
  for (const [at, code] of codes.entries()) {
    const other = codes
      .slice(0, at)
      .find((each) => !left.has(each) && (includesStatute(each.excludes, code) || includesStatute(code.excludes, each)))
    if (other !== undefined) left.set(code, { why: 'excluded', by: other.statute })
  }
  const standing = codes.filter((code) => !left.has(code))
  for (const [at, code] of standing.entries()) {
    const other = standing.find(
      (each, place) =>
        each !== code && includesStatute(each.includes, code) && !(place > at && includesStatute(code.includes, each)),
    )
    if (other !== undefined) left.set(code, { why: 'included', by: other.statute })
  }
  return left
}

const includesStatute = (statutes: string | null, { statute }: ChargedCode) =>
  splitList(statutes).some((each) => penalCodeKey(each) === penalCodeKey(statute))

/**
 * Multiplies an amount by percentages and rounds to the nearest step; a half rounds up. It uses BigInt so that 5 × 0.67
 * is exact.
 */
function rounded(amount: number, shares: readonly number[], step: number): number {
  const top = shares.reduce((product, share) => product * BigInt(share), BigInt(amount))
  const bottom = 100n ** BigInt(shares.length) * BigInt(step)
  return Number((2n * top + bottom) / (2n * bottom)) * step
}

function byAmount<T>(of: (amount: Amount) => T): Record<Amount, T> {
  return { fine: of('fine'), jail: of('jail'), points: of('points') }
}

/** Functions that format an amount with its unit. */
export type AmountTexts = Record<Amount, (amount: number) => string>

/** The result in one line, made with the owner's template. */
export function copiedLine(suspect: Suspect, calculation: Calculation, law: Calculator, texts: AmountTexts): string {
  const charges = countedCharges(calculation).map((charge) =>
    fillPlaceholders(law.copy.charge, chargePlaceholders(charge, texts)).trim(),
  )
  return fillPlaceholders(law.copy.line, {
    ...totalsPlaceholders(suspect, calculation, law, texts),
    charges: charges.join(', '),
  })
}

/** The result as a list, made with the owner's template. */
export function copiedList(suspect: Suspect, calculation: Calculation, law: Calculator, texts: AmountTexts): string {
  const totals = totalsPlaceholders(suspect, calculation, law, texts)
  return [
    fillPlaceholders(law.copy.first, totals),
    ...countedCharges(calculation).map((charge) =>
      fillPlaceholders(law.copy.item, chargePlaceholders(charge, texts)).trim(),
    ),
    fillPlaceholders(law.copy.last, totals),
  ].join('\n')
}

const countedCharges = ({ charges }: Calculation) => charges.filter(({ leftOut }) => leftOut === null)

function chargePlaceholders({ code, counts, amounts, modifiers }: CalculatedCharge, texts: AmountTexts) {
  return {
    statute: code.statute,
    title: code.title,
    class: code.class ?? '',
    counts,
    ...byAmount((amount) => texts[amount](amounts[amount] ?? 0)),
    with: modifiers.map(({ name }) => name).join(', '),
  }
}

function totalsPlaceholders(
  { name, modifiers }: Suspect,
  { totals }: Calculation,
  law: Calculator,
  texts: AmountTexts,
) {
  return {
    name,
    ...byAmount((amount) => texts[amount](totals[amount])),
    with: modifiersOf(modifiers, 'suspect', law)
      .map((modifier) => modifier.name)
      .join(', '),
  }
}

/** The codes that a search found. Those whose statute, title or alias fits the search best come first. */
export function bestFirst<Code extends ChargedCode & { aliases: string | null }>(
  search: string,
  found: readonly Code[],
): Code[] {
  const fits = new Map(
    found.map((code) => [code, scoreSearch(search, [code.statute, code.title, ...splitList(code.aliases)])] as const),
  )
  return [...found].sort((a, b) => (fits.get(b) ?? 0) - (fits.get(a) ?? 0))
}
