import { titleOf } from '#features/appeals/web/appealed-action.tsx'
import { useOwnAppeals } from '#features/appeals/web/queries.ts'
import { useOwnActions } from '#features/discipline/web/queries.ts'
import { InboxView } from '#features/inbox/web/inbox-view.tsx'
import { INBOX_TITLES } from '../inbox-titles.ts'

export function Page() {
  const actions = useOwnActions().data?.data ?? []
  const appeals = useOwnAppeals().data?.data ?? []
  const titles = new Map([
    ...actions.map((action): [string, string] => [`${LISTS[action.family]}/${action.id}`, titleOf(action)]),
    ...appeals.map(({ id, snapshot }): [string, string] => [`appeals/${id}`, titleOf(snapshot)]),
  ])
  return <InboxView titles={INBOX_TITLES} detailOf={(about) => titles.get(about) ?? null} />
}

/** The first part of the record names of each family. */
const LISTS = { staff: 'staff-da', players: 'player-actions' }
