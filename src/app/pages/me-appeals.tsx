import { OwnAppealsView } from '#features/appeals/web/own-appeals-view.tsx'
import { OwnClaims } from '#features/claims/web/own-claims.tsx'
import { OwnEvidenceList } from '#features/evidence/web/own-evidence.tsx'

export const Page = () => (
  <OwnAppealsView evidence={({ family, action }) => <OwnEvidenceList family={family} action={action} />}>
    <OwnClaims />
  </OwnAppealsView>
)
