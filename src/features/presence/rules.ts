import type { Member, RightsByLevel } from '#lib/access.ts'

/** The interval (ms) of heartbeats (spec section 9: every 10 s). */
export const HEARTBEAT_EVERY = 10_000
const MISSED_HEARTBEATS = 3
/** How late (ms) a heartbeat may be before it counts as missed, because networks are not punctual. */
const HEARTBEAT_MAY_BE_LATE = 2_500
/** The shortest time (ms) between two lists, however many people come and go. */
const LIST_EVERY = 1_000
/** The most avatars that are shown (spec section 9: up to 12). */
export const MAX_VIEWERS = 12

export const RING_CLASSES = ['ring-sunset', 'ring-amber', 'ring-lagoon'] as const
export type RingClass = (typeof RING_CLASSES)[number]

/** The ring around a viewer's picture, by the rights of their session. */
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
  return now - tab.heardAt > MISSED_HEARTBEATS * HEARTBEAT_EVERY + HEARTBEAT_MAY_BE_LATE
}

/** How often (ms) a process sends its tabs to the others, in addition to every change. */
export const SHARE_TABS_EVERY = 5_000

/** The tabs in one message. Each takes less than 600 of the 7,000 bytes that one message between processes may have. */
export const TABS_PER_MESSAGE = 10

/**
 * Whether a process has been silent for three intervals. It is then dead, and its viewers are connected elsewhere or
 * gone.
 */
export function isProcessGone(process: { heardAt: number }, now: number): boolean {
  return now - process.heardAt > 3 * SHARE_TABS_EVERY
}

/** Sorts visible tabs before hidden ones, and then by the time of joining. */
function compareTabs(a: Tab, b: Tab): number {
  return Number(b.visible) - Number(a.visible) || a.joinedAt - b.joinedAt
}

/**
 * The viewers, each person once however many tabs they have. People with a visible tab come first, then the order of
 * joining.
 */
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

/** How long (ms) the next list must wait if the last one was sent at `sentAt`. */
export function waitBeforeList(sentAt: number, now: number): number {
  return Math.max(0, sentAt + LIST_EVERY - now)
}
