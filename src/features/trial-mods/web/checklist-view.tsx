import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { useCan } from '#features/auth/web/use-can.ts'
import { useListPreferences } from '#features/auth/web/use-list-preferences.ts'
import { compareText } from '#lib/compare.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { NoRows } from '#ui/no-rows.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Choice } from '#ui/use-choice.ts'
import { CallFailed } from '#web/call.ts'
import { RenderLater } from '#web/use-is-painted.ts'
import { useMediaQuery } from '#web/use-media-query.ts'
import { sortedBy, useSort } from '#web/use-sort.ts'
import { useTopOffset } from '#web/use-top-offset.ts'
import { sortKeysOf, sortValueOf } from '../column-rules.ts'
import type { TrialMod } from '../contract.ts'
import { allInstructors, checklistTexts, matches } from '../rules.ts'
import type { CompletionStatus } from '../stage-rules.ts'
import { ChecklistConflict } from './checklist-conflict.tsx'
import { ChecklistHeader } from './checklist-header.tsx'
import type { RowActions } from './checklist-row.tsx'
import { ChecklistTable } from './checklist-table.tsx'
import { ChecklistToolbar } from './checklist-toolbar.tsx'
import { type FinalStatus, FinishDialog } from './finish-dialog.tsx'
import { useCalls, useChecklist, useTrialMods } from './queries.ts'
import { StageDialogs, type StageDialogsHandle } from './stage-dialogs.tsx'
import { TrialModForm } from './trial-mod-form.tsx'
import { useChecklistFilter } from './use-checklist-filter.ts'
import { useChecklistWrites } from './use-checklist-writes.ts'

interface ChecklistViewProps {
  links: readonly { label: string; href: string }[]
  /** The names of staff, suggested in fields for names. */
  staff?: readonly string[]
  /** The viewer's Discord ID, if they are on the checklist. */
  ownId?: string | null
  /** The viewer's name among the names of staff. */
  me?: string | null
  /** The Discord IDs of people who passed and are still trial moderators on the roster. */
  promotable?: ReadonlySet<string>
  onPromote?(traineeId: string): void
  /** Suggested actions, shown above the table. */
  offers?: ReactNode
  /** Renders further actions for the chosen records. */
  choiceOf?(chosen: readonly TrialMod[], choice: Choice): ReactNode
}

interface Finishing {
  traineeId: string
  status: FinalStatus
}

/**
 * The page of a checklist: counts, filters, and all stages of all trainees, editable in place. Over 60 lines because
 * the header, the filters and the table share the records and the filter, and the dialogs open from the header and the
 * rows.
 */
export function ChecklistView({
  links,
  staff = [],
  ownId = null,
  me = null,
  promotable = NOBODY,
  onPromote,
  offers,
  choiceOf,
}: ChecklistViewProps) {
  const calls = useCalls()
  const query = useTrialMods()
  const checklist = useChecklist()
  const filtering = useChecklistFilter()
  const kept = useListPreferences()
  const sorting = useSort(sortKeysOf(checklist))
  const names = useId()
  const viewRef = useRef<HTMLDivElement>(null)
  const isPhone = useMediaQuery('(width < 40rem)')
  const isSearching = useRef(false)
  useTopOffset(viewRef)
  const { save, complete, rate, conflict, keepMine, dismissConflict } = useChecklistWrites(
    viewRef,
    filtering.filter.hidesArchived,
  )
  const stagesRef = useRef<StageDialogsHandle>(null)
  const [finishing, setFinishing] = useState<Finishing | null>(null)
  const [form, setForm] = useState<TrialMod | 'new' | null>(null)

  const canAdd = useCan(calls.add)
  const canChange = useCan(calls.change)
  const canImport = useCan(calls.import)
  const isManagement = useCan({ access: 'management' })
  const records = query.data
  const all = records ?? []
  // The current record: a stage may be signed off while the dialog is open.
  const finished = all.find(({ traineeId }) => traineeId === finishing?.traineeId)
  const shown = all.filter((record) => matches(record, filtering.filter))
  const known = [...new Set([...staff, ...allInstructors(all)])].sort(compareText)

  function chooseStatus(record: TrialMod, status: CompletionStatus): void {
    if (status === 'In-Training') complete(record, { status, completedAt: null })
    else setFinishing({ traineeId: record.traineeId, status })
  }

  function finish(record: TrialMod, status: FinalStatus, why: string | undefined): void {
    setFinishing(null)
    complete(record, { status, completedAt: record.dates.completed ?? new Date().toISOString() }, why)
  }

  const actions: RowActions = {
    onEdit: canChange ? setForm : undefined,
    onPromote,
    onOpenStage: (record, key) => stagesRef.current?.openStage(record, key),
    onMarkStage: (record, key, state) => stagesRef.current?.markStage(record, key, state),
    onChooseStatus: chooseStatus,
    onComplete: complete,
    onRate: rate,
  }
  const retry = () => void query.refetch()
  const search = (
    <SearchPlace hasFocus={isSearching}>
      <SearchField
        label={t('Search')}
        placeholder={t('Search name, staff ID, instructor...')}
        isStale={query.data === undefined}
        value={filtering.filter.search}
        onChange={filtering.setSearch}
      />
    </SearchPlace>
  )
  const failure = query.error && { message: failureOf(query.error), error: query.error, onRetry: retry }

  return (
    <div
      ref={viewRef}
      data-full-width=""
      className="mx-auto flex max-w-[120rem] flex-col gap-3 px-4 pb-4 sm:h-[calc(100dvh-var(--above,var(--header-height)))] sm:min-h-[34rem]"
    >
      <ChecklistHeader
        records={records}
        links={links}
        importHref={canImport ? calls.importPage : undefined}
        filtering={filtering}
        search={isPhone && search}
        isBusy={query.isFetching}
        onRefresh={retry}
        onAdd={canAdd ? () => setForm('new') : undefined}
      />
      {offers}
      <ChecklistToolbar
        search={!isPhone && search}
        filtering={filtering}
        instructors={allInstructors(all)}
        kept={kept}
        exporting={{
          exported: calls.exports,
          rows: sortedBy(shown, sorting.sort, sortValueOf).map(({ traineeId }) => traineeId),
        }}
        shown={records === undefined ? null : shown.length}
        total={all.length}
      />
      {failure !== null && records !== undefined && <ErrorNote {...failure} />}
      {shown.length > 0 ? (
        <ChecklistTable
          records={shown}
          kept={kept}
          choiceOf={choiceOf}
          ownId={ownId}
          promotable={promotable}
          names={names}
          actions={actions}
        />
      ) : (
        <NoRows
          className="flex-1"
          isLoaded={records !== undefined}
          skeleton={<Skeleton label={checklistTexts(checklist).loading} rows={8} columns={15} />}
          failure={failure}
        >
          <NobodyShown filtering={filtering} hasRecords={all.length > 0} />
        </NoRows>
      )}
      <datalist id={names}>
        <RenderLater>
          {known.map((name) => (
            <option key={name} value={name} />
          ))}
        </RenderLater>
      </datalist>
      <StageDialogs ref={stagesRef} save={save} people={known} me={me} ownId={ownId} />
      {finishing !== null && finished !== undefined && (
        <FinishDialog
          record={finished}
          status={finishing.status}
          mayPassEarly={isManagement}
          onFinish={(why) => finish(finished, finishing.status, why)}
          onClose={() => setFinishing(null)}
        />
      )}
      {form !== null && (
        <TrialModForm record={form === 'new' ? null : form} names={names} onClose={() => setForm(null)} />
      )}
      {conflict !== undefined && (
        <ChecklistConflict
          key={conflict.theirs.traineeId}
          {...conflict}
          onKeepMine={keepMine}
          onClose={dismissConflict}
        />
      )}
    </div>
  )
}

interface NobodyShownProps {
  filtering: ReturnType<typeof useChecklistFilter>
  hasRecords: boolean
}

/** The empty state, with the buttons that show more records. */
function NobodyShown({ filtering, hasRecords }: NobodyShownProps) {
  const { nobody } = checklistTexts(useChecklist())
  return (
    <Empty
      title={nobody}
      hint={t('Try adjusting your search or clearing the filters.')}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {filtering.isFiltered && <Button onClick={filtering.clear}>{t('Clear Filters')}</Button>}
          {filtering.filter.hidesArchived && hasRecords && (
            <Button onClick={() => filtering.setHidesArchived(false)}>{t('Show archived')}</Button>
          )}
        </div>
      }
    />
  )
}

/** The element around the search. Rotating a phone moves the search elsewhere, and the focus moves with it. */
function SearchPlace({ hasFocus, children }: { hasFocus: RefObject<boolean>; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (hasFocus.current) place.current?.querySelector('input')?.focus()
  }, [hasFocus])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only remembers whether the focus is inside
    <div
      ref={place}
      className="w-full sm:w-80"
      onFocus={() => {
        hasFocus.current = true
      }}
      onBlur={() => {
        hasFocus.current = false
      }}
    >
      {children}
    </div>
  )
}

const NOBODY: ReadonlySet<string> = new Set()

/** Spec, section 8: the server's message, or 'Failed to load data'. */
function failureOf(error: Error): string {
  const sentence = error instanceof CallFailed && error.status !== 0 && error.code !== 'unreadable' ? error.message : ''
  return sentence || t('Failed to load data')
}
