import type { Member, RightsByLevel } from '#lib/access.ts'

/** Spec, section 9: presence heartbeat every 10 s. */
export const HEARTBEAT_EVERY = 10_000
const MISSED_HEARTBEATS = 3
/** A heartbeat is missed once it is this late: networks are not punctual. */
const LATE = 2_500
/** The list is sent at most once a second, however many come and go. */
const LIST_EVERY = 1_000
/** Spec, section 9: up to 12 viewer avatars are shown. */
export const MAX_VIEWERS = 12

export const RING_CLASSES = ['ring-sunset', 'ring-amber', 'ring-lagoon'] as const
export type RingClass = (typeof RING_CLASSES)[number]

/** The ring of a viewer's picture, by what their session may do. */
export function ringClassOf(rights: RightsByLevel): RingClass {
  if (rights.isOwner) return 'ring-sunset'
  return rights.isManagement ? 'ring-amber' : 'ring-lagoon'
}

/** One browser tab in a room. Times are in milliseconds. */
export interface Tab {
  pid: string
  sid: string
  visible: boolean
  person: Pick<Member, 'id' | 'name' | 'avatarUrl'> & { ringClass: RingClass }
  joinedAt: number
  heardAt: number
}

/** A viewer that misses three heartbeats leaves. */
export function isGone(tab: Pick<Tab, 'heardAt'>, now: number): boolean {
  return now - tab.heardAt > MISSED_HEARTBEATS * HEARTBEAT_EVERY + LATE
}

/** A process tells the others who looks through it this often, and whenever that changes. */
export const TELL_PROCESSES_EVERY = 5_000

/** Each takes less than 600 bytes of the 7,000 that one process can tell another at once. */
export const TABS_A_TELLING = 10

/** A process that was not heard for three times as long is dead: its viewers are somewhere else, or nowhere. */
export function isProcessGone(process: { heardAt: number }, now: number): boolean {
  return now - process.heardAt > 3 * TELL_PROCESSES_EVERY
}

/** Those who look before those who have it in the background; then the person who came first. */
function compareTabs(a: Tab, b: Tab): number {
  return Number(b.visible) - Number(a.visible) || a.joinedAt - b.joinedAt
}

/** Each person once, however many tabs: visible ones first, then in the order they came. */
export function viewersOf(tabs: Iterable<Tab>): { viewers: Tab[]; total: number } {
  const people = new Map<string, Tab>()
  for (const tab of tabs) {
    const known = people.get(tab.person.id)
    const shown = known === undefined || compareTabs(tab, known) < 0 ? tab : known
    people.set(tab.person.id, { ...shown, joinedAt: Math.min(tab.joinedAt, known?.joinedAt ?? tab.joinedAt) })
  }
  const viewers = [...people.values()].sort(compareTabs)
  return { viewers: viewers.slice(0, MAX_VIEWERS), total: viewers.length }
}

/** How long a list must wait when the last one was sent at `sentAt`. */
export function waitBeforeList(sentAt: number, now: number): number {
  return Math.max(0, sentAt + LIST_EVERY - now)
}
