import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, isNull, lt, or } from 'drizzle-orm'
import { type Audit, asJson } from '#features/audit/server/store.ts'
import type { Owner } from '#lib/access.ts'
import { MINUTE } from '#lib/dates.ts'
import { msg } from '#lib/messages.ts'
import type { Database } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/unique.ts'
import { alreadyExists, notFound } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import type { IngestToken, IngestTokenDraft } from '../contract.ts'
import { TOKEN_PREFIX } from '../rules.ts'
import { ingestTokens } from './tables.ts'

type Row = typeof ingestTokens.$inferSelect

export interface IngestTokenStore {
  listIngestTokens(): Promise<IngestToken[]>
  /** Returns the token. It cannot be read again. */
  addIngestToken(by: By & { actor: Owner }, draft: IngestTokenDraft): Promise<{ item: IngestToken; token: string }>
  removeIngestToken(by: By & { actor: Owner }, id: number): Promise<void>
  /** Finds a token in use and records its use. Null when there is none. */
  use(token: string): Promise<Pick<IngestToken, 'id' | 'label'> | null>
  /** Whether the token has not been revoked meanwhile. */
  isInUse(id: number): Promise<boolean>
  /** Renews the token with this label that the site made itself, or makes it. The earlier token is no longer valid. */
  renew(label: string): Promise<string>
}

/** The tokens of game servers. Every failure is thrown as an `HttpError`, and then nothing is written. */
export function createIngestTokenStore(deps: {
  database: Database
  audit: Audit
  clock: () => Date
}): IngestTokenStore {
  const { audit, clock } = deps
  const { db } = deps.database

  return {
    listIngestTokens: async () => (await db.select().from(ingestTokens).orderBy(desc(ingestTokens.id))).map(itemOf),

    addIngestToken: async (by, { label }) => {
      const token = newToken()
      try {
        const item = await audit.change(by, async (tx) => {
          const [row] = await tx
            .insert(ingestTokens)
            .values({
              label,
              hash: hashOf(token),
              madeAt: clock(),
              madeById: by.actor.id,
              madeByName: by.actor.name.toWellFormed(),
            })
            .returning()
          if (row === undefined) throw new Error('The database returned no row for the token it added')
          const added = itemOf(row)
          return {
            result: added,
            entries: [{ action: 'addIngestToken', target: targetOf(row), after: asJson(added) }],
            topics: [],
          }
        })
        return { item, token }
      } catch (error) {
        throw isUniqueViolation(error) ? alreadyExists({ label: msg('A token in use has this name already.') }) : error
      }
    },

    removeIngestToken: (by, id) =>
      audit.change(by, async (tx) => {
        const [before] = await tx
          .select()
          .from(ingestTokens)
          .where(and(eq(ingestTokens.id, id), isNull(ingestTokens.revokedAt)))
          .for('update')
        if (before === undefined) throw notFound(msg('There is no such token in use.'))
        const revokedAt = clock()
        await tx.update(ingestTokens).set({ revokedAt }).where(eq(ingestTokens.id, id))
        const entry = { action: 'removeIngestToken', target: targetOf(before), before: asJson(itemOf(before)) }
        return {
          result: undefined,
          entries: [{ ...entry, after: asJson(itemOf({ ...before, revokedAt })) }],
          topics: [],
        }
      }),

    use: async (token) => {
      const [row] = await db
        .select()
        .from(ingestTokens)
        .where(and(eq(ingestTokens.hash, hashOf(token)), isNull(ingestTokens.revokedAt)))
      if (row === undefined) return null
      const now = clock()
      const { lastUsedAt } = ingestTokens
      const isOld = or(isNull(lastUsedAt), lt(lastUsedAt, new Date(now.getTime() - MINUTE)))
      if (row.lastUsedAt === null || now.getTime() - row.lastUsedAt.getTime() > MINUTE) {
        await db
          .update(ingestTokens)
          .set({ lastUsedAt: now })
          .where(and(eq(ingestTokens.id, row.id), isOld))
      }
      return { id: row.id, label: row.label }
    },

    isInUse: async (id) => {
      const live = and(eq(ingestTokens.id, id), isNull(ingestTokens.revokedAt))
      return (await db.select({ id: ingestTokens.id }).from(ingestTokens).where(live)).length > 0
    },

    renew: (label) => {
      const token = newToken()
      const hash = hashOf(token)
      return audit.change({ actor: null, requestId: 'start' }, async (tx) => {
        const [renewed] = await tx
          .update(ingestTokens)
          .set({ hash })
          .where(and(eq(ingestTokens.label, label), isNull(ingestTokens.madeById), isNull(ingestTokens.revokedAt)))
          .returning()
        if (renewed !== undefined) return { result: token, entries: [], topics: [] }
        const [added] = await tx.insert(ingestTokens).values({ label, hash, madeAt: clock() }).returning()
        if (added === undefined) throw new Error('The database returned no row for the token it added')
        const entry = { action: 'addIngestToken', target: targetOf(added), after: asJson(itemOf(added)) }
        return { result: token, entries: [entry], topics: [] }
      })
    },
  }
}

/** 256 random bits. */
const newToken = () => TOKEN_PREFIX + randomBytes(32).toString('base64url')
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
const targetOf = ({ id }: { id: number }) => `ingest-tokens/${id}`

function itemOf({ id, label, madeAt, madeByName, lastUsedAt, revokedAt }: Row): IngestToken {
  return {
    id,
    label,
    madeAt: madeAt.toISOString(),
    madeBy: madeByName,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  }
}
