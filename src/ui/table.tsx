import type { ComponentProps, ReactNode, Ref } from 'react'

declare module 'react' {
  interface CSSProperties {
    /** Pixels of all columns of a table, and of the first, where one has given them their widths. */
    '--columns'?: string
    '--pin'?: string
  }
}

interface TableProps {
  /** What the table lists; its scroll box is a region of this name. */
  label: string
  children: ReactNode
  density?: 'normal' | 'compact'
  /** Columns that stay in sight wherever there is room for a table; the first of two is `--pin` wide. */
  pins?: 2
  /** The places of the columns that are not shown, from 1 on, with spaces between them. */
  hidden?: string
  /** Pixels of each column that is shown, where one has given them their widths. */
  widths?: readonly number[]
  /** Gives the table its own scroll box, in which the head and the banners stay in sight. */
  scrolls?: boolean
  scrollRef?: Ref<HTMLDivElement>
  /** All rows, where only those in sight are drawn. Each row then says its `aria-rowindex`. */
  rowCount?: number
  className?: string
}

/**
 * The skin of every table: rows of 40 px (32 compact), sticky head and banners, first column pinned on narrow
 * screens, cards on a phone (or rows, see phone-rows.tsx). The parts inside are plain `thead`, `tbody`, `tr`; `Th`, `Td` and `BannerRow` know the skin.
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
      <table aria-rowcount={rowCount} {...(widths && widthProps(widths))}>
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

/** A column's head. */
export function Th({ align, ...rest }: Omit<ComponentProps<'th'>, 'align'> & CellProps) {
  return <th scope="col" data-align={align} {...rest} />
}

/** A column's name in two lines where it explains itself: 'Jail (months)' is read so, and drawn without the parentheses. */
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

/** A cell. `label` names its column when the row has become a card. */
export function Td({ label, align, ...rest }: Omit<ComponentProps<'td'>, 'align'> & CellProps & { label?: string }) {
  return <td data-label={label} data-align={align} {...rest} />
}

/** The cell that names its row. */
export function RowTh({ label, ...rest }: ComponentProps<'th'> & { label?: string }) {
  return <th scope="row" data-label={label} {...rest} />
}

/** A line across the whole table above the rows of one group. */
export function BannerRow({ columns, children, ...rest }: ComponentProps<'tr'> & { columns: number }) {
  return (
    <tr {...rest}>
      <th scope="rowgroup" colSpan={columns} data-banner="">
        {children}
      </th>
    </tr>
  )
}
