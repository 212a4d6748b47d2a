import { useId } from 'react'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { TextAreaField } from '#ui/field.tsx'
import { toast } from '#ui/live-region.tsx'
import { useDiscardQuestion } from '#ui/use-discard-question.tsx'
import { useRecordForm } from '#web/use-record-form.ts'
import { type ReachedThreshold, ThresholdDecision } from '../threshold-contract.ts'
import { useDecideThreshold } from './queries.ts'

/** Decides at a threshold without an action. It asks for confirmation and a reason. */
export function ThresholdDecisionForm({ row, onClose }: { row: ReachedThreshold; onClose(): void }) {
  const { family, user, user_name: name, threshold } = row
  const deciding = useDecideThreshold(user)
  const formId = useId()
  const draftOf = (written: { why: string }) => ({ family, points: threshold.points, ...written })
  const form = useRecordForm({
    initial: () => ({ why: '' }),
    record: null,
    draftOf,
    schema: ThresholdDecision,
    save: (written) => deciding.mutateAsync(ThresholdDecision.parse(draftOf(written))),
    onSaved: () => {
      toast(t('You decided on the points of {name}.', { name }))
      onClose()
    },
  })
  const { close, question } = useDiscardQuestion(form.written.why.trim() !== '', onClose)
  return (
    <Dialog
      title={t('No action against {name}?', { name })}
      closesOutside={false}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button look="primary" type="submit" form={formId} isPending={form.isPending}>
            {t('Decide')}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.formProps} className="space-y-4">
        {question}
        {form.failure !== null && <ErrorNote message={form.failure} />}
        <p>
          {t(
            'This takes {name} off the list until they fall below {points} points and reach them again. {name} does not see this. This cannot be undone.',
            { name, points: threshold.points },
          )}
        </p>
        <TextAreaField
          label={t('Why')}
          hint={t('For staff only, such as: talked to them, no action.')}
          required
          {...form.control('why')}
        />
      </form>
    </Dialog>
  )
}
