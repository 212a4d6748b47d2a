import { AuditView } from '#features/audit/web/audit-view.tsx'
import { useAuditPlaces } from '../audit-places.ts'
import { useAuditWords } from '../use-audit-words.ts'

export const Page = () => <AuditView words={useAuditWords()} placeOf={useAuditPlaces()} />
