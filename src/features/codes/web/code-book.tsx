import { LogIn, Plus, Upload, X } from 'lucide-react'
import { type ReactNode, Suspense, useRef } from 'react'
import { type Auth, signInHref } from '#features/auth/web/use-auth.ts'
import { formatMoment } from '#lib/dates.ts'
import { type PlainMessage, t } from '#lib/messages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorNote, type ErrorNoteProps } from '#ui/error-note.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Columns } from '#ui/use-columns.tsx'
import { useLocation } from '#web/router.tsx'
import { useHydrated } from '#web/use-hydrated.ts'
import type { PenalCode, TenCode } from '../contract.ts'
import { LAW_SKY, LawHeader } from './law-header.tsx'
import { OtherSearches } from './other-searches.tsx'
import type { CodeFilters } from './use-code-filters.ts'

/**
 * The styles that both tables add to the shared table styles. They are set once on the table instead of on hundreds of
 * rows: long texts get space, and the row that the address names is highlighted and scrolls to just below the sticky
 * header.
 */
export const CODE_SHEET = [
  '[&_thead_th:first-child]:rounded-tl-[9px] [&_thead_th:last-child]:rounded-tr-[9px]',
  'sm:[&_tbody_:is(td,th)]:py-1.5 [&_tbody_tr]:scroll-mt-16 xl:[&_tbody_tr]:scroll-mt-24',
  '[&_tbody_tr:target]:bg-[color-mix(in_srgb,var(--color-dusk),var(--color-lagoon)_22%)]',
  'sm:[&_tbody_tr:target>*]:bg-[color-mix(in_srgb,var(--color-dusk),var(--color-lagoon)_22%)]',
  'max-sm:[&_tbody_tr]:grid max-sm:[&_tbody_tr]:gap-x-3 max-sm:[&_tbody_:is(td,th)]:py-0.5',
  'max-sm:[&_tbody_:is(td:not([data-label]),th)]:block max-sm:[&_tbody_td]:justify-items-stretch',
  'max-sm:[&_tbody_tr>*]:bg-transparent!',
  'max-sm:[&_[colspan]]:col-span-full',
  // Permalinks: a # beside the name on hover and focus.
  "[&_tbody_th_a]:relative [&_tbody_th_a]:rounded-sm [&_tbody_th_a]:decoration-dotted [&_tbody_th_a]:underline-offset-4 [&_tbody_th_a]:hover:underline [&_tbody_th_a]:after:absolute [&_tbody_th_a]:after:left-full [&_tbody_th_a]:after:ml-3 [&_tbody_th_a]:after:font-bold [&_tbody_th_a]:after:text-lagoon [&_tbody_th_a]:after:opacity-0 [&_tbody_th_a]:after:content-['#'] [&_tbody_th_a]:hover:after:opacity-100 [&_tbody_th_a]:focus-visible:after:opacity-100",
  // Amounts: side by side beneath their labels on a phone.
  'max-sm:[&_tbody_td[data-label]]:grid-cols-1 max-sm:[&_tbody_td[data-label]]:content-end max-sm:[&_tbody_td[data-label]]:gap-0 max-sm:[&_tbody_td[data-label]]:text-start',
].join(' ')

/** Keeps the table head sticky below the page's search bar. */
export const ON_PAGE = 'xl:overflow-visible! xl:[&_thead_th]:top-(--book-top)'

/** The properties of a code table. Staff can arrange the columns and have a different head. */
export interface CodeTableProps extends Partial<Columns['table']> {
  isEmpty: boolean
  head?: ReactNode
  /** Extra classes. By default the table head stays sticky below the page's search bar. */
  look?: string
  scrolls?: boolean
  /** The `<tbody>` elements of the table. */
  children: ReactNode
}

/** One option of the filter: a category or a class. */
export interface Group {
  name: string
  count: number
  mark?: ReactNode
  note?: string
}

interface CodeBookProps {
  href: '/ten-codes' | '/penal-codes'
  title: PlainMessage
  lead: string
  /** The notice above the list for everyone except staff. */
  readOnly: string
  search: { label: string; placeholder: string }
  filter: { label: string; all: string; groups: readonly Group[] }
  filters: CodeFilters
  /** The search that is used instead, when nothing matches the typed one. Otherwise null. */
  suggestion: string | null
  auth: Auth
  /** The number of codes that pass the filters, and the total. Undefined until the list has loaded. */
  count: { shown: number; total: number } | undefined
  error: ErrorNoteProps | null
  /** The staff controls beside the count: the button that opens the add form, and the date of the import. */
  staff: {
    add: string
    isAdding: boolean
    onAdd(): void
    codes: readonly (TenCode | PenalCode)[]
    /** Saved views, the choice of columns, and the export. */
    tools: ReactNode
    /** The address of the import page. Undefined for staff who may not import. */
    importHref: string | undefined
  } | null
  children: ReactNode
}

/** The frame of a code list: header, search, filter and, for staff, editing. */
export function CodeBook(props: CodeBookProps) {
  const { title, filter, count, error } = props
  const { ref: resultsRef, filters } = useResultsInView(props.filters)
  const isFiltered = filters.search !== '' || filters.group !== ''
  return (
    <div data-code-book="" className={LAW_SKY}>
      <LawHeader href={props.href} title={title} lead={props.lead} />

      <div className="mx-auto grid max-w-[90rem] gap-x-6 px-4 pb-20 sm:px-6 lg:px-10 min-[88rem]:grid-cols-[15rem_minmax(0,1fr)]">
        <Rail label={filter.label} all={filter.all} groups={filter.groups} filters={filters} total={count?.total} />
        <div className="min-w-0 [--book-top:calc(var(--header-height)+4rem)] noscript:[--book-top:var(--header-height)]">
          <div className="no-print sticky top-(--header-height) z-20 -mx-4 flex gap-2 bg-night px-4 py-3 sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0 noscript:hidden">
            <SearchField {...props.search} value={filters.search} onChange={filters.setSearch} className="flex-1" />
            <select
              aria-label={filter.label}
              value={filters.group}
              onChange={(event) => filters.setGroup(event.target.value)}
              className="touch-target h-10 w-30 rounded-sm border border-paper-faint/60 bg-night/60 pr-8 pl-3 text-paper hover:border-paper-faint/80 max-sm:text-base sm:w-52 sm:text-sm min-[88rem]:hidden"
            >
              <option value="">{filter.label}</option>
              {filter.groups.map(({ name, count }) => (
                <option key={name} value={name}>
                  {name} ({count})
                </option>
              ))}
            </select>
          </div>

          <div
            ref={resultsRef}
            className="mt-1 mb-2 flex min-h-10 scroll-mt-14 flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm"
          >
            <div className="flex items-center gap-4">
              <p role="status" className="text-paper-faint">
                {count && countText(count, isFiltered)}
              </p>
              {isFiltered && (
                <Button look="ghost" size="sm" onClick={filters.clear} className="text-lagoon">
                  <X aria-hidden="true" />
                  {t('Clear filters')}
                </Button>
              )}
            </div>
            {props.staff === null ? (
              <ReadOnlyBanner auth={props.auth} text={props.readOnly} />
            ) : (
              <StaffBar {...props.staff} />
            )}
          </div>

          <OtherSearches filters={filters} suggestion={props.suggestion} />
          {error && (
            <div className="mb-4">
              <ErrorNote {...error} />
            </div>
          )}
          {count === undefined
            ? !error && <Skeleton label={t('Loading {name}…', { name: t(title) })} rows={12} columns={4} />
            : props.children}
        </div>
      </div>
    </div>
  )
}

/**
 * The filters, which also scroll to the first result when it is above the window. From far down a long list, fewer
 * results would otherwise end above the window.
 */
function useResultsInView(filters: CodeFilters) {
  const ref = useRef<HTMLDivElement>(null)
  const showResults = () => {
    if (ref.current !== null && ref.current.getBoundingClientRect().top < 0) ref.current.scrollIntoView()
  }
  return {
    ref,
    filters: {
      ...filters,
      setSearch(text: string) {
        filters.setSearch(text)
        showResults()
      },
      setGroup(name: string) {
        filters.setGroup(name)
        showResults()
      },
      clear() {
        filters.clear()
        showResults()
      },
    },
  }
}

function countText({ shown, total }: NonNullable<CodeBookProps['count']>, isFiltered: boolean): string {
  return isFiltered ? t('{shown} of {total} codes', { shown, total }) : t('{total} codes', { total })
}

/**
 * The staff controls beside the count. All codes without an author were imported together, so their date is shown once.
 */
function StaffBar({ add, isAdding, onAdd, codes, tools, importHref }: NonNullable<CodeBookProps['staff']>) {
  const imported = codes.find((code) => code.updated_by_username === null)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {imported && (
        <p className="text-paper-faint">{t('Imported • {moment}', { moment: formatMoment(imported.updated_at) })}</p>
      )}
      <Suspense>{tools}</Suspense>
      {importHref !== undefined && (
        <ButtonLink look="ghost" to={importHref}>
          <Upload aria-hidden="true" />
          {t('Import')}
        </ButtonLink>
      )}
      <Button look="primary" aria-expanded={isAdding} onClick={onAdd}>
        <Plus aria-hidden="true" />
        {add}
      </Button>
    </div>
  )
}

/** The notice above the list for everyone except staff (spec section 6). */
function ReadOnlyBanner({ auth, text }: { auth: Auth; text: string }) {
  const { pathname, search, hash } = useLocation()
  const isHydrated = useHydrated()
  return (
    <p className="text-paper-dim">
      {text}{' '}
      {auth.status !== 'signed-in' && (
        <a
          href={signInHref(isHydrated ? pathname + search + hash : pathname)}
          className="inline-link inline-flex items-baseline gap-1.5 whitespace-nowrap font-semibold"
        >
          <LogIn aria-hidden="true" className="size-4 self-center" />
          {t('Sign in with Discord')}
        </a>
      )}
    </p>
  )
}

interface RailProps {
  label: string
  all: string
  groups: readonly Group[]
  filters: CodeFilters
  total: number | undefined
}

/** The filter beside the list on wide screens, which also serves as an overview. */
function Rail({ label, all, groups, filters, total }: RailProps) {
  return (
    <aside aria-label={label} className="no-print hidden min-[88rem]:block">
      <div className="sticky top-[calc(var(--header-height)+0.75rem)] max-h-[calc(100dvh-var(--header-height)-1.5rem)] overflow-y-auto">
        <h2 className="eyebrow flex h-10 items-center text-paper-faint">{label}</h2>
        <ul className="space-y-0.5">
          {[{ name: '', count: total ?? 0 } satisfies Group, ...groups].map((group: Group) => (
            <li key={group.name}>
              <button
                type="button"
                aria-pressed={filters.group === group.name}
                onClick={() => filters.setGroup(group.name === filters.group ? '' : group.name)}
                className="flex w-full items-start gap-2.5 rounded-sm border border-transparent px-2.5 py-2 text-left text-paper-dim text-sm transition-colors hover:bg-haze/60 hover:text-paper aria-pressed:border-lagoon/40 aria-pressed:bg-lagoon/10 aria-pressed:text-paper noscript:pointer-events-none"
              >
                {group.mark}
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold font-sign">{group.name || all}</span>
                  {group.note !== undefined && (
                    <span className="mt-0.5 block text-paper-faint text-xs tabular-nums">{group.note}</span>
                  )}
                </span>
                <span className="text-paper-faint tabular-nums">{group.count}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  )
}
