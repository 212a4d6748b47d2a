import { TokenView } from '#features/ingest/web/token-view.tsx'

export function Page() {
  return <TokenView />
}
