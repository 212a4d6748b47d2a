import { AppealsView } from '#features/appeals/web/appeals-view.tsx'
import { useTypesOfFamilies } from '#features/discipline/web/queries.ts'
import { EvidencePart } from '#features/evidence/web/evidence-part.tsx'

export const Page = () => <AppealsView types={useTypesOfFamilies()} evidence={(of) => <EvidencePart {...of} />} />
