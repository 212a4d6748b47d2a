import type { Rights } from '#lib/access.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Sessions end when idle or old, sooner for staff (ASVS 7.3.1, 7.3.2). */
export const SESSION_LIMITS = {
  member: { idle: 7 * DAY, absolute: 30 * DAY },
  staff: { idle: 24 * HOUR, absolute: 7 * DAY },
}

/** Roles that Discord could not confirm still serve reads this long. */
const STALE_ROLES_SERVE_READS = HOUR

/** How long a started sign-in may take: somebody may have to find their password. */
export const ATTEMPT_LIFETIME = 10 * MINUTE

/** Writing down each request would cost a write a request. */
export const SEEN_PRECISION = MINUTE

/**
 * What a person's Discord roles allow. Owner includes management, management includes staff; quick access is for ES,
 * staff, owner and management (spec section 6).
 */
export function rightsOf(
  person: { id: string; roleIds: readonly string[] },
  roles: Record<'owner' | 'management' | 'staff' | 'es', readonly string[]>,
  ownerIds: readonly string[],
): Rights {
  const has = (right: keyof typeof roles) => roles[right].some((id) => person.roleIds.includes(id))
  const isOwner = ownerIds.includes(person.id) || has('owner')
  const isManagement = isOwner || has('management')
  const isStaff = isManagement || has('staff')
  const isES = has('es')
  return { isOwner, isManagement, isStaff, isES, canESQuick: isES || isStaff }
}

/**
 * Whether roles of this age (ms) may answer: `serve` them, `ask` Discord first, or `refuse`. `canAsk` is false once
 * Discord was asked in vain.
 */
export function roleAnswer(roles: {
  age: number
  maxAge: number
  canAsk: boolean
  intent: 'read' | 'write'
}): 'serve' | 'ask' | 'refuse' {
  if (roles.age <= roles.maxAge) return 'serve'
  if (roles.canAsk) return 'ask'
  return roles.intent === 'read' && roles.age <= STALE_ROLES_SERVE_READS ? 'serve' : 'refuse'
}

export function isLive(session: { createdAt: Date; lastSeenAt: Date }, isStaff: boolean, now: Date): boolean {
  const { idle, absolute } = SESSION_LIMITS[isStaff ? 'staff' : 'member']
  return now.getTime() - session.lastSeenAt.getTime() <= idle && now.getTime() - session.createdAt.getTime() <= absolute
}

const NOT_A_PLACE_TO_RETURN = /^\/(api|auth|login|session-expired|access-denied|rate-limit)(\/|\?|#|$)/
const CONTROL_CHARACTER = /\p{Cc}/u

/** Where to go after signing in: a path of this site with its query and hash, at most 512 characters, else `/`. */
export function returnPath(asked: unknown, origin: string): string {
  if (typeof asked !== 'string' || asked.length > 512) return '/'
  if (!/^\/(?![/\\])/.test(asked) || CONTROL_CHARACTER.test(asked)) return '/'
  if (!URL.canParse(asked, origin)) return '/'
  const url = new URL(asked, origin)
  if (url.origin !== origin || NOT_A_PLACE_TO_RETURN.test(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}

/** Only an e-mail address may be asked for on top of what every sign-in needs. */
export function scopesFor(asked: unknown): string {
  const wantsEmail = typeof asked === 'string' && asked.split(' ').includes('email')
  return wantsEmail ? 'identify email guilds.members.read' : 'identify guilds.members.read'
}
