import { type RefObject, useState } from 'react'
import * as z from 'zod/mini'
import { t } from '#lib/messages.ts'
import { toast } from '#ui/live-region.tsx'
import { undoAction } from '#ui/undo-action.tsx'
import { CallFailed, call, reasonOf } from '#web/call.ts'
import { TrialMod } from '../contract.ts'
import {
  type CompletionChanges,
  isCompletionPart,
  partsOf,
  REVIEW_KEYS,
  withCompletion,
  withPart,
  withRating,
} from '../rules.ts'
import type { CompletionPart, ReviewType } from '../stage-rules.ts'
import { type ChecklistWrite, useCalls, useChangeChecklist, useChecklist } from './queries.ts'
import { withoutFirst } from './use-stage-writes.ts'

/**
 * The writes to a checklist: what was written can be undone, and a conflict with someone else's write waits for a
 * decision. Once the page is left, a failure is only announced.
 */
export function useChecklistWrites(viewRef: RefObject<HTMLElement | null>, hidesArchived: boolean) {
  const calls = useCalls()
  const { outcomes } = useChecklist()
  const { mutate: save } = useChangeChecklist({ onWritten, onFailed })
  // The first conflict is shown. The others wait for it.
  const [conflicts, setConflicts] = useState<readonly { write: ChecklistWrite; theirs: TrialMod }[]>([])
  const [conflict] = conflicts

  function onWritten(item: TrialMod, { part, record, undoes, onSaved }: ChecklistWrite): void {
    onSaved?.(item)
    if (!isCompletionPart(part)) return
    const { trialMod, completion } = item
    const { status } = completion
    const offerUndo = (words: string) => {
      const back = undoAction(() => undo(item, part, record))
      toast(words, 'ok', back)
    }
    if (status === record.completion.status) {
      const what = t('{name} was saved.', trialMod)
      if (undoes) toast(t('Undone: {what}', { what }))
      else offerUndo(what)
      return
    }
    if (undoes) {
      toast(t('{name} is marked {status} again.', { name: trialMod.name, status: outcomes[status].label }))
      return
    }
    const isHidden = status !== 'In-Training' && hidesArchived
    offerUndo(
      t(isHidden ? '{name} is marked {status} and hidden with the archived.' : '{name} is marked {status}.', {
        name: trialMod.name,
        status: outcomes[status].label,
      }),
    )
  }

  function onFailed(error: Error, write: ChecklistWrite): void {
    const isConflict = error instanceof CallFailed && error.code === 'changed_meanwhile'
    const theirs = isConflict ? z.safeParse(TrialMod, error.item).data : undefined
    const isStillHere = viewRef.current !== null
    if (write.undoes)
      toast(
        t('It was not undone. {error}', { error: error.message }),
        'danger',
        reasonOf(error) === null ? undefined : undoAction(() => save(write)),
      )
    else if (isStillHere && theirs) setConflicts((others) => [...others, { write, theirs }])
    else if (isStillHere && write.recover) write.recover(error.message)
    else toast(error.message, 'danger')
  }

  /** Restores the earlier version of a part. The server also drops the announcement that was waiting. */
  function undo(record: TrialMod, part: CompletionPart, before: TrialMod): void {
    const { traineeId: id, version } = record
    save({
      record,
      part,
      undoes: true,
      apply: (now) => withPart(now, part, before),
      send: () => call(calls.undoCompletion, { params: { id }, body: { part, version } }),
    })
  }

  function complete(record: TrialMod, changes: CompletionChanges, why?: string): void {
    const [part = 'completion'] = partsOf(changes)
    const now = new Date().toISOString()
    save({
      record,
      part,
      apply: (before) => withCompletion(before, changes, now),
      send: (version) =>
        call(calls.changeCompletion, { params: { id: record.traineeId }, body: { ...changes, why, version } }),
    })
  }

  function rate(record: TrialMod, type: ReviewType, rating: number | null): void {
    const now = new Date().toISOString()
    const reviewedAt = rating === null ? record[REVIEW_KEYS[type].date] : now
    save({
      record,
      part: `${type}Review`,
      apply: (before) => withRating(before, { type, rating, reviewedAt }, now),
      send: (version) =>
        call(calls.changeReview, { params: { id: record.traineeId }, body: { type, rating, reviewedAt, version } }),
    })
  }

  function keepMine(): void {
    setConflicts(withoutFirst)
    if (conflict !== undefined) save({ ...conflict.write, record: conflict.theirs })
  }

  return { save, complete, rate, conflict, keepMine, dismissConflict: () => setConflicts(withoutFirst) }
}
