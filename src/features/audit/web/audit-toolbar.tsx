import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { FilterFold } from '#ui/filter-fold.tsx'
import { actionLabel, PAGE_SIZES } from '../rules.ts'
import { ActorFilter } from './actor-filter.tsx'
import { useAuditActions } from './queries.ts'
import type { useAuditFilter } from './use-audit-filter.ts'

/** Who, what, on what and when. */
export function AuditToolbar({ filtering }: { filtering: ReturnType<typeof useAuditFilter> }) {
  const { filter, change, clear, filtersSet } = filtering
  const actions = useAuditActions().data?.data ?? []
  return (
    <section aria-label="Filters" className="flex flex-wrap items-end gap-x-3 gap-y-2.5">
      <FilterFold set={filtersSet}>
        <ActorFilter actor={filter.actor} onChange={(actor) => change({ actor })} />
        <div className="w-full sm:w-52">
          <SelectField
            label="Action"
            value={filter.action}
            onChange={(event) => change({ action: event.target.value })}
          >
            <option value="">Every action</option>
            {[...new Set([...actions, filter.action])].filter(Boolean).map((action) => (
              <option key={action} value={action}>
                {actionLabel(action)}
              </option>
            ))}
          </SelectField>
        </div>
        <div className="w-full sm:w-56">
          <TextField
            label="Target"
            placeholder="roster, or one record"
            spellCheck={false}
            autoComplete="off"
            value={filter.target}
            onChange={(event) => change({ target: event.target.value })}
          />
        </div>
        <div className="grid grid-cols-2 gap-3 max-sm:w-full">
          <TextField
            label="From"
            type="date"
            value={filter.from}
            max={filter.to || undefined}
            onChange={(event) => change({ from: event.target.value })}
          />
          <TextField
            label="To"
            type="date"
            value={filter.to}
            min={filter.from || undefined}
            onChange={(event) => change({ to: event.target.value })}
          />
        </div>
        <div className="w-24">
          <SelectField
            label="Page size"
            value={filter.pageSize}
            onChange={(event) =>
              change({ pageSize: PAGE_SIZES.find((size) => size === Number(event.target.value)) ?? PAGE_SIZES[0] })
            }
          >
            {PAGE_SIZES.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </SelectField>
        </div>
        <Button look="ghost" className="max-sm:disabled:hidden" disabled={filtersSet === 0} onClick={clear}>
          Clear
        </Button>
      </FilterFold>
    </section>
  )
}
