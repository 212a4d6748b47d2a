import { useQuery } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { findPlayerAction, listPlayerActions } from '../player-contract.ts'

/** One action against a player, with the player and the import that brought it. */
export function usePlayerAction(id: number) {
  return useQuery({
    queryKey: [listPlayerActions.path, 'one', id],
    meta: { topic: listPlayerActions.topic },
    queryFn: ({ signal }) => call(findPlayerAction, { params: { id: String(id) }, signal }),
  })
}
