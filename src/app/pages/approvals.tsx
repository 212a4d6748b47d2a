import { ApprovalsView } from '#features/discipline/web/approvals-view.tsx'
import { EvidencePart } from '#features/evidence/web/evidence-part.tsx'

export const Page = () => <ApprovalsView evidence={(of) => <EvidencePart {...of} isToApprove />} />
