import type { PastImport } from '#features/audit/contract.ts'
import { useUndoImport, useUndoing } from '#features/audit/web/use-past-imports.ts'
import { formatMoment } from '#lib/dates.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { toast } from '#ui/live-region.tsx'
import { useTwoStep } from '#web/use-two-step.ts'

interface JoinedPeopleProps {
  joins: readonly PastImport[]
  onClose(): void
}

/** The people who were joined in the last 30 days, each with a button to undo the join. */
export function JoinedPeople({ joins, onClose }: JoinedPeopleProps) {
  const undoing = useUndoImport()
  return (
    <Dialog title={t('Joined people')} onClose={onClose} actions={<Button onClick={onClose}>{t('Close')}</Button>}>
      <p className="mb-3 text-sm">{t('You can undo this for 30 days.')}</p>
      {undoing.error !== null && <ErrorNote message={undoing.error.message} />}
      <ul className="divide-y divide-haze">
        {joins.map((each) => (
          <li key={each.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-48 text-sm">
              <p className="break-words text-paper">{each.file ?? t('Two people became one')}</p>
              {each.names.length > 0 && <p className="break-words text-paper">{each.names.join(', ')}</p>}
              <p className="text-paper-faint">{t('{when} by {name}', doneBy(each))}</p>
              {each.undone !== null && <p>{t('Undone: {when} by {name}', doneBy(each.undone))}</p>}
            </div>
            {each.may_undo && (
              <Undo
                id={each.id}
                isPending={undoing.isPending}
                onUndo={() => undoing.mutate(each.id, { onSuccess: () => toast(t('They are two people again.')) })}
              />
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

interface UndoProps {
  id: number
  isPending: boolean
  onUndo(): void
}

/** Undoes a join with two presses. After the first press, it also shows why the undo is not possible. */
function Undo({ id, isPending, onUndo }: UndoProps) {
  const { isArmed, buttonProps } = useTwoStep(onUndo)
  const { error, isFetching } = useUndoing(id, isArmed)
  const isAsking = isArmed && error === null
  return (
    <>
      <Button look={isAsking ? 'danger' : 'secondary'} isPending={isPending || isFetching} {...buttonProps}>
        {isAsking ? t('Really undo') : t('Undo')}
      </Button>
      {error !== null && (
        <div className="w-full">
          <ErrorNote message={error.message} />
        </div>
      )}
    </>
  )
}

const doneBy = ({ at, by }: { at: string; by: string | null }) => ({
  when: formatMoment(at),
  name: by ?? t('the site itself'),
})
