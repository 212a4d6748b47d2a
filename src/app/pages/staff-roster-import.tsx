import { staffRoster } from '#features/roster/contract.ts'
import { RosterImportDesk } from '#features/roster/web/roster-import.tsx'

export function StaffRosterImportPage() {
  return <RosterImportDesk roster={staffRoster} />
}
