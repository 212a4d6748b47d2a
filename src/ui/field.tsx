import { type ComponentProps, type KeyboardEvent, type ReactNode, useId } from 'react'

interface FieldProps {
  label: string
  hint?: string
  error?: string
}

const CONTROL =
  'w-full rounded-sm border bg-night/60 px-3 text-paper transition-colors placeholder:text-paper-faint hover:border-paper-faint/80 disabled:opacity-55 max-sm:text-base sm:text-sm'

function controlClass(error: string | undefined, shape: string, own = ''): string {
  return `${CONTROL} ${shape} ${error === undefined ? 'border-paper-faint/60' : 'border-danger'} ${own}`
}

interface Wiring {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

function Field({ label, hint, error, children }: FieldProps & { children(wiring: Wiring): ReactNode }) {
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? hint
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles a key of the field inside
    <div className="min-w-0" onKeyDown={submitByKey}>
      <label htmlFor={id} className="mb-1.5 block font-bold font-sign text-paper-dim text-sm">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': note === undefined ? undefined : noteId,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {note !== undefined && (
        <p id={noteId} className={`mt-1.5 text-sm ${error === undefined ? 'text-paper-faint' : 'text-danger'}`}>
          {note}
        </p>
      )}
    </div>
  )
}

/** Ctrl Enter in a field presses the submit button of its form. Enter alone starts a new line in a long text. */
function submitByKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, ctrlKey, metaKey, repeat, currentTarget, nativeEvent } = event
  if (key !== 'Enter' || ctrlKey === metaKey || repeat || nativeEvent.isComposing) return
  event.preventDefault()
  const parts = [...(currentTarget.closest('form')?.elements ?? [])]
  parts
    .filter((part) => part instanceof HTMLButtonElement)
    .find(({ type }) => type === 'submit')
    ?.click()
}

/** A single-line text field with its label, a hint and an error. */
export function TextField({ label, hint, error, className, ...rest }: ComponentProps<'input'> & FieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => <input {...rest} {...wiring} className={controlClass(error, 'touch-target h-10', className)} />}
    </Field>
  )
}

export function TextAreaField({ label, hint, error, className, ...rest }: ComponentProps<'textarea'> & FieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <textarea rows={3} {...rest} {...wiring} className={controlClass(error, 'py-2 leading-relaxed', className)} />
      )}
    </Field>
  )
}

/** A choice of a few options, which are its children. */
export function SelectField({ label, hint, error, className, ...rest }: ComponentProps<'select'> & FieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <select {...rest} {...wiring} className={controlClass(error, 'touch-target h-10 truncate pr-8', className)} />
      )}
    </Field>
  )
}
