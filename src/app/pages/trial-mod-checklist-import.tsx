import { ChecklistImportView } from '#features/trial-mods/web/checklist-import.tsx'

export function TrialModChecklistImportPage() {
  return <ChecklistImportView title="Trial Mod Checklist" href="/trial-mod-checklist" />
}
