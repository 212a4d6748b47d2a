import { ChecklistImportView } from '#features/trial-mods/web/checklist-import.tsx'
import { ChecklistProvider } from '#features/trial-mods/web/queries.ts'
import { useFurtherChecklist } from '#features/trial-mods/web/use-further-checklist.ts'

export function Page() {
  return (
    <ChecklistProvider value={useFurtherChecklist()}>
      <ChecklistImportView />
    </ChecklistProvider>
  )
}
