import { t } from '#lib/messages.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { SideBySide } from './side-by-side.tsx'

/** One field of a record in both versions, formatted for people. An empty text is an empty field. */
export interface ConflictField {
  label: string
  mine: string
  theirs: string
}

interface ConflictDialogProps {
  title: string
  /** Who changed it and when, for example 'Last updated by …'. */
  note?: string
  /** All fields of the record. Fields that are equal in both versions are not shown. */
  fields: readonly ConflictField[]
  isPending?: boolean
  /** Saves my version over theirs. */
  onKeepMine(): void
  /** Discards my version. */
  onTakeTheirs(): void
  /** Returns to the form without a decision. */
  onClose(): void
}

/** Shows both versions side by side after someone else saved the record first, and offers the choice between them. */
export function ConflictDialog({
  title,
  note,
  fields,
  isPending = false,
  onKeepMine,
  onTakeTheirs,
  onClose,
}: ConflictDialogProps) {
  return (
    <Dialog
      title={title}
      width="wide"
      closesOutside={false}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onTakeTheirs}>{t('Take theirs')}</Button>
          <Button look="primary" isPending={isPending} onClick={onKeepMine}>
            {t('Keep mine')}
          </Button>
        </>
      }
    >
      <p>
        {t(
          'Someone else changed this while you were editing. Your changes are not saved yet. Choose which version to keep.',
        )}
      </p>
      {note !== undefined && <p className="mt-1 text-paper-faint text-sm">{note}</p>}
      <SideBySide
        left={t('Yours')}
        right={t('Theirs')}
        fields={fields.map(({ label, mine, theirs }) => ({ label, left: mine, right: theirs }))}
      />
    </Dialog>
  )
}
