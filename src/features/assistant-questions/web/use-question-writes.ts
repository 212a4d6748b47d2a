import { toast } from '#ui/live-region.tsx'
import { focusRow } from '#ui/use-row-keys.ts'
import type { Phrase, QuestionGroup } from '../contract.ts'
import { useAddPhrase, useChangeQuestions, useRemovePhrase } from './queries.ts'

/** What is done on the page of questions, each with the way back. */
export function useQuestionWrites() {
  const change = useChangeQuestions()
  const add = useAddPhrase()
  const removal = useRemovePhrase()
  const failed = (words: string) => (error: Error) => toast(`${words} ${error.message}`, 'danger')
  const undo = (onAction: () => void) => ({ label: 'Undo', onAction })

  const reopen = ({ ids }: QuestionGroup) =>
    change.mutate(
      { questions: ids, state: 'open' },
      {
        onSuccess: () => {
          toast('The question is back on the list.')
          focusRow(ids)
        },
        onError: failed('It was not brought back.'),
      },
    )
  const dismiss = (group: QuestionGroup) =>
    change.mutate(
      { questions: group.ids, state: 'dismissed' },
      {
        onSuccess: () =>
          toast(
            'The question was taken off the list.',
            'ok',
            undo(() => reopen(group)),
          ),
        onError: failed('It was not taken off the list.'),
      },
    )
  const addAgain = ({ phrase, href }: Phrase, questions: number[]) =>
    add.mutate(
      { phrase, href, questions },
      {
        onSuccess: ({ item }) => {
          toast(`“${phrase}” is back.`)
          focusRow([item.id])
        },
        onError: failed('It was not undone.'),
      },
    )
  const remove = (phrase: Phrase) =>
    removal.mutate(phrase.id, {
      onSuccess: ({ questions }) =>
        toast(
          `“${phrase.phrase}” was removed.`,
          'ok',
          undo(() => addAgain(phrase, questions)),
        ),
      onError: failed('The phrase was not removed.'),
    })
  const takeBack = ({ id, phrase }: Phrase) =>
    removal.mutate(id, {
      onSuccess: ({ questions }) => {
        toast(`“${phrase}” was removed, and the question is back.`)
        focusRow(questions)
      },
      onError: failed('It was not undone.'),
    })
  /** Says what a phrase does that was added, and whether the assistant is sure of the question now. */
  const tellAdded = (added: Phrase, answers: boolean | null) => {
    const leads = `“${added.phrase}” leads to ${added.rule?.title} now`
    const back = undo(() => takeBack(added))
    if (answers !== false) return toast(`${leads}.`, 'ok', back)
    toast(`${leads}, but the assistant is not sure of this question yet. Try more of its words.`, 'danger', back)
  }
  return { isPending: change.isPending || removal.isPending, reopen, dismiss, remove, tellAdded }
}
