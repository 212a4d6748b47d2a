import { OwnActions } from '#features/discipline/web/own-actions.tsx'
import { OwnProgress } from '#features/trial-mods/web/own-progress.tsx'
import { OwnAccount } from '#features/users/web/own-account.tsx'

/** What the community holds on whoever asks: their account, and what other features know of them. */
export function MyPage() {
  return (
    <OwnAccount>
      <OwnProgress />
      <OwnActions />
    </OwnAccount>
  )
}
