import { type ReactNode, useId } from 'react'
import { t } from '#lib/messages.ts'
import type { RecordForm } from '#web/use-record-form.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { ErrorNote } from './error-note.tsx'

interface FormDialogProps {
  title: string
  width?: 'narrow' | 'wide'
  form: Pick<RecordForm<unknown>, 'formProps' | 'failure' | 'isPending'>
  /** The label of the button that sends the form. */
  action: string
  look?: 'primary' | 'danger'
  disabled?: boolean
  /** A button that removes the record. */
  removal?: ReactNode
  /** Asks before written text is discarded, as `close` does. From `useDiscardQuestion`. */
  question?: ReactNode
  close(): void
  /** Arranges the fields. */
  className?: string
  children: ReactNode
}

/** A form in a dialog: the server's message, the fields, and the buttons that cancel and send it. */
export function FormDialog(props: FormDialogProps) {
  const { title, width, form, action, look = 'primary', disabled, removal, question, close, children } = props
  const { className = 'space-y-4' } = props
  const formId = useId()
  return (
    <Dialog
      title={title}
      width={width}
      closesOutside={false}
      onClose={close}
      actions={
        <>
          {removal}
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button look={look} type="submit" form={formId} isPending={form.isPending} disabled={disabled}>
            {action}
          </Button>
        </>
      }
    >
      {question}
      <form id={formId} {...form.formProps} className={className}>
        {form.failure !== null && (
          <div className="sm:col-span-2">
            <ErrorNote message={form.failure} />
          </div>
        )}
        {children}
      </form>
    </Dialog>
  )
}
