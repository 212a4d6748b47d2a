import type { Access } from '#lib/access.ts'
import { type Kind, listOf, ON_ITS_LIST, TITLES } from './kind-rules.ts'

/** A list that somebody may be told of: what the community calls it, and who opens it. */
export interface InboxPlace {
  title: string
  path: string
  access: Access
  /** The address of one of its records, where each has its own. */
  pathOf?: (id: string) => string
}

/** By the name that begins the targets of its records. */
export type InboxPlaces = Readonly<Record<string, InboxPlace>>

/** Where everybody reads what is known of them. */
const OWN_PAGE = '/me'
const OWN_ACTION = /^(staff-da|player-actions)\/(\d+)$/

/** The own page: at the action, where it is about one. */
function ownPath(about: string): string {
  const [, list, id] = OWN_ACTION.exec(about) ?? []
  return id === undefined ? OWN_PAGE : `${OWN_PAGE}#action-${list === 'staff-da' ? 'staff' : 'players'}-${id}`
}

/** Where a row leads; null where nothing is there any more. */
export function placeOf(
  places: InboxPlaces,
  { kind, about }: { kind: Kind; about: string },
): { list: string | null; path: string; access: Access } | null {
  const place = places[listOf(about)]
  const list = TITLES[kind].includes('{list}') ? (place?.title ?? null) : null
  if (!ON_ITS_LIST.includes(kind)) return { list, path: ownPath(about), access: 'member' }
  if (place === undefined) return null
  const { path, access, pathOf } = place
  return { list, path: pathOf?.(about.slice(listOf(about).length + 1)) ?? path, access }
}
