import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { t } from '#lib/messages.ts'
import { ErrorNote } from '#ui/error-note.tsx'
import type { DaEntry } from '../contract.ts'
import { BriefActions } from './brief-actions.tsx'

interface DuplicateWarningProps {
  /** Actions of the same person, type and day. */
  duplicates: readonly DaEntry[]
  /** Why the check failed. */
  error: Error | null
  onRetry(): void
}

/** Warns that an action may be logged already and shows the earlier one. The user can log it anyway. */
export function DuplicateWarning({ duplicates, error, onRetry }: DuplicateWarningProps) {
  return (
    <div className="empty:hidden sm:col-span-2">
      {error !== null && (
        <ErrorNote message={t('We could not check whether this is logged already.')} error={error} onRetry={onRetry} />
      )}
      {duplicates.length > 0 && (
        <div className="rounded-sm border border-amber/50 bg-amber/8 px-3.5 py-3">
          <p role="alert" className="mb-1.5 flex gap-2.5 text-paper text-sm">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-amber" />
            {t('This may be logged already: the same person, type and day. If it is something else, log it anyway.')}
          </p>
          <BriefActions label={t('Logged already')} entries={duplicates} />
        </div>
      )}
    </div>
  )
}
