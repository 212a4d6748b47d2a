import { ThresholdView } from '#features/discipline/web/threshold-view.tsx'
import { useStaffOffences } from '#features/offences/web/queries.ts'

export const Page = () => <ThresholdView offences={useStaffOffences()} />
