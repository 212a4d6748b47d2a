import type { Topic } from '#lib/topics.ts'
import type { Changes } from '#server/changes.ts'
import type { Log } from '#server/log.ts'
import type { Passage } from '../rules.ts'
import type { IndexedRules, IndexRules } from './rule-indexing.ts'

export interface RuleIndex {
  /** What answers questions now. After a change that is the index of before, until the new one is made. */
  current(): Promise<IndexedRules>
  /** The index with everything that has changed so far. */
  newest(): Promise<IndexedRules>
}

export interface RuleIndexDeps {
  indexRules: IndexRules
  /** The codes, read anew when they change. */
  codes: () => Promise<Passage[]>
  /** What management added that people ask a rule or a code with, by its address; read anew when it changes. */
  addedPhrases: () => Promise<ReadonlyMap<string, readonly string[]>>
  changes: Changes
  log: Log
}

/** Whatever the index is made of beside the community's files. */
const MADE_OF: readonly Topic[] = ['ten-codes', 'penal-codes', 'asked-as']
export const isIndexed = (topic: Topic): boolean => MADE_OF.includes(topic)

/**
 * Makes the index with the first question, because most starts need none of it at once, and again after each change.
 * That takes the better part of a second, so questions are answered by the old index meanwhile. Many changes in a row
 * cost one more making.
 */
export function createRuleIndex(deps: RuleIndexDeps): RuleIndex {
  const { changes, log } = deps
  let made: IndexedRules | null = null
  let making: Promise<IndexedRules> | null = null
  /** Counts the changes. */
  let state = 0
  let stateMade = -1

  async function make(): Promise<IndexedRules> {
    const [codes, addedPhrases] = await Promise.all([deps.codes(), deps.addedPhrases()])
    return deps.indexRules({ codes, addedPhrases })
  }

  function remake(): Promise<IndexedRules> {
    const of = state
    making = make().then(
      (index) => {
        making = null
        made = index
        stateMade = of
        return state > of ? remake() : index
      },
      (error: unknown) => {
        making = null
        throw error
      },
    )
    return making
  }

  async function newest(): Promise<IndexedRules> {
    if (made !== null && stateMade === state) return made
    return making ?? remake()
  }

  function renew(): void {
    newest().catch((error: unknown) =>
      log.error({ err: error }, 'the rules could not be read anew: the old ones answer'),
    )
  }

  changes.on((topic) => {
    if (!isIndexed(topic)) return
    state += 1
    if (made !== null) renew()
  })
  return {
    newest,
    current: async () => {
      if (made === null) return newest()
      // One that failed is tried again.
      if (stateMade !== state && making === null) renew()
      return made
    },
  }
}
