import ChevronDown from 'lucide-react/icons/chevron-down'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useState } from 'react'
import { t } from '#lib/messages.ts'
import { matchesSearch } from '#lib/search.ts'
import { POPOVER_CLASS, usePopover } from './use-popover.ts'

export interface Choice {
  value: string
  label: string
  /** Distinguishes choices with the same label. */
  note?: string
  /** Further texts that find it, besides its label and its value. */
  texts?: readonly (string | null)[]
}

interface ComboboxProps {
  label: string
  placeholder?: string
  /** The current choice with its label. */
  chosen: Choice | null
  /**
   * The possible choices. The caller may fetch them from a server: rows of an earlier reply that do not match the text
   * are hidden.
   */
  choices: readonly Choice[]
  onType(text: string): void
  onChoose(choice: Choice | null): void
  /** Shown when no row matches. */
  emptyText?: string
  error?: string
  className?: string
}

/** More rows than anyone reads. Typing finds the others. */
const MAX_ROWS = 50

/**
 * Chooses one of many by typing (WAI-ARIA combobox). Arrow keys move, Escape closes. Enter chooses the highlighted row,
 * which always matches the text. Without text no row is highlighted until an arrow key moves to one. The first letter
 * typed over a choice clears the choice, so that nothing is sent that is no longer shown. Over 60 lines because the
 * field and the list share the text, the highlighted row and the ids by which they name each other.
 */
export function Combobox({
  label,
  placeholder,
  chosen,
  choices,
  onType,
  onChoose,
  emptyText = t('No matches.'),
  error,
  className = '',
}: ComboboxProps) {
  const { isOpen, open, close, triggerRef, panelRef, panelId } = usePopover<HTMLInputElement, HTMLDivElement>()
  const [text, setText] = useState('')
  /** The row that an arrow key moved to. */
  const [wanted, setWanted] = useState<string | null>(null)
  const id = useId()
  const rows = choices
    .filter(({ value, label: name, texts = [] }) => matchesSearch(text, [name, value, ...texts]))
    .slice(0, MAX_ROWS)
  const active = wanted === null ? (text.trim() === '' ? undefined : rows[0]) : rows.find(isWanted)
  const optionId = (value: string) => `${panelId}-${value}`

  useEffect(() => {
    if (isOpen) panelRef.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })

  function isWanted({ value }: Choice): boolean {
    return value === wanted
  }

  function write(typed: string): void {
    setText(typed)
    setWanted(null)
    onType(typed)
  }

  function choose(choice: Choice | null): void {
    write('')
    onChoose(choice)
    close()
    triggerRef.current?.focus()
  }

  /** Typing replaces the current choice. */
  function selectChosen({ currentTarget }: SyntheticEvent<HTMLInputElement>): void {
    if (chosen !== null) currentTarget.select()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Tab') return close()
    if (event.key === 'Enter' && isOpen) {
      // Also without a matching row: a search without a match must not submit the form around the field.
      event.preventDefault()
      return active && choose(active)
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    if (!isOpen) return open()
    const at = active === undefined ? -1 : rows.indexOf(active)
    const next = event.key === 'ArrowDown' ? rows[at + 1] : at < 0 ? rows.at(-1) : rows[at - 1]
    const turned = event.key === 'ArrowDown' ? rows[0] : rows.at(-1)
    setWanted((next ?? turned)?.value ?? null)
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
          value={chosen === null ? text : chosen.label}
          onChange={(event) => {
            // Typing over a chosen name means that another one is wanted.
            if (chosen !== null) onChoose(null)
            write(event.target.value)
            open()
          }}
          onFocus={selectChosen}
          onClick={(event) => {
            selectChosen(event)
            open()
          }}
          onBlur={() => {
            write('')
            // Also when a dialog takes the focus: the list would cover it.
            close()
          }}
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
            aria-label={t('Clear {name}', { name: label })}
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
          {rows.length === 0 && <p className="px-2.5 py-2 text-paper-faint text-sm">{emptyText}</p>}
          {rows.map((choice) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the field, as the pattern requires
            <div
              key={choice.value}
              id={optionId(choice.value)}
              role="option"
              tabIndex={-1}
              aria-selected={choice === active}
              // Keeps the focus in the field.
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
