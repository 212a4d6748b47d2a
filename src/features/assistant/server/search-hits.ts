import { type Limits, limitByAddress, visitorKey } from '#server/http/limits.ts'
import { createTurns } from '#server/turns.ts'
import type { Hit } from '../contract.ts'
import type { Passage } from '../rules.ts'
import { type Book, bookOf, markedIn, numberedFirst } from '../search-rules.ts'
import type { RuleIndex } from './rule-index.ts'
import type { IndexedRules } from './rule-indexing.ts'

/** As many are shown. */
const MAX_HITS = 20
/** A search that names so little of what our texts know finds only what is spelt a bit like it. */
const MOSTLY_UNKNOWN = 0.6
/** What fits so much less than the best is left out. */
const SHARE_OF_BEST = 0.4

/** How often a visitor may search in a minute. */
const SEARCHES = 120

/** Finds for a visitor, by their address: one search at a time for each of them. */
export type Search = (asked: { q: string; book?: Book | null | undefined }, ip: string) => Promise<{ data: Hit[] }>

/** The search, for the call and for the page that is rendered with what it finds. */
export function createSearch({ ruleIndex, limits }: { ruleIndex: RuleIndex; limits: Limits }): Search {
  const limit = limitByAddress(limits, 'searches', SEARCHES, 60)
  const inTurn = createTurns()
  return async ({ q, book }, ip) => {
    await limit(ip)
    const index = await ruleIndex.current()
    return { data: await inTurn(visitorKey(ip), () => hitsOf(index, q, book)) }
  }
}

/** What a search over the rules and the codes finds, the best first: by its number, else as a question is looked up. */
function hitsOf(index: IndexedRules, search: string, book?: Book | null): Hit[] {
  const isNamed = index.namedIn(search)
  return found(index, search)
    .filter((passage) => book == null || bookOf(passage) === book)
    .slice(0, MAX_HITS)
    .map((passage) => ({
      book: bookOf(passage),
      title: markedIn(passage.title, isNamed),
      trail: passage.trail,
      href: passage.href,
      text: markedIn(index.retrieval.quote([search], passage), isNamed),
    }))
}

function found({ passages, retrieval }: IndexedRules, search: string): Passage[] {
  const { found, signs } = retrieval.search([search], passages.length)
  const least = (found[0]?.score ?? 0) * SHARE_OF_BEST
  const alike = signs.unknown > MOSTLY_UNKNOWN ? [] : found.filter(({ score }) => score >= least)
  return [...new Set([...numberedFirst(search, passages), ...alike.map(({ passage }) => passage)])]
}
