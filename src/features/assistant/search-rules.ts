/** Where something that a search finds stands. */
export const BOOKS = ['rules', 'penal-codes', 'ten-codes'] as const
export type Book = (typeof BOOKS)[number]

/** The longest search. */
export const MAX_SEARCH = 100

/** What is searched for: of a long text that somebody pasted its beginning. */
const begun = (search: string) => search.trim().slice(0, MAX_SEARCH)

/** The call that finds what a search asks for, with its query: the page and the server name its answer by it. */
export function searchAddress(search: string, book: Book | null): string {
  return `/api/search?${new URLSearchParams({ q: begun(search), ...(book !== null && { book }) })}`
}

/** What the page of the search is asked for by its own query; null where that is no search. */
export function readSearch(query: string): { q: string; book: Book | null } | null {
  const named = new URLSearchParams(query)
  const q = begun(named.get('q') ?? '')
  if (q === '') return null
  return { q, book: BOOKS.find((book) => book === named.get('in')) ?? null }
}

export function bookOf({ href }: { href: string }): Book {
  return BOOKS.find((book) => href.startsWith(`/${book}`)) ?? 'rules'
}

/** Words of a text, with what joins numbers: 316.193, 10-50. */
const WORD = /[\p{L}\p{N}]+(?:[.'’-][\p{L}\p{N}]+)*/gu

/** A text in pieces: every second one, from the second on, is a word that was found. */
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

/** The rules and codes whose number begins with a search that is one, the whole one first; '10 50' is 10-50. */
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
