import { staffRoster } from '#features/roster/contract.ts'
import { RosterImportView } from '#features/roster/web/roster-import.tsx'

export const Page = () => <RosterImportView roster={staffRoster} />
