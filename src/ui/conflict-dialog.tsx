import { t } from '#lib/messages.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { SideBySide } from './side-by-side.tsx'

/** One field of a record in both versions, as people read it; an empty text is an empty field. */
export interface ConflictField {
  label: string
  mine: string
  theirs: string
}

interface ConflictDialogProps {
  title: string
  /** Who changed it and when, as 'Last updated by …'. */
  note?: string
  /** Every field of the record: those that are the same in both versions are left out. */
  fields: readonly ConflictField[]
  isPending?: boolean
  /** Saves mine over theirs. */
  onKeepMine(): void
  /** Lets go of mine. */
  onTakeTheirs(): void
  /** Back to what was being written, with nothing decided. */
  onClose(): void
}

/** Somebody else saved the record first: both versions side by side, and the choice between them. */
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
