import type { ReactNode } from 'react'
import { formatDay, formatMoment, isDay } from '#lib/dates.ts'
import { t } from '#lib/messages.ts'
import { Chip } from '#ui/chip.tsx'
import { Link } from '#web/router.tsx'
import type { TimelineEntry } from '../contract.ts'
import { MAX_TIMELINE, type StageMark } from '../rules.ts'

interface PersonTimelineProps {
  entries: readonly TimelineEntry[]
  /** Renders the mark of a checklist stage. */
  markOf(mark: StageMark | null): ReactNode
}

/** The events of a person, the newest first. Each links to its page. */
export function PersonTimeline({ entries, markOf }: PersonTimelineProps) {
  if (entries.length === 0) return null
  return (
    <section aria-label={t('Timeline')} className="border-haze border-t pt-4">
      <h3 className="mb-1 text-base text-paper">{t('Timeline')}</h3>
      <ol className="text-sm">
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be the same, and none is edited in place
          <li key={index} className="relative border-haze border-l py-2 pl-4">
            <span
              aria-hidden="true"
              className="absolute top-4 -left-[4.5px] size-2 rounded-full border border-paper-faint bg-dusk"
            />
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Link
                to={entry.page}
                className="touch-target inline-flex items-center gap-2 text-paper hover:text-lagoon"
              >
                <What entry={entry} markOf={markOf} />
              </Link>
              <time dateTime={entry.at} className="ml-auto text-paper-faint text-xs">
                {isDay(entry.at) ? formatDay(entry.at) : formatMoment(entry.at)}
              </time>
            </p>
            <p className="text-paper-faint empty:hidden">
              {[entry.by !== null && t('by {name}', { name: entry.by }), entry.list].filter(Boolean).join(' · ')}
            </p>
            {entry.reason !== null && (
              <p className="mt-0.5 whitespace-pre-wrap break-words text-paper-dim">{entry.reason}</p>
            )}
          </li>
        ))}
      </ol>
      {entries.length === MAX_TIMELINE && (
        <p className="mt-2 text-paper-faint text-sm">{t('Older entries are on the lists themselves.')}</p>
      )}
    </section>
  )
}

function What({
  entry: { kind, what, colour, mark },
  markOf,
}: { entry: TimelineEntry } & Omit<PersonTimelineProps, 'entries'>) {
  switch (kind) {
    case 'hired':
      return t('Hired: {list}', { list: what })
    case 'moved':
      return t('Last move: {list}', { list: what })
    case 'action':
      return <Chip tone={colour ?? 'plain'}>{what}</Chip>
    case 'revoked':
      return t('{type} revoked', { type: what })
    case 'stage':
      return (
        <>
          {what} {markOf(mark)}
        </>
      )
    case 'finished':
      return what
  }
}
