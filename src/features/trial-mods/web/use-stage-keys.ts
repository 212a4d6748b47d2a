import type { KeyboardEvent } from 'react'
import type { TrialMod } from '../contract.ts'
import { nextStage } from '../rules.ts'
import { STAGE_KEYS, type StageKey, type StageState } from '../stage-rules.ts'
import { useChecklist } from './queries.ts'

const STATE_KEYS: Readonly<Record<string, StageState>> = { c: 'done', f: 'failed', p: 'inProgress' }

/**
 * Keyboard handling for the stages of a checklist, for the element around its rows. Arrow keys move between stages. C,
 * F and P set the state of the focused stage. The letters work only while a stage has the focus, and a held key counts
 * as one press.
 */
export function useStageKeys(
  records: readonly TrialMod[],
  onMark: (record: TrialMod, key: StageKey, state: StageState) => void,
) {
  const checklist = useChecklist()
  return (event: KeyboardEvent<HTMLElement>): void => {
    const { key, target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (!(target instanceof HTMLElement)) return
    const row = target.closest<HTMLElement>('tr[data-row]')
    const record = records.find(({ traineeId }) => traineeId === row?.dataset.row)
    if (row === null || record === undefined) return
    const stage = STAGE_KEYS.find((each) => each === target.dataset.stage)
    if (stage === undefined) {
      if (target === row && key === 'ArrowRight') go(stageIn(row, nextStage(record, checklist)))
      return
    }
    const state = STATE_KEYS[key.toLowerCase()]
    if (state !== undefined) {
      event.preventDefault()
      if (!event.repeat) onMark(record, stage, state)
      return
    }
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('tr[data-row]')]
    const keys = checklist.stages.map((each) => each.key)
    const at = keys.indexOf(stage)
    if (key === 'ArrowRight') go(stageIn(row, keys[at + 1]))
    else if (key === 'ArrowLeft') go(at === 0 ? row : stageIn(row, keys[at - 1]))
    else if (key === 'ArrowDown') go(stageIn(rows[rows.indexOf(row) + 1], stage))
    else if (key === 'ArrowUp') go(stageIn(rows[rows.indexOf(row) - 1], stage))

    function go(to: HTMLElement | null | undefined): void {
      event.preventDefault()
      to?.focus()
    }
  }
}

const stageIn = (row: HTMLElement | undefined, key: StageKey | undefined) =>
  row?.querySelector<HTMLElement>(`[data-stage="${key}"]`)
