import { useCan } from '#features/auth/web/use-can.ts'
import { staffRoster } from '#features/roster/contract.ts'
import { ChecklistView } from '#features/trial-mods/web/checklist-view.tsx'
import { useOwnProgress } from '#features/trial-mods/web/queries.ts'
import { useFindOwnAccount } from '#features/users/web/queries.ts'
import { usePageLinks } from '../shell/open-pages.ts'
import { useTrialModOffers } from '../trial-mod-offers.tsx'

export function Page() {
  const own = useOwnProgress()
  const { offers, promotable, promote, staff } = useTrialModOffers()
  const account = useFindOwnAccount().data?.item
  const me = staff.find(({ discordId }) => discordId === account?.id)?.name ?? account?.name
  const mayPromote = useCan(staffRoster.change)
  return (
    <ChecklistView
      links={usePageLinks(['/staff-roster', '/staff-da-database'])}
      importHref="/trial-mod-checklist/import"
      staff={staff.map(({ name }) => name)}
      me={me}
      ownId={own.data?.data?.traineeId}
      promotable={promotable}
      onPromote={mayPromote ? promote : undefined}
      offers={mayPromote && offers}
    />
  )
}
