import Plus from 'lucide-react/icons/plus'
import { useId, useState } from 'react'
import { useListPreferences } from '#features/auth/web/use-list-preferences.ts'
import { formatDay } from '#lib/dates.ts'
import { formatNumber, msg, t } from '#lib/messages.ts'

import { matchesSearch } from '#lib/search.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorNote, type ErrorNoteProps } from '#ui/error-note.tsx'
import { ListTools } from '#ui/list-tools.tsx'
import { NoRows } from '#ui/no-rows.tsx'
import { RefreshButton } from '#ui/refresh-button.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { oneOf, TEXT, useListFilter } from '#web/use-list-filter.ts'
import { sortedBy, useSort } from '#web/use-sort.ts'
import { exportMissedQuestions, exportPhrases, type Phrase, type QuestionGroup } from '../contract.ts'
import { KEPT_DAYS, MAX_MISSED_A_DAY, phraseSortValue, questionSortValue, SUMMED_DAYS } from '../rules.ts'
import { AskedAsDialog } from './asked-as-dialog.tsx'
import { PHRASE_SORTS, PhraseTable, phraseColumns } from './phrase-table.tsx'
import { useMissedQuestions, usePhrases } from './queries.ts'
import { QUESTION_SORTS, QuestionTable, questionColumns } from './question-table.tsx'
import { useQuestionWrites } from './use-question-writes.ts'

const VIEWS = ['open', 'dismissed', 'phrases'] as const
type View = (typeof VIEWS)[number]
const PARAMETERS = { search: TEXT, view: oneOf(VIEWS, 'open') }

const QUESTIONS = {
  search: msg('Search questions'),
  failed: msg('Failed to load the questions.'),
  loading: msg('Loading questions…'),
  noMatch: msg('No questions match.'),
}
const TEXTS = {
  open: {
    label: msg('Questions to look at'),
    empty: msg('Nothing was missed.'),
    hint: msg('Questions that no rule answers, and those whose answer gets a thumb down, appear here.'),
    ...QUESTIONS,
  },
  dismissed: {
    label: msg('Questions that are not for the rules'),
    empty: msg('No question was removed from the list.'),
    hint: undefined,
    ...QUESTIONS,
  },
  phrases: {
    label: msg('Added phrases'),
    empty: msg('No phrase was added yet.'),
    hint: msg('Press “Asked as” next to a question, and pick the rule that was meant.'),
    search: msg('Search phrases'),
    failed: msg('Failed to load the phrases.'),
    loading: msg('Loading phrases…'),
    noMatch: msg('No phrases match.'),
  },
}

/**
 * The questions that the assistant could not answer. Management chooses the rule that was meant, or dismisses the
 * question.
 */
export function QuestionsView() {
  const questions = useMissedQuestions()
  const kept = useListPreferences()
  const phrases = usePhrases()
  const { values, type, choose } = useListFilter(PARAMETERS)
  const { search, view } = values
  const { sort } = useSort(view === 'phrases' ? PHRASE_SORTS : QUESTION_SORTS)
  const [adding, setAdding] = useState<{ group: QuestionGroup | null } | null>(null)
  const panelId = useId()
  const writes = useQuestionWrites()

  const current = view === 'phrases' ? phrases : questions
  const { data, dismissed, total, sums, fullDays = [] } = questions.data ?? {}
  const counts = { open: total, dismissed: dismissed?.length, phrases: phrases.data?.data.length }
  const failure = current.isError
    ? {
        message: t(TEXTS[view].failed),
        error: current.error,
        onRetry: () => void current.refetch(),
      }
    : null
  const refresh = () => void Promise.all([questions.refetch(), phrases.refetch()])
  const groups = view === 'phrases' ? [] : matchingGroups((view === 'open' ? data : dismissed) ?? [], search)
  const listed = view === 'phrases' ? matchingPhrases(phrases.data?.data ?? [], search) : []

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
          exporting={
            view === 'phrases'
              ? { exported: exportPhrases, rows: sortedBy(listed, sort, phraseSortValue).map(({ id }) => String(id)) }
              : {
                  exported: exportMissedQuestions,
                  rows: view === 'open' ? sortedBy(groups, sort, questionSortValue).map(({ ids }) => String(ids)) : [],
                }
          }
        />
        <p role="status" className="ml-auto text-paper-faint text-sm tabular-nums">
          {view === 'open' &&
            data &&
            total !== undefined &&
            total > data.length &&
            t('The {count} most asked', { count: data.length })}
        </p>
        {view === 'phrases' && (
          <Button size="sm" onClick={() => setAdding({ group: null })}>
            <Plus aria-hidden="true" />
            {t('Add a phrase')}
          </Button>
        )}
      </div>
      {failure !== null && current.data !== undefined && <ErrorNote {...failure} />}
      <div id={panelId} role="tabpanel" aria-label={t(TEXTS[view].label)}>
        {groups.length > 0 ? (
          <QuestionTable
            label={t(TEXTS[view].label)}
            groups={groups}
            kept={kept}
            actions={
              view === 'open'
                ? [
                    { label: t('Asked as'), onTake: (group) => setAdding({ group }) },
                    { label: t('Not for the rules'), isPending: writes.isChanging, onTake: writes.dismiss },
                  ]
                : [{ label: t('Bring back'), isPending: writes.isChanging, onTake: writes.reopen }]
            }
            isBusy={writes.isPending}
          />
        ) : listed.length > 0 ? (
          <PhraseTable
            phrases={listed}
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
        )}
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

const matchingGroups = (groups: readonly QuestionGroup[], search: string) =>
  groups.filter(({ question, alike }) => matchesSearch(search, [question, ...alike]))

const matchingPhrases = (phrases: readonly Phrase[], search: string) =>
  phrases.filter(({ phrase, rule, addedBy }) => matchesSearch(search, [phrase, rule?.title ?? null, addedBy]))

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
