import { AuditView } from '#features/audit/web/audit-view.tsx'
import { useAuditPlaces } from '../audit-places.ts'

export function Page() {
  return <AuditView placeOf={useAuditPlaces()} />
}
