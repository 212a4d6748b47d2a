import { sql } from 'drizzle-orm'
import { boolean, check, customType, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { FAMILIES, KINDS } from '../rules.ts'

const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })
const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** The evidence of actions of both families. */
export const evidence = pgTable(
  'evidence',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    family: text({ enum: FAMILIES }).notNull(),
    actionId: integer('action_id').notNull(),
    kind: text({ enum: KINDS }).notNull(),
    isShown: boolean('is_shown').notNull(),
    at: moment('at').notNull(),
    byId: text('by_id').notNull(),
    byName: text('by_name').notNull(),
    sha256: text(),
    size: integer(),
    width: integer(),
    height: integer(),
    link: text(),
    checkedAt: moment('checked_at'),
    goneSince: moment('gone_since'),
    /** When the item was removed. It can be restored for a day and is then deleted. */
    removedAt: moment('removed_at'),
  },
  (t) => [
    index('evidence_action').on(t.family, t.actionId, t.id),
    index('evidence_removed').on(t.removedAt).where(sql`${t.removedAt} is not null`),
    check('evidence_whole', sql`(${t.kind} = 'image') = (${t.sha256} is not null and ${t.size} is not null)`),
    check('evidence_link', sql`(${t.kind} = 'link') = (${t.link} is not null)`),
  ],
)

/** The bytes of a picture in parts, so that a backup does not hold many whole pictures in memory. */
export const evidenceParts = pgTable(
  'evidence_parts',
  {
    evidenceId: integer('evidence_id')
      .notNull()
      .references(() => evidence.id, { onDelete: 'cascade' }),
    part: integer().notNull(),
    bytes: bytea().notNull(),
  },
  (t) => [primaryKey({ columns: [t.evidenceId, t.part] })],
)
