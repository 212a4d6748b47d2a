import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { startTransition, useEffect, useOptimistic, useRef } from 'react'
import { t } from '#lib/messages.ts'

interface SearchFieldProps {
  label: string
  placeholder: string
  value: string
  /** The rows are not there yet, or still those of another search. */
  isStale?: boolean
  onChange(value: string): void
  /** Of a form that the server answers too. */
  name?: string
  maxLength?: number
  className?: string
}

/** Whether a key is meant for the rows: the arrow down is, and after it the arrow up and Enter. */
const isForRows = (key: string, waiting: readonly string[]) =>
  key === 'ArrowDown' || (waiting.length > 0 && (key === 'ArrowUp' || key === 'Enter'))

/**
 * A page's search: '/' goes to it from anywhere (web/search-key.ts), Escape clears it. A letter that is typed shows at
 * once, and what it finds right after it. The arrow down, which leads to the rows, waits until these are what was typed,
 * and so do the arrows and the Enter after it.
 */
export function SearchField({
  label,
  placeholder,
  value,
  isStale = false,
  onChange,
  className = '',
  ...rest
}: SearchFieldProps) {
  const ref = useRef<HTMLInputElement>(null)
  const [typed, showTyped] = useOptimistic(value)
  const isBehind = typed !== value || isStale
  /** Keys for the rows of what was typed last. */
  const waiting = useRef<string[]>([])
  const type = (text: string) => {
    waiting.current = []
    startTransition(() => {
      showTyped(text)
      onChange(text)
    })
  }

  useEffect(() => {
    if (waiting.current.length === 0 || isBehind) return
    const keys = waiting.current
    waiting.current = []
    if (document.activeElement !== ref.current) return
    for (const key of keys) {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      if (key === 'Enter') break // Others that follow were meant for this row, too.
    }
  })

  return (
    <div className={`@container relative min-w-0 ${className}`}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-paper-faint"
      />
      <input
        {...rest}
        ref={ref}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && typed !== '') {
            event.preventDefault()
            type('')
          } else if ((isBehind || waiting.current.length > 0) && isForRows(event.key, waiting.current)) {
            // Keys that still wait after the rows are drawn are passed on in a moment, and this one after them.
            event.preventDefault()
            event.stopPropagation()
            waiting.current.push(event.key)
          } else {
            waiting.current = []
          }
        }}
        className="touch-target peer block h-10 w-full [contain:size_layout] [&::-webkit-search-cancel-button]:hidden rounded-sm border border-paper-faint/60 bg-night/60 text-ellipsis pr-10 pl-9 text-paper max-sm:placeholder-shown:pr-3 @max-[15rem]:placeholder-shown:pr-3 placeholder:text-paper-faint hover:border-paper-faint/80 max-sm:text-base sm:text-sm"
      />
      {/* Both are there all the time: to make one at the first letter would hold that letter up. */}
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2.5 invisible -translate-y-1/2 rounded-sm border border-haze px-1.5 font-sign text-paper-faint text-xs noscript:hidden @max-[15rem]:hidden sm:peer-[:placeholder-shown:not(:focus)]:visible"
      >
        /
      </span>
      <button
        type="button"
        aria-label={t('Clear search')}
        onClick={() => {
          type('')
          ref.current?.focus()
        }}
        className="absolute inset-y-0 right-0 flex w-10 items-center justify-center rounded-sm text-paper-faint hover:text-paper noscript:hidden peer-placeholder-shown:invisible"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  )
}
