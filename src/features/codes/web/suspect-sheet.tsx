import X from 'lucide-react/icons/x'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import type { Calculator } from '#lib/law.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { Keys } from '#ui/keys.tsx'
import { announce, toast } from '#ui/live-region.tsx'
import { rich } from '#web/rich.tsx'
import { type Charge, calculate, copiedList, countsAllowed, type Suspect, withCharge } from '../charge-rules.ts'
import type { PenalCode } from '../contract.ts'
import { penalCodeKey } from '../rules.ts'
import { ChargeRow } from './charge-row.tsx'
import { ChargeSearch } from './charge-search.tsx'
import { ChargeTotals, copyList } from './charge-totals.tsx'
import { ModifierChips } from './modifier-chips.tsx'
import { useAmountTexts } from './use-amount-texts.ts'

interface SuspectSheetProps {
  /** The number of the suspect, starting at 1. */
  number: number
  suspect: Suspect
  codes: readonly PenalCode[]
  byKey: ReadonlyMap<string, PenalCode>
  rules: Calculator
  /** Whether this is the last suspect. The '/' key focuses the search field of the last one. */
  isLast: boolean
  /** Whether the suspect was just added. Its name field then takes the focus. */
  isNew: boolean
  onChange(suspect: Suspect, isTyped?: boolean): void
  onRemoveCharge(suspect: Suspect, statute: string): void
  /** Undefined when there is only one suspect. */
  onRemove: ((name: string) => void) | undefined
}

/** One suspect with name, charges and totals. */
export function SuspectSheet(props: SuspectSheetProps) {
  const { number, suspect, codes, byKey, rules, isLast, onChange, onRemoveCharge } = props
  const calculation = calculate(suspect, byKey, rules)
  const search = useRef<HTMLInputElement>(null)
  const sheet = useRef<HTMLElement>(null)
  const name = suspect.name.trim() || unnamed(number)
  const texts = useAmountTexts()
  const counts = calculation.charges.some(({ leftOut }) => leftOut === null)
  const list = counts ? copiedList({ ...suspect, name }, calculation, rules, texts) : null

  function onKeyDown(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, repeat } = event
    // The search field handles Enter itself while it has a search. Copying then would omit the charge that is being
    // typed.
    if (list === null || event.defaultPrevented || key !== 'Enter' || ctrlKey === metaKey || repeat) return
    event.preventDefault()
    copyList(list)
  }

  function add(code: PenalCode): void {
    const key = penalCodeKey(code.statute)
    const there = suspect.charges.find((charge) => charge.key === key)
    onChange({ ...suspect, charges: withCharge(suspect.charges, code) })
    if (there === undefined) announce(t('{name} added', { name: code.statute }))
    else if (there.counts >= countsAllowed(code))
      toast(t('{name} is charged as often as allowed.', { name: code.statute }))
    else
      announce(
        t(
          { one: '{name}: {count} count', other: '{name}: {count} counts' },
          { name: code.statute, count: there.counts + 1 },
        ),
      )
  }

  function replace(at: number, next: Charge, isTyped?: boolean): void {
    onChange({ ...suspect, charges: suspect.charges.map((charge, place) => (place === at ? next : charge)) }, isTyped)
  }

  function remove({ key }: Charge): void {
    const charges = suspect.charges.filter((charge) => charge.key !== key)
    onRemoveCharge({ ...suspect, charges }, byKey.get(key)?.statute ?? key)
  }

  /**
   * Moves the focus away from a remove button that is about to disappear. After a key press it goes to the search
   * field. After a tap it goes to the next remove button: focusing the field would open a phone's keyboard.
   */
  function goOn({ detail, currentTarget }: MouseEvent<HTMLElement>): void {
    const isByKey = detail === 0
    const all = [...(sheet.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])]
    const at = all.indexOf(currentTarget)
    const next = isByKey ? search.current : (all[at + 1] ?? all[at - 1] ?? sheet.current)
    next?.focus({ preventScroll: !isByKey })
  }

  return (
    <section
      ref={sheet}
      aria-label={name}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="mb-6 rounded-lg border border-haze bg-dusk"
    >
      <h2 className="sr-only">{name}</h2>
      <SuspectHead {...props} name={name} />
      <div className="grid gap-x-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 px-4 py-4 sm:px-5">
          <ChargeSearch ref={search} codes={codes} hasKey={isLast} onAdd={add} />
          {list !== null && (
            <p className="no-print pointer-coarse:hidden mt-2 text-paper-faint text-sm">
              {rich('{keys} copies the list', { keys: <Keys keys="Ctrl Enter" /> })}
            </p>
          )}
          {calculation.charges.length === 0 ? (
            <p className="mt-6 mb-2 text-paper-dim">
              {t('No charges yet. Search for a statute, a word or what players call it, and press Enter.')}
            </p>
          ) : (
            <ol aria-label={t('Charges')} className="mt-4 divide-y divide-haze border-haze border-t">
              {calculation.charges.map((calculated) => {
                const { charge, code } = calculated
                const at = suspect.charges.indexOf(charge)
                return (
                  <ChargeRow
                    key={code.statute}
                    calculated={calculated}
                    rules={rules}
                    onChange={(next, isTyped) => replace(at, next, isTyped)}
                    onRemove={(event) => {
                      goOn(event)
                      remove(charge)
                    }}
                  />
                )
              })}
            </ol>
          )}
          {calculation.unknown.map((key) => (
            <p key={key} className="wrap-anywhere mt-3 flex flex-wrap items-center gap-x-3 text-sm text-warn">
              {t('This link has a charge that is not in the list (any more): {name}', { name: key })}
              <Button
                look="ghost"
                size="sm"
                className="max-w-full"
                data-remove=""
                onClick={(event) => {
                  goOn(event)
                  onChange({ ...suspect, charges: suspect.charges.filter((charge) => charge.key !== key) })
                }}
              >
                <span className="truncate">{t('Remove {name}', { name: key })}</span>
              </Button>
            </p>
          ))}
        </div>
        <ChargeTotals suspect={{ ...suspect, name }} calculation={calculation} rules={rules} list={list} />
      </div>
    </section>
  )
}

const unnamed = (number: number) => t('Suspect {number}', { number })

/** The suspect's name, and what applies to all charges. */
function SuspectHead({
  number,
  suspect,
  rules,
  isNew,
  onChange,
  onRemove,
  name,
}: SuspectSheetProps & { name: string }) {
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3 border-haze border-b px-4 py-4 sm:px-5">
      <div className="min-w-0 grow basis-52 sm:max-w-72">
        <NameField
          key={number}
          name={suspect.name}
          placeholder={unnamed(number)}
          takesFocus={isNew}
          onName={(typed) => onChange({ ...suspect, name: typed }, true)}
        />
      </div>
      <ModifierChips
        label={t('For all charges')}
        of="suspect"
        rules={rules}
        chosen={suspect.modifiers}
        onChange={(modifiers) => onChange({ ...suspect, modifiers })}
      />
      {onRemove && (
        <Button look="ghost" onClick={() => onRemove(name)} className="ml-auto hover:text-danger">
          <X aria-hidden="true" />
          {t('Remove suspect')}
        </Button>
      )}
    </div>
  )
}

interface NameFieldProps {
  name: string
  placeholder: string
  takesFocus: boolean
  onName(name: string): void
}

/** Shows the typed text unchanged while it is edited, because the address stores a cleaned form of it. */
function NameField({ name, placeholder, takesFocus, onName }: NameFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) ref.current?.focus()
  }, [takesFocus])
  return (
    <label>
      <span className="mb-1.5 block font-bold font-sign text-paper-dim text-sm">{t('Suspect')}</span>
      <input
        ref={ref}
        type="text"
        placeholder={placeholder}
        maxLength={60}
        autoComplete="off"
        value={typed ?? name}
        onChange={({ target }) => {
          setTyped(target.value)
          onName(target.value)
        }}
        onBlur={() => setTyped(null)}
        className="touch-target h-10 w-full rounded-sm border border-paper-faint/60 bg-night/60 px-3 text-paper placeholder:text-paper-faint hover:border-paper-faint/80 max-sm:text-base sm:text-sm"
      />
    </label>
  )
}
