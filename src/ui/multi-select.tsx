import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect } from 'react'
import { t } from '#lib/messages.ts'
import { CheckOption } from './check-option.tsx'
import { moveFocus, POPOVER_CLASS, usePopover, useTypeAhead } from './use-popover.ts'

interface Option<T extends string> {
  value: T
  label: string
  count: number
}

interface MultiSelectProps<T extends string> {
  label: string
  options: readonly Option<T>[]
  selected: readonly T[]
  /** Called with the new selection, in the order of the options. */
  onChange(selected: T[]): void
}

const BOX = 'input[type="checkbox"]'

/** Selects any of its options, each with a count. Arrow keys and letters move, Space toggles, Escape closes. */
export function MultiSelect<T extends string>({ label, options, selected, onChange }: MultiSelectProps<T>) {
  const { isOpen, open, toggle, triggerRef, panelRef, panelId } = usePopover<HTMLButtonElement, HTMLFieldSetElement>()
  const typeAhead = useTypeAhead(BOX)

  useEffect(() => {
    if (isOpen) panelRef.current?.querySelector<HTMLElement>(BOX)?.focus()
  }, [isOpen, panelRef])

  const flip = (value: T) => {
    onChange(
      options
        .map((option) => option.value)
        .filter((each) => (each === value ? !selected.includes(each) : selected.includes(each))),
    )
  }

  return (
    <>
      <button
        ref={triggerRef}
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={toggle}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          open()
        }}
        className={`touch-target inline-flex h-10 items-center gap-2 rounded-sm border px-3 max-sm:px-2 font-sign font-semibold text-sm hover:border-paper-faint/80 ${selected.length > 0 ? 'border-lagoon/60 bg-lagoon/10 text-lagoon' : 'border-paper-faint/60 bg-night/60 text-paper-dim'}`}
      >
        {label}
        {selected.length > 0 && (
          <span className="rounded-sm bg-lagoon px-1.5 text-night text-xs leading-5 tabular-nums">
            {selected.length}
          </span>
        )}
        <ChevronDown aria-hidden="true" className={`size-4 transition-transform ${isOpen ? 'rotate-180' : ''}`} />
      </button>
      {isOpen && (
        <fieldset
          ref={panelRef}
          id={panelId}
          popover="manual"
          onKeyDown={(event) => {
            if (moveFocus(event.currentTarget, BOX, event.key)) event.preventDefault()
            else typeAhead.onKeyDown(event)
          }}
          onKeyUp={typeAhead.onKeyUp}
          className={`min-w-56 ${POPOVER_CLASS}`}
        >
          <legend className="sr-only">{label}</legend>
          {options.map((option) => (
            <CheckOption
              key={option.value}
              isChecked={selected.includes(option.value)}
              onChange={() => flip(option.value)}
            >
              <span className="flex-1 pr-4">{option.label}</span>
              <span className="text-paper-faint tabular-nums">{option.count}</span>
            </CheckOption>
          ))}
          <div className="mt-1.5 border-haze border-t pt-1.5">
            <button
              type="button"
              disabled={selected.length === 0}
              onClick={() => onChange([])}
              className="touch-target h-8 w-full rounded-sm px-2.5 text-left font-sign font-semibold text-lagoon text-sm hover:bg-haze disabled:text-paper-faint"
            >
              {t('Clear {name}', { name: label })}
            </button>
          </div>
        </fieldset>
      )}
    </>
  )
}
