import Plus from 'lucide-react/icons/plus'
import { useId, useState } from 'react'
import { useListPreferences } from '#features/auth/web/use-list-preferences.ts'
import { formatDay } from '#lib/dates.ts'
import type { KeptList } from '#lib/list-preferences.ts'
import { formatNumber, t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorNote, type ErrorNoteProps } from '#ui/error-note.tsx'
import { ListTools } from '#ui/list-tools.tsx'
import { NoRows } from '#ui/no-rows.tsx'
import { RefreshButton } from '#ui/refresh-button.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import type { QuestionGroup } from '../contract.ts'
import { KEPT_DAYS, MAX_MISSED_A_DAY, SUMMED_DAYS } from '../rules.ts'
import { AskedAsDialog } from './asked-as-dialog.tsx'
import { PhraseTable, phraseColumns } from './phrase-table.tsx'
import { QuestionTable, questionColumns } from './question-table.tsx'
import { TEXTS, useQuestionLists, VIEWS, type View } from './use-question-lists.ts'
import { useQuestionWrites } from './use-question-writes.ts'

/**
 * The questions that the assistant could not answer. Management chooses the rule that was meant, or dismisses the
 * question.
 */
export function QuestionsView() {
  const kept = useListPreferences()
  const lists = useQuestionLists()
  const { view, questions, phrases, current, failure } = lists
  const [adding, setAdding] = useState<{ group: QuestionGroup | null } | null>(null)
  const panelId = useId()
  const writes = useQuestionWrites()

  const { sums, fullDays = [] } = questions.data ?? {}
  const refresh = () => void Promise.all([questions.refetch(), phrases.refetch()])

  return (
    <div data-full-width="" className="mx-auto flex max-w-[120rem] flex-col gap-3 px-4 pt-2 pb-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="text-2xl max-sm:text-xl">{t('Questions to the assistant')}</h1>
        <RefreshButton isBusy={current.isFetching} onRefresh={refresh} />
        {sums && <Sums {...sums} />}
      </header>
      <p className="max-w-[80ch] text-paper-dim text-sm">
        {t(
          'Questions from players that no rule answered. Say which rule was meant, and the assistant finds it from then on. Nothing here shows who asked. Questions are deleted after {days} days.',
          { days: KEPT_DAYS },
        )}
      </p>
      {fullDays.length > 0 && <FullDays days={fullDays} />}
      <QuestionTools {...{ lists, kept, panelId }} onAdd={() => setAdding({ group: null })} />
      {failure !== null && current.data !== undefined && <ErrorNote {...failure} />}
      <div id={panelId} role="tabpanel" aria-label={t(TEXTS[view].label)}>
        <Rows {...{ lists, kept, writes }} onAdd={(group) => setAdding({ group })} />
      </div>
      {adding !== null && (
        <AskedAsDialog
          group={adding.group}
          onAdded={(added, answers) => {
            setAdding(null)
            writes.tellAdded(added, answers)
          }}
          onClose={() => setAdding(null)}
        />
      )}
    </div>
  )
}

interface QuestionListsProps {
  lists: ReturnType<typeof useQuestionLists>
  kept: KeptList
}

/** The search, the choice of a view, and what can be done with its list. */
function QuestionTools({ lists, kept, panelId, onAdd }: QuestionListsProps & { panelId: string; onAdd(): void }) {
  const { view, search, type, choose, questions, phrases, current } = lists
  const { data, dismissed, total } = questions.data ?? {}
  const counts = { open: total, dismissed: dismissed?.length, phrases: phrases.data?.data.length }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <SearchField
        label={t('Search')}
        placeholder={t(TEXTS[view].search)}
        isStale={current.data === undefined}
        value={search}
        onChange={(text) => type({ search: text })}
        className="w-full sm:w-72"
      />
      <Views counts={counts} view={view} onView={(next) => choose({ view: next })} panelId={panelId} />
      <ListTools
        kept={kept}
        columns={view === 'phrases' ? phraseColumns() : questionColumns()}
        exporting={lists.exporting}
      />
      <p role="status" className="ml-auto text-paper-faint text-sm tabular-nums">
        {view === 'open' &&
          data &&
          total !== undefined &&
          total > data.length &&
          t('The {count} most asked', { count: data.length })}
      </p>
      {view === 'phrases' && (
        <Button size="sm" onClick={onAdd}>
          <Plus aria-hidden="true" />
          {t('Add a phrase')}
        </Button>
      )}
    </div>
  )
}

interface RowsProps extends QuestionListsProps {
  writes: ReturnType<typeof useQuestionWrites>
  onAdd(group: QuestionGroup): void
}

/** The rows of the chosen view. */
function Rows({ lists, kept, writes, onAdd }: RowsProps) {
  const { view, search, choose, phrases, current, foundGroups, foundPhrases, failure } = lists
  return foundGroups.length > 0 ? (
    <QuestionTable
      label={t(TEXTS[view].label)}
      groups={foundGroups}
      kept={kept}
      actions={
        view === 'open'
          ? [
              { label: t('Asked as'), onTake: onAdd },
              { label: t('Not for the rules'), isPending: writes.isChanging, onTake: writes.dismiss },
            ]
          : [{ label: t('Bring back'), isPending: writes.isChanging, onTake: writes.reopen }]
      }
      isBusy={writes.isPending}
    />
  ) : foundPhrases.length > 0 ? (
    <PhraseTable
      phrases={foundPhrases}
      kept={kept}
      now={new Date(phrases.dataUpdatedAt)}
      isBusy={writes.isPending}
      isRemoving={writes.isRemoving}
      onRemove={writes.remove}
    />
  ) : (
    <Nothing
      view={view}
      isLoaded={current.data !== undefined}
      failure={failure}
      onShowAll={search.trim() === '' ? null : () => choose({ search: '' })}
    />
  )
}

function Sums({ unanswered, up, down }: { unanswered: number; up: number; down: number }) {
  return (
    <p className="text-paper-faint text-sm tabular-nums sm:ml-auto">
      {t('Last {days} days: {missed}, {up}, {down} down', {
        days: SUMMED_DAYS,
        missed: t(
          { one: '{total} question missed', other: '{total} questions missed' },
          { count: unanswered, total: formatNumber(unanswered) },
        ),
        up: t({ one: '{total} thumb up', other: '{total} thumbs up' }, { count: up, total: formatNumber(up) }),
        down: formatNumber(down),
      })}
    </p>
  )
}

/** Warns that some questions may be missing, because the daily limit was reached. */
function FullDays({ days }: { days: readonly string[] }) {
  return (
    <p className="max-w-[80ch] rounded-md border border-warn/45 px-4 py-2 text-sm text-warn">
      {t(
        'On {days} at least {max} different questions had no answer. Only the first {max} of a day (UTC) are kept, so this list does not have the others.',
        { days: days.map((day) => formatDay(day)).join(', '), max: MAX_MISSED_A_DAY },
      )}
    </p>
  )
}

interface ViewsProps {
  counts: Record<View, number | undefined>
  view: View
  onView(view: View): void
  panelId: string
}

function Views({ counts, view, onView, panelId }: ViewsProps) {
  const labels = { open: t('To look at'), dismissed: t('Not for the rules'), phrases: t('Phrases') }
  return (
    <div className="min-w-0 max-sm:-mx-1 max-sm:w-[calc(100%+0.5rem)]">
      <Tabs
        label={t('Lists')}
        tabs={VIEWS.map((value) => ({ value, label: labels[value], count: counts[value] }))}
        selected={view}
        onSelect={(value) => onView(VIEWS.find((one) => one === value) ?? 'open')}
        panelId={panelId}
      />
    </div>
  )
}

interface NothingProps {
  view: View
  isLoaded: boolean
  failure: ErrorNoteProps | null
  /** Clears the search. Null when there is no search. */
  onShowAll: (() => void) | null
}

function Nothing({ view, isLoaded, failure, onShowAll }: NothingProps) {
  const { loading, noMatch, empty, hint } = TEXTS[view]
  return (
    <NoRows isLoaded={isLoaded} skeleton={<Skeleton label={t(loading)} rows={9} columns={4} />} failure={failure}>
      {onShowAll === null ? (
        <Empty title={t(empty)} hint={hint && t(hint)} />
      ) : (
        <Empty title={t(noMatch)} action={<Button onClick={onShowAll}>{t('Show all')}</Button>} />
      )}
    </NoRows>
  )
}
