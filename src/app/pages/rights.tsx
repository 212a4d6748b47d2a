import { RightsView } from '#features/rights/web/rights-view.tsx'

export const Page = () => <RightsView />
