import { type InboxPage, listOfTarget } from '#lib/inbox.ts'
import type { Inbox } from './rules.ts'

/** A list that somebody may be told of, and what the community calls it. */
export interface InboxPlace extends InboxPage {
  title: string
}

/** By the name that begins the targets of its records. */
export type InboxPlaces = Readonly<Record<string, InboxPlace>>

/** Where everybody reads what is known of them. */
const OWN_PAGE: InboxPage = { path: '/me', access: 'member' }

/** Where a row leads; null where nothing is there any more. */
export function placeOf(
  { kinds }: Pick<Inbox, 'kinds'>,
  places: InboxPlaces,
  { kind, about }: { kind: string; about: string },
): (InboxPage & { list: string | null }) | null {
  const known = kinds.get(kind)
  if (known === undefined) return null
  const place = places[listOfTarget(about)]
  const list = known.title.includes('{list}') ? (place?.title ?? null) : null
  const { opens = () => OWN_PAGE } = known
  const page = opens === 'list' ? place : opens(about.slice(listOfTarget(about).length + 1), listOfTarget(about))
  return page === undefined ? null : { list, path: page.path, access: page.access }
}
