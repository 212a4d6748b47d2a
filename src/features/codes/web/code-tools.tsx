import { useListPreferences } from '#features/auth/web/use-list-preferences.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import { t } from '#lib/messages.ts'
import { ListTools } from '#ui/list-tools.tsx'
import type { Column } from '#ui/use-columns.tsx'
import type { Exported } from '#web/download.ts'
import { type SortValue, sortedBy, useSort } from '#web/use-sort.ts'

/** The table of a list of codes as staff have it. */
export interface CodeSheet<Code> {
  list: Endpoint
  exported: Exported
  /** What everybody reads of a code, in the order of its cells. */
  useColumns(): Column[]
  useSortValue(): (code: Code, column: string) => SortValue
  /** How wide the column is that holds what can be done with a code. */
  actionsClass: string
}

/** Its columns, with what can be done with a code at the end. */
export function useSheetColumns<Code>(sheet: CodeSheet<Code>): Column[] {
  const actions = { key: 'actions', label: t('Actions'), isFixed: true, className: sheet.actionsClass }
  return [...sheet.useColumns(), { ...actions, align: 'end' }]
}

/** The codes as they are sorted, and what the heads are told of it. */
export function useSortedCodes<Code>(sheet: CodeSheet<Code>, codes: readonly Code[]) {
  const columns = sheet.useColumns()
  const sortValue = sheet.useSortValue()
  const sorting = useSort(columns.map(({ key }) => key))
  return { sorted: sortedBy(codes, sorting.sort, sortValue), sorting }
}

interface CodeToolsProps<Code> {
  sheet: CodeSheet<Code>
  /** Those that pass the filters. */
  codes: readonly Code[]
}

/** What staff have of the list for themselves: views, columns, and the list as a file. */
export function CodeTools<Code extends { id: number }>({ sheet, codes }: CodeToolsProps<Code>) {
  const kept = useListPreferences()
  const columns = useSheetColumns(sheet)
  const { sorted } = useSortedCodes(sheet, codes)
  const rows = sorted.map(({ id }) => String(id))
  return <ListTools kept={kept} columns={columns} exporting={{ exported: sheet.exported, rows }} />
}
