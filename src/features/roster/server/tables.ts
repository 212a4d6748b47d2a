import { date, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/** The members of every roster. Within a roster, Discord IDs and callsigns are unique. */
export const rosterMembers = pgTable(
  'roster_members',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Counts the changes, so that a write based on an older version is refused. */
    version: integer().notNull().default(1),
    /** The name of the roster. A roster that left the community's file keeps its members. */
    roster: text().notNull(),
    name: text().notNull(),
    callsign: text(),
    /** The callsign as it is compared (`callsignKey` in rules.ts). */
    callsignKey: text('callsign_key'),
    discordId: text('discord_id').notNull(),
    position: text().notNull(),
    timezone: text(),
    hiredAt: date('hired_at', { mode: 'string' }),
    lastMove: date('last_move', { mode: 'string' }),
    status: text().notNull(),
    notes: text(),
  },
  (t) => [
    uniqueIndex('roster_members_callsign').on(t.roster, t.callsignKey),
    uniqueIndex('roster_members_discord_id').on(t.roster, t.discordId),
  ],
)

/** For undoing imports. All rosters are in this table. */
export const IMPORTED_MEMBERS = {
  table: rosterMembers,
  key: rosterMembers.id,
  name: rosterMembers.name,
  about: rosterMembers.discordId,
  unique: [rosterMembers.roster, rosterMembers.callsignKey],
} as const
