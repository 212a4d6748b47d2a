import { TokenView } from '#features/ingest/web/token-view.tsx'

export function IngestTokensPage() {
  return <TokenView />
}
