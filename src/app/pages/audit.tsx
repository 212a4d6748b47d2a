import { NuqsAdapter } from 'nuqs/adapters/react'
import { AuditView } from '#features/audit/web/audit-view.tsx'

export function Page() {
  return (
    <NuqsAdapter>
      <AuditView />
    </NuqsAdapter>
  )
}
