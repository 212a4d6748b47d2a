import { type InboxPage, listOfTarget } from '#lib/inbox.ts'
import type { Inbox } from './rules.ts'

/** A list that messages may refer to, with the community's name for it. */
export interface InboxPlace extends InboxPage {
  title: string
}

/** The lists by the first part of their records' targets. */
export type InboxPlaces = Readonly<Record<string, InboxPlace>>

/** The page on which everybody reads what is recorded about them. */
const OWN_PAGE: InboxPage = { path: '/me', access: 'member' }

/** The page to which a row leads. Null when that page no longer exists. */
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
