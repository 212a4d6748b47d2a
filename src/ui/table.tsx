import { type ComponentProps, type ReactNode, type Ref, useRef } from 'react'
import { useScrolledBox } from './use-scrolled-box.ts'

declare module 'react' {
  interface CSSProperties {
    /**
     * The width in pixels of all columns of a table (`--columns`) and of the first (`--pin`), if a person resized them.
     */
    '--columns'?: string
    '--pin'?: string
  }
}

interface TableProps {
  /** What the table lists. Its scroll box is a region with this name. */
  label: string
  children: ReactNode
  density?: 'normal' | 'compact'
  /** The number of columns that stay visible while scrolling sideways. The first of two is `--pin` wide. */
  pins?: 2
  /** The one-based positions of the hidden columns, separated by spaces. */
  hidden?: string
  /** The width in pixels of each shown column, if a person resized them. */
  widths?: readonly number[]
  /** Gives the table its own scroll box, in which the head and the banners stay visible. */
  scrolls?: boolean
  scrollRef?: Ref<HTMLDivElement>
  /** The number of all rows, when only the visible ones are rendered. Each row then sets its `aria-rowindex`. */
  rowCount?: number
  className?: string
}

/**
 * The style of every table: rows of 40 px (32 compact), sticky head and banners, first column pinned on narrow screens,
 * cards on a phone (or rows, see phone-rows.tsx). Use plain `thead`, `tbody` and `tr` inside. `Th`, `Td` and
 * `BannerRow` add the style of cells.
 */
export function Table({
  label,
  children,
  density = 'normal',
  pins,
  hidden,
  widths,
  scrolls = true,
  scrollRef,
  rowCount,
  className = '',
}: TableProps) {
  const tableRef = useRef<HTMLTableElement>(null)
  useScrolledBox(tableRef, label)
  return (
    <section
      ref={scrollRef}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by the keyboard
      tabIndex={0}
      data-density={density}
      data-pins={pins}
      data-hidden={hidden}
      className={`sheet rounded-md border-haze sm:border sm:bg-dusk ${scrolls ? 'sm:max-h-[calc(100dvh-var(--header-height)-8rem)] sm:overflow-auto' : 'sm:overflow-x-auto'} ${className}`}
    >
      <table ref={tableRef} aria-rowcount={rowCount} {...(widths && widthProps(widths))}>
        <caption className="sr-only">{label}</caption>
        {children}
      </table>
    </section>
  )
}

const widthProps = (widths: readonly number[]) => ({
  'data-widths': '',
  style: { '--columns': `${widths.reduce((sum, width) => sum + width, 0)}px`, '--pin': `${widths[0]}px` },
})

interface CellProps {
  align?: 'start' | 'end'
}

export function Th({ align, ...rest }: Omit<ComponentProps<'th'>, 'align'> & CellProps) {
  return <th scope="col" data-align={align} {...rest} />
}

/** A column's name such as 'Jail (months)' in two lines. Screen readers read the parentheses, which are not shown. */
export function HeadText({ children }: { children: string }) {
  const [, name, detail] = /^([^(]+) \(([^()]+)\)$/.exec(children) ?? []
  if (detail === undefined) return children
  return (
    <>
      {name} <span className="sr-only">(</span>
      <span className="block font-semibold text-paper-faint normal-case tracking-normal">{detail}</span>
      <span className="sr-only">)</span>
    </>
  )
}

/** A cell. `label` names its column when the row is shown as a card. Several elements in it need one around them. */
export function Td({ label, align, ...rest }: Omit<ComponentProps<'td'>, 'align'> & CellProps & { label?: string }) {
  return <td data-label={label} data-align={align} {...rest} />
}

/** The cell that names its row. */
export function RowTh({ label, ...rest }: ComponentProps<'th'> & { label?: string }) {
  return <th scope="row" data-label={label} {...rest} />
}

/** A line across the whole table above the rows of a group. */
export function BannerRow({ columns, children, ...rest }: ComponentProps<'tr'> & { columns: number }) {
  return (
    <tr {...rest}>
      <th scope="rowgroup" colSpan={columns} data-banner="">
        {children}
      </th>
    </tr>
  )
}
