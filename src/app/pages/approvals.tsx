import { ApprovalsView } from '#features/discipline/web/approvals-view.tsx'

export const Page = () => <ApprovalsView />
