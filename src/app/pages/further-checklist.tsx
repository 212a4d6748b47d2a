import { ChecklistProvider } from '#features/trial-mods/web/queries.ts'
import { useFurtherChecklist } from '#features/trial-mods/web/use-further-checklist.ts'
import { ChecklistPage } from '../checklist-page.tsx'

export function Page() {
  return (
    <ChecklistProvider value={useFurtherChecklist()}>
      <ChecklistPage />
    </ChecklistProvider>
  )
}
