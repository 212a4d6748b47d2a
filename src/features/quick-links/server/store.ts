import { eq } from 'drizzle-orm'
import { type Audit, asJson, wasEverDone } from '#features/audit/server/store.ts'
import type { Database, Db } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/unique.ts'
import { alreadyThere, changedMeanwhile, notFound } from '#server/http/http-error.ts'
import type { By } from '#server/http/serve.ts'
import type { QuickLink, QuickLinkDraft } from '../contract.ts'
import { compareQuickLinks } from '../rules.ts'
import { quickLinks } from './tables.ts'

export interface QuickLinkStore {
  /** Every link, in the order of the page. */
  listQuickLinks(): Promise<QuickLink[]>
  addQuickLink(by: By, draft: QuickLinkDraft): Promise<QuickLink>
  /** Refuses with the current link when it is not the version that was edited. */
  changeQuickLink(by: By, key: string, version: number, draft: QuickLinkDraft): Promise<QuickLink>
  removeQuickLink(by: By, key: string): Promise<void>
  /** Puts the first links in, once in the life of the database and only while nobody wrote one; answers how many. */
  fillQuickLinks(by: By, read: () => QuickLinkDraft[]): Promise<number>
}

/** Whether the list has begun: the community's file fills it no more. */
export const haveArrived = (db: Db) => wasEverDone(db, ['fillQuickLinks', 'addQuickLink', 'importQuickLinks'])

/** Every link, in the order of the page. */
export const listQuickLinks = async (db: Db) => (await db.select().from(quickLinks)).sort(compareQuickLinks)

/** The quick links. What it refuses it throws as a `HttpError`; then nothing is written. */
export function createQuickLinkStore({ database, audit }: { database: Database; audit: Audit }): QuickLinkStore {
  const { db } = database
  const gone = () => notFound('This link no longer exists.')
  const targetOf = ({ key }: { key: string }) => `quick-links/${key}`

  async function once<T>(write: Promise<T>): Promise<T> {
    try {
      return await write
    } catch (error) {
      throw isUniqueViolation(error) ? alreadyThere({ key: 'There is already a link with this key.' }) : error
    }
  }

  return {
    listQuickLinks: () => listQuickLinks(db),

    addQuickLink: (by, draft) =>
      once(
        audit.change(by, ['quick-links'], async (tx) => {
          const [added] = await tx.insert(quickLinks).values(draft).returning()
          if (added === undefined) throw new Error('The database returned no row for the link it added')
          return {
            result: added,
            entries: [{ action: 'addQuickLink', target: targetOf(added), after: asJson(added) }],
          }
        }),
      ),

    changeQuickLink: (by, key, version, draft) =>
      once(
        audit.change(by, ['quick-links'], async (tx) => {
          const [before] = await tx.select().from(quickLinks).where(eq(quickLinks.key, key)).for('update')
          if (before === undefined) throw gone()
          if (before.version !== version) throw changedMeanwhile(before)
          const [changed] = await tx
            .update(quickLinks)
            .set({ ...draft, version: version + 1 })
            .where(eq(quickLinks.key, key))
            .returning()
          if (changed === undefined) throw gone()
          const entry = { action: 'changeQuickLink', target: targetOf(before) }
          return { result: changed, entries: [{ ...entry, before: asJson(before), after: asJson(changed) }] }
        }),
      ),

    removeQuickLink: (by, key) =>
      audit.change(by, ['quick-links'], async (tx) => {
        const [removed] = await tx.delete(quickLinks).where(eq(quickLinks.key, key)).returning()
        if (removed === undefined) throw gone()
        const entry = { action: 'removeQuickLink', target: targetOf(removed), before: asJson(removed) }
        return { result: undefined, entries: [entry] }
      }),

    fillQuickLinks: (by, read) =>
      audit.change(by, ['quick-links'], async (tx) => {
        const isDone = await haveArrived(tx)
        const drafts = isDone ? [] : read()
        if (drafts.length === 0) return { result: 0, entries: [] }
        await tx.insert(quickLinks).values(drafts)
        const entry = { action: 'fillQuickLinks', target: 'quick-links', after: { count: drafts.length } }
        return { result: drafts.length, entries: [entry] }
      }),
  }
}
