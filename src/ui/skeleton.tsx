interface SkeletonProps {
  /** Words for those who cannot see the shape, as 'Loading roster…'; left out beside another one that says them. */
  label?: string
  rows?: number
  columns?: number
}

const WIDTHS = ['w-3/4', 'w-1/2', 'w-5/6', 'w-2/3', 'w-2/5']

/** The shape of rows to come. It shows itself after 150 ms, so a quick answer never flashes. */
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
