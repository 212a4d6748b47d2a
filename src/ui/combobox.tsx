import ChevronDown from 'lucide-react/icons/chevron-down'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { POPOVER_CLASS, usePopover } from './use-popover.ts'

export interface Choice {
  value: string
  label: string
  /** What tells it from others of the same name. */
  note?: string
}

interface ComboboxProps {
  label: string
  placeholder?: string
  /** What is chosen, with its words. */
  chosen: Choice | null
  /** What fits the text that is being typed; the caller finds it. */
  choices: readonly Choice[]
  onType(text: string): void
  onChoose(choice: Choice | null): void
  /** What stands there when nothing fits. */
  emptyText?: string
  error?: string
  className?: string
}

/** One out of many, found by typing (WAI-ARIA combobox): arrows walk, Enter chooses, Escape closes. */
export function Combobox({
  label,
  placeholder,
  chosen,
  choices,
  onType,
  onChoose,
  emptyText = 'Nobody fits.',
  error,
  className = '',
}: ComboboxProps) {
  const { isOpen, open, close, triggerRef, panelRef, panelId } = usePopover<HTMLInputElement, HTMLDivElement>()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  const active = choices[Math.min(at, choices.length - 1)]
  const optionId = (value: string) => `${panelId}-${value}`

  useEffect(() => {
    if (isOpen) panelRef.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })

  function type(typed: string): void {
    setText(typed)
    setAt(0)
    onType(typed)
    open()
  }

  function choose(choice: Choice | null): void {
    setText('')
    onType('')
    onChoose(choice)
    close()
    triggerRef.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return close()
    if (event.key === 'Enter' && isOpen && active) {
      event.preventDefault()
      return choose(active)
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    if (!isOpen) return open()
    const step = event.key === 'ArrowDown' ? 1 : -1
    setAt((Math.min(at, choices.length - 1) + step + choices.length) % Math.max(1, choices.length))
  }

  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className="mb-1.5 block font-bold font-sign text-paper-dim text-sm">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          ref={triggerRef}
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && active ? optionId(active.value) : undefined}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          placeholder={placeholder}
          value={isOpen || chosen === null ? text : chosen.label}
          onChange={(event) => type(event.target.value)}
          onClick={() => open()}
          onBlur={() => setText('')}
          onKeyDown={onKeyDown}
          className={`touch-target h-10 w-full truncate rounded-sm border bg-night/60 pr-9 pl-3 text-paper placeholder:text-paper-faint hover:border-paper-faint/80 max-sm:text-base sm:text-sm ${error === undefined ? 'border-paper-faint/60' : 'border-danger'}`}
        />
        {chosen === null ? (
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-paper-faint"
          />
        ) : (
          <button
            type="button"
            aria-label={`Clear ${label}`}
            onClick={() => choose(null)}
            className="absolute inset-y-0 right-0 flex w-9 items-center justify-center rounded-sm text-paper-faint hover:text-paper"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        )}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-1.5 text-danger text-sm">
          {error}
        </p>
      )}
      {isOpen && (
        <div
          ref={panelRef}
          id={panelId}
          popover="manual"
          role="listbox"
          aria-label={label}
          className={`max-h-72! w-72 max-w-[calc(100vw-1rem)] ${POPOVER_CLASS}`}
        >
          {choices.length === 0 && <p className="px-2.5 py-2 text-paper-faint text-sm">{emptyText}</p>}
          {choices.map((choice) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the field, as the pattern has it
            <div
              key={choice.value}
              id={optionId(choice.value)}
              role="option"
              tabIndex={-1}
              aria-selected={choice === active}
              // Before the field loses the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(choice)}
              className={`touch-target flex min-h-9 cursor-pointer items-center justify-between gap-3 rounded-sm px-2.5 text-sm hover:bg-haze ${choice === active ? 'bg-haze text-paper' : 'text-paper-dim'}`}
            >
              <span className="min-w-0 truncate">{choice.label}</span>
              {choice.note !== undefined && (
                <span className="shrink-0 text-paper-faint text-xs tabular-nums">{choice.note}</span>
              )}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
