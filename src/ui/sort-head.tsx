import type { ComponentProps, ReactNode } from 'react'
import { t } from '#lib/messages.ts'
import type { Sorting } from '#web/use-sort.ts'
import { Th } from './table.tsx'

interface SortThProps extends ComponentProps<typeof Th>, Sorting {
  /** The handle that changes the column's width. */
  handle?: ReactNode
  /** Shown before the button. */
  lead?: ReactNode
  column: string
  /** The name of the column. It is also the visible text, unless `children` replace it. */
  label: string
}

const ARROWS = {
  ascending: "text-lagoon after:text-sm after:content-['↑']",
  descending: "text-lagoon after:text-sm after:content-['↓']",
}

/** The head of a sortable column. A press sorts ascending, then descending, then by the list's own order. */
export function SortTh({ column, label, sort, onSort, handle, lead, children = label, ...rest }: SortThProps) {
  const isSorted = sort?.column === column
  const way = sort?.isDescending ? 'descending' : 'ascending'
  const button = (
    <button
      type="button"
      aria-label={t('Sort by {column}', { column: label })}
      onClick={() => onSort(column)}
      className={`-mx-1.5 inline-flex min-h-9 max-w-[calc(100%+0.75rem)] items-center gap-1 rounded-sm px-1.5 uppercase tracking-[inherit] [text-align:inherit] -outline-offset-2 hover:text-paper ${isSorted ? ARROWS[way] : ''}`}
    >
      {children}
    </button>
  )
  return (
    // `abbr` is the column's name that a screen reader reads with each cell, instead of the button's label.
    <Th {...rest} abbr={label} aria-sort={isSorted ? way : undefined}>
      {lead === undefined ? button : <WithLead lead={lead}>{button}</WithLead>}
      {handle}
    </Th>
  )
}

/** The content of a cell, with something before it. */
export function WithLead({ lead, children }: { lead: ReactNode; children: ReactNode }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      {lead}
      {children}
    </span>
  )
}
