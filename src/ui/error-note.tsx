import CloudAlert from 'lucide-react/icons/cloud-alert'
import { Button } from './button.tsx'

interface ErrorNoteProps {
  message: string
  onRetry?(): void
}

/** Something failed to load: what, in the product's words, and a way to try again. */
export function ErrorNote({ message, onRetry }: ErrorNoteProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-danger/40 bg-danger/8 px-4 py-3"
    >
      <CloudAlert aria-hidden="true" className="size-5 shrink-0 text-danger" />
      <p className="min-w-0 flex-1 text-paper">{message}</p>
      {onRetry && (
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}
