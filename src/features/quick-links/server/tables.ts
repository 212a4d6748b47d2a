import { integer, pgTable, text } from 'drizzle-orm/pg-core'

export const quickLinks = pgTable('quick_links', {
  key: text().primaryKey(),
  /** Counts the changes, so that a write meant for an older state is refused. */
  version: integer().notNull().default(1),
  title: text().notNull(),
  desc: text(),
  group: text().notNull(),
  icon: text().notNull(),
  href: text(),
  copy: text(),
})

/** For imports to be undone. */
export const IMPORTED_LINKS = { table: quickLinks, key: quickLinks.key, name: quickLinks.title } as const
