import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { startTransition, useEffect, useOptimistic, useRef } from 'react'
import { t } from '#lib/messages.ts'

interface SearchFieldProps {
  label: string
  placeholder: string
  value: string
  /** The rows are not loaded yet, or are those of another search. */
  isStale?: boolean
  onChange(value: string): void
  /** The field's name, for a form that the server handles too. */
  name?: string
  maxLength?: number
  className?: string
}

/** Whether a key is for the rows: the arrow down is, and after it the arrow up and Enter. */
const isForRows = (key: string, waiting: readonly string[]) =>
  key === 'ArrowDown' || (waiting.length > 0 && (key === 'ArrowUp' || key === 'Enter'))

/**
 * The search of a page: '/' focuses it from anywhere (web/search-key.ts), Escape clears it. A typed letter shows at
 * once, and its matches right after. The arrow down, which leads to the rows, waits until the rows match the typed
 * text. Arrow keys and Enter pressed after it wait too.
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
  /** Keys that wait for the rows of the last typed text. */
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
      if (key === 'Enter') break // Further keys after Enter were meant for this row, too.
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
            // Keys that still wait after the rows have rendered are sent in a moment. This key must follow them.
            event.preventDefault()
            event.stopPropagation()
            waiting.current.push(event.key)
          } else {
            waiting.current = []
          }
        }}
        className="touch-target peer block h-10 w-full [contain:size_layout] [&::-webkit-search-cancel-button]:hidden rounded-sm border border-paper-faint/60 bg-night/60 text-ellipsis pr-10 pl-9 text-paper max-sm:placeholder-shown:pr-3 @max-[15rem]:placeholder-shown:pr-3 placeholder:text-paper-faint hover:border-paper-faint/80 max-sm:text-base sm:text-sm"
      />
      {/* Both elements are always rendered: creating one at the first letter would delay that letter. */}
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
