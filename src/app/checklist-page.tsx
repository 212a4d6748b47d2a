import { staffRoster } from '#features/roster/contract.ts'
import { useRosterMembers } from '#features/roster/web/queries.ts'
import { trialModCalls } from '#features/trial-mods/contract.ts'
import { ChecklistView } from '#features/trial-mods/web/checklist-view.tsx'
import { useCalls, useOwnProgress } from '#features/trial-mods/web/queries.ts'
import { useFindOwnAccount } from '#features/users/web/queries.ts'
import { useHasPart } from '#web/site-context.tsx'
import { MentorChoice } from './mentor-choice.tsx'
import { usePageLinks } from './shell/open-pages.ts'
import { useTrialModOffers } from './trial-mod-offers.tsx'

/** The page of the checklist that the context above provides. */
export function ChecklistPage() {
  const own = useOwnProgress()
  const { key } = useCalls()
  const hasMentors = useHasPart('training-queue') && key === trialModCalls.key
  const { offers, promotable, promote } = useTrialModOffers()
  const staff = useRosterMembers(staffRoster).data?.data ?? []
  const account = useFindOwnAccount().data?.item
  const me = staff.find(({ discordId }) => discordId === account?.id)?.name ?? account?.name
  return (
    <ChecklistView
      links={usePageLinks(['/staff-roster', '/staff-da-database'])}
      staff={staff.map(({ name }) => name)}
      me={me}
      ownId={own.data?.data?.traineeId}
      promotable={promotable}
      onPromote={promote}
      offers={offers}
      choiceOf={(chosen, { end }) =>
        hasMentors && <MentorChoice traineeIds={chosen.map(({ traineeId }) => traineeId)} onDone={end} />
      }
    />
  )
}
