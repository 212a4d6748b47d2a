import { AuditView } from '#features/audit/web/audit-view.tsx'
import { useAuditPlaces } from '../audit-places.ts'
import { AUDIT_WORDS } from '../audit-words.ts'

export function Page() {
  return <AuditView words={AUDIT_WORDS} placeOf={useAuditPlaces()} />
}
