import type { QueryClient } from '@tanstack/react-query'
import type { output } from 'zod/v4/core'
import { listActions } from '#features/discipline/contract.ts'
import type { ListedPerson } from '#features/people/contract.ts'
import { furtherRoster, ROSTERS } from '#features/roster/contract.ts'
import { furtherCalls, trialModCalls } from '#features/trial-mods/contract.ts'
import { queryOf } from '#web/queries.ts'
import type { SiteContent } from '#web/site-context.tsx'
import { checklistPlace, rosterPlace } from './list-places.ts'

type Further = Pick<SiteContent, 'rosters' | 'checklists'>

/**
 * What the lists that this browser has already loaded say about a person. Null when none of them contains the person.
 */
export function findListedPerson(queryClient: QueryClient, id: string, further: Further): ListedPerson | null {
  const { rosters: furtherRosters = [], checklists: furtherChecklists = [] } = further
  let avatar: string | null = null
  const rosters = [...ROSTERS, ...furtherRosters.map(furtherRoster)].flatMap((roster) => {
    const content = queryClient.getQueryData<output<typeof roster.content.reply>>(queryOf(roster.content).queryKey)
    const list = queryClient.getQueryData<output<typeof roster.list.reply>>(queryOf(roster.list).queryKey)
    const member = list?.data.find(({ discordId }) => discordId === id)
    if (content === undefined || member === undefined) return []
    avatar ??= list?.avatars?.[id] ?? null
    return [rosterPlace(roster, content, member)]
  })
  const checklists = [trialModCalls, ...furtherChecklists.map(furtherCalls)].flatMap((calls) => {
    const checklist = queryClient.getQueryData<output<typeof calls.content.reply>>(queryOf(calls.content).queryKey)
    const records = queryClient.getQueryData<output<typeof calls.list.reply>>(queryOf(calls.list).queryKey)
    const record = records?.find(({ traineeId }) => traineeId === id)
    return checklist === undefined || record === undefined ? [] : [checklistPlace(calls, checklist, record)]
  })
  const name = [...rosters, ...checklists][0]?.name ?? nameInActions(queryClient, id)
  return name === undefined ? null : { id, name, avatar, rosters, checklists }
}

/** The person's name on the pages of the Staff DA Database that this browser has loaded. */
function nameInActions(queryClient: QueryClient, id: string): string | undefined {
  return queryClient
    .getQueriesData<output<typeof listActions.reply>>({ queryKey: [listActions.path, 'list'] })
    .flatMap(([, page]) => page?.rows ?? [])
    .find(({ user }) => user === id)?.user_name
}
