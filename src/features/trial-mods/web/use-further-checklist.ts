import { useMemo } from 'react'
import { usePathname } from '#web/router.tsx'
import { useSiteContent } from '#web/site-context.tsx'
import { type ChecklistCalls, furtherCalls } from '../contract.ts'

/** The further checklist of this page: `/checklists/leo-academy`, or a path below it. */
export function useFurtherChecklist(): ChecklistCalls {
  const [, , key] = usePathname().split('/')
  const place = useSiteContent().checklists?.find((each) => each.key === key)
  if (place === undefined) throw new Error(`There is no checklist ${key}`)
  return useMemo(() => furtherCalls(place), [place])
}
