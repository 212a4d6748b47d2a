import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import * as z from 'zod/mini'
import { MINUTE } from '#lib/dates.ts'
import { type KeptList, type ListPreferences, NO_PREFERENCES } from '#lib/list-preferences.ts'
import { t } from '#lib/messages.ts'
import { toast } from '#ui/live-region.tsx'
import { CallFailed, call } from '#web/call.ts'
import { useLocation } from '#web/router.tsx'
import { changeListPreferences, findListPreferences, KeptPreferences } from '../contract.ts'

type Change = (now: ListPreferences) => ListPreferences

/** A change that is shown but not saved yet. */
interface Waiting {
  change: Change
  onSaved: (() => void) | undefined
}

const asSent = ({ views, hidden, ...rest }: ListPreferences): KeptPreferences['preferences'] => ({
  ...rest,
  views: [...views],
  hidden: [...hidden],
})

/**
 * The viewer's preferences for the list of this page. A change shows at once and is sent after the changes before it.
 * If another page saved first, the change is applied again to what that page saved. A change that cannot be saved is
 * taken back.
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

  /** What the server has. */
  const saved = useRef<KeptPreferences>(undefined)
  const send = async (kept: KeptPreferences) => {
    const { item } = await call(changeListPreferences, { body: { list, ...kept } })
    saved.current = item
    // Keep changes made meanwhile: they are still to be sent.
    show({ ...item, preferences: known()?.preferences ?? item.preferences })
  }
  /** The oldest first. */
  const waiting = useRef<readonly Waiting[]>([])
  const withWaiting = (kept: KeptPreferences): KeptPreferences => ({
    ...kept,
    preferences: asSent(waiting.current.reduce<ListPreferences>((now, { change }) => change(now), kept.preferences)),
  })
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
        saved.current = theirs
        const both = withWaiting(theirs)
        show(both)
        await send(both)
      }
    },
    onSettled: (_, error) => {
      const [first, ...others] = waiting.current
      waiting.current = others
      if (error === null) return first?.onSaved?.()
      if (saved.current !== undefined) show(withWaiting(saved.current))
      toast(t('Your views and columns were not saved. {error}', { error: error.message }), 'danger')
      void queryClient.invalidateQueries({ queryKey })
    },
  })
  const change = (change: Change, onSaved?: () => void) => {
    const now = known()
    if (now === undefined) return
    if (waiting.current.length === 0) saved.current = now
    // Cancel a request that is under way: its answer would not include this change.
    void queryClient.cancelQueries({ queryKey })
    show({ ...now, preferences: asSent(change(now.preferences)) })
    waiting.current = [...waiting.current, { change, onSaved }]
    mutate()
  }
  return { list, preferences: data?.preferences ?? NO_PREFERENCES, change: data === undefined ? null : change }
}
