import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { TEN_CODE_COLORS } from '../rules.ts'

/** Who wrote a record and when. The names are null for records that came with the site's first start. */
const authorship = () => ({
  createdByUsername: text('created_by_username'),
  createdByDiscord: text('created_by_discord'),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
  updatedByUsername: text('updated_by_username'),
  updatedByDiscord: text('updated_by_discord'),
  updatedAt: timestamp('updated_at', { withTimezone: true, precision: 3 }).notNull(),
  version: integer().notNull().default(1),
})

export const tenCodes = pgTable('ten_codes', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** Made from the code. It is unique, so every permalink leads to one row. */
  anchor: text().notNull().unique(),
  code: text().notNull(),
  meaning: text().notNull(),
  category: text(),
  color: text({ enum: TEN_CODE_COLORS }).notNull(),
  ...authorship(),
})

export const penalCodes = pgTable('penal_codes', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** Made from the statute. It is unique, so every permalink leads to one row. */
  anchor: text().notNull().unique(),
  statute: text().notNull(),
  title: text().notNull(),
  class: text(),
  fine: integer(),
  jail: integer(),
  points: integer(),
  notes: text(),
  fineMax: integer('fine_max'),
  jailMax: integer('jail_max'),
  pointsMax: integer('points_max'),
  counts: integer(),
  excludes: text(),
  includes: text(),
  aliases: text(),
  ...authorship(),
})

/**
 * The lists that an earlier version of the site filled from the community's files. That version wrote no audit row for
 * it.
 */
export const legacyFilledLists = pgTable('codes_arrived', {
  list: text({ enum: ['ten-codes', 'penal-codes'] }).primaryKey(),
  at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
})

/** How an import of the list is undone. */
export const IMPORTED_TEN_CODES = {
  table: tenCodes,
  key: tenCodes.id,
  name: tenCodes.code,
  unique: [tenCodes.anchor],
} as const

export const IMPORTED_PENAL_CODES = {
  table: penalCodes,
  key: penalCodes.id,
  name: penalCodes.statute,
  unique: [penalCodes.anchor],
} as const
