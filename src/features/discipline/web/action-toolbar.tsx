import type { KeptList } from '#lib/list-preferences.ts'
import { msg, type PlainMessage, t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { RemovableChip, ToggleChip } from '#ui/chip.tsx'
import { DateSpan } from '#ui/date-span.tsx'
import { SelectField } from '#ui/field.tsx'
import { FilterFold } from '#ui/filter-fold.tsx'
import { ListTools } from '#ui/list-tools.tsx'
import { PageSizeField } from '#ui/page-size-field.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { DEVIATION_LABELS } from '../offence-rules.ts'
import { PERIOD_LABELS, PERIODS } from '../period-rules.ts'
import { FIRST_PAGE_SIZE, PAGE_SIZES, SEARCH_FROM, SORTS, type Sort } from '../rules.ts'
import { actionColumns } from './action-table.tsx'
import { PersonFilter } from './person-filter.tsx'
import { useActionTypes } from './queries.ts'
import type { useActionFilter } from './use-action-filter.ts'
import { useFamily } from './use-family.ts'

const SORT_LABELS = {
  'date:desc': msg('Date, newest first'),
  'date:asc': msg('Date, oldest first'),
  'admin_name:asc': msg('Admin, A to Z'),
  'admin_name:desc': msg('Admin, Z to A'),
} satisfies Partial<Record<Sort, PlainMessage>>

interface ActionToolbarProps {
  filtering: ReturnType<typeof useActionFilter>
  /** The user's own settings of this list. */
  kept: KeptList
  /** True when some actions need evidence. */
  needsEvidence: boolean
  /** True when the rows are still those of another search. */
  isStale: boolean
}

/** Every filter of the list, the sort, the page size, and the saved views of these. */
export function ActionToolbar({ filtering, kept, needsEvidence, isStale }: ActionToolbarProps) {
  const types = useActionTypes()
  const { user } = useFamily().words()
  const { filter, days, change, changeDays, typeQuery, clear, filtersSet, isFiltered } = filtering
  const isShort = filter.query.trim() !== '' && [...filter.query.trim()].length < SEARCH_FROM
  const isChanged = isFiltered || filter.sort !== SORTS[0] || filter.pageSize !== FIRST_PAGE_SIZE
  return (
    // On a phone, the search stays visible as long as there are rows: its line must be among them and not inside a box.
    <div className="max-sm:contents">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2 max-sm:contents">
        <FilterFold
          set={filtersSet}
          search={
            <SearchField
              label={t('Search')}
              placeholder={t('Search name, ID, reason...')}
              className="flex-1 sm:max-w-64 sm:flex-[4_1_12.5rem]"
              value={filter.query}
              isStale={isStale}
              onChange={typeQuery}
            />
          }
        >
          <div className="grid grid-cols-2 gap-3 max-sm:w-full sm:flex sm:max-w-110 sm:flex-[1_1_24.25rem] [&>*]:sm:flex-1">
            <PersonFilter label={user} of="users" id={filter.user} onChange={(id) => change({ user: id })} />
            <PersonFilter label={t('Admin')} of="admins" id={filter.admin} onChange={(admin) => change({ admin })} />
            <SelectField
              label={t('Type')}
              value={filter.type}
              onChange={(event) => change({ type: event.target.value })}
            >
              <option value="">{t('All types')}</option>
              {types.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </SelectField>
          </div>
          <DateSpan
            labels={[t('Start date'), t('End date')]}
            from={days.start}
            to={days.end}
            onFrom={(start) => changeDays({ start })}
            onTo={(end) => changeDays({ end })}
          />
          <ListOrder filtering={filtering} />
          <Button look="ghost" className="max-sm:disabled:hidden sm:px-2" disabled={!isChanged} onClick={clear}>
            {t('Clear')}
          </Button>
          <QuickFilters {...{ filtering, kept, needsEvidence }} />
        </FilterFold>
      </div>
      <OffenceFilters filtering={filtering} />
      <p role="status" className="text-paper-faint text-sm empty:hidden [&:not(:empty)]:mt-2">
        {isShort && t('With fewer than 3 characters, only people whose names begin with them are found.')}
      </p>
    </div>
  )
}

function ListOrder({ filtering: { filter, change } }: Pick<ActionToolbarProps, 'filtering'>) {
  const { byUser } = useFamily().words()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_4.75rem] gap-3 [&_label]:whitespace-nowrap max-sm:w-full sm:max-w-68 sm:flex-[1_1_15.5rem]">
      <SelectField
        label={t('Sort')}
        value={filter.sort}
        onChange={(event) => change({ sort: SORTS.find((sort) => sort === event.target.value) ?? SORTS[0] })}
      >
        {SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {sort === 'user_name:asc' || sort === 'user_name:desc' ? byUser[sort] : t(SORT_LABELS[sort])}
          </option>
        ))}
      </SelectField>
      <PageSizeField sizes={PAGE_SIZES} value={filter.pageSize} onChange={(pageSize) => change({ pageSize })} />
    </div>
  )
}

/** The filters that one press sets: a period, and what an action still lacks. Beside them are the tools for the list. */
function QuickFilters({ filtering, kept, needsEvidence }: Omit<ActionToolbarProps, 'isStale'>) {
  const types = useActionTypes()
  const family = useFamily()
  // An export has no pages.
  const { page: _page, pageSize: _size, ...shown } = filtering.query
  const { filter, change, choosePeriod } = filtering
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 max-sm:w-full min-[1366px]:w-full">
      <fieldset aria-label={t('Period')} className="flex min-w-0 flex-wrap gap-1.5 max-sm:w-full">
        {PERIODS.map((period) => (
          <ToggleChip
            key={period}
            label={t(PERIOD_LABELS[period])}
            isOn={filter.period === period}
            onToggle={() => choosePeriod(filter.period === period ? null : period)}
          />
        ))}
      </fieldset>
      <ToggleChip
        label={t('Not read')}
        isOn={filter.acknowledged === 'no'}
        onToggle={() => change({ acknowledged: filter.acknowledged === 'no' ? null : 'no' })}
      />
      {(filter.approval !== null || types.some(({ approval }) => approval !== undefined)) && (
        <ToggleChip
          label={t('Waits for approval')}
          isOn={filter.approval === 'waiting'}
          onToggle={() => change({ approval: filter.approval === 'waiting' ? null : 'waiting' })}
        />
      )}
      {(filter.evidence !== null || needsEvidence) && (
        <ToggleChip
          label={t('Evidence is missing')}
          isOn={filter.evidence === 'missing'}
          onToggle={() => change({ evidence: filter.evidence === 'missing' ? null : 'missing' })}
        />
      )}
      <ListTools
        kept={kept}
        columns={actionColumns(family.words().user)}
        exporting={{ exported: family.exported, query: shown }}
      />
    </div>
  )
}

/** The filters that only other pages set. */
function OffenceFilters({ filtering: { filter, change } }: Pick<ActionToolbarProps, 'filtering'>) {
  if (filter.offence === '' && filter.deviation === null) return null
  return (
    <div className="mt-2 flex flex-wrap gap-1.5">
      {filter.offence !== '' && (
        <RemovableChip label={t('Offence {code}', { code: filter.offence })} onRemove={() => change({ offence: '' })} />
      )}
      {filter.deviation !== null && (
        <RemovableChip
          label={filter.deviation === 'any' ? t('Given for an offence') : t(DEVIATION_LABELS[filter.deviation])}
          onRemove={() => change({ deviation: null })}
        />
      )}
    </div>
  )
}
