import type { Topic } from '#lib/topics.ts'
import type { Changes } from '#server/changes.ts'
import type { Log } from '#server/log.ts'
import type { Passage } from '../rules.ts'
import type { IndexedRules, IndexRules } from './rule-indexing.ts'

export interface RuleIndex {
  /** The index that answers questions now. After a change, the old index is used until the new one is ready. */
  current(): Promise<IndexedRules>
  /** The index with all changes so far. */
  newest(): Promise<IndexedRules>
}

export interface RuleIndexDeps {
  indexRules: IndexRules
  /** Reads the codes. It is called again when they change. */
  codes: () => Promise<Passage[]>
  /**
   * Reads the phrases that management added, by the address of the rule or code. It is called again when they change.
   */
  addedPhrases: () => Promise<ReadonlyMap<string, readonly string[]>>
  changes: Changes
  log: Log
}

/** The topics that the index depends on, besides the community's files. */
const MADE_OF: readonly Topic[] = ['ten-codes', 'penal-codes', 'asked-as']
export const isIndexed = (topic: Topic): boolean => MADE_OF.includes(topic)

/**
 * Builds the index on first use, not at the start, and again after each change. Building takes most of a second, so the
 * old index answers questions meanwhile. Several changes in a row cause only one more build.
 */
export function createRuleIndex(deps: RuleIndexDeps): RuleIndex {
  const { changes, log } = deps
  let made: IndexedRules | null = null
  let making: Promise<IndexedRules> | null = null
  /** The number of changes so far. */
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
      // Retry a build that failed.
      if (stateMade !== state && making === null) renew()
      return made
    },
  }
}
