import { ChecklistImportDesk } from '#features/trial-mods/web/checklist-import.tsx'

export function TrialModChecklistImportPage() {
  return <ChecklistImportDesk title="Trial Mod Checklist" href="/trial-mod-checklist" />
}
