import type { ReactNode } from 'react'
import type { KeptList } from '#lib/list-preferences.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import type { ExportMenuProps } from '#ui/export-menu.tsx'
import { ListTools } from '#ui/list-tools.tsx'
import { QuickSelect } from '#ui/quick-select.tsx'
import { checklistTexts } from '../rules.ts'
import { COMPLETION_STATUSES, type CompletionStatus } from '../stage-rules.ts'
import { checklistColumns } from './checklist-table.tsx'
import { useChecklist } from './queries.ts'
import type { useChecklistFilter } from './use-checklist-filter.ts'

interface ChecklistToolbarProps {
  /** False on a phone, where the search is in the header, which stays visible. */
  search: ReactNode
  filtering: ReturnType<typeof useChecklistFilter>
  instructors: readonly string[]
  /** The person's preferences for this checklist. */
  kept: KeptList
  exporting: ExportMenuProps
  /** Null while unknown. */
  shown: number | null
  total: number
}

const chosen = (isChosen: boolean) => (isChosen ? 'border-lagoon/60 bg-lagoon/10 text-lagoon' : 'text-paper-dim')

export function ChecklistToolbar(props: ChecklistToolbarProps) {
  const { search, filtering, instructors, kept, exporting, shown, total } = props
  const checklist = useChecklist()
  const { outcomes } = checklist
  const statuses: { value: CompletionStatus | ''; label: string }[] = [
    { value: '', label: t('All Statuses') },
    ...COMPLETION_STATUSES.map((status) => ({ value: status, label: outcomes[status].label })),
  ]
  const { filter, isFiltered, setStatus, setInstructor, clear } = filtering
  // The address may contain an instructor who no longer instructs anyone.
  const names = [...new Set([...instructors, ...(filter.instructor === null ? [] : [filter.instructor])])]
  return (
    <div className="flex flex-wrap items-center gap-2">
      {search}
      <QuickSelect
        label={t('Status')}
        value={filter.status ?? ''}
        options={statuses}
        onChange={(status) => setStatus(status || null)}
        className={chosen(filter.status !== null)}
      />
      <QuickSelect
        label={t('Instructor')}
        value={filter.instructor ?? ''}
        options={[{ value: '', label: t('All Instructors') }, ...names.map((name) => ({ value: name, label: name }))]}
        onChange={(name) => setInstructor(name || null)}
        className={chosen(filter.instructor !== null)}
      />
      <Button look="ghost" className="max-sm:disabled:hidden" disabled={!isFiltered} onClick={clear}>
        {t('Clear Filters')}
      </Button>
      <ListTools kept={kept} columns={checklistColumns(checklist)} exporting={exporting} />
      <p role="status" className="ml-auto text-paper-faint text-sm tabular-nums">
        {shown !== null && isFiltered && checklistTexts(checklist).shown({ shown, total })}
      </p>
    </div>
  )
}
