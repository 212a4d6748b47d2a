import { useQuery } from '@tanstack/react-query'
import Gamepad2 from 'lucide-react/icons/gamepad-2'
import type { output } from 'zod/v4/core'
import { formatNumber, t } from '#lib/messages.ts'
import { addressOf, send } from '#web/call.ts'
import type { PaletteRow } from '#web/palette-source.ts'
import type { listPlayerActionPeople } from '../player-contract.ts'

type Found = output<(typeof listPlayerActionPeople)['reply']>

/** The minimum length of a search. Fewer letters occur in too many names. */
const SEARCH_FROM = 2

/** The players whom a search finds, for the search palette. Null while they load. */
export function usePlayersInPalette(search: string, isAllowed: boolean): PaletteRow[] | null {
  const query = search.trim()
  const isAsked = isAllowed && query.length >= SEARCH_FROM
  const address = addressOf('/api/player-actions/people', undefined, { query })
  const { data, isFetching } = useQuery({
    queryKey: [address],
    queryFn: ({ signal }) => send<typeof listPlayerActionPeople>('GET', address, { signal }),
    enabled: isAsked,
    staleTime: 60_000,
    select: rowsOf,
  })
  if (!isAsked) return NOBODY
  return isFetching ? null : (data ?? NOBODY)
}

const NOBODY: PaletteRow[] = []

// A function outside of the component, so that its result stays the same as long as the reply does.
const rowsOf = ({ users }: Found): PaletteRow[] => users.map(rowOf)

function rowOf({ id, name, other_names, count }: Found['users'][number]) {
  return {
    id: `player:${id}`,
    group: t('Player record'),
    label: name,
    detail: t({ one: '{total} action', other: '{total} actions' }, { total: formatNumber(count), count }),
    texts: [...other_names, id],
    icon: <Gamepad2 aria-hidden="true" />,
    to: `/player-record?user=${encodeURIComponent(id)}`,
  }
}
