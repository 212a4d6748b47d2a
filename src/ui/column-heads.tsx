import type { ReactNode } from 'react'
import type { Sorting } from '#web/use-sort.ts'
import { Led, SortTh } from './sort-head.tsx'
import { HeadText, Th } from './table.tsx'
import type { Column, Columns } from './use-columns.tsx'

interface ColumnHeadsProps extends Pick<Columns, 'handleOf'> {
  columns: readonly Column[]
  /** Left out where no column sorts. */
  sorting?: Sorting
  /** Stands before the first. */
  lead?: ReactNode
  className?: string
}

/** The heads of a list's columns: what sorts is a button, and the edge of each makes it wider. */
export function ColumnHeads({ columns, handleOf, sorting, lead, className }: ColumnHeadsProps) {
  return columns.map(({ key, label, sorts = false, align }, at) => {
    const shared = { align, className }
    const before = at === 0 ? lead : undefined
    return sorts && sorting !== undefined ? (
      <SortTh key={key} {...shared} {...sorting} column={key} label={label} lead={before} handle={handleOf(key)}>
        <HeadText>{label}</HeadText>
      </SortTh>
    ) : (
      // Beside each cell a screen reader says the column's name alone.
      <Th key={key} {...shared} abbr={label}>
        {before === undefined ? label : <Led by={before}>{label}</Led>}
        {handleOf(key)}
      </Th>
    )
  })
}
