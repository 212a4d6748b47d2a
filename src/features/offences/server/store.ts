import { createHash } from 'node:crypto'
import { desc, inArray, notInArray } from 'drizzle-orm'
import type { Database, Db, Transaction } from '#server/database/database.ts'
import type { Offence } from '../contract.ts'
import { offenceVersions } from './tables.ts'

/** The catalogue, with every text of it under which an action was given. */
export function createOffenceBook({
  database: { db },
  offences,
  clock,
}: {
  database: Pick<Database, 'db'>
  offences: readonly Offence[]
  clock: () => Date
}) {
  return {
    offences,

    /**
     * Stores the current text of these offences, in the transaction that logs an action for them. Returns their hashes
     * in the same order.
     */
    keepVersions: async (tx: Transaction, given: readonly Offence[]): Promise<string[]> => {
      const rows = given.map((content) => ({ hash: hashOf(content), code: content.code, content, keptAt: clock() }))
      await tx.insert(offenceVersions).values(rows).onConflictDoNothing()
      return rows.map(({ hash }) => hash)
    },

    /** The stored texts, by their hash. */
    findVersions: async (on: Db, hashes: readonly string[]): Promise<Map<string, Offence>> => {
      const rows = await on
        .select({ hash: offenceVersions.hash, content: offenceVersions.content })
        .from(offenceVersions)
        .where(inArray(offenceVersions.hash, [...hashes]))
      return new Map(rows.map(({ hash, content }) => [hash, content]))
    },

    /** The hashes of the stored texts that need evidence. */
    listHashesNeedingEvidence: async (on: Db): Promise<string[]> => {
      const rows = await on
        .select({ hash: offenceVersions.hash, content: offenceVersions.content })
        .from(offenceVersions)
      return rows.flatMap(({ hash, content }) => (content.needsEvidence ? [hash] : []))
    },

    /** Offences that actions were given for and that the file no longer has, each in its last stored version. */
    listRetired: async (): Promise<Offence[]> => {
      const codes = offences.map(({ code }) => code)
      const rows = await db
        .selectDistinctOn([offenceVersions.code], { content: offenceVersions.content })
        .from(offenceVersions)
        .where(notInArray(offenceVersions.code, codes))
        .orderBy(offenceVersions.code, desc(offenceVersions.keptAt))
      return rows.map(({ content }) => content)
    },
  }
}

/** The same content has the same hash, whatever the order of its fields in the file. */
function hashOf(offence: Offence): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(offence)))
    .digest('hex')
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, sorted(part)]),
  )
}
