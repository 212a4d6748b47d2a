import { integer, pgTable, text } from 'drizzle-orm/pg-core'

export const quickLinks = pgTable('quick_links', {
  key: text().primaryKey(),
  /** Counts the changes, so that a write based on an older version is refused. */
  version: integer().notNull().default(1),
  title: text().notNull(),
  desc: text(),
  group: text().notNull(),
  icon: text().notNull(),
  href: text(),
  copy: text(),
})

/** Describes the table for the undo of imports. */
export const IMPORTED_LINKS = { table: quickLinks, key: quickLinks.key, name: quickLinks.title } as const
