import { type Charge, type ChargedCode, MAX_COUNTS, type Suspect, withCharge } from './charge-rules.ts'
import { AMOUNTS } from './rules.ts'

/** The maximum number of charges of a suspect. */
export const MAX_CHARGES = 60
/** Longer keys cannot belong to a statute, which has at most 40 characters. */
const MAX_KEY = 60

/** Reads the charges of an address: `812-014-2-c-6*2_f750_attempt,316-193-1`. Invalid parts are left out. */
export function readCharges(text: string): Charge[] {
  const charges = text.split(',').flatMap((chargeText): Charge[] => {
    const [head = '', ...rest] = chargeText.split('_')
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

/** Writes charges in the form that `readCharges` reads. */
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

/** The maximum number of suspects in a link. */
export const MAX_SUSPECTS = 6
const MAX_NAME = 60

/** The address parameters of the suspects. In each text, `;` separates the suspects. */
export interface SuspectTexts {
  charges: string
  name: string
  with: string
}

/** Reads the suspects of an address. There is always at least one. */
export function readSuspects(texts: SuspectTexts): Suspect[] {
  const [charges, names, modifiers] = [texts.charges, texts.name, texts.with].map((text) => text.split(';'))
  const count = Math.max(...[charges, names, modifiers].map((parts) => parts?.length ?? 0))
  return Array.from({ length: Math.min(count, MAX_SUSPECTS) }, (_, at) => ({
    name: (names?.[at] ?? '').slice(0, MAX_NAME),
    modifiers: (modifiers?.[at] ?? '').split(',').filter(Boolean),
    charges: readCharges(charges?.[at] ?? ''),
  }))
}

/** Writes suspects in the form that `readSuspects` reads. */
export function writeSuspects(suspects: readonly Suspect[]): SuspectTexts {
  const joined = (parts: readonly string[]) => (parts.some(Boolean) ? parts.join(';') : '')
  return {
    // Suspects without charges keep their place when there are several.
    charges: suspects.map(({ charges }) => writeCharges(charges)).join(';'),
    name: joined(suspects.map(({ name }) => name.replaceAll(';', ','))),
    with: joined(suspects.map(({ modifiers }) => modifiers.join(','))),
  }
}

const CALCULATOR = '/penal-codes/calculator'

/**
 * The calculator's address with one more charge for the last suspect. On the calculator's page the charges already in
 * the address are kept.
 */
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
