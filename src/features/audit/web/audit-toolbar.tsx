import type { AuditWords } from '#lib/audit-words.ts'
import type { KeptList } from '#lib/list-preferences.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { DateSpan } from '#ui/date-span.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { FilterFold } from '#ui/filter-fold.tsx'
import { ListTools } from '#ui/list-tools.tsx'
import { PageSizeField } from '#ui/page-size-field.tsx'
import type { Column } from '#ui/use-columns.tsx'
import { exportAudit } from '../contract.ts'
import { actionLabel, PAGE_SIZES } from '../rules.ts'
import { ActorFilter } from './actor-filter.tsx'
import { useAuditActions } from './queries.ts'
import type { useAuditFilter } from './use-audit-filter.ts'

export const auditColumns = (): Column[] => [
  { key: 'when', label: t('When'), width: 192, isFixed: true, sorts: true },
  { key: 'what', label: t('What happened'), isFixed: true },
  { key: 'action', label: t('Action'), width: 208 },
]

interface AuditToolbarProps {
  filtering: ReturnType<typeof useAuditFilter>
  /** The viewer's preferences for this list. */
  kept: KeptList
  words: AuditWords
}

/** The filters of the log: actor, action, target and time. */
export function AuditToolbar({ filtering, kept, words }: AuditToolbarProps) {
  const { filter, change, typeTarget, clear, filtersSet, hasSignIns } = filtering
  // An export has no pages.
  const { page: _page, pageSize: _size, ...shown } = filtering.query
  return (
    <section aria-label={t('Filters')} className="flex flex-wrap items-end gap-x-3 gap-y-2.5">
      <FilterFold set={filtersSet}>
        <ActorFilter actor={filter.actor} onChange={(actor) => change({ actor })} />
        <div className="w-full sm:w-44">
          <ActionFilter action={filter.action} words={words} onChange={(action) => change({ action })} />
        </div>
        <div className="w-full sm:w-44">
          <TextField
            label={t('Target')}
            placeholder={t('roster, or one record')}
            spellCheck={false}
            autoComplete="off"
            value={filter.target}
            onChange={(event) => typeTarget(event.target.value)}
          />
        </div>
        <DateSpan
          labels={[t('From'), t('To')]}
          from={filter.from}
          to={filter.to}
          onFrom={(from) => change({ from })}
          onTo={(to) => change({ to })}
        />
        <label className="flex min-h-10 items-center gap-2 text-sm text-paper-dim">
          <input
            type="checkbox"
            checked={filter.signIns || hasSignIns}
            disabled={hasSignIns}
            onChange={(event) => change({ signIns: event.target.checked })}
            className="size-5 accent-lagoon"
          />
          {t('Show sign-ins')}
        </label>
        <div className="w-24">
          <PageSizeField sizes={PAGE_SIZES} value={filter.pageSize} onChange={(pageSize) => change({ pageSize })} />
        </div>
        <Button look="ghost" className="max-sm:disabled:hidden" disabled={filtersSet === 0} onClick={clear}>
          {t('Clear')}
        </Button>
      </FilterFold>
      <ListTools
        kept={kept}
        columns={auditColumns()}
        usual="compact"
        exporting={{ exported: exportAudit, query: shown }}
      />
    </section>
  )
}

interface ActionFilterProps {
  action: string
  words: AuditWords
  onChange(action: string): void
}

function ActionFilter({ action: chosen, words, onChange }: ActionFilterProps) {
  const actions = useAuditActions().data?.data ?? []
  const named = [...new Set([...actions, chosen])]
    .filter(Boolean)
    .map((action) => ({ action, label: actionLabel(action, words) }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  return (
    <SelectField label={t('Action')} value={chosen} onChange={(event) => onChange(event.target.value)}>
      <option value="">{t('Every action')}</option>
      {named.map(({ action, label }) => (
        <option key={action} value={action}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}
