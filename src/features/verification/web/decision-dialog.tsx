import { useState } from 'react'
import { formatMoment } from '#lib/dates.ts'
import { t } from '#lib/messages.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { TextAreaField } from '#ui/field.tsx'
import type { Verification } from '../contract.ts'
import type { Decision } from '../rules.ts'
import { useGroupLabel } from './use-verification-groups.ts'

interface DecisionDialogProps {
  item: Verification
  decision: Decision
  givesRole: boolean
  isPending: boolean
  /** Why the last attempt failed. */
  error: string | null
  onDecide(reason: string): void
  onClose(): void
}

/** The confirmation of an approval or a rejection: the person, the group and the consequences. */
export function DecisionDialog({
  item,
  decision,
  givesRole,
  isPending,
  error,
  onDecide,
  onClose,
}: DecisionDialogProps) {
  const [reason, setReason] = useState('')
  const { person, group, verifiedAt } = item
  const labelOf = useGroupLabel()
  const confirmed = (group !== null && labelOf(group)) || t('this person')
  const approves = decision === 'approved'
  return (
    <Dialog
      role="alertdialog"
      title={approves ? t('Approve {name}', { name: person.name }) : t('Reject {name}', { name: person.name })}
      closesOutside={approves}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look={approves ? 'primary' : 'danger'} isPending={isPending} onClick={() => onDecide(reason)}>
            {approves ? t('Approve') : t('Reject')}
          </Button>
        </>
      }
    >
      <PersonHead person={person} />
      <p className="mt-4">
        {verifiedAt === null
          ? t('The provider confirmed {group}.', { group: confirmed })
          : t('The provider confirmed {group} on {moment}.', { group: confirmed, moment: formatMoment(verifiedAt) })}
        {approves &&
          ` ${givesRole ? t('They get the Discord role automatically.') : t('They get no Discord role: site.yaml names none.')}`}
      </p>
      {!approves && (
        <div className="mt-4">
          <TextAreaField
            label={t('Reason (optional)')}
            hint={t('The person will read this.')}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
      )}
      {error !== null && (
        <div className="mt-4">
          <ErrorNote message={error} />
        </div>
      )}
    </Dialog>
  )
}

/** The avatar, user name and Discord ID of the person. */
function PersonHead({ person }: Pick<Verification, 'person'>) {
  return (
    <div className="flex items-center gap-4">
      <Avatar name={person.name} url={person.avatarUrl} size="lg" />
      <div className="min-w-0">
        <p className="truncate font-semibold text-paper">{person.username}</p>
        <p className="text-paper-faint text-sm tabular-nums">{person.id}</p>
      </div>
    </div>
  )
}
