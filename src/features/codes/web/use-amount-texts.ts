import { useMemo } from 'react'
import { t } from '#lib/messages.ts'
import { amountText } from '#lib/money.ts'
import { useLaw } from '#web/site-context.tsx'
import type { AmountTexts } from '../charge-rules.ts'

/** Formats amounts with their units, as the law book writes them. */
export function useAmountTexts(): AmountTexts {
  const { money, jail } = useLaw()
  return useMemo(
    () => ({
      fine: (amount) => amountText(amount, money),
      jail: (time) => `${time} ${jail.short}`,
      points: (count) => t({ one: '{count} point', other: '{count} points' }, { count }),
    }),
    [money, jail],
  )
}
