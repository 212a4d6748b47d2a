/** The form of whole amounts, such as $1,500 or 1.500 €. */
export interface Money {
  before: string
  after: string
  /** The separator between thousands. */
  group: string
}

/** Formats a whole amount. `Intl.NumberFormat` is not used because creating one takes long on a slow phone. */
export function amountText(amount: number, { before, after, group }: Money): string {
  const digits = String(amount)
  const first = digits.length % 3 || 3
  return `${before}${[digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])].join(group)}${after}`
}

const CODE = /^[A-Z]{3}$/

/** The form of amounts in a currency and locale. A word that is not a currency code follows the amount. */
export function moneyOf(currency: string, locale: string): Money {
  const isCode = CODE.test(currency) && Intl.supportedValuesOf('currency').includes(currency)
  const parts = new Intl.NumberFormat(locale, {
    ...(isCode ? { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } : {}),
    maximumFractionDigits: 0,
    useGrouping: 'always',
  }).formatToParts(1_234_567)
  const text = (from: number, to: number) =>
    parts
      .slice(from, to)
      .map(({ value }) => value)
      .join('')
  const isNumber = ({ type }: Intl.NumberFormatPart) => type === 'integer' || type === 'group'
  const first = parts.findIndex(isNumber)
  const last = parts.findLastIndex(isNumber)
  return {
    before: text(0, first),
    after: isCode ? text(last + 1, parts.length) : `\u00a0${currency}`,
    group: parts.find(({ type }) => type === 'group')?.value ?? ',',
  }
}
