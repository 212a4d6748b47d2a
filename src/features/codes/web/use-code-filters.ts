import { useEffect, useState } from 'react'
import { useSearchParams } from '#web/router.tsx'
import { useDebounced } from '#web/use-debounced.ts'
import { useHydrated } from '#web/use-hydrated.ts'

const REST_MS = 250

/** Search and group of a list of codes. They live in the URL, so a view can be shared and survives a reload. */
export function useCodeFilters(groupParam: 'category' | 'class') {
  const isHydrated = useHydrated()
  const [params, setParams] = useSearchParams()
  const inUrl = isHydrated ? (params.get('q') ?? '') : ''
  // What was typed and is not in the URL yet: each letter shows at once, the URL follows when typing rests.
  const [typed, setTyped] = useState<string | null>(null)
  const rested = useDebounced(typed, REST_MS)

  const write = (changes: Record<string, string>) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        for (const [name, value] of Object.entries(changes)) {
          if (value === '') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )

  useEffect(() => {
    if (typed === null) return
    // The page hears of a new address a moment later: until then what was typed before is still on its way.
    const written = new URLSearchParams(window.location.search).get('q') ?? ''
    if (typed === inUrl && typed === written) setTyped(null)
    else if (typed === rested && typed !== written) write({ q: typed })
  })

  return {
    search: typed ?? inUrl,
    setSearch: setTyped,
    group: isHydrated ? (params.get(groupParam) ?? '') : '',
    setGroup: (group: string) => write({ [groupParam]: group }),
    clear: () => {
      setTyped(null)
      write({ q: '', [groupParam]: '' })
    },
  }
}
export type CodeFilters = ReturnType<typeof useCodeFilters>
