import { rightsOf, useAuth } from '#features/auth/web/use-auth.ts'
import { t } from '#lib/messages.ts'
import type { TrialMod } from '../contract.ts'
import { maySignOff, stageBefore } from '../rules.ts'
import { type StageKey, stageTitle } from '../stage-rules.ts'
import { useChecklist } from './queries.ts'

/** Returns a function that says why the viewer cannot sign off a stage now, or null if they can. */
export function useStageRefusal() {
  const checklist = useChecklist()
  const rights = rightsOf(useAuth())
  return (record: TrialMod, key: StageKey, isOwn: boolean): string | null => {
    if (isOwn) return t('This is your own record. Somebody else must sign it off.')
    if (!maySignOff(key, checklist, rights)) return t('You may not sign off this stage. Ask somebody who may.')
    const first = stageBefore(record, key, checklist)
    return first === null ? null : t('First comes {stage}.', { stage: stageTitle(first, checklist) })
  }
}
