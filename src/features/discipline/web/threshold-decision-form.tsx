import { t } from '#lib/messages.ts'
import { TextAreaField } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { toast } from '#ui/live-region.tsx'
import { useDiscardQuestion } from '#ui/use-discard-question.tsx'
import { useRecordForm } from '#web/use-record-form.ts'
import { type ReachedThreshold, ThresholdDecision } from '../threshold-contract.ts'
import { useDecideThreshold } from './queries.ts'

/** Decides at a threshold without an action. It asks for confirmation and a reason. */
export function ThresholdDecisionForm({ row, onClose }: { row: ReachedThreshold; onClose(): void }) {
  const { family, user, user_name: name, threshold } = row
  const deciding = useDecideThreshold(user)
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
  const discard = useDiscardQuestion(form.written.why.trim() !== '', onClose)
  return (
    <FormDialog {...discard} title={t('No action against {name}?', { name })} form={form} action={t('Decide')}>
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
    </FormDialog>
  )
}
