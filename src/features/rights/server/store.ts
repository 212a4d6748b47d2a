import { eq } from 'drizzle-orm'
import type { AuditEntry } from '#features/audit/contract.ts'
import { createAudit } from '#features/audit/server/store.ts'
import { discordName } from '#features/auth/rules.ts'
import { listUsers, listUsersWith } from '#features/auth/server/store.ts'
import { createChanges } from '#server/changes.ts'
import type { Database, Db } from '#server/database/database.ts'
import {
  changesBetween,
  isSameMapping,
  linesOf,
  losesLastOwner,
  type Mapping,
  type RightsChange,
  rightsText,
} from '../rules.ts'
import { rightsMapping } from './tables.ts'

const ROW = 1
const BY_START = { actor: null, requestId: 'start' }

/** A change of a person's rights, with the person's name. */
export interface NamedChange extends RightsChange {
  name: string
}

export interface MappingComparison {
  /** Null if the mapping did not change since the last start, or if there was none. */
  changes: RightsChange[] | null
  losesLastOwner: boolean
}

/** What a start with this mapping changes for the people known to the site. Writes nothing. */
export async function compareMapping(db: Db, mapping: Mapping): Promise<MappingComparison> {
  const [stored] = await db.select().from(rightsMapping).where(eq(rightsMapping.id, ROW))
  if (stored === undefined || isSameMapping(stored.mapping, mapping)) return { changes: null, losesLastOwner: false }
  const both = [stored.mapping, mapping]
  const roleIds = both.flatMap(({ roles }) => roles.map(({ roleId }) => roleId))
  const people = await listUsersWith(
    db,
    roleIds,
    both.flatMap(({ ownerIds }) => ownerIds),
  )
  return {
    changes: changesBetween(people, stored.mapping, mapping),
    losesLastOwner: losesLastOwner(people, stored.mapping, mapping),
  }
}

/** Stores the mapping of this start. If it changed, the audit log records it, and the change for each person. */
export async function saveMapping(
  deps: { database: Database; clock: () => Date },
  mapping: Mapping,
): Promise<RightsChange[]> {
  // At a start, no cache and no page listens for changes yet.
  const audit = createAudit({ ...deps, changes: createChanges() })
  return audit.change(BY_START, async (tx) => {
    const [stored] = await tx.select().from(rightsMapping).where(eq(rightsMapping.id, ROW)).for('update')
    const row = { id: ROW, mapping, changedAt: deps.clock(), changes: [] as RightsChange[] }
    if (stored === undefined) {
      await tx.insert(rightsMapping).values(row).onConflictDoNothing()
      return { result: [], entries: [], topics: [] }
    }
    const changes = (await compareMapping(tx, mapping)).changes
    if (changes === null) return { result: [], entries: [], topics: [] }
    await tx
      .update(rightsMapping)
      .set({ ...row, changes })
      .where(eq(rightsMapping.id, ROW))
    return { result: changes, entries: entriesOf(stored.mapping, mapping, changes), topics: [] }
  })
}

function entriesOf(before: Mapping, after: Mapping, changes: readonly RightsChange[]): AuditEntry[] {
  const [was, is] = [linesOf(before), linesOf(after)]
  const text = (lines: readonly string[], others: readonly string[]) =>
    lines
      .filter((line) => !others.includes(line))
      .map((line) => line.replace('can:', ''))
      .join(', ')
  return [
    { action: 'changeMapping', target: 'rights', after: { nowGiven: text(is, was), noLongerGiven: text(was, is) } },
    ...changes.map(({ id, gained, lost }) => ({
      action: 'changeRights',
      target: `users/${id}`,
      after: {
        ...(gained.length > 0 && { gained: rightsText(gained) }),
        ...(lost.length > 0 && { lost: rightsText(lost) }),
      },
    })),
  ]
}

/** When a start last changed the mapping, and the people it affected. Null if no start did. */
export async function findLastChange(db: Db): Promise<{ at: Date; changes: NamedChange[] } | null> {
  const [stored] = await db.select().from(rightsMapping).where(eq(rightsMapping.id, ROW))
  if (stored === undefined || stored.changes.length === 0) return null
  return { at: stored.changedAt, changes: await withNames(db, stored.changes) }
}

/** Adds the people's names to the changes. */
export async function withNames(db: Db, changes: readonly RightsChange[]): Promise<NamedChange[]> {
  const users = await listUsers(
    db,
    changes.map(({ id }) => id),
  )
  const names = new Map(users.map((user) => [user.id, discordName(user)]))
  return changes.map((change) => ({ ...change, name: names.get(change.id) ?? change.id }))
}
