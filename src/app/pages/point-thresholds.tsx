import { ThresholdView } from '#features/discipline/web/threshold-view.tsx'
import { useOffencesOf } from '#features/offences/web/queries.ts'

export const Page = () => (
  <ThresholdView offences={{ staff: useOffencesOf('staff'), players: useOffencesOf('players') }} />
)
