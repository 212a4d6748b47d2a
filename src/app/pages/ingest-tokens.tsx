import { TokenDesk } from '#features/ingest/web/token-desk.tsx'

export function IngestTokensPage() {
  return <TokenDesk />
}
