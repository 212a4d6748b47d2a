import Plus from 'lucide-react/icons/plus'
import Search from 'lucide-react/icons/search'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { t } from '#lib/messages.ts'
import { bestFirst } from '../charge-rules.ts'
import type { PenalCode } from '../contract.ts'
import { penalCodeText } from '../rules.ts'
import { PenalClass } from './penal-class.tsx'
import { useCodeSearch } from './use-code-search.ts'

/** The maximum number of results shown. Typing more narrows the search. */
const SHOWN = 8

interface ChargeSearchProps {
  ref: RefObject<HTMLInputElement | null>
  codes: readonly PenalCode[]
  /** Whether the '/' key focuses this field. */
  hasKey: boolean
  onAdd(code: PenalCode): void
}

/**
 * Finds a statute and adds it. It follows the combobox pattern of the ARIA Authoring Practices: the focus stays in the
 * field, the arrow keys move through the results, and Enter adds one. Over 60 lines because the field and the list
 * of one combobox name each other by id, and the texts follow the same search.
 */
export function ChargeSearch({ ref, codes, hasKey, onAdd }: ChargeSearchProps) {
  const id = useId()
  const [search, setSearch] = useState('')
  const [wanted, setWanted] = useState(0)
  const { found, suggestion } = useCodeSearch(codes, penalCodeText, search)
  const isOpen = search.trim() !== ''
  const shown = isOpen ? bestFirst(suggestion ?? search, found).slice(0, SHOWN) : []
  const at = Math.min(wanted, shown.length - 1)
  const optionId = (place: number) => `${id}-${place}`
  const boxRef = useRef<HTMLDivElement>(null)

  // Text typed before hydration is already in the field, but React has received no event for it.
  useEffect(() => setSearch(ref.current?.value ?? ''), [ref])

  // The results may open below the visible area, above all on a phone, where the keyboard covers a part of the page.
  useEffect(() => {
    const box = boxRef.current
    const edge = window.visualViewport?.height ?? window.innerHeight
    if (isOpen && box !== null && box.getBoundingClientRect().bottom > edge) box.scrollIntoView({ block: 'start' })
  }, [isOpen])

  function write(text: string): void {
    setSearch(text)
    setWanted(0)
  }

  function add(code: PenalCode | undefined): void {
    if (code === undefined) return
    onAdd(code)
    write('')
    ref.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    const last = shown.length - 1
    if (event.key === 'Enter' && isOpen) add(shown[at])
    else if (event.key === 'Escape' && search !== '') write('')
    else if (event.key === 'ArrowDown' && isOpen) setWanted(at === last ? 0 : at + 1)
    else if (event.key === 'ArrowUp' && isOpen) setWanted(at <= 0 ? last : at - 1)
    else return
    event.preventDefault()
  }

  return (
    <div ref={boxRef} className="scroll-mt-[calc(var(--header-height)+1rem)]">
      <label htmlFor={id} className="mb-1.5 block font-bold font-sign text-paper-dim text-sm">
        {t('Add a charge')}
      </label>
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-paper-faint"
        />
        <input
          id={id}
          ref={ref}
          type="text"
          role="combobox"
          aria-expanded={shown.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={shown.length > 0 ? optionId(at) : undefined}
          aria-keyshortcuts={hasKey ? '/' : undefined}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="done"
          placeholder={t('Statute, title, or slang')}
          value={search}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
          className="touch-target h-11 w-full rounded-sm border border-paper-faint/60 bg-night/60 pr-3 pl-9 text-ellipsis text-base text-paper placeholder:text-paper-faint hover:border-paper-faint/80"
        />
      </div>
      <p role="status" className="sr-only">
        {isOpen &&
          (shown.length === 0 ? t('No items match your search.') : t('{count} found', { count: found.length }))}
      </p>
      {isOpen && suggestion !== null && (
        <p className="mt-2 text-paper-dim text-sm">
          {t('Nothing matches “{search}”. This is what matches “{suggestion}”.', { search: search.trim(), suggestion })}
        </p>
      )}
      {isOpen && shown.length === 0 && <p className="mt-3 text-paper-dim">{t('No items match your search.')}</p>}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('Statutes that can be added')}
        className="mt-2 divide-y divide-haze overflow-hidden rounded-md border border-haze empty:hidden"
      >
        {shown.map((code, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input above handles the keys
          <div
            key={code.id}
            id={optionId(place)}
            role="option"
            tabIndex={-1}
            aria-selected={place === at}
            // A mouse press must not take the focus from the field.
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => setWanted(place)}
            onClick={() => add(code)}
            className="grid min-h-11 cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center sm:grid-cols-[minmax(0,1fr)_auto_auto] gap-x-3 px-3 py-2 text-paper-dim text-sm aria-selected:bg-haze aria-selected:text-paper forced-colors:aria-selected:outline"
          >
            <span className="min-w-0">
              <span className="mr-2.5 font-bold font-sign text-paper">{code.statute}</span>
              <span>{code.title}</span>
            </span>
            {code.class !== null && (
              <span className="max-sm:col-start-1 max-sm:row-start-2 max-sm:mt-1 sm:w-32">
                <PenalClass name={code.class} />
              </span>
            )}
            <Plus
              aria-hidden="true"
              className="size-4 text-lagoon max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1"
            />
          </div>
        ))}
      </div>
    </div>
  )
}
