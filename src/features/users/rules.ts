import type { Rights } from '#lib/access.ts'
import { compareText } from '#lib/compare.ts'
import { msg, type PlainMessage, t } from '#lib/messages.ts'
import { matchesSearch } from '#lib/search.ts'

/** The type of a session user, from the highest right down (spec section 3). */
export const SESSION_TYPES = ['ownership', 'management', 'staff', 'es', '-'] as const
export type SessionType = (typeof SESSION_TYPES)[number]

/** The spec's names of the types, as texts of the pages. */
export const TYPE_LABELS: Record<Exclude<SessionType, '-'>, PlainMessage> = {
  ownership: msg('ownership'),
  management: msg('management'),
  staff: msg('staff'),
  es: msg('es'),
}

export function typeOf(rights: Rights): SessionType {
  if (rights.isOwner) return 'ownership'
  if (rights.isManagement) return 'management'
  if (rights.isStaff) return 'staff'
  return rights.isES ? 'es' : '-'
}

interface Listed {
  id: string
  username: string
  global_name: string | null
  type: SessionType
}

/** Sorts by type, the highest right first, then by name. */
export function sortUsers<U extends Listed>(users: readonly U[]): U[] {
  const rank = ({ type }: Listed) => SESSION_TYPES.indexOf(type)
  return users.toSorted((a, b) => rank(a) - rank(b) || compareText(a.username, b.username))
}

/** Search by name, id or type (spec section 2). */
export function matches(user: Listed, search: string): boolean {
  return matchesSearch(search, [
    user.username,
    user.global_name,
    user.id,
    user.type === '-' ? '-' : t(TYPE_LABELS[user.type]),
  ])
}
