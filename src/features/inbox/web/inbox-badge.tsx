import { formatNumber } from '#lib/messages.ts'

/** How much is in the inbox; nothing where that is nothing. What it stands beside says what is counted. */
export function InboxBadge({ count, className = '' }: { count: number; className?: string }) {
  if (count === 0) return null
  return (
    <span className={`rounded-full bg-amber px-1.5 font-bold text-night text-xs leading-4 tabular-nums ${className}`}>
      {formatNumber(count)}
    </span>
  )
}
