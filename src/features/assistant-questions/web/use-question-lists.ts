import { msg, t } from '#lib/messages.ts'
import { matchesSearch } from '#lib/search.ts'
import { oneOf, TEXT, useListFilter } from '#web/use-list-filter.ts'
import { sortedBy, useSort } from '#web/use-sort.ts'
import { exportMissedQuestions, exportPhrases, type Phrase, type QuestionGroup } from '../contract.ts'
import { phraseSortValue, questionSortValue } from '../rules.ts'
import { PHRASE_SORTS } from './phrase-table.tsx'
import { useMissedQuestions, usePhrases } from './queries.ts'
import { QUESTION_SORTS } from './question-table.tsx'

export const VIEWS = ['open', 'dismissed', 'phrases'] as const
export type View = (typeof VIEWS)[number]
const PARAMETERS = { search: TEXT, view: oneOf(VIEWS, 'open') }

const QUESTIONS = {
  search: msg('Search questions'),
  failed: msg('Failed to load the questions.'),
  loading: msg('Loading questions…'),
  noMatch: msg('No questions match.'),
}
/** The texts of each view. */
export const TEXTS = {
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

/** The lists, and what the chosen view shows of them and exports. */
export function useQuestionLists() {
  const { values, type, choose } = useListFilter(PARAMETERS)
  const { search, view } = values
  const questions = useMissedQuestions()
  const phrases = usePhrases()
  const { sort } = useSort(view === 'phrases' ? PHRASE_SORTS : QUESTION_SORTS)
  const current = view === 'phrases' ? phrases : questions
  const { data, dismissed } = questions.data ?? {}
  const foundGroups = view === 'phrases' ? [] : matchingGroups((view === 'open' ? data : dismissed) ?? [], search)
  const foundPhrases = view === 'phrases' ? matchingPhrases(phrases.data?.data ?? [], search) : []
  const failure = current.isError
    ? { message: t(TEXTS[view].failed), error: current.error, onRetry: () => void current.refetch() }
    : null
  const exporting =
    view === 'phrases'
      ? { exported: exportPhrases, rows: sortedBy(foundPhrases, sort, phraseSortValue).map(({ id }) => String(id)) }
      : {
          exported: exportMissedQuestions,
          rows: view === 'open' ? sortedBy(foundGroups, sort, questionSortValue).map(({ ids }) => String(ids)) : [],
        }
  return { search, view, type, choose, questions, phrases, current, foundGroups, foundPhrases, failure, exporting }
}

const matchingGroups = (groups: readonly QuestionGroup[], search: string) =>
  groups.filter(({ question, alike }) => matchesSearch(search, [question, ...alike]))

const matchingPhrases = (phrases: readonly Phrase[], search: string) =>
  phrases.filter(({ phrase, rule, addedBy }) => matchesSearch(search, [phrase, rule?.title ?? null, addedBy]))
