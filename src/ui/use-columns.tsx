import type { ReactNode } from 'react'
import type { Density, KeptList } from '#lib/list-preferences.ts'
import type { Table } from './table.tsx'
import { WidthHandle } from './width-handle.tsx'

/** A column of a list, which one may hide and make wider. */
export interface Column {
  key: string
  label: string
  /** Pixels, as the list has it; left out, it shares the room that is left. */
  width?: number
  /** Its usual width where that is not the same everywhere. */
  className?: string
  /** It is always shown: it says which row it is, or holds what can be done with it. */
  isFixed?: boolean
  /** Its heading sorts the list. */
  sorts?: boolean
  align?: 'end'
}

/** Pixels of a column that has no width of its own, where the others were given theirs. */
const USUAL_WIDTH = 144

export interface Columns {
  /** How many are shown. */
  count: number
  /** What the table is told. */
  table: Pick<Parameters<typeof Table>[0], 'density' | 'hidden' | 'widths'>
  /** The first child of the table. */
  group: ReactNode
  /** What stands in a column's head to change its width. */
  handleOf(key: string): ReactNode
}

/** The columns of a list as one has them: which are shown, how wide, and how dense the rows are. */
export function useColumns(
  columns: readonly Column[],
  { preferences, change }: KeptList,
  usual: Density = 'normal',
): Columns {
  const { widths } = preferences
  const isHidden = ({ key, isFixed = false }: Column) => !isFixed && preferences.hidden.includes(key)
  const shown = columns.filter((column) => !isHidden(column))
  // Where each has a width of its own, the room of those that are hidden is not given to the others.
  const isNarrower = shown.length < columns.length && columns.every(({ width }) => width !== undefined)
  const hasWidths = isNarrower || shown.some(({ key }) => widths[key] !== undefined)
  const widthOf = ({ key, width = USUAL_WIDTH }: Column) => widths[key] ?? width
  // The last one takes the rest of the room, so that the others stay as wide as they are said to be.
  const last = shown.at(-1)
  return {
    count: shown.length,
    table: {
      density: preferences.density ?? usual,
      hidden: columns.flatMap((column, at) => (isHidden(column) ? [at + 1] : [])).join(' ') || undefined,
      widths: hasWidths ? shown.map(widthOf) : undefined,
    },
    group: (
      <colgroup>
        {shown.map((column) => (
          <col
            key={column.key}
            className={column.className}
            style={{ width: !hasWidths ? column.width : column === last ? 'auto' : widthOf(column) }}
          />
        ))}
      </colgroup>
    ),
    handleOf: (key) => {
      const at = shown.findIndex((column) => column.key === key)
      const column = shown[at]
      if (change === null || column === undefined || column === last) return null
      return (
        <WidthHandle
          label={column.label}
          at={at}
          width={hasWidths ? widthOf(column) : null}
          onKeep={(kept) =>
            change((now) => ({
              ...now,
              widths: {
                ...now.widths,
                ...Object.fromEntries(shown.map((each, index) => [each.key, kept[index] ?? USUAL_WIDTH])),
              },
            }))
          }
        />
      )
    },
  }
}
