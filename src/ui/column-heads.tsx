import type { ReactNode } from 'react'
import type { Sorting } from '#web/use-sort.ts'
import { SortTh, WithLead } from './sort-head.tsx'
import { HeadText, Th } from './table.tsx'
import type { Column, Columns } from './use-columns.tsx'

interface ColumnHeadsProps extends Pick<Columns, 'handleOf'> {
  columns: readonly Column[]
  /** Left out when no column can be sorted. */
  sorting?: Sorting
  /** Shown before the first head. */
  lead?: ReactNode
  className?: string
}

/** The heads of a list's columns. A sortable head is a button, and the edge of each head resizes the column. */
export function ColumnHeads({ columns, handleOf, sorting, lead, className }: ColumnHeadsProps) {
  return columns.map(({ key, label, sorts = false, align }, at) => {
    const shared = { align, className }
    const before = at === 0 ? lead : undefined
    return sorts && sorting !== undefined ? (
      <SortTh key={key} {...shared} {...sorting} column={key} label={label} lead={before} handle={handleOf(key)}>
        <HeadText>{label}</HeadText>
      </SortTh>
    ) : (
      // `abbr` is the column's name that a screen reader reads with each cell.
      <Th key={key} {...shared} abbr={label}>
        {before === undefined ? label : <WithLead lead={before}>{label}</WithLead>}
        {handleOf(key)}
      </Th>
    )
  })
}
