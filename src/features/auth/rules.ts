import { type Capability, everywhere, type Rights } from '#lib/access.ts'
import { DAY, HOUR, MINUTE } from '#lib/dates.ts'
import { msg } from '#lib/messages.ts'

/** Sessions end when idle or old, sooner for staff (ASVS 7.3.1, 7.3.2). */
export const SESSION_LIMITS = {
  member: { idle: 7 * DAY, absolute: 30 * DAY },
  staff: { idle: 24 * HOUR, absolute: 7 * DAY },
}

/** How long (ms) roles that Discord could not confirm still allow reads. */
const STALE_ROLES_SERVE_READS = HOUR

/** How long (ms) a sign-in may take. The person may have to find their password first. */
export const ATTEMPT_LIFETIME = 10 * MINUTE

/** `lastSeenAt` is at most this far behind (ms). Updating it at each request would cost one write per request. */
export const SEEN_PRECISION = MINUTE

export const RIGHTS = ['owner', 'management', 'staff', 'es'] as const
export type Right = (typeof RIGHTS)[number]

/** Why somebody has a right: the Discord roles that give it, or for owners also being named in OWNER_IDS. */
export interface Grant {
  right: Right
  roleIds: string[]
  isNamed: boolean
}

/** A capability that a Discord role gives, by the community's file: everywhere, or in one department. */
export interface RoleCapability {
  capability: Capability
  department: string | null
  roleId: string
}

/** The capability as an `Access` string, such as `can:audit.read` or `can:…@department`. */
const accessOf = ({ capability, department }: RoleCapability) =>
  `can:${capability}${department === null ? '' : `@${department}`}`

/**
 * The capabilities that a person's roles give beyond their level, without duplicates. A capability that holds
 * everywhere replaces the same capability of single departments.
 */
function capabilitiesOf(person: PersonWithRoles, roleCapabilities: readonly RoleCapability[]): string[] {
  const held = roleCapabilities.filter(({ roleId }) => person.roleIds.includes(roleId)).map(accessOf)
  return [...new Set(held)].filter((access) => access === everywhere(access) || !held.includes(everywhere(access)))
}

/** A person's name in Discord: the guild nickname, else the display name, else the account name. */
export function discordName(user: { nick: string | null; globalName: string | null; username: string }): string {
  return user.nick ?? user.globalName ?? user.username
}

interface PersonWithRoles {
  id: string
  roleIds: readonly string[]
}

/** The rights that a person has directly, the highest first. Rights that follow from a higher right are not listed. */
export function grantsOf(
  person: PersonWithRoles,
  roles: Record<Right, readonly string[]>,
  ownerIds: readonly string[],
): readonly Grant[] {
  return RIGHTS.map((right) => ({
    right,
    roleIds: roles[right].filter((id) => person.roleIds.includes(id)),
    isNamed: right === 'owner' && ownerIds.includes(person.id),
  })).filter(({ roleIds, isNamed }) => isNamed || roleIds.length > 0)
}

/**
 * What a person's Discord roles allow. Owner includes management, management includes staff; quick access is for ES,
 * staff, owner and management (spec section 6).
 */
export function rightsOf(
  person: PersonWithRoles,
  roles: Record<Right, readonly string[]>,
  ownerIds: readonly string[],
  roleCapabilities: readonly RoleCapability[] = [],
): Rights {
  const grants = grantsOf(person, roles, ownerIds)
  const has = (right: Right) => grants.some((grant) => grant.right === right)
  const isOwner = has('owner')
  const isManagement = isOwner || has('management')
  const isStaff = isManagement || has('staff')
  const isES = has('es')
  return {
    isOwner,
    isManagement,
    isStaff,
    isES,
    canESQuick: isES || isStaff,
    capabilities: capabilitiesOf(person, roleCapabilities),
  }
}

/**
 * The longest time (ms) that reading roles from Discord can take, and the largest difference between the clocks of two
 * processes. A reading dated further ahead than that comes from before the clock was set back, so it is not known to be
 * newer.
 */
const LONGEST_READING = 10 * MINUTE

/** The latest date at which a reading of roles still counts as newer than a reading of `readAt`. */
export function latestCredible(readAt: Date): Date {
  return new Date(readAt.getTime() + LONGEST_READING)
}

/** Whether roles dated `known` were read after roles dated `readAt`. */
export function isNewer(known: Date, readAt: Date): boolean {
  return known > readAt && known <= latestCredible(readAt)
}

/**
 * How to decide a call on roles of this age (ms): `serve` uses the roles, `ask` reads them from Discord first, `refuse`
 * denies the call. `canAsk` is false after Discord failed to answer.
 */
export function decideByRoleAge(roles: {
  age: number
  maxAge: number
  canAsk: boolean
  intent: 'read' | 'write'
}): 'serve' | 'ask' | 'refuse' {
  // The age is -Infinity while the gateway reports every change of roles.
  const isKnown = roles.age >= -LONGEST_READING || roles.age === Number.NEGATIVE_INFINITY
  if (isKnown && roles.age <= roles.maxAge) return 'serve'
  if (roles.canAsk) return 'ask'
  return roles.intent === 'read' && isKnown && roles.age <= STALE_ROLES_SERVE_READS ? 'serve' : 'refuse'
}

/** A period (ms since the epoch) in which the gateway reported every change of roles. */
export interface Watch {
  since: number
  until: number
}

/** The time (ms) until which roles read at `readAt` are known to have stayed true. `watches` are sorted by time. */
export function trueUntil(readAt: number, watches: readonly Watch[]): number {
  return watches.reduce((at, { since, until }) => (since <= at && at < until ? until : at), readAt)
}

/**
 * The watches that ended within the last hour. Roles that were last confirmed before that allow no calls, unless
 * `ROLE_MAX_AGE` is longer.
 */
export function recentWatches(watches: readonly Watch[], now: number): Watch[] {
  return watches.filter(({ until }) => now - until <= STALE_ROLES_SERVE_READS)
}

/** Everybody with a capability has the shorter sessions of staff, because they may do more than a member. */
export const hasStaffSession = ({ isStaff, capabilities }: Pick<Rights, 'isStaff' | 'capabilities'>) =>
  isStaff || capabilities.length > 0

/**
 * Whether a session is within its limits. `longest` (ms) is the community's own limit and applies only where it is
 * shorter.
 */
export function isLive(
  session: { createdAt: Date; lastSeenAt: Date },
  isStaff: boolean,
  now: Date,
  longest = Number.POSITIVE_INFINITY,
): boolean {
  const { idle, absolute } = SESSION_LIMITS[isStaff ? 'staff' : 'member']
  return (
    now.getTime() - session.lastSeenAt.getTime() <= idle &&
    now.getTime() - session.createdAt.getTime() <= Math.min(absolute, longest)
  )
}

const NOT_A_PLACE_TO_RETURN = /^\/(api|auth|login|session-expired|access-denied|rate-limit)(\/|\?|#|$)/
const CONTROL_CHARACTER = /\p{Cc}/u

/**
 * The path to open after sign-in: a path of this site with its query and hash, at most 512 characters. `/` for anything
 * else.
 */
export function returnPath(asked: unknown, origin: string): string {
  if (typeof asked !== 'string' || asked.length > 512) return '/'
  if (!/^\/(?![/\\])/.test(asked) || CONTROL_CHARACTER.test(asked)) return '/'
  if (!URL.canParse(asked, origin)) return '/'
  const url = new URL(asked, origin)
  // `/.//evil.example` starts like a path, but resolving its dots gives `//evil.example`, which browsers open as
  // another site.
  if (url.origin !== origin || url.pathname.startsWith('//') || NOT_A_PLACE_TO_RETURN.test(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}

export const includesEmailScope = (scope: unknown) => typeof scope === 'string' && scope.split(' ').includes('email')

/** The OAuth scopes of a sign-in. A caller can add `email` to the scopes that every sign-in needs, and nothing else. */
export function scopesFor(asked: unknown): string {
  return includesEmailScope(asked) ? 'identify email guilds.members.read' : 'identify guilds.members.read'
}

const BROWSERS: [RegExp, string][] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** A device as people recognise it, such as 'Firefox on Windows'. No other part of the User-Agent header is kept. */
export function deviceOf(userAgent: string | undefined): string {
  const known = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const [browser, system] = [known(BROWSERS), known(SYSTEMS)]
  if (browser === undefined) return system ?? msg('Unknown device')
  return system === undefined ? browser : `${browser} on ${system}`
}
