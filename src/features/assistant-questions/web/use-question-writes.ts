import { t } from '#lib/messages.ts'
import { toast } from '#ui/live-region.tsx'
import { undoAction } from '#ui/undo-action.tsx'
import { focusRow } from '#ui/use-row-keys.ts'
import type { Phrase, QuestionGroup } from '../contract.ts'
import { useAddPhrase, useChangeQuestions, useRemovePhrase } from './queries.ts'

/** The writes of the questions page, each with an undo. */
export function useQuestionWrites() {
  const change = useChangeQuestions()
  const add = useAddPhrase()
  const removal = useRemovePhrase()
  const failed = (words: string) => (error: Error) => toast(`${words} ${error.message}`, 'danger')

  const reopen = ({ ids }: QuestionGroup) =>
    change.mutate(
      { questions: ids, state: 'open' },
      {
        onSuccess: () => {
          toast(t('The question is back on the list.'))
          focusRow(ids)
        },
        onError: failed(t('It was not brought back.')),
      },
    )
  const dismiss = (group: QuestionGroup) =>
    change.mutate(
      { questions: group.ids, state: 'dismissed' },
      {
        onSuccess: () =>
          toast(
            t('The question was removed from the list.'),
            'ok',
            undoAction(() => reopen(group)),
          ),
        onError: failed(t('It was not removed from the list.')),
      },
    )
  const addAgain = ({ phrase, href }: Phrase, questions: number[]) =>
    add.mutate(
      { phrase, href, questions },
      {
        onSuccess: ({ item }) => {
          toast(t('“{phrase}” is back.', { phrase }))
          focusRow([item.id])
        },
        onError: failed(t('It was not undone.')),
      },
    )
  const remove = (phrase: Phrase) =>
    removal.mutate(phrase.id, {
      onSuccess: ({ questions }) =>
        toast(
          t('“{phrase}” was removed.', { phrase: phrase.phrase }),
          'ok',
          undoAction(() => addAgain(phrase, questions)),
        ),
      onError: failed(t('The phrase was not removed.')),
    })
  const takeBack = ({ id, phrase }: Phrase) =>
    removal.mutate(id, {
      onSuccess: ({ questions }) => {
        toast(t('“{phrase}” was removed, and the question is back.', { phrase }))
        focusRow(questions)
      },
      onError: failed(t('It was not undone.')),
    })
  /** Reports where an added phrase leads, and whether the assistant now answers the question with that rule. */
  const tellAdded = (added: Phrase, answers: boolean | null) => {
    const names = { phrase: added.phrase, rule: added.rule?.title ?? '' }
    const back = undoAction(() => takeBack(added))
    if (answers !== false) return toast(t('“{phrase}” leads to {rule} now.', names), 'ok', back)
    toast(
      t(
        '“{phrase}” leads to {rule} now, but the assistant is not sure of this question yet. Try more of its words.',
        names,
      ),
      'danger',
      back,
    )
  }
  return { isPending: change.isPending || removal.isPending, reopen, dismiss, remove, tellAdded }
}
