import { TokenView } from '#features/ingest/web/token-view.tsx'

export const Page = () => <TokenView />
