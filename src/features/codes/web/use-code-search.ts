import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { matchesSearch } from '#lib/search.ts'
import { queryAt } from '#web/queries.ts'
import type { createWordIndex } from '#web/word-index.ts'
import type { listCodeSynonyms } from '../contract.ts'

const NONE: readonly string[][] = []

/**
 * The codes that a search finds, by their words, other forms of the words, and synonyms. If nothing matches, the search
 * uses the nearest known words, and `suggestion` names them. The index is loaded with the first letter. Until it has
 * loaded, or if it cannot load, the words are matched as typed.
 */
export function useCodeSearch<Code>(codes: readonly Code[], textOf: (code: Code) => string, search: string) {
  const isWanted = search.trim() !== ''
  const [createIndex, setCreateIndex] = useState<typeof createWordIndex | null>(null)
  const synonyms = useQuery({
    ...queryAt<typeof listCodeSynonyms>('/api/codes/synonyms'),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const groups = synonyms.data?.data ?? NONE

  useEffect(() => {
    if (!isWanted) return
    import('#web/word-index.ts').then(
      (module) => setCreateIndex(() => module.createWordIndex),
      () => setCreateIndex(null),
    )
  }, [isWanted])

  const index = useMemo(
    () => (createIndex === null ? null : createIndex(codes.map(textOf), groups)),
    [createIndex, codes, textOf, groups],
  )
  return useMemo(() => {
    if (!isWanted) return { found: codes, suggestion: null }
    if (index === null)
      return { found: codes.filter((code) => matchesSearch(search, [textOf(code)])), suggestion: null }
    const asTyped = index.find(search)
    // Synonyms that are still loading may match a word that looks like a typing error now.
    const suggestion = asTyped.size > 0 || synonyms.isLoading ? null : index.correct(search)
    const ids = suggestion === null ? asTyped : index.find(suggestion)
    return { found: codes.filter((_, at) => ids.has(at)), suggestion: ids.size === 0 ? null : suggestion }
  }, [isWanted, index, codes, search, textOf, synonyms.isLoading])
}
