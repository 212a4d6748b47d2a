import { GivenAppealsView } from '#features/appeals/web/given-appeals-view.tsx'

export const Page = () => <GivenAppealsView />
