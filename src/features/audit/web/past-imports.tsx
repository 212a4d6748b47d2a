import { useState } from 'react'
import { formatMoment } from '#lib/dates.ts'
import { formatNumber, t } from '#lib/messages.ts'
import type { Topic } from '#lib/topics.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { toast } from '#ui/live-region.tsx'
import { CallFailed } from '#web/call.ts'
import type { PastImport, Undoing } from '../contract.ts'
import { usePastImports, useUndoImport, useUndoing } from './use-past-imports.ts'

interface PastImportsProps {
  list: Topic
  /** Called when the latest import is undone. */
  onLatestUndone(): void
}

/** The imports of a list, each with a way to undo it. Renders nothing when there were none. */
export function PastImports({ list, onLatestUndone }: PastImportsProps) {
  const query = usePastImports(list)
  const undo = useUndoImport()
  const [asking, setAsking] = useState<PastImport | null>(null)
  const all = query.data?.data ?? []
  if (all.length === 0 && query.error === null) return null

  function confirm(id: number): void {
    undo.mutate(id, {
      onSuccess: () => {
        toast(t('The import was undone.'))
        if (id === all[0]?.id) onLatestUndone()
      },
      onSettled: () => setAsking(null),
    })
  }
  const standing = all.filter(({ undone }) => undone === null)
  const isForOthers = standing.length > 0 && !standing.some(({ may_undo }) => may_undo)
  const failure = query.error === null ? undo.error : query.error
  return (
    <section aria-label={t('Past imports')} className="mt-8 space-y-3">
      <h2 className="text-xl">{t('Past imports')}</h2>
      <p className="text-paper-dim text-sm">
        {isForOthers
          ? t('Only management can undo an import into this list.')
          : t('You can undo an import once, and for 30 days.')}
      </p>
      {failure !== null && (
        <ErrorNote
          message={failure instanceof CallFailed ? failure.message : t('The past imports could not be loaded.')}
        />
      )}
      <ul className="space-y-3">
        {all.map((each) => (
          <li
            key={each.id}
            className="flex flex-wrap items-center gap-x-6 gap-y-2 rounded-md border border-haze bg-dusk px-4 py-3"
          >
            <div className="mr-auto min-w-0 flex-1 basis-64 text-sm">
              <p className="break-words font-bold font-sign text-base">{each.file ?? t('Your rows')}</p>
              <p className="text-paper-dim">{t('{when} by {name}', doneBy(each))}</p>
              <p className="text-paper-dim">
                {t('{added} added, {changed} changed, {removed} removed', {
                  added: formatNumber(each.added),
                  changed: formatNumber(each.changed),
                  removed: formatNumber(each.removed),
                })}
              </p>
              {each.undone !== null && <p>{t('Undone: {when} by {name}', doneBy(each.undone))}</p>}
              {each.undone !== null && <p>{t('Rows that were changed since the import stayed as they were.')}</p>}
            </div>
            {each.may_undo && (
              <Button
                aria-label={t('Undo the import of {when}', { when: formatMoment(each.at) })}
                onClick={() => setAsking(each)}
              >
                {t('Undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asking !== null && (
        <UndoDialog
          id={asking.id}
          isPending={undo.isPending}
          onConfirm={() => confirm(asking.id)}
          onClose={() => setAsking(null)}
        />
      )}
    </section>
  )
}

interface UndoDialogProps {
  id: number
  isPending: boolean
  onConfirm(): void
  onClose(): void
}

/** Shows what undoing an import would do now, and asks for confirmation. */
function UndoDialog({ id, isPending, onConfirm, onClose }: UndoDialogProps) {
  const { data, error, refetch } = useUndoing(id)
  const isNothingLeft = data !== undefined && data.removes + data.restores === 0
  const canUndo = error === null && !isNothingLeft
  return (
    <Dialog
      role="alertdialog"
      title={t('Undo this import?')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{canUndo ? t('Cancel') : t('Close')}</Button>
          {canUndo && (
            <Button look="danger" isPending={isPending || data === undefined} onClick={onConfirm}>
              {t('Undo the import')}
            </Button>
          )}
        </>
      }
    >
      {error === null ? (
        <p role="status" className="text-paper">
          {data === undefined ? t('Checking what would change…') : effectOf(data)}{' '}
          {data !== undefined && canUndo && t('You cannot take this back.')}
        </p>
      ) : (
        <ErrorNote message={error.message} onRetry={() => void refetch()} />
      )}
    </Dialog>
  )
}

const doneBy = ({ at, by }: { at: string; by: string | null }) => ({
  when: formatMoment(at),
  name: by ?? t('the site itself'),
})

/** Describes in sentences what the undo would do. */
function effectOf({ removes, restores, stay, staying }: Undoing): string {
  const names = [...staying, ...(stay > staying.length ? ['…'] : [])].join(', ')
  const sentences = [
    removes > 0 &&
      t(
        {
          one: 'Undoing it removes {count} entry that it added.',
          other: 'Undoing it removes {count} entries that it added.',
        },
        { count: removes },
      ),
    restores > 0 &&
      t(
        {
          one: 'Undoing it brings {count} entry back as it was before.',
          other: 'Undoing it brings {count} entries back as they were before.',
        },
        { count: restores },
      ),
    stay > 0 &&
      t(
        {
          one: '{count} entry was changed since, is about you or is appealed, and stays as it is: {names}.',
          other: '{count} entries were changed since, are about you or are appealed, and stay as they are: {names}.',
        },
        { count: stay, names },
      ),
    removes + restores === 0 && t('There is nothing left to undo.'),
  ]
  return sentences.filter(Boolean).join(' ')
}
