import { currentForms } from '#lib/date-forms.ts'
import { dayOf, offsetsOf } from '#lib/dates.ts'
import { closePanel, openPanel, usePanel } from '#web/panel-address.ts'
import { useDebounced } from '#web/use-debounced.ts'
import { addressNow, integer, oneOf, TEXT, useListFilter, type ValuesOf } from '#web/use-list-filter.ts'
import type { Sorting } from '#web/use-sort.ts'
import { DEVIATIONS } from '../offence-rules.ts'
import { chosenWeek, PERIODS, periodDays, weekDays } from '../period-rules.ts'
import { FIRST_PAGE_SIZE, nextSort, PAGE_SIZES, SORTS, sortedColumn } from '../rules.ts'
import type { ActionQuery } from './use-family.ts'

/** Spec, section 9: filter debounce. */
const PAUSE = 350

const PARAMETERS = {
  query: TEXT,
  user: TEXT,
  admin: TEXT,
  type: TEXT,
  offence: TEXT,
  deviation: oneOf([...DEVIATIONS, 'any'], null),
  acknowledged: oneOf(['no'], null),
  approval: oneOf(['waiting'], null),
  evidence: oneOf(['missing'], null),
  period: oneOf(PERIODS, null),
  start: TEXT,
  end: TEXT,
  sort: oneOf(SORTS, SORTS[0]),
  pageSize: oneOf(PAGE_SIZES, FIRST_PAGE_SIZE),
  page: integer(1),
}
/** The panel with the details of an entry. */
const PANEL = 'entry'

/**
 * The filters, kept in the address. Changing any filter, sort or page size resets to page 1 and reloads after a pause
 * of 350 ms; turning a page reloads at once (spec, section 4).
 */
export function useActionFilter() {
  const { values, type, choose, clear } = useListFilter(PARAMETERS)
  const opened = usePanel(PANEL)
  const rested = useDebounced(values, PAUSE)
  const { page, ...filter } = values
  const isResting = JSON.stringify({ ...rested, page }) === JSON.stringify(values)
  const days = daysOf(filter)
  const week = chosenWeek(days, today(), firstDay())
  const { query, sort, pageSize: _pageSize, ...filters } = filter
  const filtersSet = Object.values(filters).filter(isSet).length
  return {
    filter,
    page: Math.max(1, page),
    entry: integer(null).parse(opened ?? ''),
    /** The query for the server. */
    query: queryOf(isResting ? values : rested),
    /** True while typed text is not part of the query yet. */
    isTyping: !isResting,
    /** The days of the filter, from a period or chosen one by one. */
    days,
    /** The week of the chart, when the filter is exactly one week. */
    week,
    /** The number of filters that are set, without the search. */
    filtersSet,
    isFiltered: filtersSet > 0 || isSet(query),
    /** Chooses days that are not those of a period or a week. */
    changeDays: (part: Partial<typeof days>) => choose({ period: null, ...days, ...part, page: 1 }),
    choosePeriod: (period: typeof filter.period) => choose({ period, start: '', end: '', page: 1 }),
    /** Chooses one week of the chart. Choosing it again shows all weeks. */
    chooseWeek: (chosen: string) =>
      choose({ period: null, ...(chosen === week ? { start: '', end: '' } : weekDays(chosen)), page: 1 }),
    change: (part: Partial<typeof filter>) => choose({ ...part, page: 1 }),
    typeQuery: (text: string) => type({ query: text, page: 1 }),
    goTo: (to: number) => choose({ page: to }),
    /** Replaces a page that does not exist, so that the Back button does not lead to it. */
    correctTo: (to: number) => choose({ page: to }, { replace: true }),
    /** Opens an entry, also in place of the open one: one step back always closes the panel. */
    open: (id: number) => {
      // Write what was typed to the address first, so that Back leads to it.
      addressNow()
      openPanel(PANEL, String(id))
    },
    close: () => closePanel(PANEL),
    /** The headings of the table change the sort too. The third press returns to the default order. */
    sorting: {
      sort: sortedColumn(sort),
      onSort: (column) => choose({ sort: nextSort(sort, column), page: 1 }),
    } satisfies Sorting,
    clear,
  }
}

const isSet = (value: string | null): value is string => value !== null && value.trim() !== ''
const today = () => dayOf(new Date().toISOString())
const firstDay = () => currentForms().firstDay ?? 'monday'

function daysOf({ period, start, end }: Pick<ValuesOf<typeof PARAMETERS>, 'period' | 'start' | 'end'>) {
  return period === null ? { start, end } : periodDays(period, today(), firstDay())
}

/** Spec, section 5: empty or blank filter values are not sent. */
function queryOf({ period, start, end, sort, pageSize, page, ...others }: ValuesOf<typeof PARAMETERS>): ActionQuery {
  const days = daysOf({ period, start, end })
  const texts = Object.entries({ ...others, ...days }).flatMap(([name, value]) =>
    isSet(value) ? [[name, value.trim()]] : [],
  )
  return {
    ...Object.fromEntries(texts),
    ...offsetsOf(days.start, days.end),
    sort,
    page: String(Math.max(1, page)),
    pageSize: String(pageSize),
  }
}
