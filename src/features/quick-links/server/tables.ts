import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { QUICK_LINK_GROUPS, QUICK_LINK_ICONS } from '../rules.ts'

export const quickLinks = pgTable('quick_links', {
  key: text().primaryKey(),
  /** Counts the changes, so that a write meant for an older state is refused. */
  version: integer().notNull().default(1),
  title: text().notNull(),
  desc: text(),
  group: text({ enum: QUICK_LINK_GROUPS }).notNull(),
  icon: text({ enum: QUICK_LINK_ICONS }).notNull(),
  href: text(),
  copy: text(),
})
