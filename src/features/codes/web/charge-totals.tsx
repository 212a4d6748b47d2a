import ClipboardCopy from 'lucide-react/icons/clipboard-copy'
import Link2 from 'lucide-react/icons/link-2'
import type { Calculator } from '#lib/law.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { toast, toastCopyRefused } from '#ui/live-region.tsx'
import { addressNow } from '#web/use-list-filter.ts'
import { type Calculation, copiedLine, type Suspect } from '../charge-rules.ts'
import { AMOUNTS } from '../rules.ts'
import { useAmountTexts } from './use-amount-texts.ts'

interface ChargeTotalsProps {
  /** The suspect with the name that is copied. */
  suspect: Suspect
  calculation: Calculation
  rules: Calculator
  /** The text that is copied. Null when no charge counts. */
  list: string | null
}

/** The totals of a suspect, and the list to copy into a CAD. */
export function ChargeTotals({ suspect, calculation, rules, list }: ChargeTotalsProps) {
  const texts = useAmountTexts()
  const { totals, sums, capped } = calculation
  const labels = { fine: t('Fine'), jail: t('Jail'), points: t('Points') }
  return (
    <section
      aria-label={t('Total of {name}', { name: suspect.name })}
      className="border-haze px-4 py-4 max-lg:border-t sm:px-5 lg:border-l"
    >
      <div className="lg:sticky lg:top-[calc(var(--header-height)+1rem)]">
        <h3 className="eyebrow text-paper-faint">{t('Total')}</h3>
        <dl aria-live="polite" className="mt-2 grid grid-cols-3 gap-3">
          {AMOUNTS.map((amount) => (
            <div key={amount}>
              <dt className="text-paper-dim text-sm">{labels[amount]}</dt>
              <dd
                className={`mt-0.5 font-extrabold font-sign text-xl tabular-nums ${totals[amount] === 0 ? 'text-paper-faint' : 'text-paper'}`}
              >
                {texts[amount](totals[amount])}
              </dd>
            </div>
          ))}
        </dl>
        {capped.map((amount) => (
          <p key={amount} className="mt-3 text-sm text-warn">
            {t('{what}: at most {cap} in total. The charges add up to {sum}.', {
              what: labels[amount],
              cap: texts[amount](totals[amount]),
              sum: texts[amount](sums[amount]),
            })}
          </p>
        ))}
        {list !== null && (
          <>
            <p
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keyboard
              tabIndex={0}
              className="wrap-anywhere mt-4 max-h-56 overflow-y-auto whitespace-pre-wrap rounded-sm border border-haze bg-night/60 px-3 py-2.5 text-paper-dim text-sm leading-relaxed"
            >
              {/* Lines break between amounts, not within them. The copied text keeps plain spaces. */}
              {list.replace(/(?<=\d) (?=\p{Ll})/gu, '\u00a0')}
            </p>
            <div className="no-print mt-3 flex flex-wrap gap-2">
              <Button size="sm" look="primary" aria-keyshortcuts="Control+Enter" onClick={() => copyList(list)}>
                <ClipboardCopy aria-hidden="true" />
                {t('Copy list')}
              </Button>
              <Button size="sm" onClick={() => copy(copiedLine(suspect, calculation, rules, texts), t('Line'))}>
                <ClipboardCopy aria-hidden="true" />
                {t('Copy one line')}
              </Button>
              <Button size="sm" look="ghost" onClick={() => copy(addressNow(), t('Link'))}>
                <Link2 aria-hidden="true" />
                {t('Copy link')}
              </Button>
            </div>
          </>
        )}
      </div>
    </section>
  )
}

export const copyList = (list: string) => copy(list, t('List'))

function copy(text: string, name: string): void {
  navigator.clipboard.writeText(text).then(() => toast(t('{name} copied', { name })), toastCopyRefused)
}
