import { useMemo } from 'react'
import { useLocation } from '#web/router.tsx'
import { TEXT, useListFilter } from '#web/use-list-filter.ts'
import type { Suspect } from '../charge-rules.ts'
import { readSuspects, writeSuspects } from '../link-rules.ts'

const PARAMETERS = { charges: TEXT, name: TEXT, with: TEXT }

/** The suspects with their charges, kept in the address. A link carries them, and Back undoes a choice. */
export function useSuspects() {
  const { values, choose, type } = useListFilter(PARAMETERS, useLocation().search)
  const suspects = useMemo(() => readSuspects(values), [values])
  return {
    suspects,
    /** With `isTyped`, the change adds no step to the history. */
    change: (next: readonly Suspect[], isTyped = false) => (isTyped ? type : choose)(writeSuspects(next)),
  }
}
