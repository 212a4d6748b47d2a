import { devRoster } from '#features/roster/contract.ts'
import { RosterImportDesk } from '#features/roster/web/roster-import.tsx'

export function DevRosterImportPage() {
  return <RosterImportDesk roster={devRoster} />
}
