import { t } from '#lib/messages.ts'
import { TextAreaField } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { toast } from '#ui/live-region.tsx'
import { useDiscardQuestion } from '#ui/use-discard-question.tsx'
import { useRecordForm } from '#web/use-record-form.ts'
import { DaApprovalDraft, type DaEntry } from '../contract.ts'
import { ChangedAction } from './changed-action.tsx'
import { useApproveAction } from './queries.ts'
import { useVersionedAction } from './use-versioned-action.ts'

export interface ApprovalFormProps {
  entry: DaEntry
  onDone(): void
  onClose(): void
}

export const ApproveForm = (props: ApprovalFormProps) => <ApprovalForm {...props} decision="approve" />
export const RejectForm = (props: ApprovalFormProps) => <ApprovalForm {...props} decision="reject" />

/** Decides on an action that a second person must approve, and says first what the decision does. */
function ApprovalForm({ decision, onDone, onClose, ...props }: ApprovalFormProps & { decision: 'approve' | 'reject' }) {
  const { first, entry, send } = useVersionedAction(props.entry)
  const approving = useApproveAction(entry.id)
  const isApproval = decision === 'approve'
  const about = { name: entry.user_name }
  const draftOf = (written: { why: string }) => ({ decision, ...written, version: entry.version })
  const form = useRecordForm({
    initial: () => ({ why: '' }),
    record: entry,
    draftOf,
    schema: DaApprovalDraft,
    // The refreshed action may remove this dialog, so the toast must be shown before that.
    save: async (written) => {
      await send(() => approving.mutateAsync(DaApprovalDraft.parse(draftOf(written))))
      toast(
        isApproval
          ? t('The action against {name} was approved.', about)
          : t('The action against {name} was rejected.', about),
      )
      onDone()
    },
    onSaved: () => undefined,
  })

  const discard = useDiscardQuestion(form.written.why.trim() !== '', onClose)
  return (
    <FormDialog
      {...discard}
      title={isApproval ? t('Approve the action against {name}', about) : t('Reject the action against {name}', about)}
      form={form}
      action={isApproval ? t('Approve') : t('Reject')}
      look={isApproval ? 'primary' : 'danger'}
    >
      <ChangedAction first={first} now={entry} />
      <p>{consequence(entry, isApproval)}</p>
      <TextAreaField
        label={isApproval ? t('Comment (optional)') : t('Why')}
        required={!isApproval}
        {...form.control('why')}
      />
    </FormDialog>
  )
}

function consequence({ type, approval }: DaEntry, isApproval: boolean): string {
  if (!isApproval)
    return t('This action ({type}) is taken back. It stays in the list, marked as revoked. This cannot be undone.', {
      type,
    })
  return approval?.due_at === null
    ? t('This action ({type}) is in force from now on.', { type })
    : t('This action ({type}) stays in force.', { type })
}
