import { legible, tidied } from '#lib/tidied.ts'
import type { Citation } from './contract.ts'

/** How many rules a shared answer shows in full. */
const MAX_RULES = 3
/** How much of a question it shows. */
const SHARED_LENGTH = 200
/** A word that leads away from the site: with a scheme, a name in front of a domain, or a domain. */
const LINK = /:\/\/|@|[^.]\.\p{L}{2}/u
/** What would close the quotation that the question stands in. */
const QUOTATION_MARKS = /["“”„‟«»〝〞＂]/g

/** One rule of a book. */
export interface RulePlace {
  slug: string
  anchor: string
}

/** The rule that an address on this site leads to; null where it is none. */
export function placeOf(href: string): RulePlace | null {
  const [, slug, anchor] = /^\/rules\/([^/?#]+)#(.+)$/.exec(href) ?? []
  return slug === undefined || anchor === undefined ? null : { slug, anchor }
}

/**
 * The page that shows a question and the rules of its answer to anybody, with a signature of what it shows; null where
 * no rule answers it.
 */
export function shareAddress(
  question: string,
  citations: readonly Citation[],
  sign: (shown: SharedAnswer) => string,
): string | null {
  const rules = citations.flatMap(({ href }) => placeOf(href) ?? []).slice(0, MAX_RULES)
  if (rules.length === 0) return null
  const named = rules.map(({ slug, anchor }) => `&rule=${slug}/${encodeURIComponent(anchor)}`)
  const search = `?q=${encodeURIComponent(question.toWellFormed())}${named.join('')}`
  return `/rules/answer${search}&signature=${sign(readShare(search))}`
}

/** What a shared address asks for. Anybody may have written it. */
export interface SharedAnswer {
  /** One line; '' where there is none. */
  question: string
  /** Each once. */
  rules: RulePlace[]
  /** '' where there is none. */
  signature: string
}

/** Reads the query of a shared address. */
export function readShare(search: string): SharedAnswer {
  const query = new URLSearchParams(search)
  const places = new Map<string, RulePlace>()
  for (const named of query.getAll('rule').slice(0, MAX_RULES)) {
    const [, slug, anchor] = /^([a-z0-9-]{1,100})\/([\p{L}\p{N}_-]{1,300})$/u.exec(named) ?? []
    if (slug !== undefined && anchor !== undefined) places.set(named, { slug, anchor })
  }
  const line = (query.get('q') ?? '').replaceAll(/\s+/g, ' ')
  const harmless = legible(line.toWellFormed())
    .split(' ')
    .map((word) => (LINK.test(word) ? '[…]' : word))
    .join(' ')
    .replaceAll(QUOTATION_MARKS, '’')
  return {
    question: tidied(harmless, SHARED_LENGTH),
    rules: [...places.values()],
    signature: query.get('signature') ?? '',
  }
}
