import { ActionImportView } from '#features/discipline/web/action-import.tsx'
import { t } from '#lib/messages.ts'

export const Page = () => <ActionImportView title={t('Staff DA Database')} href="/staff-da-database" />
