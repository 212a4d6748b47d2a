import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useRef } from 'react'
import { t } from '#lib/messages.ts'

interface FilterFoldProps {
  /** How many filters are set. */
  set: number
  /** The search, if the list has one. On a phone it stays visible with the button while the rest scrolls away. */
  search?: ReactNode
  children: ReactNode
}

/**
 * The filters of a list. On a phone they are collapsed behind a button that shows how many are set, so that the rows
 * come first. On wider screens they are part of the row that contains them.
 */
export function FilterFold({ set, search, children }: FilterFoldProps) {
  const fields = useRef<HTMLDivElement>(null)
  return (
    <>
      <div
        className={`peer flex gap-x-2 sm:contents ${search === undefined ? '' : 'max-sm:sticky max-sm:top-(--header-height) max-sm:z-10 max-sm:-mx-4 max-sm:bg-night max-sm:px-4 max-sm:py-2'}`}
      >
        {search}
        {/* The filters are beside this element, not in it: content of closed details could not be shown on wide
            screens. */}
        <details
          className="group sm:hidden"
          // The filters may have scrolled away, because this button stays visible.
          onToggle={({ currentTarget }) => currentTarget.open && fields.current?.scrollIntoView({ block: 'nearest' })}
        >
          <summary
            className={`touch-target flex h-10 cursor-pointer items-center gap-1.5 rounded-sm border px-3 font-sign font-semibold text-sm ${set > 0 ? 'border-lagoon/60 bg-lagoon/10 text-lagoon' : 'border-paper-faint/60 bg-night/60 text-paper-dim'}`}
          >
            {t('Filters')}
            {set > 0 && (
              <span className="rounded-sm bg-lagoon px-1.5 text-night text-xs leading-5 tabular-nums">
                {set}
                <span className="sr-only"> {t('set')}</span>
              </span>
            )}
            <ChevronDown aria-hidden="true" className="size-4 transition-transform group-open:rotate-180" />
          </summary>
        </details>
      </div>
      <div
        ref={fields}
        className="flex w-full scroll-mt-[calc(var(--header-height)+3.5rem)] flex-wrap items-end gap-x-3 gap-y-2.5 max-sm:not-peer-has-[details[open]]:hidden sm:contents"
      >
        {children}
      </div>
    </>
  )
}
