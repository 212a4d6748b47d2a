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

/** The built-in drawings that can be shown above a group. */
export const DRAWINGS = ['chevrons', 'light-bar'] as const

/** The group for anything that a provider confirms besides the community's groups. Owners decide what it is worth. */
export const OTHER_GROUP = 'other'

/** The community's group for the provider's name of a group. */
export function groupMeant(groups: readonly { key: string; provider: string }[], provided: string): string {
  return groups.find(({ provider }) => provider === provided)?.key ?? OTHER_GROUP
}

/** The label of a group. Groups that the community no longer has get a general label. */
export function groupLabel(groups: readonly { key: string; label: string }[], group: string): string {
  return groups.find(({ key }) => key === group)?.label ?? t('Another group')
}

/**
 * VerifyPass confirms at once what it finds in records. Documents are checked by people, which takes hours
 * (https://help.verifypass.com/support/solutions/articles/62000177612). No webhook is documented that tells the two
 * apart, so after this time without a report a document is assumed.
 */
export const PENDING_AFTER = 15 * MINUTE
/** No provider takes longer to check a document. This also ends verifications whose window was closed at once. */
export const EXPIRES_AFTER = 7 * DAY
/** An expired verification is deleted after this time, because nobody needs a permanent record of a press on Verify. */
export const REMOVED_AFTER = 90 * DAY

/** The status of a verification after the time that has passed without a report. */
export function afterSilence(status: Status, startedAt: Date, now: Date): Status {
  if (status !== 'started' && status !== 'pending') return status
  const silence = now.getTime() - startedAt.getTime()
  if (silence >= EXPIRES_AFTER) return 'expired'
  return silence >= PENDING_AFTER ? 'pending' : status
}

/** Whether the provider has confirmed the person and no owner has rejected it. Then there is nothing to start. */
export function isVerified(status: Status | undefined): boolean {
  return status === 'verified' || status === 'approved'
}

/** The statuses that a provider can report. */
export const REPORTED = ['pending', 'verified'] as const
export type Reported = (typeof REPORTED)[number]

/** The status after a provider's report. A late confirmation counts; an owner's decision stays. */
export function afterReport(status: Status, reported: Reported): Status {
  if (status === 'approved' || status === 'rejected') return status
  if (reported === 'verified') return 'verified'
  return status === 'started' ? 'pending' : status
}

export type Decision = 'approved' | 'rejected'

/**
 * Whether an owner may make this decision. After the provider's confirmation both are possible, and a rejection may
 * later become an approval. An approval is final, because it has already taken effect.
 */
export function canDecide(status: Status, decision: Decision): boolean {
  return status === 'verified' || (status === 'rejected' && decision === 'approved')
}

/**
 * The most important of a person's verifications: a confirmed one first, then one in progress, then one that ended
 * without success.
 */
export function mostTelling<T extends { status: Status; startedAt: string }>(own: readonly T[]): T | null {
  const [first] = own.toSorted((a, b) => weightOf(a) - weightOf(b) || (a.startedAt < b.startedAt ? 1 : -1))
  return first ?? null
}

const WEIGHTS: Record<Status, number> = { approved: 0, verified: 1, pending: 2, started: 2, rejected: 3, expired: 3 }
const weightOf = ({ status }: { status: Status }) => WEIGHTS[status]

const before = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/**
 * Sorts the queue: first those that wait for owners, the longest wait on top, then those in progress, then the rest,
 * newest first. Equal times are sorted by id, so that the order is stable.
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

/**
 * The time of the next attempt to give a role, after this number of failures. It is never earlier than Discord asked
 * for.
 */
export function nextAttempt(failures: number, now: Date, waitSeconds = 0): Date {
  return new Date(now.getTime() + Math.max(backOff(failures, WAITS), waitSeconds * 1000))
}

/** When each status of a verification began. */
interface Lifecycle {
  status: Status
  startedAt: string
  pendingAt: string | null
  verifiedAt: string | null
  decidedAt: string | null
  expiredAt: string | null
}

/** When the verification reached its current status. */
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

/** The value by which a column of the queue is sorted. */
export function sortValueOf(
  item: Lifecycle & { person: { name: string }; group: string | null },
  column: string,
): string | number | null {
  if (column === 'person') return item.person.name
  if (column === 'group') return item.group
  return column === 'status' ? STATUSES.indexOf(item.status) : sinceOf(item)
}
