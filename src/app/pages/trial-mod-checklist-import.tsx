import { ChecklistImportView } from '#features/trial-mods/web/checklist-import.tsx'

export const Page = () => <ChecklistImportView />
