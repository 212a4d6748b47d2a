/** The collections that a search covers. */
export const BOOKS = ['rules', 'penal-codes', 'ten-codes'] as const
export type Book = (typeof BOOKS)[number]

/** The maximum length of a search, in characters. */
export const MAX_SEARCH = 100

/** The search as it is used: of a long pasted text, only its beginning. */
const begun = (search: string) => search.trim().slice(0, MAX_SEARCH)

/** The address of the search call. The page and the server both use it as the key of the result. */
export function searchAddress(search: string, book: Book | null): string {
  return `/api/search?${new URLSearchParams({ q: begun(search), ...(book !== null && { book }) })}`
}

/** Reads the query of the search page. Null when it contains no search. */
export function readSearch(query: string): { q: string; book: Book | null } | null {
  const named = new URLSearchParams(query)
  const q = begun(named.get('q') ?? '')
  if (q === '') return null
  return { q, book: BOOKS.find((book) => book === named.get('in')) ?? null }
}

export function bookOf({ href }: { href: string }): Book {
  return BOOKS.find((book) => href.startsWith(`/${book}`)) ?? 'rules'
}

/** The words of a text, including joined numbers: 316.193, 10-50. */
const WORD = /[\p{L}\p{N}]+(?:[.'’-][\p{L}\p{N}]+)*/gu

/** Splits a text into pieces. The second piece and every other one after it are matching words. */
export function markedIn(text: string, isFound: (word: string) => boolean): string[] {
  const pieces: string[] = []
  let at = 0
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!isFound(word)) continue
    pieces.push(text.slice(at, index), word)
    at = index + word.length
  }
  return at < text.length || pieces.length === 0 ? [...pieces, text.slice(at)] : pieces
}

/**
 * The rules and codes whose number begins with the search, an exact match first. '10 50' is read as 10-50. Empty when
 * the search is not a number.
 */
export function numberedFirst<P extends { number?: string }>(search: string, passages: readonly P[]): P[] {
  const number = search
    .trim()
    .toLowerCase()
    .replace(/^(\d+)\s+(\d)/, '$1-$2')
  if (!/^\d[\d.()a-z-]*$/.test(number)) return []
  return passages
    .filter((passage) => passage.number?.toLowerCase().startsWith(number))
    .sort((a, b) => Number(b.number?.toLowerCase() === number) - Number(a.number?.toLowerCase() === number))
}
