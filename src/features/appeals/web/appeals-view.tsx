import { useId } from 'react'
import { longDay, longMoment } from '#lib/long-dates.ts'
import { t } from '#lib/messages.ts'
import { matchesSearch } from '#lib/search.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { NoRows } from '#ui/no-rows.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useItemKeys } from '#ui/use-item-keys.ts'
import { closePanel, openPanel, usePanel } from '#web/panel-address.ts'
import { TEXT, useListFilter } from '#web/use-list-filter.ts'
import type { AppealRow } from '../decision-contract.ts'
import { isOpen } from '../rules.ts'
import { AppealPanel, type EvidenceSlot } from './appeal-panel.tsx'
import { useAppeals } from './queries.ts'
import { StateChip } from './state-chip.tsx'

const PARAMETERS = { search: TEXT }
/** The query parameter that names the appeal whose panel is open. */
const PANEL = 'appeal'

interface AppealsViewProps {
  /** Renders the evidence of an action. */
  evidence?: EvidenceSlot
}

/** The page of appeals for the people who decide: open appeals, bans to lift in txAdmin, and ended appeals. */
export function AppealsView({ evidence }: AppealsViewProps) {
  const { data, error, refetch } = useAppeals()
  const { values, type, clear } = useListFilter(PARAMETERS)
  const shownId = usePanel(PANEL)
  useItemKeys('section li > button')
  const all = data?.data ?? []
  const found = all.filter((row) =>
    matchesSearch(values.search, [row.appellant.name, row.appellant.id, row.issuer.name, row.type]),
  )
  const open = found.filter(({ state }) => isOpen(state))
  // When the issuer shortened a ban, it must be lifted on its day even if the appeal is still open.
  const toLift = found.filter((row) => isToLift(row) && liftDay(row) === null)
  const toLiftLater = found.filter((row) => !isOpen(row.state) && liftDay(row) !== null)
  const ended = found.filter((row) => !isOpen(row.state) && !isToLift(row))
  const failure = error && { message: t('Failed to load appeals.'), error, onRetry: () => void refetch() }
  const shown = all.find(({ id }) => String(id) === shownId)
  return (
    <div data-full-width="" className="mx-auto max-w-4xl px-4 pt-2 pb-16">
      <h1 className="text-2xl">{t('Appeals')}</h1>
      <p className="mt-1 mb-4 text-paper-dim text-sm">
        {t(
          'You decide on the appeal of an action that you gave, imported, approved or revised only where nobody else can. Your own appeals are not listed here.',
        )}
      </p>
      <SearchField
        label={t('Search')}
        placeholder={t('Search name, ID...')}
        isStale={data === undefined}
        value={values.search}
        onChange={(search) => type({ search })}
        className="w-full sm:w-80"
      />
      {failure !== null && data !== undefined && (
        <div className="mt-4">
          <ErrorNote {...failure} />
        </div>
      )}
      {found.length === 0 && (
        <NoRows
          className="mt-4"
          isLoaded={data !== undefined}
          skeleton={<Skeleton label={t('Loading appeals…')} rows={4} columns={3} />}
          failure={failure}
        >
          {all.length === 0 ? (
            <Empty title={t('There are no appeals.')} />
          ) : (
            <Empty title={t('No appeals found.')} action={<Button onClick={clear}>{t('Show all')}</Button>} />
          )}
        </NoRows>
      )}
      <Rows title={t('Open // appeals')} rows={open} />
      <Rows title={t('To lift in txAdmin')} rows={toLift} />
      <Rows title={t('To lift in txAdmin later')} rows={toLiftLater} />
      <Rows title={t('Ended // appeals')} rows={ended} />
      {shown !== undefined && (
        <AppealPanel key={shown.id} row={shown} evidence={evidence} onClose={() => closePanel(PANEL)} />
      )}
    </div>
  )
}

const isToLift = ({ liftTask }: AppealRow) => liftTask !== null && liftTask.doneAt === null

/**
 * The day from which the ban is to be lifted in txAdmin. Null when that day has come, or when there is no ban to lift.
 */
const liftDay = ({ liftTask }: AppealRow) =>
  liftTask?.doneAt === null && new Date(liftTask.from) > new Date() ? longDay(liftTask.from) : null

function Rows({ title, rows }: { title: string; rows: readonly AppealRow[] }) {
  const headingId = useId()
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={headingId} className="mt-6 rounded-md border border-haze bg-dusk">
      <h2 id={headingId} className="px-4 py-3 text-lg">
        {title} <span className="text-paper-faint tabular-nums">{rows.length}</span>
      </h2>
      <ul>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
    </section>
  )
}

function Row({ row }: { row: AppealRow }) {
  const { id, appellant, issuer, type, dueAt, endedAt, actionEndsAt, escalation, barred, reviewer } = row
  const isLate = isOpen(row.state) && new Date(dueAt) < new Date()
  const endsFirst = actionEndsAt !== null && new Date(actionEndsAt) < new Date(dueAt)
  const day = liftDay(row)
  return (
    <li className="border-haze border-t">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => openPanel(PANEL, String(id))}
        className="flex w-full flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-left hover:bg-haze/50"
      >
        <span className="min-w-0 flex-1 basis-52">
          <span className="block break-words font-semibold text-paper">{appellant.name}</span>
          <span className="block break-words text-paper-dim text-sm">
            {t('{type}, given by {name}', { type, name: issuer.name })}
          </span>
          {reviewer !== null && (
            <span className="block break-words text-paper-dim text-sm">
              {t('In review by {name}', { name: reviewer.name })}
            </span>
          )}
        </span>
        <span className="flex flex-wrap items-center gap-2">
          {isLate && (
            <Chip tone="warn">
              {escalation === 'owners'
                ? t('Late. The owners were reminded.')
                : escalation === 'management'
                  ? t('Late. Management was reminded.')
                  : t('Late // appeal')}
            </Chip>
          )}
          {isOpen(row.state) && barred !== null && <Chip>{t('Someone else decides')}</Chip>}
          <StateChip appeal={row} />
        </span>
        <span className="w-60 text-paper-faint text-sm max-sm:w-full">
          {endedAt !== null
            ? t('Ended {day}', { day: longDay(endedAt) })
            : t('Promised by {day}', { day: longDay(dueAt) })}
          {endsFirst && (
            <span className="block text-warn">
              {t('The action ends on {moment}', { moment: longMoment(actionEndsAt) })}
            </span>
          )}
          {day !== null && <span className="block text-warn">{t('Lift on or after {day}', { day })}</span>}
        </span>
      </button>
    </li>
  )
}
