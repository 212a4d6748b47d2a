import { useListPreferences } from '#features/auth/web/use-list-preferences.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import { t } from '#lib/messages.ts'
import { ListTools } from '#ui/list-tools.tsx'
import type { Column } from '#ui/use-columns.tsx'
import type { Exported } from '#web/download.ts'
import { type SortValue, sortedBy, useSort } from '#web/use-sort.ts'

/** The table of a code list as staff see it. */
export interface CodeSheet<Code> {
  list: Endpoint
  exported: Exported
  /** The public columns, in the order of the cells. */
  useColumns(): Column[]
  useSortValue(): (code: Code, column: string) => SortValue
  /** The width class of the actions column. */
  actionsClass: string
}

/** The columns of the sheet, with the actions column last. */
export function useSheetColumns<Code>(sheet: CodeSheet<Code>): Column[] {
  const actions = { key: 'actions', label: t('Actions'), isFixed: true, className: sheet.actionsClass }
  return [...sheet.useColumns(), { ...actions, align: 'end' }]
}

/** The sorted codes, and the sort state for the column heads. */
export function useSortedCodes<Code>(sheet: CodeSheet<Code>, codes: readonly Code[]) {
  const columns = sheet.useColumns()
  const sortValue = sheet.useSortValue()
  const sorting = useSort(columns.map(({ key }) => key))
  return { sorted: sortedBy(codes, sorting.sort, sortValue), sorting }
}

interface CodeToolsProps<Code> {
  sheet: CodeSheet<Code>
  /** The codes that pass the filters. */
  codes: readonly Code[]
}

/** The staff tools of the list: saved views, the choice of columns, and the export. */
export function CodeTools<Code extends { id: number }>({ sheet, codes }: CodeToolsProps<Code>) {
  const kept = useListPreferences()
  const columns = useSheetColumns(sheet)
  const { sorted } = useSortedCodes(sheet, codes)
  const rows = sorted.map(({ id }) => String(id))
  return <ListTools kept={kept} columns={columns} exporting={{ exported: sheet.exported, rows }} />
}
