import { useQueries } from '@tanstack/react-query'
import { furtherCalls, trialModCalls } from '#features/trial-mods/contract.ts'
import { stageKeyAt } from '#features/trial-mods/stage-rules.ts'
import type { AuditWords } from '#lib/audit-words.ts'
import { queryOf } from '#web/queries.ts'
import { useSiteContent } from '#web/site-context.tsx'
import { AUDIT_WORDS } from './audit-words.ts'

/** The words for the audit log, with this community's names of checklist stages. */
export function useAuditWords(): AuditWords {
  const { checklists = [] } = useSiteContent()
  const lists = [trialModCalls, ...checklists.map(furtherCalls)]
  const contents = useQueries({
    queries: lists.map(({ content }) => ({ ...queryOf(content), staleTime: Number.POSITIVE_INFINITY })),
  })
  return {
    ...AUDIT_WORDS,
    stageAt: (list, way) => {
      const content = contents[lists.findIndex(({ name }) => name === list)]?.data
      const key = stageKeyAt(way)
      return content?.stages.find((stage) => stage.key === key)?.title ?? null
    },
  }
}
