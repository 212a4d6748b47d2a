import { ActionImportDesk } from '#features/discipline/web/action-import.tsx'

export function StaffDaDatabaseImportPage() {
  return <ActionImportDesk title="Staff DA Database" href="/staff-da-database" />
}
