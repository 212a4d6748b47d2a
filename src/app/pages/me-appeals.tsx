import { OwnAppealsView } from '#features/appeals/web/own-appeals-view.tsx'

export const Page = () => <OwnAppealsView />
