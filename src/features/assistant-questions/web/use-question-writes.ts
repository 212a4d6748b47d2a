import { t } from '#lib/messages.ts'
import { toast } from '#ui/live-region.tsx'
import { toastWithUndo, toldUndo } from '#ui/undo-action.tsx'
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
          toastWithUndo(
            t('The question was removed from the list.'),
            async () => {
              await change.mutateAsync({ questions: group.ids, state: 'open' })
              focusRow(group.ids)
            },
            t('The question is back on the list.'),
          ),
        onError: failed(t('It was not removed from the list.')),
      },
    )
  const remove = ({ id, phrase, href }: Phrase) =>
    removal.mutate(id, {
      onSuccess: ({ questions }) =>
        toastWithUndo(
          t('“{phrase}” was removed.', { phrase }),
          async () => focusRow([(await add.mutateAsync({ phrase, href, questions })).item.id]),
          t('“{phrase}” is back.', { phrase }),
        ),
      onError: failed(t('The phrase was not removed.')),
    })
  /** Reports where an added phrase leads, and whether the assistant now answers the question with that rule. */
  const tellAdded = (added: Phrase, answers: boolean | null) => {
    const names = { phrase: added.phrase, rule: added.rule?.title ?? '' }
    const back = toldUndo(
      async () => focusRow((await removal.mutateAsync(added.id)).questions),
      t('“{phrase}” was removed, and the question is back.', { phrase: added.phrase }),
    )
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
  return {
    isPending: change.isPending || removal.isPending,
    isChanging: ({ ids }: QuestionGroup) => change.isPending && change.variables.questions[0] === ids[0],
    isRemoving: ({ id }: Phrase) => removal.isPending && removal.variables === id,
    ...{ reopen, dismiss, remove, tellAdded },
  }
}
