import { ActionImportView } from '#features/discipline/web/action-import.tsx'

export function StaffDaDatabaseImportPage() {
  return <ActionImportView title="Staff DA Database" href="/staff-da-database" />
}
