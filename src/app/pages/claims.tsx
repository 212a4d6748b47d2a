import { ClaimsView } from '#features/claims/web/claims-view.tsx'

export const Page = () => <ClaimsView />
