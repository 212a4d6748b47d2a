import type { Sorting } from '#web/use-sort.ts'
import { SortTh } from './sort-head.tsx'
import { Th } from './table.tsx'
import type { Column, Columns } from './use-columns.tsx'

interface ColumnHeadsProps extends Pick<Columns, 'handleOf'> {
  columns: readonly Column[]
  /** Left out where no column sorts. */
  sorting?: Sorting
  className?: string
}

/** The heads of a list's columns: what sorts is a button, and the edge of each makes it wider. */
export function ColumnHeads({ columns, handleOf, sorting, className }: ColumnHeadsProps) {
  return columns.map(({ key, label, sorts = false, align }) => {
    const shared = { align, className }
    return sorts && sorting !== undefined ? (
      <SortTh key={key} {...shared} {...sorting} column={key} label={label} handle={handleOf(key)} />
    ) : (
      // Beside each cell a screen reader says the column's name alone.
      <Th key={key} {...shared} abbr={label}>
        {label}
        {handleOf(key)}
      </Th>
    )
  })
}
