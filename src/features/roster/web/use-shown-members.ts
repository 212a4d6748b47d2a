import { t } from '#lib/messages.ts'
import { useChoice } from '#ui/use-choice.ts'
import { useMediaQuery } from '#web/use-media-query.ts'
import { sortedBy, useSort } from '#web/use-sort.ts'
import type { Roster } from '../contract.ts'
import { breakdown, COLUMNS, groupRoster, matches, sortValueOf } from '../rules.ts'
import { useLadder, useRosterMembers } from './queries.ts'
import { useRosterFilter } from './use-roster-filter.ts'

/** The members of a roster as its page shows them: filtered, sorted, in groups, and counted. */
export function useShownMembers(roster: Roster) {
  const query = useRosterMembers(roster)
  const filtering = useRosterFilter()
  const isPhone = useMediaQuery('(width < 40rem)')
  const ladder = useLadder(roster)
  const { filter } = filtering
  const all = query.data?.data ?? []
  const shown = all.filter((member) => matches(member, filter, ladder))
  const sorting = useSort(COLUMNS.map(({ field }) => field))
  const grouped = groupRoster(shown, ladder.positions)
  const inOrder = grouped.flatMap(({ members }) => members)
  // Sorted rows are one list without groups. A phone has no headings to sort by.
  const groups =
    sorting.sort === null || isPhone
      ? grouped
      : [{ group: null, members: sortedBy(inOrder, sorting.sort, (one, column) => sortValueOf(one, column, ladder)) }]
  const ids = groups.flatMap(({ members }) => members.map(({ id }) => id))
  const choice = useChoice(ids)
  const countWithout = (part: 'statuses' | 'roles') =>
    breakdown(
      all.filter((member) => matches(member, { ...filter, [part]: [] }, ladder)),
      ladder,
    )[part]
  return {
    query,
    filtering,
    isPhone,
    ladder,
    all,
    shown,
    sorting,
    grouped,
    groups,
    choice,
    overall: breakdown(all, ladder),
    statuses: countWithout('statuses'),
    roles: countWithout('roles'),
    /** Undefined exports all members. */
    exportedIds: sorting.sort === null && !filtering.isFiltered ? undefined : ids,
    failure: query.isError
      ? { message: t('Failed to load roster.'), error: query.error, onRetry: () => void query.refetch() }
      : null,
  }
}
