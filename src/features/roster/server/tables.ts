import { date, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/** The members of every roster; two of one roster share neither Discord ID nor callsign. */
export const rosterMembers = pgTable(
  'roster_members',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Counts the changes, so that a write meant for an older state is refused. */
    version: integer().notNull().default(1),
    /** The name of the roster. One that left the community's file keeps its members. */
    roster: text().notNull(),
    name: text().notNull(),
    callsign: text(),
    /** The callsign as it is compared: `callsignKey` of the rules. */
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

/** For imports to be undone: every roster lies here. */
export const IMPORTED_MEMBERS = {
  table: rosterMembers,
  key: rosterMembers.id,
  name: rosterMembers.name,
  about: rosterMembers.discordId,
  unique: [rosterMembers.roster, rosterMembers.callsignKey],
} as const
