import { RosterImportView } from '#features/roster/web/roster-import.tsx'
import { useFurtherRoster } from '#features/roster/web/use-further-roster.ts'

export const Page = () => <RosterImportView roster={useFurtherRoster()} />
