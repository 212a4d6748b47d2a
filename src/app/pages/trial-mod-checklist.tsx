import { ChecklistPage } from '../checklist-page.tsx'

export const Page = () => <ChecklistPage />
