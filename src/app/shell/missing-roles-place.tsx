import { MissingRoles } from '#features/rights/web/missing-roles.tsx'
import { useIsStaffPage } from './staff-tools.ts'

/**
 * Tells owners about deleted roles, above the pages of the staff. The code is loaded separately, so visitors load none
 * of it.
 */
export const MissingRolesPlace = () => (useIsStaffPage() ? <MissingRoles /> : null)
