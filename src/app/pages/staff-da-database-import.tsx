import { ActionImportView } from '#features/discipline/web/action-import.tsx'

export function Page() {
  return <ActionImportView title="Staff DA Database" href="/staff-da-database" />
}
