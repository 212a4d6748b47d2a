import { cleanLine, cleanLines } from '#lib/clean-text.ts'
import { csvCell } from '#lib/sheet-text.ts'

/*
 * Penal codes of other programs in the format of the import of penal codes: CSV with the fields of that list.
 * Surprising: some programs have no statute numbers. Their titles begin with one, or the title is used instead.
 */

/** The fields of a penal code that other programs have. */
const CHARGE_FIELDS = ['statute', 'title', 'class', 'fine', 'fine_max', 'jail', 'jail_max', 'notes'] as const
export type Charge = Readonly<Record<(typeof CHARGE_FIELDS)[number], string>>

/** The fields of a 10-code. */
const TEN_CODE_FIELDS = ['code', 'meaning', 'category', 'color'] as const
export type RadioCode = Readonly<Record<(typeof TEN_CODE_FIELDS)[number], string>>

export const chargesAsCsv = (charges: readonly Charge[]) => csvOf(CHARGE_FIELDS, charges)
export const radioCodesAsCsv = (codes: readonly RadioCode[]) => csvOf(TEN_CODE_FIELDS, codes)

function csvOf<F extends string>(fields: readonly F[], rows: readonly Readonly<Record<F, string>>[]): string {
  const lines = rows.map((row) => fields.map((field) => csvCell(row[field])).join(','))
  return [fields.join(','), ...lines].join('\n')
}

/** The maximum lengths of the list. A title may be cut, but a statute must stay as it is. */
const MAX_STATUTE = 40
const MAX_TITLE = 200
const MAX_NOTES = 4_000
const MAX_CLASS = 60

/** A number at the beginning of a title: `P.C. 1001 | …`, `784.011(1) …`, `(1)02. …`, `§ 12 - …`. */
const NUMBERED =
  /^(?<sign>§{1,2} ?\d[\w.()-]*|[A-Z]{1,3}\.?(?:[A-Z]\.)? ?\d[\w.()-]*|\(\d+\) ?\d[\w.()-]*|\d+[.(-][\w.()-]*|\d+(?= ?[-–|:]))[ .:|–-]+(?<rest>\p{L}.*)$/su

/** The statute and the title of a charge that has only a title. */
export function splitTitle(title: string): { statute: string; title: string } {
  const whole = cleanLine(title, MAX_TITLE)
  const { sign, rest } = NUMBERED.exec(whole)?.groups ?? {}
  if (sign !== undefined && rest !== undefined && sign.length <= MAX_STATUTE) {
    return { statute: sign.replace(/(?<![.:-])[.:-]+$/, ''), title: rest }
  }
  return { statute: whole.slice(0, MAX_STATUTE).trim(), title: whole }
}

/** A charge from the values of a program. An amount is a number or a range of two. */
export function chargeFrom(source: {
  statute: string | null
  title: string
  class: string
  fine: readonly number[]
  jail: readonly number[]
  notes: string
}): Charge {
  const named = source.statute === null ? splitTitle(source.title) : { statute: source.statute, title: source.title }
  const [fine, jail] = [rangeOf(source.fine), rangeOf(source.jail)]
  return {
    statute: cleanLine(named.statute, MAX_STATUTE),
    title: cleanLine(named.title, MAX_TITLE),
    class: capitalised(cleanLine(source.class, MAX_CLASS)),
    fine: fine.lowest,
    fine_max: fine.highest,
    jail: jail.lowest,
    jail_max: jail.highest,
    notes: cleanLines(source.notes, MAX_NOTES),
  }
}

/** The ends of a range. `highest` is empty when both are equal. Amounts are whole numbers. */
function rangeOf(amounts: readonly number[]): { lowest: string; highest: string } {
  const [lowest, highest = lowest] = amounts.slice(0, 2).sort((a, b) => a - b)
  return { lowest: lowest === undefined ? '' : String(lowest), highest: lowest === highest ? '' : String(highest) }
}

/** The amounts of a value that may be a number, a text or a list of these. Other values are left out. */
export function amountsOf(value: unknown): number[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  return values
    .filter((one) => typeof one === 'number' || (typeof one === 'string' && /^\d+(\.\d+)?$/.test(one)))
    .map((one) => Math.round(Number(one)))
    .filter((one) => one >= 0 && one <= MAX_AMOUNT)
}
/** A larger number is not an amount. */
const MAX_AMOUNT = 999_999_999

/** Changes `FELONY` and `felony` to `Felony`, as law books write it. */
const capitalised = (text: string) =>
  /^(\p{Lu}+|\p{Ll}+)$/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1).toLowerCase() : text
