import { NuqsAdapter } from 'nuqs/adapters/react'
import { AuditDesk } from '#features/audit/web/audit-desk.tsx'

export function AuditPage() {
  return (
    <NuqsAdapter>
      <AuditDesk />
    </NuqsAdapter>
  )
}
