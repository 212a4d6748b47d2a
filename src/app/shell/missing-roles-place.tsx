import { MissingRoles } from '#features/rights/web/missing-roles.tsx'
import { useIsStaffPage } from './staff-tools.ts'

/** Owners hear of deleted roles above the pages of the staff. Code of its own: visitors load none of what it takes. */
export const MissingRolesPlace = () => (useIsStaffPage() ? <MissingRoles /> : null)
