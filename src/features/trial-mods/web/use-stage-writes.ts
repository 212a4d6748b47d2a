import { useRef, useState } from 'react'
import { t } from '#lib/messages.ts'
import { UNDO_MS } from '#lib/undo.ts'
import { type ToastAction, toast } from '#ui/live-region.tsx'
import { undoAction } from '#ui/undo-action.tsx'
import { call } from '#web/call.ts'
import type { Stage, TrialMod } from '../contract.ts'
import { stageOf, stateFlags, stateOf, withStage } from '../rules.ts'
import { STATE_LABELS, type StageKey, type StageState, stageTitle } from '../stage-rules.ts'
import { type ChecklistWrite, useCalls, useChecklist } from './queries.ts'
import { useStageRefusal } from './use-stage-refusal.ts'

interface OpenStage {
  record: TrialMod
  key: StageKey
  draft?: Stage
  failure?: string
}

/** A stage before the viewer's changes in the last seconds, and after them. */
interface RecentChange {
  before: Stage
  after: Stage
  until: number
}

export const withoutFirst = <Item>([, ...rest]: readonly Item[]) => rest

/**
 * The stages that are open in a dialog, and the writes to stages, from dialogs and from single keys. Each change can be
 * undone for some seconds. After several changes to one stage, undo restores the state before the first of them, so
 * that keys pressed by mistake lose nothing.
 */
export function useStageWrites(
  save: (write: ChecklistWrite) => void,
  { me, ownId }: { me: string | null; ownId: string | null },
) {
  const calls = useCalls()
  const checklist = useChecklist()
  const blockedReason = useStageRefusal()
  // The first stage is shown. The others wait for it.
  const [stages, setStages] = useState<readonly OpenStage[]>([])
  const recentByStage = useRef(new Map<string, RecentChange>())
  const dismissToastByStage = useRef(new Map<string, () => void>())

  const send = ({ traineeId }: TrialMod, key: StageKey, { by, ...rest }: Stage, version: number) =>
    call(calls.changeStage, { params: { id: traineeId }, body: { ...rest, stage: key, byName: by, version } })

  /** Shows what was written to a stage. Removes the earlier message about it, whose Undo no longer applies. */
  function showToast({ traineeId }: TrialMod, key: StageKey, words: string, action?: ToastAction): void {
    const id = stageId(traineeId, key)
    dismissToastByStage.current.get(id)?.()
    dismissToastByStage.current.set(id, toast(words, 'ok', action))
  }

  function markedText(item: TrialMod, key: StageKey): string {
    const values = valuesOf(item, key)
    const { by } = stageOf(item, key)
    return by === null || by === me
      ? t('{stage} of {name} is marked {state}.', values)
      : t('{stage} of {name} is marked {state}, supervised by {by}.', { ...values, by })
  }

  function valuesOf(item: TrialMod, key: StageKey) {
    const state = stateOf(stageOf(item, key))
    return {
      stage: stageTitle(key, checklist),
      name: item.trialMod.name,
      state: state === null ? t('Open // of a stage') : t(STATE_LABELS[state]),
    }
  }

  function saveStage(record: TrialMod, key: StageKey, draft: Stage): void {
    setStages(withoutFirst)
    const shown = stageOf(record, key)
    if (isSame(draft, shown)) return
    const isMarked = stateOf(draft) !== stateOf(shown) || draft.by !== shown.by
    const id = stageId(record.traineeId, key)
    const last = recentByStage.current.get(id)
    const follows = last !== undefined && Date.now() < last.until && isSame(last.after, shown)
    const before = follows ? last.before : shown
    recentByStage.current.set(id, { before, after: draft, until: Date.now() + UNDO_MS })
    save({
      record,
      part: key,
      apply: (now) => withStage(now, key, draft),
      send: (version) => send(record, key, draft, version),
      onSaved: (item) =>
        showToast(
          item,
          key,
          isMarked ? markedText(item, key) : t('Notes of {stage} of {name} saved.', valuesOf(item, key)),
          undoAction(() => undo(item, key, before)),
        ),
      // Nothing that was written is lost: neither this draft nor a dialog that may be open by then.
      recover: (failure) => setStages((open) => [...open, { record, key, draft, failure }]),
    })
  }

  function undo(record: TrialMod, key: StageKey, before: Stage): void {
    save({
      record,
      part: key,
      undoes: true,
      apply: (now) => withStage(now, key, before),
      send: (version) => send(record, key, before, version),
      onSaved: (item) => showToast(item, key, t('{stage} of {name} is marked {state} again.', valuesOf(item, key))),
    })
  }

  /** Sets a state with one key. If that is not possible, the dialog opens and says why or asks for what is missing. */
  function markStage(record: TrialMod, key: StageKey, state: StageState): void {
    const shown = stageOf(record, key)
    if (stateOf(shown) === state) return
    const draft = { ...shown, ...stateFlags(state), by: shown.by ?? me }
    if (blockedReason(record, key, record.traineeId === ownId) !== null) setStages([{ record, key }])
    else if (draft.by === null) setStages([{ record, key, draft }])
    else saveStage(record, key, draft)
  }

  return {
    stage: stages[0],
    openStage: (record: TrialMod, key: StageKey) => setStages([{ record, key }]),
    closeStage: () => setStages(withoutFirst),
    saveStage,
    markStage,
  }
}

const stageId = (traineeId: string, key: StageKey) => `${traineeId} ${key}`

const isSame = (a: Stage, b: Stage) => stateOf(a) === stateOf(b) && a.by === b.by && a.notes === b.notes
