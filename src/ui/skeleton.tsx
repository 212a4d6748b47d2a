interface SkeletonProps {
  /** The text for screen readers, such as 'Loading roster…'. Left out when another skeleton beside it has one. */
  label?: string
  rows?: number
  columns?: number
}

const WIDTHS = ['w-3/4', 'w-1/2', 'w-5/6', 'w-2/3', 'w-2/5']

/** A placeholder in the shape of rows. It appears after 150 ms, so that it does not flash before a quick reply. */
export function Skeleton({ label, rows = 8, columns = 1 }: SkeletonProps) {
  return (
    <div role={label && 'status'} className="animate-late">
      {label !== undefined && <span className="sr-only">{label}</span>}
      <div aria-hidden="true" className="animate-shimmer">
        {Array.from({ length: rows }, (_, row) => `row ${row}`).map((rowKey, row) => (
          <div key={rowKey} className="flex h-10 items-center gap-4 border-haze/65 border-b px-3 last:border-b-0">
            {Array.from({ length: columns }, (_, column) => `${rowKey} column ${column}`).map((key, column) => (
              <div key={key} className="min-w-0 flex-1">
                <div className={`h-3 rounded-sm bg-haze ${WIDTHS[(row + column * 2) % WIDTHS.length]}`} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
