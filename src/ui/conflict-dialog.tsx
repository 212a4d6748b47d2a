import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

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
  const different = fields.filter(({ mine, theirs }) => mine !== theirs)
  return (
    <Dialog
      title={title}
      width="wide"
      closesOutside={false}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onTakeTheirs}>Take theirs</Button>
          <Button look="primary" isPending={isPending} onClick={onKeepMine}>
            Keep mine
          </Button>
        </>
      }
    >
      <p>
        Someone else changed this while you were editing. Nothing of yours was saved yet: choose which version stays.
      </p>
      {note !== undefined && <p className="mt-1 text-paper-faint text-sm">{note}</p>}
      {different.length === 0 ? (
        <p className="mt-4 text-paper">Both versions say the same.</p>
      ) : (
        <table className="mt-5 w-full table-fixed border-separate border-spacing-x-2 border-spacing-y-0 text-sm">
          <thead>
            <tr className="text-left">
              <th scope="col" className="eyebrow px-3 pb-1 text-amber">
                Yours
              </th>
              <th scope="col" className="eyebrow px-3 pb-1 text-lagoon">
                Theirs
              </th>
            </tr>
          </thead>
          {different.map(({ label, mine, theirs }) => (
            <tbody key={label}>
              <tr>
                <th
                  scope="rowgroup"
                  colSpan={2}
                  className="px-3 pt-3 pb-1.5 text-left font-bold font-sign text-paper-dim"
                >
                  {label}
                </th>
              </tr>
              <tr className="align-top text-paper">
                <Version text={mine} className="border-amber/45 bg-amber/7" />
                <Version text={theirs} className="border-lagoon/45 bg-lagoon/7" />
              </tr>
            </tbody>
          ))}
        </table>
      )}
    </Dialog>
  )
}

function Version({ text, className }: { text: string; className: string }) {
  return (
    <td className={`whitespace-pre-wrap break-words rounded-sm border px-3 py-2 ${className}`}>
      {text === '' ? <span className="text-paper-faint">(empty)</span> : text}
    </td>
  )
}
