import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { t } from '#lib/messages.ts'

interface EditTextProps {
  /** The name of the text, for people who cannot see its column. */
  label: string
  value: string
  onSave(value: string): void
  maxLength?: number
  /** Id of a datalist with suggestions. */
  list?: string
  /** The text is shown but cannot be changed. */
  isReadOnly?: boolean
  /** -1 when the arrow keys of a list decide which element the Tab key reaches. */
  tabIndex?: number
}

/** Text that becomes a field when pressed. Enter or leaving the field saves, Escape cancels. */
export function EditText({ label, value, onSave, maxLength, list, isReadOnly = false, tabIndex }: EditTextProps) {
  const [written, setWritten] = useState<string | null>(null)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const fieldRef = useRef<HTMLInputElement>(null)
  const comesBack = useRef(false)
  const isEdited = written !== null

  useEffect(() => {
    if (isEdited) fieldRef.current?.select()
    else if (comesBack.current) buttonRef.current?.focus()
    comesBack.current = false
  }, [isEdited])

  if (isReadOnly) return <span className="text-paper-dim">{value || <span className="text-paper-faint">—</span>}</span>
  if (written === null) {
    return (
      <button
        ref={buttonRef}
        type="button"
        tabIndex={tabIndex}
        aria-label={t('{label}: {value}. Edit', { label, value: value || t('empty') })}
        title={value || undefined}
        onClick={() => setWritten(value)}
        className="touch-target group/edit flex h-8 w-full min-w-0 items-center gap-1.5 rounded-sm border border-transparent px-1.5 text-left text-paper hover:border-paper-faint/50"
      >
        <span className={`min-w-0 truncate ${value === '' ? 'text-paper-faint' : ''}`}>{value || '—'}</span>
        <span
          data-icon="pencil"
          className="flex before:size-3 text-paper-faint opacity-0 group-hover/edit:opacity-100 group-focus-visible/edit:opacity-100"
        />
      </button>
    )
  }

  const finish = (saves: boolean, returns: boolean) => {
    comesBack.current = returns
    setWritten(null)
    if (saves && written.trim() !== value) onSave(written.trim())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    finish(event.key === 'Enter', true)
  }
  return (
    <input
      ref={fieldRef}
      // biome-ignore lint/a11y/noAutofocus: it replaces the button that had the focus
      autoFocus
      aria-label={label}
      value={written}
      maxLength={maxLength}
      list={list}
      autoComplete="off"
      onChange={(event) => setWritten(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => finish(true, false)}
      className="h-8 w-full min-w-0 rounded-sm border border-lagoon bg-night px-1.5 text-paper max-sm:text-base"
    />
  )
}
