import { type Charge, type ChargedCode, MAX_COUNTS, type Suspect, withCharge } from './charge-rules.ts'
import { AMOUNTS } from './rules.ts'

/** The most charges of a suspect. */
export const MAX_CHARGES = 60
/** A permalink is no longer than its statute. */
const MAX_KEY = 60

/** The charges that an address names: `812-014-2-c-6*2_f750_attempt,316-193-1`. What is none is left out. */
export function readCharges(text: string): Charge[] {
  const charges = text.split(',').flatMap((said): Charge[] => {
    const [head = '', ...rest] = said.split('_')
    const [key = '', counts = ''] = head.split('*')
    if (key === '' || key.length > MAX_KEY) return []
    const chosen: Charge['chosen'] = {}
    const modifiers: string[] = []
    for (const part of rest) {
      const [, letter, digits] = /^([fjp])(\d{1,9})$/.exec(part) ?? []
      const amount = AMOUNTS.find((name) => name[0] === letter)
      if (amount !== undefined) chosen[amount] = Number(digits)
      else if (/^[a-z]{2,}(-[a-z]{2,})*$/.test(part) && !modifiers.includes(part)) modifiers.push(part)
    }
    return [{ key, counts: Math.min(MAX_COUNTS, Number(/^\d{1,9}$/.exec(counts)) || 1), chosen, modifiers }]
  })
  const isFirst = ({ key }: Charge, at: number) => charges.findIndex((charge) => charge.key === key) === at
  return charges.filter(isFirst).slice(0, MAX_CHARGES)
}

/** As `readCharges` reads it. */
export function writeCharges(charges: readonly Charge[]): string {
  return charges
    .map(({ key, counts, chosen, modifiers }) =>
      [
        counts === 1 ? key : `${key}*${counts}`,
        ...AMOUNTS.flatMap((amount) => (chosen[amount] === undefined ? [] : `${amount[0]}${chosen[amount]}`)),
        ...modifiers,
      ].join('_'),
    )
    .join(',')
}

/** The most suspects of a link. */
export const MAX_SUSPECTS = 6
const MAX_NAME = 60

/** What an address says of suspects, each text with ; between them. */
export interface SuspectTexts {
  charges: string
  name: string
  with: string
}

/** The suspects that an address names; always one at least. */
export function readSuspects(texts: SuspectTexts): Suspect[] {
  const [charges, names, modifiers] = [texts.charges, texts.name, texts.with].map((text) => text.split(';'))
  const count = Math.max(...[charges, names, modifiers].map((parts) => parts?.length ?? 0))
  return Array.from({ length: Math.min(count, MAX_SUSPECTS) }, (_, at) => ({
    name: (names?.[at] ?? '').slice(0, MAX_NAME),
    modifiers: (modifiers?.[at] ?? '').split(',').filter(Boolean),
    charges: readCharges(charges?.[at] ?? ''),
  }))
}

/** As `readSuspects` reads them. */
export function writeSuspects(suspects: readonly Suspect[]): SuspectTexts {
  const joined = (parts: readonly string[]) => (parts.some(Boolean) ? parts.join(';') : '')
  return {
    // Of several, also those without a charge stay.
    charges: suspects.map(({ charges }) => writeCharges(charges)).join(';'),
    name: joined(suspects.map(({ name }) => name.replaceAll(';', ','))),
    with: joined(suspects.map(({ modifiers }) => modifiers.join(','))),
  }
}

const CALCULATOR = '/penal-codes/calculator'

/** The calculator with one more charge for its last suspect, beside what is on it where that is the page. */
export function addressWithCharge(page: { pathname: string; search: string }, code: ChargedCode): string {
  const address = new URLSearchParams(page.pathname === CALCULATOR ? page.search : '')
  const textOf = (name: keyof SuspectTexts) => address.get(name) ?? ''
  const suspects = readSuspects({ charges: textOf('charges'), name: textOf('name'), with: textOf('with') })
  const charged = suspects.map((suspect, at) =>
    at === suspects.length - 1 ? { ...suspect, charges: withCharge(suspect.charges, code) } : suspect,
  )
  for (const [name, text] of Object.entries(writeSuspects(charged))) {
    if (text === '') address.delete(name)
    else address.set(name, text)
  }
  return `${CALCULATOR}?${address.toString().replaceAll('%2C', ',')}`
}
