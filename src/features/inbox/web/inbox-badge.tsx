import { formatNumber } from '#lib/messages.ts'

/** The number of items in the inbox. Renders nothing for 0. The label beside the badge says what it counts. */
export function InboxBadge({ count, className = '' }: { count: number; className?: string }) {
  if (count === 0) return null
  return (
    <span className={`rounded-full bg-amber px-1.5 font-bold text-night text-xs leading-4 tabular-nums ${className}`}>
      {formatNumber(count)}
    </span>
  )
}
