import { devRoster } from '#features/roster/contract.ts'
import { RosterImportView } from '#features/roster/web/roster-import.tsx'

export function DevRosterImportPage() {
  return <RosterImportView roster={devRoster} />
}
