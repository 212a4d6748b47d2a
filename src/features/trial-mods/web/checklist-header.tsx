import Plus from 'lucide-react/icons/plus'
import Upload from 'lucide-react/icons/upload'
import type { ReactNode } from 'react'
import { t } from '#lib/messages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { RefreshButton } from '#ui/refresh-button.tsx'
import { Link } from '#web/router.tsx'
import type { TrialMod } from '../contract.ts'
import { checklistTexts, countsOf } from '../rules.ts'
import { COMPLETION_STATUSES } from '../stage-rules.ts'
import { useChecklist } from './queries.ts'
import { STATUS_COLOURS } from './status-menu.tsx'
import type { useChecklistFilter } from './use-checklist-filter.ts'

interface ChecklistHeaderProps {
  /** Undefined until loaded. */
  records: readonly TrialMod[] | undefined
  links: readonly { label: string; href: string }[]
  /** The import page, for people who may import. */
  importHref?: string
  filtering: ReturnType<typeof useChecklistFilter>
  /** Only on a phone. On wider screens the search is beside the filters. */
  search?: ReactNode
  isBusy: boolean
  onRefresh(): void
  /** Undefined for people who may not add anyone. */
  onAdd?(): void
}

/** The title of the checklist, its counts and links. On a phone it stays visible. */
export function ChecklistHeader({
  records,
  links,
  importHref,
  filtering,
  search,
  isBusy,
  onRefresh,
  onAdd,
}: ChecklistHeaderProps) {
  const checklist = useChecklist()
  const { title } = checklist
  const { add } = checklistTexts(checklist)
  return (
    <header className="sticky top-(--header-height) z-10 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-1.5 bg-night px-4 pt-2 pb-1 max-sm:gap-x-3">
      <h1 className="text-xl sm:text-2xl">{title}</h1>
      <RefreshButton isBusy={isBusy} onRefresh={onRefresh} />
      {importHref !== undefined && (
        <ButtonLink
          size="sm"
          look="ghost"
          to={importHref}
          aria-label={t('Import')}
          className="max-sm:-ml-4 max-sm:px-2 sm:order-last"
        >
          <Upload aria-hidden="true" />
          <span className="max-sm:sr-only">{t('Import')}</span>
        </ButtonLink>
      )}
      {onAdd !== undefined && (
        <Button size="sm" look="primary" aria-label={add} className="max-sm:ml-auto sm:order-last" onClick={onAdd}>
          <Plus aria-hidden="true" />
          <span className="sm:hidden">{t('Add')}</span>
          <span className="max-sm:hidden">{add}</span>
        </Button>
      )}
      <Counts records={records} filtering={filtering} />
      <label className="flex items-center gap-2 text-paper-dim text-sm max-sm:py-1.5 max-sm:text-[0.8125rem]">
        <input
          type="checkbox"
          checked={filtering.filter.hidesArchived}
          onChange={(event) => filtering.setHidesArchived(event.target.checked)}
          className="size-4"
        />
        {t('Hide Archived')}
      </label>
      <nav aria-label={t('Staff tools')} className="flex gap-4 text-sm ml-auto max-sm:gap-3 max-sm:text-[0.8125rem]">
        {links.map(({ label, href }) => (
          <Link key={href} to={href} className="flex items-center text-paper-dim hover:text-lagoon max-sm:py-1.5">
            {label}
          </Link>
        ))}
      </nav>
      {search}
    </header>
  )
}

/**
 * The total and the count of each status, or dashes until they are known. A press filters by a status, a second press
 * undoes that.
 */
function Counts({ records, filtering }: Pick<ChecklistHeaderProps, 'records' | 'filtering'>) {
  const counts = countsOf(records ?? [])
  const { outcomes } = useChecklist()
  const figures = [
    { label: t('Total'), count: counts.total, colour: 'text-paper', status: null },
    ...COMPLETION_STATUSES.map((status) => ({
      label: outcomes[status].short ?? outcomes[status].label,
      count: counts[status],
      colour: STATUS_COLOURS[status],
      status,
    })),
  ]
  return (
    <ul
      aria-label={t('Counts')}
      className="flex flex-wrap overflow-hidden rounded-sm border border-haze bg-dusk text-sm"
    >
      {figures.map(({ label, count, colour, status }) => {
        const isOn = filtering.filter.status === status && (status !== null || !filtering.filter.hidesArchived)
        return (
          <li key={label} className="flex border-haze not-first:border-l">
            <button
              type="button"
              aria-pressed={isOn}
              disabled={!isOn && count === 0 && status !== null}
              onClick={() => (status === null ? filtering.setTotal(!isOn) : filtering.setStatus(isOn ? null : status))}
              className="flex items-baseline gap-1.5 whitespace-nowrap px-2 py-1 -outline-offset-2 enabled:hover:bg-haze/60 aria-pressed:bg-haze sm:px-2.5"
            >
              <span className="font-sign text-paper-faint">{label}</span>{' '}
              <span className={`font-bold font-sign tabular-nums ${colour}`}>
                {records === undefined ? '–' : count}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
