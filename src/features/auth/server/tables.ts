import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { KeptPreferences } from '../contract.ts'

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** Everybody who ever signed in, with the data that Discord last gave about them. */
export const users = pgTable('users', {
  /** Discord user id. */
  id: text().primaryKey(),
  username: text().notNull(),
  globalName: text('global_name'),
  nick: text(),
  avatar: text(),
  guildAvatar: text('guild_avatar'),
  inGuild: boolean('in_guild').notNull(),
  roleIds: text('role_ids').array().notNull(),
  rolesReadAt: time('roles_read_at').notNull(),
  /** The person's Discord access token, encrypted. It serves to re-read their roles where there is no bot. */
  sealedAccessToken: text('sealed_access_token'),
  accessTokenExpiresAt: time('access_token_expires_at'),
  scopes: text().array().notNull(),
  emailVerified: boolean('email_verified').notNull().default(false),
})

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The SHA-256 of the token. The token itself is only in the cookie. */
    tokenHash: text('token_hash').notNull().unique(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: time('created_at').notNull(),
    lastSeenAt: time('last_seen_at').notNull(),
    device: text().notNull(),
  },
  (t) => [index('sessions_user_id').on(t.userId)],
)

/** Sign-ins that are under way. A short-lived cookie binds each to the browser that began it. */
export const signInAttempts = pgTable('sign_in_attempts', {
  state: text().primaryKey(),
  browserHash: text('browser_hash').notNull(),
  codeVerifier: text('code_verifier').notNull(),
  returnTo: text('return_to').notNull(),
  scope: text().notNull(),
  createdAt: time('created_at').notNull(),
})

/** Each person's preferences for each list. Only the person sees them, and they are removed with the person. */
export const listPreferences = pgTable(
  'list_preferences',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The path of the list's page. */
    list: text().notNull(),
    /** Counts the changes, so that one page does not overwrite what another saved. */
    version: integer().notNull().default(1),
    preferences: jsonb().$type<KeptPreferences['preferences']>().notNull(),
  },
  (t) => [primaryKey({ name: 'list_preferences_pk', columns: [t.userId, t.list] })],
)
