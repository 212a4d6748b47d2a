import CloudAlert from 'lucide-react/icons/cloud-alert'
import { t } from '#lib/messages.ts'
import { reasonOf } from '#web/call.ts'
import { Button } from './button.tsx'

export interface ErrorNoteProps {
  message: string
  /** The thrown error. Its reason follows the message, unless the two are equal. */
  error?: unknown
  onRetry?(): void
}

/** Says what failed to load, in the product's words, and offers to try again. */
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
