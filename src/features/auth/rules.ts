import { type Capability, everywhere, type Rights } from '#lib/access.ts'
import { DAY, HOUR, MINUTE } from '#lib/dates.ts'
import { msg } from '#lib/messages.ts'

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

export const RIGHTS = ['owner', 'management', 'staff', 'es'] as const
export type Right = (typeof RIGHTS)[number]

/** Why somebody has a right: the Discord roles that give it, or for owners also being named in OWNER_IDS. */
export interface Grant {
  right: Right
  roleIds: string[]
  isNamed: boolean
}

/** A capability that a Discord role gives, by the community's file: everywhere, or in one department. */
export interface Given {
  capability: Capability
  department: string | null
  roleId: string
}

/** As an access asks for it. */
const accessOf = ({ capability, department }: Given) =>
  `can:${capability}${department === null ? '' : `@${department}`}`

/**
 * The capabilities that a person's roles give beyond their level, each once; one everywhere holds in each department.
 */
function capabilitiesOf(person: Roled, given: readonly Given[]): string[] {
  const held = given.filter(({ roleId }) => person.roleIds.includes(roleId)).map(accessOf)
  return [...new Set(held)].filter((access) => access === everywhere(access) || !held.includes(everywhere(access)))
}

/** What Discord calls somebody: by their nickname in the guild, else their display name, else their account's. */
export function discordName(user: { nick: string | null; globalName: string | null; username: string }): string {
  return user.nick ?? user.globalName ?? user.username
}

interface Roled {
  id: string
  roleIds: readonly string[]
}

/** Each right that a person has by itself, the highest first; what it includes is not listed again. */
export function grantsOf(
  person: Roled,
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
  person: Roled,
  roles: Record<Right, readonly string[]>,
  ownerIds: readonly string[],
  given: readonly Given[] = [],
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
    capabilities: capabilitiesOf(person, given),
  }
}

/**
 * No question about roles takes so long (ms), and no clock of ours is so far ahead of another. What is dated later than
 * that was dated before the clock was set back, and says nothing about what was read first.
 */
const LONGEST_READING = 10 * MINUTE

/** Up to when a reading of roles may be dated and still be newer than one of `readAt`. */
export function latestCredible(readAt: Date): Date {
  return new Date(readAt.getTime() + LONGEST_READING)
}

/** Whether what is known was read after this. */
export function isNewer(known: Date, readAt: Date): boolean {
  return known > readAt && known <= latestCredible(readAt)
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
  // Below any time while everything is heard.
  const isKnown = roles.age >= -LONGEST_READING || roles.age === Number.NEGATIVE_INFINITY
  if (isKnown && roles.age <= roles.maxAge) return 'serve'
  if (roles.canAsk) return 'ask'
  return roles.intent === 'read' && isKnown && roles.age <= STALE_ROLES_SERVE_READS ? 'serve' : 'refuse'
}

/** While this lasted, every change of somebody's roles was heard (ms). */
export interface Watch {
  since: number
  until: number
}

/** Until when (ms) roles that were read at `readAt` are known to have stayed true; `watches` in order of time. */
export function trueUntil(readAt: number, watches: readonly Watch[]): number {
  return watches.reduce((at, { since, until }) => (since <= at && at < until ? until : at), readAt)
}

/** Those of the watches that can still matter: roles that old serve nobody. */
export function recentWatches(watches: readonly Watch[], now: number): Watch[] {
  return watches.filter(({ until }) => now - until <= STALE_ROLES_SERVE_READS)
}

/** Those who may do more here than any member have the shorter sessions of staff. */
export const hasStaffSession = ({ isStaff, capabilities }: Pick<Rights, 'isStaff' | 'capabilities'>) =>
  isStaff || capabilities.length > 0

/** `longest` (ms) is the community's own limit, where it is shorter. */
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

/** Where to go after signing in: a path of this site with its query and hash, at most 512 characters, else `/`. */
export function returnPath(asked: unknown, origin: string): string {
  if (typeof asked !== 'string' || asked.length > 512) return '/'
  if (!/^\/(?![/\\])/.test(asked) || CONTROL_CHARACTER.test(asked)) return '/'
  if (!URL.canParse(asked, origin)) return '/'
  const url = new URL(asked, origin)
  // `/.//evil.example` is a path until its dots are resolved; then it begins as another site's address does.
  if (url.origin !== origin || url.pathname.startsWith('//') || NOT_A_PLACE_TO_RETURN.test(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}

export const asksEmail = (scope: unknown) => typeof scope === 'string' && scope.split(' ').includes('email')

/** Only an e-mail address may be asked for on top of what every sign-in needs. */
export function scopesFor(asked: unknown): string {
  return asksEmail(asked) ? 'identify email guilds.members.read' : 'identify guilds.members.read'
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

/** A device as people recognise it, such as 'Firefox on Windows'. Of what a browser says of itself no word is kept. */
export function deviceOf(userAgent: string | undefined): string {
  const known = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const [browser, system] = [known(BROWSERS), known(SYSTEMS)]
  if (browser === undefined) return system ?? msg('Unknown device')
  return system === undefined ? browser : `${browser} on ${system}`
}
