import type { Calculator, Modifier } from '#lib/law.ts'
import { t } from '#lib/messages.ts'
import { AMOUNTS, type Amount } from '../rules.ts'
import { useAmountTexts } from './use-amount-texts.ts'

/** Explains how the calculator adds up, for readers who want to check a number. */
export function CalculatorRules({ rules }: { rules: Calculator }) {
  const texts = useAmountTexts()
  const labels = { fine: t('Fine'), jail: t('Jail'), points: t('Points') }
  const caps = AMOUNTS.flatMap((amount) => {
    const cap = rules.caps[amount]
    return cap === undefined ? [] : texts[amount](cap)
  })
  const starts = {
    lowest: t('A range begins at its lowest amount.'),
    middle: t('A range begins in its middle.'),
    highest: t('A range begins at its highest amount.'),
  }
  const shareOf = (modifier: Modifier, amount: Amount) => {
    const share = modifier[amount]
    return share === undefined || share === 100 ? [] : [`${labels[amount]} ${share}\u00a0%`]
  }
  return (
    <details className="mt-10 max-w-3xl rounded-md border border-haze bg-dusk px-5 py-3">
      <summary className="touch-target flex cursor-pointer items-center rounded-sm py-1 font-bold font-sign">
        {t('How this is added up')}
      </summary>
      <div className="space-y-3 pt-2 pb-3 text-paper-dim text-sm leading-relaxed">
        <p>
          {starts[rules.start]}{' '}
          {t(
            'Counts are multiplied first, then modifiers apply. Their result is rounded once for each charge; amounts from the law book are not rounded.',
          )}
        </p>
        {rules.modifiers.length > 0 && (
          <ul className="divide-y divide-haze border-haze border-y">
            {rules.modifiers.map((modifier) => (
              <li key={modifier.key} className="flex flex-wrap justify-between gap-x-6 py-2">
                <span>
                  <strong className="text-paper">{modifier.name}</strong> {modifier.note}
                </span>
                <span className="tabular-nums">
                  {AMOUNTS.flatMap((amount) => shareOf(modifier, amount)).join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        )}
        {caps.length > 0 && <p>{t('The most that a suspect can get in total: {caps}.', { caps: caps.join(', ') })}</p>}
        <p>
          {t(
            'If two charges cannot be combined, the first one counts. A charge that is part of another one costs nothing extra.',
          )}
        </p>
      </div>
    </details>
  )
}
