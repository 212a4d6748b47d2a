import { Button } from './button.tsx'

interface Offer {
  key: string
  text: string
  action: string
  isPending?: boolean
  onTake(): void
}

interface OfferListProps {
  label: string
  summary: string
  offers: readonly Offer[]
  /** Buttons that take all offers of a kind at once. */
  all: readonly { action: string; onTake(): void }[]
}

/**
 * Suggested actions, each with the button that runs it. Collapsed to one line at first, because it appears after the
 * page and moves the rows below.
 */
export function OfferList({ label, summary, offers, all }: OfferListProps) {
  if (offers.length === 0) return null
  return (
    <section aria-label={label} className="rounded-md border border-amber/35 bg-amber/7 text-sm">
      <details className="group">
        <summary
          title={summary}
          className="touch-target flex items-center gap-2 px-3 py-1 font-semibold text-amber hover:text-paper"
        >
          <span className="min-w-0 truncate">{summary}</span>
          <span aria-hidden="true" className="text-xs transition-transform group-open:rotate-180">
            ▾
          </span>
        </summary>
        {all.length > 0 && (
          <div className="flex flex-wrap gap-2 px-3 pb-1">
            {all.map(({ action, onTake }) => (
              <Button key={action} size="sm" onClick={onTake}>
                {action}
              </Button>
            ))}
          </div>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by the keyboard */}
        <ul tabIndex={0} className="max-h-48 overflow-y-auto overscroll-contain px-3 py-1">
          {offers.map(({ key, text, action, isPending, onTake }) => (
            <li key={key} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1">
              <span className="min-w-0 flex-1 basis-52 text-paper">{text}</span>
              <Button size="sm" isPending={isPending} onClick={onTake}>
                {action}
              </Button>
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}
