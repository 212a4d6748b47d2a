import { ChecklistImportView } from '#features/trial-mods/web/checklist-import.tsx'

export function Page() {
  return <ChecklistImportView />
}
