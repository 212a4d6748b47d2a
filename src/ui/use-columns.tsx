import type { ReactNode } from 'react'
import type { Density, KeptList } from '#lib/list-preferences.ts'
import type { Table } from './table.tsx'
import { WidthHandle } from './width-handle.tsx'

/** A column of a list. People can hide and resize it. */
export interface Column {
  key: string
  label: string
  /** The default width in pixels. Without it, the column shares the remaining room. */
  width?: number
  /** The class that sets its default width, when the width depends on the screen. */
  className?: string
  /** It cannot be hidden: it identifies the row or contains its actions. */
  isFixed?: boolean
  sorts?: boolean
  align?: 'end'
}

/** The width in pixels of a column without a default width, when other columns were resized. */
const USUAL_WIDTH = 144

export interface Columns {
  /** How many columns are shown. */
  count: number
  /** The props for the table. */
  table: Pick<Parameters<typeof Table>[0], 'density' | 'hidden' | 'widths'>
  /** The first child of the table. */
  group: ReactNode
  /** The handle for a column's head that changes its width. */
  handleOf(key: string): ReactNode
}

/** The columns of a list with a person's preferences: which are shown, their widths, and the density of the rows. */
export function useColumns(
  columns: readonly Column[],
  { preferences, change }: KeptList,
  usual: Density = 'normal',
): Columns {
  const { widths } = preferences
  const isHidden = ({ key, isFixed = false }: Column) => !isFixed && preferences.hidden.includes(key)
  const shown = columns.filter((column) => !isHidden(column))
  // When every column has a width, hidden columns must not leave their room to the others.
  const isNarrower = shown.length < columns.length && columns.every(({ width }) => width !== undefined)
  const hasWidths = isNarrower || shown.some(({ key }) => widths[key] !== undefined)
  const widthOf = ({ key, width = USUAL_WIDTH }: Column) => widths[key] ?? width
  // The last column takes the remaining room, so that the others keep their widths.
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
