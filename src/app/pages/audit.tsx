import { AuditView } from '#features/audit/web/audit-view.tsx'

export function Page() {
  return <AuditView />
}
