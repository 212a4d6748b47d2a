import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import * as z from 'zod/mini'
import { MINUTE } from '#lib/dates.ts'
import { type KeptList, type ListPreferences, NOTHING_KEPT } from '#lib/list-preferences.ts'
import { toast } from '#ui/live-region.tsx'
import { CallFailed, call } from '#web/call.ts'
import { useLocation } from '#web/router.tsx'
import { changeListPreferences, findListPreferences, KeptPreferences } from '../contract.ts'

type Change = (now: ListPreferences) => ListPreferences

const asSent = ({ views, hidden, ...rest }: ListPreferences): KeptPreferences['preferences'] => ({
  ...rest,
  views: [...views],
  hidden: [...hidden],
})

/**
 * How one has the list of this page. A change shows at once and is sent after those before it; where another page was
 * first, it is made of what that page kept.
 */
export function useListPreferences(): KeptList {
  const { pathname: list } = useLocation()
  const queryClient = useQueryClient()
  const queryKey = [findListPreferences.path, list]
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(findListPreferences, { query: { list }, signal }),
    staleTime: 5 * MINUTE,
  })
  const known = () => queryClient.getQueryData<KeptPreferences>(queryKey)
  const show = (kept: KeptPreferences) => queryClient.setQueryData<KeptPreferences>(queryKey, kept)

  const send = async (kept: KeptPreferences) => {
    const { item } = await call(changeListPreferences, { body: { list, ...kept } })
    // What was changed meanwhile is still to be sent.
    show({ ...item, preferences: known()?.preferences ?? item.preferences })
  }
  /** The changes that are shown and not kept yet, the oldest first. */
  const waiting = useRef<Change[]>([])
  const { mutate } = useMutation({
    scope: { id: `list preferences of ${list}` },
    mutationFn: async () => {
      const mine = known()
      if (mine === undefined) return
      try {
        await send(mine)
      } catch (error) {
        const theirs = error instanceof CallFailed ? z.safeParse(KeptPreferences, error.item).data : undefined
        if (theirs === undefined) throw error
        const preferences = waiting.current.reduce<ListPreferences>((now, change) => change(now), theirs.preferences)
        const both = { ...theirs, preferences: asSent(preferences) }
        show(both)
        await send(both)
      }
    },
    onError: (error) => {
      toast(error.message, 'danger')
      void queryClient.invalidateQueries({ queryKey })
    },
    onSettled: () => void waiting.current.shift(),
  })
  const change = (change: Change) => {
    const now = known()
    if (now === undefined) return
    // An answer that is on its way does not know of it.
    void queryClient.cancelQueries({ queryKey })
    show({ ...now, preferences: asSent(change(now.preferences)) })
    waiting.current.push(change)
    mutate()
  }
  return { list, preferences: data?.preferences ?? NOTHING_KEPT, change: data === undefined ? null : change }
}
