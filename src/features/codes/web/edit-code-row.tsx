import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { ConflictDialog, type ConflictField } from '#ui/conflict-dialog.tsx'
import { AlertDialog } from '#ui/dialog.tsx'
import type { RecordForm } from '#web/use-record-form.ts'
import type { PenalCode, TenCode } from '../contract.ts'
import { lastUpdated } from './code-view.tsx'

interface EditCodeRowProps<Written, Item extends TenCode | PenalCode> {
  anchor: string
  columns: number
  /** What the code is called. */
  name: string
  form: RecordForm<Written, Item>
  formClass: string
  buttonsClass: string
  fieldsOf(conflict: { mine: Written; theirs: Item }): readonly ConflictField[]
  onClose(): void
  /** The fields. */
  children: ReactNode
}

/** A row that is a form for as long as its code is edited. */
export function EditCodeRow<Written, Item extends TenCode | PenalCode>({
  anchor,
  columns,
  name,
  form,
  formClass,
  buttonsClass,
  fieldsOf,
  onClose,
  children,
}: EditCodeRowProps<Written, Item>) {
  const { conflict } = form
  return (
    <tr id={anchor}>
      <td colSpan={columns} className="p-4!">
        <form
          {...form.formProps}
          aria-label={`Edit ${name}`}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && conflict === null && !form.hasFailed) onClose()
          }}
          className={formClass}
        >
          {children}
          <div className={`flex gap-2 ${buttonsClass}`}>
            <Button type="submit" look="primary" isPending={form.isPending}>
              Save
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </div>
        </form>
        {form.hasFailed && <AlertDialog message="Failed to save changes." onClose={form.dismissFailure} />}
        {conflict && (
          <ConflictDialog
            title={`${name} was changed`}
            note={lastUpdated(conflict.theirs) ?? undefined}
            fields={fieldsOf(conflict)}
            isPending={form.isPending}
            onKeepMine={form.keepMine}
            onTakeTheirs={onClose}
            onClose={form.dismissConflict}
          />
        )}
      </td>
    </tr>
  )
}
