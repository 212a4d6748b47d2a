import type { Right } from '#features/auth/rules.ts'
import { type Capability, everywhere } from '#lib/access.ts'
import { msg, type PlainMessage } from '#lib/messages.ts'

/** A level, or a capability in its form that applies everywhere. */
export type NamedRight = Right | `can:${Capability}`

/** The name of each right on pages. */
export const RIGHT_NAMES: Readonly<Record<NamedRight, PlainMessage>> = {
  es: msg('ES'),
  staff: msg('Staff'),
  management: msg('Management'),
  owner: msg('Owner'),
  'can:discipline.give': msg('Give actions'),
  'can:discipline.approve': msg('Approve actions'),
  'can:appeals.decide': msg('Decide appeals'),
  'can:evidence.internal': msg('See internal evidence'),
  'can:ranks.change': msg('Change rosters'),
  'can:content.edit': msg('Edit content'),
  'can:law.edit': msg('Edit codes'),
  'can:import.run': msg('Import files'),
  'can:audit.read': msg('Read the audit log'),
}

/** The right that an access requires, in any department. Undefined if it requires none, like `anyone`. */
export function namedRight(access: string): NamedRight | undefined {
  const right = everywhere(access)
  return isNamed(right) ? right : undefined
}

function isNamed(right: string): right is NamedRight {
  return Object.hasOwn(RIGHT_NAMES, right)
}
