import { expect, it } from 'vitest'
import { amountText, moneyOf } from './money.ts'

it.each([
  ['USD', 'en-US', 65, '$65'],
  ['USD', 'en-US', 1_500, '$1,500'],
  ['USD', 'en-US', 1_234_567, '$1,234,567'],
  ['EUR', 'de-DE', 1_500, '1.500\u00a0€'],
  ['EUR', 'es-ES', 1_500, '1.500\u00a0€'],
  ['GBP', 'en-GB', 0, '£0'],
  ['Credits', 'en-US', 2_000, '2,000\u00a0Credits'],
  ['XYZ', 'de-DE', 2_000, '2.000\u00a0XYZ'],
])('amounts of %s have the format of %s', (currency, locale, amount, text) => {
  expect(amountText(amount, moneyOf(currency, locale))).toBe(text)
})
