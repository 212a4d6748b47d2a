import CloudAlert from 'lucide-react/icons/cloud-alert'
import { t } from '#lib/messages.ts'
import { reasonOf } from '#web/call.ts'
import { Button } from './button.tsx'

export interface ErrorNoteProps {
  message: string
  /** What was thrown: where it names a reason, that follows the message, unless it is the message. */
  error?: unknown
  onRetry?(): void
}

/** Something failed to load: what, in the product's words, and a way to try again. */
export function ErrorNote({ message, error, onRetry }: ErrorNoteProps) {
  const why = reasonOf(error)
  const reason = why === message ? null : why
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-danger/40 bg-danger/8 px-4 py-3"
    >
      <CloudAlert aria-hidden="true" className="size-5 shrink-0 text-danger" />
      <div className="min-w-0 flex-1 basis-40 text-paper">
        <p>{message}</p>
        {reason !== null && <p className="text-paper-dim text-sm">{reason}</p>}
      </div>
      {onRetry && (
        <Button size="sm" onClick={onRetry}>
          {t('Try again')}
        </Button>
      )}
    </div>
  )
}
