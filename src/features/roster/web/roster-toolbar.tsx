import ChevronDown from 'lucide-react/icons/chevron-down'
import type { KeyboardEvent } from 'react'
import type { Colour } from '#lib/colour.ts'
import type { KeptList } from '#lib/list-preferences.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { RemovableChip, ToggleChip } from '#ui/chip.tsx'
import type { ExportMenuProps } from '#ui/export-menu.tsx'
import { FilterFold } from '#ui/filter-fold.tsx'
import { ListTools } from '#ui/list-tools.tsx'
import { Menu, MenuAction } from '#ui/menu.tsx'
import { MultiSelect } from '#ui/multi-select.tsx'
import { SearchField } from '#ui/search-field.tsx'
import type { Ladder, Share } from '../rules.ts'
import { statusColour } from '../status-rules.ts'
import { groupId } from './member-list.tsx'
import { rosterColumns } from './roster-table.tsx'
import type { useRosterFilter } from './use-roster-filter.ts'

interface RosterToolbarProps {
  filtering: ReturnType<typeof useRosterFilter>
  ladder: Ladder
  placeholder: string
  /** `menus`: two menus and a removable chip for each selected value. `chips`: a chip for every value. */
  choices: 'menus' | 'chips'
  /** How many members each value would show. */
  statuses: readonly Share[]
  roles: readonly Share[]
  /** Null while unknown. */
  shown: number | null
  total: number
  /** The shown groups with their members, to jump to on a phone. Null on wider screens, which show the table. */
  groups: readonly { group: string; members: readonly unknown[] }[] | null
  /** The person's preferences for this roster. */
  kept: KeptList
  exporting: ExportMenuProps
  /** Called for the arrow down in the search, which leads to the rows. */
  onEnterRows(): void
}

/** The search, the filters, and the active filters. On a phone the toolbar stays visible above the rows. */
export function RosterToolbar(props: RosterToolbarProps) {
  const { filtering, placeholder, choices, shown, total, groups, kept, exporting, onEnterRows } = props
  const { filter, isFiltered, setSearch, clear } = filtering
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    onEnterRows()
  }
  return (
    <div className="max-sm:sticky max-sm:top-(--header-height) max-sm:z-10 max-sm:-mx-4 max-sm:bg-night max-sm:px-4 max-sm:py-2">
      <div className="flex flex-wrap items-center gap-2 max-sm:gap-x-1">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles the arrow key of the field inside */}
        <div onKeyDown={onKeyDown} className="max-sm:-order-2 max-sm:flex-[1_1_calc(100%-7rem)] sm:w-80">
          <SearchField
            label={t('Search')}
            placeholder={placeholder}
            isStale={shown === null}
            value={filter.search}
            onChange={setSearch}
          />
        </div>
        {groups !== null && groups.length > 1 && <GroupMenu groups={groups} />}
        {choices === 'menus' && <ChoiceMenus {...props} />}
        {choices === 'chips' && groups !== null && (
          <FilterFold set={filter.statuses.length + filter.roles.length}>
            <ChoiceChips {...props} />
          </FilterFold>
        )}
        <Button look="ghost" className="max-sm:disabled:hidden" disabled={!isFiltered} onClick={clear}>
          {t('Clear Filters')}
        </Button>
        <div className="max-sm:-order-1">
          <ListTools kept={kept} columns={rosterColumns()} exporting={exporting} />
        </div>
        <p role="status" className="ml-auto text-paper-faint text-sm tabular-nums">
          {shown !== null && isFiltered && t('{shown} of {total} members', { shown, total })}
        </p>
      </div>
      {choices === 'menus' && <ActiveFilters {...filtering} />}
      {choices === 'chips' && groups === null && <ChoiceChips {...props} />}
    </div>
  )
}

/** A menu that jumps to the rows of a group. */
function GroupMenu({ groups }: { groups: NonNullable<RosterToolbarProps['groups']> }) {
  const goTo = (group: string) => {
    const heading = document.getElementById(groupId(group))
    heading?.scrollIntoView({ block: 'start' })
    // Wait until the menu has returned the focus to its button.
    setTimeout(() => heading?.focus({ preventScroll: true }))
  }
  return (
    <Menu
      align="start"
      label={t('Jump to a group')}
      triggerClass="touch-target inline-flex h-10 items-center gap-1.5 rounded-sm border border-paper-faint/60 bg-night/60 px-3 max-sm:px-2 font-sign font-semibold text-paper-dim text-sm"
      trigger={
        <>
          {t('Groups')}
          <ChevronDown aria-hidden="true" className="size-4" />
        </>
      }
    >
      {groups.map(({ group, members }) => (
        <MenuAction key={group} onSelect={() => goTo(group)}>
          {group}
          <span className="ml-auto text-paper-faint tabular-nums">{members.length}</span>
        </MenuAction>
      ))}
    </Menu>
  )
}

type ChoicesProps = Pick<RosterToolbarProps, 'filtering' | 'ladder' | 'statuses' | 'roles'>

const optionsOf = (shares: readonly Share[]) => shares.map(({ label, count }) => ({ value: label, label, count }))

function ChoiceMenus({ filtering: { filter, setStatuses, setRoles }, statuses, roles }: ChoicesProps) {
  return (
    <>
      <MultiSelect
        label={t('Status')}
        options={optionsOf(statuses)}
        selected={filter.statuses}
        onChange={setStatuses}
      />
      <MultiSelect label={t('Role')} options={optionsOf(roles)} selected={filter.roles} onChange={setRoles} />
    </>
  )
}

const without = (all: readonly string[], one: string) => all.filter((each) => each !== one)

function ActiveFilters({ filter, setSearch, setStatuses, setRoles }: RosterToolbarProps['filtering']) {
  const search = filter.search.trim()
  const chips = [
    ...(search === '' ? [] : [{ label: t('Search: {search}', { search }), remove: () => setSearch('') }]),
    ...filter.statuses.map((status) => ({
      label: t('Status: {status}', { status }),
      remove: () => setStatuses(without(filter.statuses, status)),
    })),
    ...filter.roles.map((role) => ({
      label: t('Role: {role}', { role }),
      remove: () => setRoles(without(filter.roles, role)),
    })),
  ]
  if (chips.length === 0) return null
  return (
    <ul aria-label={t('Active filters')} className="mt-2.5 flex flex-wrap gap-2">
      {chips.map(({ label, remove }) => (
        <li key={label}>
          <RemovableChip label={label} onRemove={remove} />
        </li>
      ))}
    </ul>
  )
}

function ChoiceChips({ filtering, ladder, statuses, roles }: ChoicesProps) {
  const { filter, setStatuses, setRoles } = filtering
  return (
    <div className="mt-2.5 flex min-w-0 flex-col gap-2 max-sm:w-full">
      <ChipRow
        label={t('Status')}
        shares={statuses}
        selected={filter.statuses}
        onChange={setStatuses}
        colourOf={(status) => statusColour(status, ladder.statuses)}
      />
      <ChipRow
        label={t('Position group')}
        shares={roles}
        selected={filter.roles}
        onChange={setRoles}
        colourOf={(group) => ladder.positions.colours.get(group)}
      />
    </div>
  )
}

interface ChipRowProps {
  label: string
  shares: readonly Share[]
  selected: readonly string[]
  onChange(selected: string[]): void
  colourOf(label: string): Colour | undefined
}

/** Chips for the values that would show at least one member, and for the selected ones. */
function ChipRow({ label, shares, selected, onChange, colourOf }: ChipRowProps) {
  const offered = shares.filter((share) => share.count > 0 || selected.includes(share.label))
  if (offered.length === 0) return null
  return (
    <fieldset className="-mx-4 flex min-w-0 gap-1.5 px-4 py-0.5 max-sm:overflow-x-auto sm:mx-0 sm:flex-wrap sm:px-0">
      <legend className="sr-only">{label}</legend>
      {offered.map((share) => {
        const isOn = selected.includes(share.label)
        return (
          <ToggleChip
            key={share.label}
            label={share.label}
            count={share.count}
            tone={colourOf(share.label)}
            isOn={isOn}
            onToggle={() => onChange(isOn ? without(selected, share.label) : [...selected, share.label])}
          />
        )
      })}
    </fieldset>
  )
}
