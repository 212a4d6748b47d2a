import Calculator from 'lucide-react/icons/calculator'
import { msg, t } from '#lib/messages.ts'
import { isOn } from '#lib/part.ts'
import { ErrorNote } from '#ui/error-note.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { useItemKeys } from '#ui/use-item-keys.ts'
import { reasonOf } from '#web/call.ts'
import { Link, useLocation } from '#web/router.tsx'
import { useSiteContent } from '#web/site-context.tsx'
import { useDebounced } from '#web/use-debounced.ts'
import { oneOf, TEXT, useListFilter } from '#web/use-list-filter.ts'
import type { Hit } from '../contract.ts'
import { BOOKS, type Book, MAX_SEARCH } from '../search-rules.ts'
import { usePassages } from './use-passages.ts'

const PARAMETERS = { q: TEXT, in: oneOf(BOOKS, null) }
/** How long to wait after the last key press before the search is sent, in milliseconds. */
const REST_MS = 120

const TITLES = { rules: msg('Rules'), 'penal-codes': msg('Penal Codes'), 'ten-codes': msg('10-Codes') } as const

/**
 * A single search over the rules, the penal codes and the 10-codes, in the players' own words. It is a form with links,
 * so it also works without JavaScript.
 */
export function SearchView() {
  const { off } = useSiteContent()
  const { values, type } = useListFilter(PARAMETERS, useLocation().search)
  useItemKeys('ol h2 a')
  const search = useDebounced(values.q, REST_MS)
  const { data, error, isError, isPlaceholderData, refetch } = usePassages(search, values.in)
  const books = BOOKS.filter((book) => book === 'rules' || isOn(off, book))
  const hasCodes = books.length > 1
  const isSearching = search.trim() !== ''
  const hits = isSearching ? data?.data : undefined
  const isAnswered = search === values.q && (!isSearching || isError || (data !== undefined && !isPlaceholderData))
  return (
    <div className="mx-auto max-w-3xl px-4 pt-8 pb-24 sm:px-6 lg:pt-12">
      <h1 className="text-4xl sm:text-5xl">{t('Search')}</h1>
      <p className="mt-3 text-paper-dim sm:text-lg">
        {hasCodes
          ? t('Rules, penal codes and 10-codes, by the words that you would say.')
          : t('The rules, by the words that you would say.')}
      </p>
      <form action="/search" onSubmit={(event) => event.preventDefault()} className="mt-6">
        <SearchField
          name="q"
          maxLength={MAX_SEARCH}
          label={hasCodes ? t('Search rules and codes') : t('Search the rules')}
          placeholder={t('A word, a number, or what players call it')}
          value={values.q}
          isStale={!isAnswered}
          onChange={(q) => type({ q })}
        />
        {values.in !== null && <input type="hidden" name="in" value={values.in} />}
      </form>
      {hasCodes && <BookChoice books={books} search={values.q} chosen={values.in} />}
      <p role="status" className="mt-6 text-paper-faint text-sm">
        {hits !== undefined && !isPlaceholderData && t('{count} found', { count: hits.length })}
      </p>
      {isError && (
        <ErrorNote
          message={reasonOf(error) ?? t('The search did not work.')}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {hits?.length === 0 && !isPlaceholderData && (
        <p className="mt-2 text-lg text-paper-dim">
          {t('Nothing found for “{search}”.', { search: search.trim() })}{' '}
          {t('Try another word for it, or look it up below.')}
        </p>
      )}
      {hits !== undefined && hits.length > 0 ? (
        <ol className="mt-2 divide-y divide-haze border-haze border-y">
          {hits.map((hit) => (
            <HitRow key={hit.href} hit={hit} />
          ))}
        </ol>
      ) : (
        <nav aria-label={t('All of it')} className="mt-6 flex flex-wrap gap-x-6 gap-y-1">
          {books.map((book) => (
            <Link key={book} to={`/${book}`} className="touch-target inline-link inline-flex min-h-9 items-center">
              {t(TITLES[book])}
            </Link>
          ))}
        </nav>
      )}
    </div>
  )
}

/** The address of a search in one of the books, or in all of them. */
function pageAddress(search: string, book: Book | null): string {
  const query = new URLSearchParams({ ...(search !== '' && { q: search }), ...(book !== null && { in: book }) })
  return `/search?${query}`.replace(/\?$/, '')
}

interface BookChoiceProps {
  books: readonly Book[]
  search: string
  /** Null is all of the books. */
  chosen: Book | null
}

function BookChoice({ books, search, chosen }: BookChoiceProps) {
  return (
    <nav aria-label={t('Where to search')} className="mt-3">
      <div className="flex flex-wrap gap-2">
        {[null, ...books].map((book) => (
          <Link
            key={book}
            to={pageAddress(search, book)}
            aria-current={chosen === book ? 'page' : undefined}
            className={`touch-target inline-flex h-8 items-center rounded-sm border px-3 font-semibold font-sign text-[0.8125rem] transition-colors ${chosen === book ? 'border-lagoon/70 bg-lagoon/15 text-paper' : 'border-paper-faint/35 bg-night/60 text-paper-dim hover:border-paper-faint/80 hover:text-paper'}`}
          >
            {book === null ? t('All') : t(TITLES[book])}
          </Link>
        ))}
      </div>
    </nav>
  )
}

function HitRow({ hit: { book, title, trail, href, text } }: { hit: Hit }) {
  const [, key] = /^\/penal-codes#statute-(.+)$/.exec(href) ?? []
  return (
    <li className="py-5">
      <p className="text-paper-faint text-sm">{book === 'rules' ? trail : t(TITLES[book])}</p>
      <h2 className="mt-1 text-xl leading-snug">
        <Link to={href} className="rounded-sm underline-offset-4 hover:text-lagoon hover:underline">
          <Marked pieces={title} />
        </Link>
      </h2>
      <p className="mt-1.5 text-paper-dim leading-relaxed">
        <Marked pieces={text} />
      </p>
      {key !== undefined && (
        <Link
          to={`/penal-codes/calculator?charges=${key}`}
          className="touch-target mt-1.5 inline-flex min-h-8 items-center gap-1.5 rounded-sm text-lagoon text-sm underline-offset-4 hover:underline"
        >
          <Calculator aria-hidden="true" className="size-4" />
          {t('Open in the calculator')}
        </Link>
      )}
    </li>
  )
}

/** A text with its matches marked. */
function Marked({ pieces }: { pieces: readonly string[] }) {
  return pieces.map((piece, at) => {
    if (at % 2 === 0) return piece
    return (
      <mark
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified by its place
        key={at}
        className="rounded-[3px] bg-amber/20 px-0.5 text-inherit underline decoration-amber/70 underline-offset-4"
      >
        {piece}
      </mark>
    )
  })
}
