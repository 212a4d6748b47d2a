import type { KeyboardEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { RemovableChip } from '#ui/chip.tsx'
import { MultiSelect } from '#ui/multi-select.tsx'
import { SearchField } from '#ui/search-field.tsx'
import type { Share } from '../rules.ts'
import type { useRosterFilter } from './use-roster-filter.ts'

interface RosterToolbarProps {
  filtering: ReturnType<typeof useRosterFilter>
  /** How many each choice would show. */
  statuses: readonly Share[]
  roles: readonly Share[]
  /** Null while they are not known. */
  shown: number | null
  total: number
  /** The arrow down leads from the search to the rows. */
  onEnterRows(): void
}

const optionsOf = (shares: readonly Share[]) => shares.map(({ label, count }) => ({ value: label, label, count }))

/** Search, filters, and what is filtered by now. */
export function RosterToolbar({ filtering, statuses, roles, shown, total, onEnterRows }: RosterToolbarProps) {
  const { filter, isFiltered, setSearch, setStatuses, setRoles, clear } = filtering
  const chips = [
    ...(filter.search.trim() === '' ? [] : [{ label: `Search: ${filter.search.trim()}`, remove: () => setSearch('') }]),
    ...filter.statuses.map((status) => ({
      label: `Status: ${status}`,
      remove: () => setStatuses(filter.statuses.filter((each) => each !== status)),
    })),
    ...filter.roles.map((role) => ({
      label: `Role: ${role}`,
      remove: () => setRoles(filter.roles.filter((each) => each !== role)),
    })),
  ]
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    onEnterRows()
  }
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the arrow of the field inside it */}
        <div onKeyDown={onKeyDown} className="w-full sm:w-80">
          <SearchField
            label="Search"
            placeholder="Search name, callsign, Discord ID..."
            value={filter.search}
            onChange={setSearch}
          />
        </div>
        <MultiSelect label="Status" options={optionsOf(statuses)} selected={filter.statuses} onChange={setStatuses} />
        <MultiSelect label="Role" options={optionsOf(roles)} selected={filter.roles} onChange={setRoles} />
        <Button look="ghost" disabled={!isFiltered} onClick={clear}>
          Clear Filters
        </Button>
        <p role="status" className="ml-auto text-paper-faint text-sm tabular-nums">
          {shown !== null && isFiltered && `${shown} of ${total} members`}
        </p>
      </div>
      {chips.length > 0 && (
        <ul aria-label="Active filters" className="mt-2.5 flex flex-wrap gap-2">
          {chips.map(({ label, remove }) => (
            <li key={label}>
              <RemovableChip label={label} onRemove={remove} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
