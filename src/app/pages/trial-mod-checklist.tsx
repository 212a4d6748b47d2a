import { ChecklistPage } from '../checklist-page.tsx'

export function Page() {
  return <ChecklistPage />
}
