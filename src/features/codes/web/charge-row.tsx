import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { type MouseEvent, type ReactNode, useId, useState } from 'react'
import type { Calculator } from '#lib/law.ts'
import { t } from '#lib/messages.ts'
import { Link } from '#web/router.tsx'
import { useLaw } from '#web/site-context.tsx'
import { type CalculatedCharge, type Charge, countsAllowed, rangeOf } from '../charge-rules.ts'
import { AMOUNTS, type Amount, penalCodeAnchor, rangeText } from '../rules.ts'
import { ModifierChips } from './modifier-chips.tsx'
import { PenalClass } from './penal-class.tsx'
import { useAmountTexts } from './use-amount-texts.ts'

interface ChargeRowProps {
  calculated: CalculatedCharge
  rules: Calculator
  onChange(charge: Charge, isTyped?: boolean): void
  onRemove(event: MouseEvent<HTMLElement>): void
}

/** One charge with its counts, chosen amounts, modifiers and result. */
export function ChargeRow({ calculated, rules, onChange, onRemove }: ChargeRowProps) {
  const { charge, code, counts, leftOut } = calculated
  const texts = useAmountTexts()
  const chooses = (amount: Amount) => (value: number | undefined) =>
    onChange({ ...charge, chosen: { ...charge.chosen, [amount]: value } }, true)
  const stated = AMOUNTS.filter((amount) => calculated.amounts[amount] !== null)
  return (
    <li className="py-4">
      <div className="flex items-start gap-3">
        <Statute code={code} />
        <button
          type="button"
          data-remove=""
          aria-label={t('Remove {name}', { name: code.statute })}
          onClick={onRemove}
          className="touch-target -mt-1.5 -mr-2 flex size-10 shrink-0 items-center justify-center rounded-sm text-paper-faint hover:bg-paper/8 hover:text-danger"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      </div>
      {leftOut ? (
        <p className="mt-2 rounded-sm border border-warn/35 bg-warn/10 px-3 py-2 text-sm text-warn">
          {leftOut.why === 'included'
            ? t('Costs nothing here: {statute} includes it.', { statute: leftOut.by })
            : t('Not counted: it cannot be combined with {statute}. Remove one of the two.', { statute: leftOut.by })}
        </p>
      ) : (
        <div className="mt-3 flex flex-wrap items-end gap-x-4 gap-y-3">
          {countsAllowed(code) > 1 && (
            <Counts
              name={code.statute}
              counts={counts}
              most={countsAllowed(code)}
              onCounts={(next) => onChange({ ...charge, counts: next })}
            />
          )}
          {AMOUNTS.map((amount) => {
            const range = rangeOf(code, amount, rules)
            return (
              range !== null && (
                <RangeField
                  key={amount}
                  amount={amount}
                  name={code.statute}
                  chosen={calculated.chosen[amount] ?? range.start}
                  min={range.min}
                  max={range.max}
                  onChoose={chooses(amount)}
                />
              )
            )
          })}
          <ModifierChips
            label={t('Modifiers of {name}', { name: code.statute })}
            of="charge"
            rules={rules}
            chosen={charge.modifiers}
            onChange={(modifiers) => onChange({ ...charge, modifiers })}
          />
          <p className="ml-auto flex flex-wrap gap-x-3 self-center font-bold font-sign tabular-nums">
            {stated.map((amount) => (
              <span
                key={amount}
                className={`whitespace-nowrap ${calculated.amounts[amount] ? '' : 'text-paper-faint'}`}
              >
                {texts[amount](calculated.amounts[amount] ?? 0)}
              </span>
            ))}
          </p>
        </div>
      )}
    </li>
  )
}

function Statute({ code }: Pick<CalculatedCharge, 'code'>) {
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1.5">
      <h3 className="text-base leading-snug">
        <Link
          to={`/penal-codes#${penalCodeAnchor(code.statute)}`}
          className="mr-2.5 rounded-sm underline-offset-4 hover:underline"
        >
          {code.statute}
        </Link>
        <span className="font-medium font-sans">{code.title}</span>
      </h3>
      {code.class !== null && (
        <span className="[&>span]:sm:flex-row [&>span]:sm:items-center">
          <PenalClass name={code.class} />
        </span>
      )}
    </div>
  )
}

interface CountsProps {
  name: string
  counts: number
  most: number
  onCounts(counts: number): void
}

function Counts({ name, counts, most, onCounts }: CountsProps) {
  const step = (label: string, next: number, icon: ReactNode) => (
    <button
      type="button"
      aria-label={label}
      aria-disabled={next < 1 || next > most || undefined}
      onClick={() => next >= 1 && next <= most && onCounts(next)}
      className="touch-target flex size-9 items-center justify-center text-paper-dim hover:text-paper aria-disabled:opacity-40"
    >
      {icon}
    </button>
  )
  return (
    <div>
      <p aria-hidden="true" className="mb-1 font-bold font-sign text-paper-dim text-xs">
        {t('Counts // of a charge')}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend */}
      <div
        role="group"
        aria-label={t('Counts of {name}', { name })}
        className="inline-flex items-center rounded-sm border border-paper-faint/50 bg-night/60"
      >
        {step(t('One count less'), counts - 1, <Minus aria-hidden="true" className="size-4" />)}
        <span className="min-w-7 text-center font-bold font-sign tabular-nums">
          <span role="status">{counts}</span>
        </span>
        {step(t('One count more'), counts + 1, <Plus aria-hidden="true" className="size-4" />)}
      </div>
    </div>
  )
}

interface RangeFieldProps {
  amount: Amount
  /** The statute. */
  name: string
  chosen: number
  min: number
  max: number
  onChoose(value: number | undefined): void
}

/** The field for an amount within a range. A typed value may lie outside the range; then the nearest end counts. */
function RangeField({ amount, name, chosen, min, max, onChoose }: RangeFieldProps) {
  const id = useId()
  const { jail, money } = useLaw()
  const [typed, setTyped] = useState<string | null>(null)
  const labels = { fine: t('Fine'), jail: t('Jail ({unit})', { unit: jail.unit }), points: t('Points') }
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-bold font-sign text-paper-dim text-xs">
        {labels[amount]}{' '}
        <span className="font-normal text-paper-faint tabular-nums">
          {rangeText(min, max, amount === 'fine' ? money : undefined)}
        </span>
        <span className="sr-only"> {name}</span>
      </label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        step={1}
        value={typed ?? chosen}
        onChange={({ target: { value } }) => {
          setTyped(value)
          onChoose(/^\d{1,9}$/.test(value) ? Math.min(max, Math.max(min, Number(value))) : undefined)
        }}
        onBlur={() => setTyped(null)}
        className="touch-target h-9 w-28 rounded-sm border border-paper-faint/50 bg-night/60 px-3 text-paper tabular-nums hover:border-paper-faint/80 max-sm:text-base sm:text-sm"
      />
    </div>
  )
}
