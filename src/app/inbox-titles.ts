import type { InboxTitles } from '#lib/inbox.ts'

const FOUND: Record<string, InboxTitles> = import.meta.glob('../features/*/inbox-rules.ts', {
  eager: true,
  import: 'inboxTitles',
})

/** What the inbox says of each kind: the titles of every feature. */
export const INBOX_TITLES: InboxTitles = Object.fromEntries(
  Object.values(FOUND).flatMap((titles) => Object.entries(titles)),
)
