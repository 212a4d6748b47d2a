import { and, asc, eq, inArray, isNull, lte, ne, or } from 'drizzle-orm'
import { msg } from '#lib/messages.ts'
import { withValues } from '#lib/sentence.ts'
import type { Database, Db, Transaction } from '#server/database/database.ts'
import { invalid } from '#server/http/http-error.ts'
import type { DaDraft, OffenceSuggestion, ShownOffence } from '../contract.ts'
import {
  areSameTerms,
  type Deviation,
  daysBetween,
  deviationOf,
  type EarlierAction,
  type LadderOffence,
  rungOf,
  suggestionOf,
  type Terms,
  termsGivenBy,
  termsOf,
} from '../offence-rules.ts'
import type { ActionFields } from '../rules.ts'
import type { ActionType } from '../type-rules.ts'
import { type ActionRecord, actionNotFound, fieldsOf } from './record-store.ts'
import type { actionOffences, RulePassage } from './tables.ts'

/** An offence of the catalogue. */
export interface ListedOffence extends LadderOffence {
  name: string
  text: string
  family: 'staff' | 'players'
  told?: string | undefined
  /** The address of the rule. */
  rule?: string | undefined
  needsEvidence?: boolean | undefined
  /** The day from which actions can be appealed, or the reason why they never can. */
  appeal?: { fromDay: number } | { never: string } | undefined
}

/** The catalogue of the community, and the texts of it under which actions were given. */
export interface OffenceBook<O extends ListedOffence = ListedOffence> {
  offences: readonly O[]
  keepVersions(tx: Transaction, given: readonly O[]): Promise<string[]>
  findVersions(on: Db, hashes: readonly string[]): Promise<ReadonlyMap<string, O>>
  /** The hashes of the texts whose offence needs evidence. */
  listHashesNeedingEvidence(on: Db): Promise<string[]>
}

/** The current texts of the rules of this site, by address. Addresses that lead to no rule are left out. */
export type FindRules = (on: Db, links: readonly string[]) => Promise<ReadonlyMap<string, RulePassage>>

/** How an action differs from what was suggested, and why. */
interface RecordedDeviation {
  deviation: Deviation
  deviationWhy: string | null
}

/** What is kept of an action that is given for offences. */
interface OffenceRecord {
  values: RecordedDeviation & { offences: string[] }
  /** Called once the action has its id. */
  save(actionId: number): Promise<void>
}

export type OffenceStore = ReturnType<typeof createOffenceStore>

/** An offence of an action, as it is stored. */
type StoredOffence = typeof actionOffences.$inferSelect

interface IssuerRevision {
  id: number
  issuer: string
  was: ActionFields
  is: ActionFields
  why: string | null | undefined
}

/** A family of actions, reduced to what offences need. */
type OffenceTables = Pick<ActionRecord, 'family' | 'actions' | 'offences' | 'revisions'>

/** The offences of a family of actions: what is suggested for them, and how an action differs from the suggestion. */
export function createOffenceStore<O extends ListedOffence>(
  {
    database: { db },
    offenceBook,
    findRules,
    types,
  }: {
    database: Pick<Database, 'db'>
    offenceBook: OffenceBook<O>
    findRules: FindRules
    /** The types of the family. */
    types: readonly ActionType[]
  },
  record: OffenceTables,
) {
  function find(codes: readonly string[]): O[] {
    return codes.map((code) => {
      const found = offenceBook.offences.find((offence) => offence.code === code && offence.family === record.family)
      if (found === undefined)
        throw invalid({ offences: withValues('There is no such offence here: {code}.', { code }) })
      return found
    })
  }

  const rungsOf = (offences: readonly O[], earlier: readonly EarlierAction[]) =>
    offences.map((offence) => ({ ...rungOf(offence, earlier), name: offence.name, category: offence.category }))

  const readStored = (on: Db | Transaction, id: number) =>
    on.select().from(record.offences).where(eq(record.offences.actionId, id)).orderBy(asc(record.offences.place))

  /** The text of the catalogue for each offence of an action, as it was when the action was given. */
  const versionsOf = (on: Db | Transaction, stored: readonly StoredOffence[]) =>
    offenceBook.findVersions(on, [...new Set(stored.map(({ versionHash }) => versionHash))])

  /** The steps of the same offences for another person or date. */
  async function recomputeRungs(tx: Transaction, stored: readonly StoredOffence[], { user, date }: ActionFields) {
    const versions = await versionsOf(tx, stored)
    const earlier = await listEarlierActions(tx, record, user, new Date(date), stored[0]?.actionId)
    return stored.map((row) => {
      const version = versions.get(row.versionHash)
      return version === undefined ? row : { ...row, ...rungOf(version, earlier) }
    })
  }

  function buildSuggestion(offences: readonly O[], earlier: readonly EarlierAction[]): OffenceSuggestion {
    const rungs = rungsOf(offences, earlier)
    return {
      rungs: rungs.map(({ category: _category, ...rung }) => rung),
      ...(suggestionOf(rungs, types) ?? { type: '', days: null, points: 0 }),
      told: offences.flatMap(({ told }) => told ?? []).join('\n') || null,
      needs_evidence: offences.some(({ needsEvidence }) => needsEvidence),
    }
  }

  /** The terms that the issuer gives with this revision. */
  async function readGivenTerms(tx: Transaction, { id, issuer, was, is }: Omit<IssuerRevision, 'why'>): Promise<Terms> {
    const { actionId, version } = record.revisions
    const rows = await tx.select().from(record.revisions).where(eq(actionId, id)).orderBy(asc(version))
    const revisions = [...rows.map((row) => ({ by: row.byId, was: fieldsOf(row) })), { by: issuer, was }]
    return termsGivenBy(issuer, revisions, is)
  }

  function explainedDeviation(suggested: Terms, given: Terms, why: string | null | undefined): RecordedDeviation {
    const deviation = deviationOf(suggested, given, types)
    if (deviation === 'none') return { deviation, deviationWhy: null }
    if (why == null) throw invalid({ deviation_why: msg('Say why you do not follow the suggestion.') })
    return { deviation, deviationWhy: why }
  }

  return {
    /** The suggestion for these offences of a person. */
    suggest: async (user: string, codes: readonly string[], date: Date): Promise<OffenceSuggestion> =>
      buildSuggestion(find(codes), await listEarlierActions(db, record, user, date)),

    /**
     * The suggestion for an action that its issuer moves to another person or date. `compareRevision` compares with the
     * same one.
     */
    suggestForRevision: async (
      { id, issuer }: { id: number; issuer: string },
      user: string,
      codes: readonly string[],
      date: Date,
    ): Promise<OffenceSuggestion> => {
      const { actions } = record
      const isTheirs = and(eq(actions.id, id), eq(actions.adminId, issuer))
      if ((await db.$count(actions, isTheirs)) === 0) throw actionNotFound()
      const stored = (await readStored(db, id)).filter(({ code }) => codes.includes(code))
      const versions = await versionsOf(db, stored)
      const offences = stored.flatMap(({ versionHash }) => versions.get(versionHash) ?? [])
      return buildSuggestion(offences, await listEarlierActions(db, record, user, date, id))
    },

    /** Decides what is kept of an action that is about to be logged. Null for an action without an offence. */
    compareWithSuggestion: async (tx: Transaction, draft: DaDraft, date: Date): Promise<OffenceRecord | null> => {
      const { offences: codes = [], ends_at, points = 0, type, deviation_why: why } = draft
      const offences = find(codes)
      const rungs = rungsOf(offences, await listEarlierActions(tx, record, draft.user, date))
      const terms = suggestionOf(rungs, types)
      if (terms === null) return null
      const days = daysBetween(date, ends_at === undefined ? null : new Date(ends_at))
      return {
        values: { offences: [...codes], ...explainedDeviation(terms, { type, days, points }, why) },
        save: async (actionId) => {
          const hashes = await offenceBook.keepVersions(tx, offences)
          const rules = await findRules(
            tx,
            offences.flatMap(({ rule }) => rule ?? []),
          )
          await tx.insert(record.offences).values(
            rungs.map(({ name: _name, earlier: _earlier, ...rung }, place) => {
              const passage = rules.get(offences[place]?.rule ?? '')
              return { actionId, place, ...rung, versionHash: hashes[place] ?? '', passage }
            }),
          )
        },
      }
    },

    /**
     * Compares an action that its issuer revises with the suggestion from when it was logged. For another person or
     * date, the catalogue of that time gives a new suggestion, which replaces the stored one. Revisions by others are
     * ignored. Null when the revision does not change the result.
     */
    compareRevision: async (
      tx: Transaction,
      { id, issuer, was, is, why }: IssuerRevision,
    ): Promise<RecordedDeviation | null> => {
      const { actionId, place } = record.offences
      const stored = await readStored(tx, id)
      const rungs = was.user === is.user && was.date === is.date ? stored : await recomputeRungs(tx, stored, is)
      const [before, now] = [suggestionOf(stored, types), suggestionOf(rungs, types)]
      if (before === null || now === null) return null
      const isSame = areSameTerms(before, now) && areSameTerms(termsOf(was), termsOf(is))
      const result = isSame ? null : explainedDeviation(now, await readGivenTerms(tx, { id, issuer, was, is }), why)
      for (const { place: at, rung, type, days, points } of rungs === stored ? [] : rungs) {
        const isOf = and(eq(actionId, id), eq(place, at))
        await tx.update(record.offences).set({ rung, type, days, points }).where(isOf)
      }
      return result
    },

    /** The offences of an action, as the catalogue described them when it was logged. */
    listOffencesOf: async (actionId: number): Promise<ShownOffence[]> => {
      const given = await readOffences(db, record, offenceBook, [{ id: actionId }])
      return given.map(({ code, name, text, rung, type, days, points, needsEvidence }) => {
        return { code, name, text, rung, type, days, points, needs_evidence: needsEvidence }
      })
    },
  }
}

/**
 * The offences of these actions in the order in which they were chosen, each as the catalogue described it at the time.
 */
export async function readOffences(
  on: Db,
  { offences }: Pick<ActionRecord, 'offences'>,
  { findVersions }: Pick<OffenceBook, 'findVersions'>,
  actions: readonly { id: number }[],
) {
  const ids = actions.map(({ id }) => id)
  const rows = await on
    .select()
    .from(offences)
    .where(inArray(offences.actionId, ids))
    .orderBy(asc(offences.actionId), asc(offences.place))
  if (rows.length === 0) return []
  const versions = await findVersions(on, [...new Set(rows.map(({ versionHash }) => versionHash))])
  return rows.map(({ versionHash, ...row }) => {
    const { name = row.code, text = '', rule = null, needsEvidence = false, appeal } = versions.get(versionHash) ?? {}
    return { ...row, name, text, rule, needsEvidence, appeal }
  })
}

/**
 * The actions for offences up to a moment that are neither revoked, waiting for approval nor rejected. The action that
 * is being revised is left out.
 */
async function listEarlierActions(
  on: Db | Transaction,
  { actions, offences }: OffenceTables,
  user: string,
  date: Date,
  revised?: number,
): Promise<EarlierAction[]> {
  const { id, userId, revokedAt, approval, date: given } = actions
  const rows = await on
    .select({ id, code: offences.code, category: offences.category })
    .from(actions)
    .innerJoin(offences, eq(offences.actionId, id))
    .where(
      and(
        eq(userId, user),
        lte(given, date),
        isNull(revokedAt),
        or(isNull(approval), eq(approval, 'approved')),
        revised === undefined ? undefined : ne(id, revised),
      ),
    )
    .orderBy(asc(given), asc(id))
  const byAction = new Map<number, EarlierAction['offences'][number][]>()
  for (const row of rows) byAction.set(row.id, [...(byAction.get(row.id) ?? []), row])
  return [...byAction].map(([action, named]) => ({ id: action, offences: named }))
}
