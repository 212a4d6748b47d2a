import type { InboxTitles } from '#lib/inbox.ts'

const FOUND: Record<string, InboxTitles> = import.meta.glob('../features/*/inbox-rules.ts', {
  eager: true,
  import: 'inboxTitles',
})

/** The titles of every kind of inbox row, collected from every feature. */
export const INBOX_TITLES: InboxTitles = Object.fromEntries(
  Object.values(FOUND).flatMap((titles) => Object.entries(titles)),
)
