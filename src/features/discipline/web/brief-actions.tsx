import ChevronDown from 'lucide-react/icons/chevron-down'
import { dayOf, formatDay } from '#lib/dates.ts'
import { t } from '#lib/messages.ts'
import { REDACTED_TEXT } from '#lib/redaction.ts'
import type { DaEntry } from '../contract.ts'
import { TypeChip } from './type-chip.tsx'

interface BriefActionsProps {
  /** The accessible name of the list. */
  label: string
  entries: readonly DaEntry[]
}

/** A line for each action: when, what and why. A press on a line shows the whole reason and the issuer. */
export function BriefActions({ label, entries }: BriefActionsProps) {
  return (
    <ul aria-label={label} className="-mx-2 text-sm">
      {entries.map((entry) => (
        <li key={entry.id}>
          <details className="group">
            <summary className="touch-target flex min-h-8 cursor-pointer list-none items-center gap-2.5 rounded-sm px-2 hover:bg-haze/40">
              <time dateTime={entry.date} className="shrink-0 text-paper-faint text-xs tabular-nums">
                {formatDay(dayOf(entry.date))}
              </time>
              <span className="shrink-0">
                <TypeChip type={entry.type} revoked={entry.revoked} />
              </span>
              <span className="min-w-0 flex-1 truncate text-paper-dim group-open:invisible max-sm:hidden">
                {reasonOf(entry)}
              </span>
              <ChevronDown
                aria-hidden="true"
                className="ml-auto size-4 shrink-0 text-paper-faint transition-transform group-open:rotate-180"
              />
            </summary>
            <div className="px-2 pt-0.5 pb-2">
              <p className="whitespace-pre-wrap break-words text-paper">{reasonOf(entry)}</p>
              <p className="text-paper-faint text-xs">{t('by {name}', { name: entry.admin_name })}</p>
            </div>
          </details>
        </li>
      ))}
    </ul>
  )
}

const reasonOf = ({ internal_reason }: DaEntry) => internal_reason ?? t(REDACTED_TEXT)
