import { backOff } from '#lib/back-off.ts'
import { DAY, MINUTE } from '#lib/dates.ts'
import { msg, type PlainMessage, t } from '#lib/messages.ts'

export const STATUSES = ['started', 'pending', 'verified', 'approved', 'rejected', 'expired'] as const
export type Status = (typeof STATUSES)[number]
export const STATUS_LABELS: Record<Status, PlainMessage> = {
  started: msg('Started'),
  pending: msg('Pending'),
  verified: msg('Verified'),
  approved: msg('Approved'),
  rejected: msg('Rejected'),
  expired: msg('Expired'),
}

/** The drawings of our own that may stand above a group. */
export const DRAWINGS = ['chevrons', 'light-bar'] as const

/** Whatever a provider confirms besides the community's groups; owners decide what it is worth. */
export const OTHER_GROUP = 'other'

/** The group that a provider means. */
export function groupMeant(groups: readonly { key: string; provider: string }[], said: string): string {
  return groups.find(({ provider }) => provider === said)?.key ?? OTHER_GROUP
}

/** What a group is called; also one that the community had once. */
export function groupLabel(groups: readonly { key: string; label: string }[], group: string): string {
  return groups.find(({ key }) => key === group)?.label ?? t('Another group')
}

/**
 * VerifyPass confirms at once what it finds in records, and has people look at documents, which takes hours
 * (https://help.verifypass.com/support/solutions/articles/62000177612). It documents no webhook that says which of the
 * two it is, so a silence as long as this is taken for a document.
 */
export const PENDING_AFTER = 15 * MINUTE
/** No provider's people take longer than that; who closed the window at once is cleared away by it too. */
export const EXPIRES_AFTER = 7 * DAY
/** Nobody needs to know for ever that somebody once pressed Verify. */
export const REMOVED_AFTER = 90 * DAY

/** What silence makes of a verification that nobody said anything about. */
export function afterSilence(status: Status, startedAt: Date, now: Date): Status {
  if (status !== 'started' && status !== 'pending') return status
  const silence = now.getTime() - startedAt.getTime()
  if (silence >= EXPIRES_AFTER) return 'expired'
  return silence >= PENDING_AFTER ? 'pending' : status
}

/** Whether the provider has confirmed them and nobody took it back: there is nothing to begin. */
export function isVerified(status: Status | undefined): boolean {
  return status === 'verified' || status === 'approved'
}

/** What a provider says of a verification. */
export const REPORTED = ['pending', 'verified'] as const
export type Reported = (typeof REPORTED)[number]

/** What the provider's word makes of a verification. A late yes is a yes; what owners decided stays decided. */
export function afterReport(status: Status, reported: Reported): Status {
  if (status === 'approved' || status === 'rejected') return status
  if (reported === 'verified') return 'verified'
  return status === 'started' ? 'pending' : status
}

export type Decision = 'approved' | 'rejected'

/** Owners have the last word after the provider's yes, and may take back a no; a yes has been acted on. */
export function canDecide(status: Status, decision: Decision): boolean {
  return status === 'verified' || (status === 'rejected' && decision === 'approved')
}

/** Of a person's verifications the one that says most: a yes before what is under way before what came to nothing. */
export function mostTelling<T extends { status: Status; startedAt: string }>(own: readonly T[]): T | null {
  const [first] = own.toSorted((a, b) => weightOf(a) - weightOf(b) || (a.startedAt < b.startedAt ? 1 : -1))
  return first ?? null
}

const WEIGHTS: Record<Status, number> = { approved: 0, verified: 1, pending: 2, started: 2, rejected: 3, expired: 3 }
const weightOf = ({ status }: { status: Status }) => WEIGHTS[status]

const before = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/**
 * The queue: what waits for owners first, the longest wait on top, then what is under way, then the rest, newest first.
 * Those of one moment stand in the order of their ids, so that the queue is the same each time.
 */
export function inQueueOrder<T extends { id: string; status: Status; startedAt: string; verifiedAt: string | null }>(
  all: readonly T[],
): T[] {
  const places: Record<Status, number> = { verified: 0, pending: 1, started: 1, approved: 2, rejected: 2, expired: 3 }
  return all.toSorted((a, b) => {
    const byMoment =
      a.status === 'verified' && b.status === 'verified'
        ? before(a.verifiedAt ?? '', b.verifiedAt ?? '')
        : before(b.startedAt, a.startedAt)
    return places[a.status] - places[b.status] || byMoment || before(a.id, b.id)
  })
}

const WAITS = { first: 5_000, longest: 10 * MINUTE }

/** When to try again to give a role after so many failures, never sooner than Discord asked for. */
export function nextAttempt(failures: number, now: Date, asked: { waitSeconds?: number } = {}): Date {
  return new Date(now.getTime() + Math.max(backOff(failures, WAITS), (asked.waitSeconds ?? 0) * 1000))
}

/** When each state of a verification began. */
interface Lifecycle {
  status: Status
  startedAt: string
  pendingAt: string | null
  verifiedAt: string | null
  decidedAt: string | null
  expiredAt: string | null
}

/** When it came to the state that it is in. */
export function sinceOf({ status, startedAt, pendingAt, verifiedAt, decidedAt, expiredAt }: Lifecycle): string {
  const times = {
    started: startedAt,
    pending: pendingAt,
    verified: verifiedAt,
    approved: decidedAt,
    rejected: decidedAt,
    expired: expiredAt,
  }
  return times[status] ?? startedAt
}

/** What the queue is sorted by in a column. */
export function sortValueOf(
  item: Lifecycle & { person: { name: string }; group: string | null },
  column: string,
): string | number | null {
  if (column === 'person') return item.person.name
  if (column === 'group') return item.group
  return column === 'status' ? STATUSES.indexOf(item.status) : sinceOf(item)
}
