import { OwnAppealsView } from '#features/appeals/web/own-appeals-view.tsx'
import { OwnClaims } from '#features/claims/web/own-claims.tsx'

export const Page = () => (
  <OwnAppealsView>
    <OwnClaims />
  </OwnAppealsView>
)
