import { DeviationReport } from '#features/discipline/web/deviation-report.tsx'

export const Page = () => <DeviationReport />
