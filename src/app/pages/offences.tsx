import { OffencesView } from '#features/offences/web/offences-view.tsx'

export const Page = () => <OffencesView />
