import { ACCESS_LEVELS, type Access, allowsRights, CAPABILITY_NAMES, can, everywhere } from './access.ts'

/** Whether a text, such as one from a reply, is a valid access. */
export function isAccess(text: string): text is Access {
  return (
    ACCESS_LEVELS.some((level) => level === text) || CAPABILITY_NAMES.some((name) => can(name) === everywhere(text))
  )
}

/** Whether one access alone implies another. */
export function implies(has: Access, asked: Access): boolean {
  const isManagement = has === 'owner' || has === 'management'
  const isStaff = isManagement || has === 'staff'
  return allowsRights(asked, {
    isOwner: has === 'owner',
    isManagement,
    isStaff,
    isES: has === 'es',
    canESQuick: isStaff || has === 'es',
    capabilities: has.startsWith('can:') ? [has] : [],
  })
}
