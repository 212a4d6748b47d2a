import { AppealsView } from '#features/appeals/web/appeals-view.tsx'
import { EvidencePart } from '#features/evidence/web/evidence-part.tsx'

export const Page = () => <AppealsView evidence={(of) => <EvidencePart {...of} />} />
