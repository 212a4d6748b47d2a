import { type ReactNode, useEffect } from 'react'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { announce } from '#ui/live-region.tsx'
import { RowSteps, rowStepKeys } from '#ui/row-steps.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useListFollowsRecord } from '#web/background-list.ts'
import type { DaEntry } from '../contract.ts'
import type { OpenedAction } from './actions-view.tsx'
import { useFamily } from './use-family.ts'

interface ActionDialogProps {
  opened: OpenedAction
  /** What is known of the action. */
  entry: DaEntry | undefined
  /** The state of the query for the rest of the action. */
  query: { isPending: boolean; error: Error | null; refetch(): unknown }
  /** Buttons for the action. */
  actions?: ReactNode
  /** A form that replaces the details. */
  form?: ReactNode
  children: ReactNode
}

/** One action over the list. The arrows open the actions before and after it, and the list follows. */
export function ActionDialog({ opened, entry, query, actions, form, children }: ActionDialogProps) {
  const {
    id,
    neighbours: { previous, next },
    onShow,
    onClose,
  } = opened
  const title = useFamily()
    .words()
    .details(entry?.user_name ?? null)
  useListFollowsRecord(String(id))
  useEffect(() => announce(`${title} #${id}`), [title, id])
  if (form) return form

  const steps = {
    onPrevious: previous === undefined ? undefined : () => onShow(previous),
    onNext: next === undefined ? undefined : () => onShow(next),
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles key presses from inside the dialog
    <div onKeyDown={rowStepKeys(steps)} className="contents">
      <Dialog
        title={title}
        width="wide"
        onClose={onClose}
        steps={<RowSteps {...steps} />}
        actions={
          <>
            {actions}
            <Button onClick={onClose}>{t('Close')}</Button>
          </>
        }
      >
        <div key={id}>
          {entry === undefined && query.isPending && <Skeleton label={t('Loading the action…')} rows={6} columns={2} />}
          {children}
          {query.error !== null && (
            <div className="mt-4">
              <ErrorNote message={query.error.message || t('Failed to load')} onRetry={() => void query.refetch()} />
            </div>
          )}
        </div>
      </Dialog>
    </div>
  )
}
