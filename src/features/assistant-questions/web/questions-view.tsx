import Plus from 'lucide-react/icons/plus'
import { useId, useState } from 'react'
import { formatDay } from '#lib/dates.ts'
import { isFound } from '#lib/search.ts'
import { counted } from '#lib/text.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorNote, type ErrorNoteProps } from '#ui/error-note.tsx'
import { NoRows } from '#ui/no-rows.tsx'
import { RefreshButton } from '#ui/refresh-button.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { oneOf, TEXT, useListFilter } from '#web/use-list-filter.ts'
import type { Phrase, QuestionGroup } from '../contract.ts'
import { KEPT_DAYS, MAX_MISSED_A_DAY, SUMMED_DAYS } from '../rules.ts'
import { AskedAsDialog } from './asked-as-dialog.tsx'
import { PhraseTable } from './phrase-table.tsx'
import { useMissedQuestions, usePhrases } from './queries.ts'
import { QuestionTable } from './question-table.tsx'
import { useQuestionWrites } from './use-question-writes.ts'

const VIEWS = ['open', 'dismissed', 'phrases'] as const
type View = (typeof VIEWS)[number]
const PARAMETERS = { search: TEXT, view: oneOf(VIEWS, 'open') }

const TEXTS = {
  open: {
    label: 'Questions to look at',
    things: 'questions',
    empty: 'Nothing was missed.',
    hint: 'Questions that no rule answers, and those whose answer gets a thumb down, appear here.',
  },
  dismissed: {
    label: 'Questions that are not for the rules',
    things: 'questions',
    empty: 'No question was taken off the list.',
    hint: undefined,
  },
  phrases: {
    label: 'Added phrases',
    things: 'phrases',
    empty: 'No phrase was added yet.',
    hint: 'Press “Asked as” beside a question, and pick the rule that was meant.',
  },
}

/** What players asked the assistant in vain, for management: say which rule was meant, or that none was. */
export function QuestionsView() {
  const questions = useMissedQuestions()
  const phrases = usePhrases()
  const { values, type, choose } = useListFilter(PARAMETERS)
  const { search, view } = values
  const [adding, setAdding] = useState<{ group: QuestionGroup | null } | null>(null)
  const panelId = useId()
  const writes = useQuestionWrites()

  const current = view === 'phrases' ? phrases : questions
  const { data, dismissed, total, sums, fullDays = [] } = questions.data ?? {}
  const counts = { open: total, dismissed: dismissed?.length, phrases: phrases.data?.data.length }
  const failure = current.isError
    ? {
        message: `Failed to load the ${TEXTS[view].things}.`,
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
        <h1 className="text-2xl max-sm:text-xl">Questions to the assistant</h1>
        <RefreshButton isBusy={current.isFetching} onRefresh={refresh} />
        {sums && <Sums {...sums} />}
      </header>
      <p className="max-w-[80ch] text-paper-dim text-sm">
        What players asked and no rule answered. Say which rule was meant, and the assistant finds it from then on.
        Nothing here says who asked; a question goes after {KEPT_DAYS} days.
      </p>
      {fullDays.length > 0 && <FullDays days={fullDays} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchField
          label="Search"
          placeholder={`Search ${TEXTS[view].things}`}
          value={search}
          onChange={(text) => type({ search: text })}
          className="w-full sm:w-72"
        />
        <Views counts={counts} view={view} onView={(next) => choose({ view: next })} panelId={panelId} />
        <p role="status" className="ml-auto text-paper-faint text-sm tabular-nums">
          {view === 'open' && data && total !== undefined && total > data.length && `The ${data.length} most asked`}
        </p>
        {view === 'phrases' && (
          <Button size="sm" onClick={() => setAdding({ group: null })}>
            <Plus aria-hidden="true" />
            Add a phrase
          </Button>
        )}
      </div>
      {failure !== null && current.data !== undefined && <ErrorNote {...failure} />}
      <div id={panelId} role="tabpanel" aria-label={TEXTS[view].label}>
        {groups.length > 0 ? (
          <QuestionTable
            label={TEXTS[view].label}
            groups={groups}
            actions={
              view === 'open'
                ? [
                    { label: 'Asked as', onTake: (group) => setAdding({ group }) },
                    { label: 'Not for the rules', onTake: writes.dismiss },
                  ]
                : [{ label: 'Bring back', onTake: writes.reopen }]
            }
            isPending={writes.isPending}
          />
        ) : listed.length > 0 ? (
          <PhraseTable
            phrases={listed}
            now={new Date(phrases.dataUpdatedAt)}
            isPending={writes.isPending}
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
  groups.filter(({ question, alike }) => isFound(search, [question, ...alike]))

const matchingPhrases = (phrases: readonly Phrase[], search: string) =>
  phrases.filter(({ phrase, rule, addedBy }) => isFound(search, [phrase, rule?.title ?? null, addedBy]))

function Sums({ unanswered, up, down }: { unanswered: number; up: number; down: number }) {
  return (
    <p className="text-paper-faint text-sm tabular-nums sm:ml-auto">
      Last {SUMMED_DAYS} days: {counted(unanswered, 'question')} missed, {counted(up, 'thumb')} up, {down} down
    </p>
  )
}

/** A flood may hide what players miss. */
function FullDays({ days }: { days: readonly string[] }) {
  return (
    <p className="max-w-[80ch] rounded-md border border-warn/45 px-4 py-2 text-sm text-warn">
      {`On ${days.map((day) => formatDay(day)).join(', ')} players missed ${MAX_MISSED_A_DAY} different questions or more. Only the first ${MAX_MISSED_A_DAY} of a day (UTC) are kept, so others are not in this list.`}
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
  const labels = { open: 'To look at', dismissed: 'Not for the rules', phrases: 'Phrases' }
  return (
    <div className="min-w-0 max-sm:-mx-1 max-sm:w-[calc(100%+0.5rem)]">
      <Tabs
        label="Lists"
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
  /** Null where nothing was searched. */
  onShowAll: (() => void) | null
}

function Nothing({ view, isLoaded, failure, onShowAll }: NothingProps) {
  const { things, empty, hint } = TEXTS[view]
  return (
    <NoRows
      isLoaded={isLoaded}
      skeleton={<Skeleton label={`Loading ${things}…`} rows={9} columns={4} />}
      failure={failure}
    >
      {onShowAll === null ? (
        <Empty title={empty} hint={hint} />
      ) : (
        <Empty title={`No ${things} match.`} action={<Button onClick={onShowAll}>Show all</Button>} />
      )}
    </NoRows>
  )
}
