import { useMemo } from 'react'
import { usePathname } from '#web/router.tsx'
import { useSiteContent } from '#web/site-context.tsx'
import { furtherRoster, type Roster } from '../contract.ts'

/** The further roster of this page: `/rosters/fire-academy`, or a path below it. */
export function useFurtherRoster(): Roster {
  const [, , key] = usePathname().split('/')
  const place = useSiteContent().rosters?.find((each) => each.key === key)
  if (place === undefined) throw new Error(`There is no roster ${key}`)
  return useMemo(() => furtherRoster(place), [place])
}
