import { cleanLine, cleanPastedText } from '#lib/clean-text.ts'
import type { Citation } from './contract.ts'

/** The maximum number of rules that a shared answer shows in full. */
const MAX_RULES = 3
/** The maximum length of a question in a shared answer, in characters. */
const SHARED_LENGTH = 200
/** A word that could be a link to another site: with a scheme, with an @, or with a domain. */
const LINK = /:\/\/|@|[^.]\.\p{L}{2}/u
/** Quotation marks, which could end the quotation around the question. */
const QUOTATION_MARKS = /["“”„‟«»〝〞＂]/g

/** A rule of a rulebook. */
export interface RulePlace {
  slug: string
  anchor: string
}

/** The rule that an address of this site leads to. Null when it leads to no rule. */
export function placeOf(href: string): RulePlace | null {
  const [, slug, anchor] = /^\/rules\/([^/?#]+)#(.+)$/.exec(href) ?? []
  return slug === undefined || anchor === undefined ? null : { slug, anchor }
}

/**
 * The address of the public page with a question and the rules of its answer. It contains a signature. Null when no
 * rule answers the question.
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

/** The contents of a shared address. Anyone may have written them; only the signature proves them. */
export interface SharedAnswer {
  /** A single line. Empty when the address has no question. */
  question: string
  /** The rules, each once. */
  rules: RulePlace[]
  /** Empty when the address has no signature. */
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
  const harmless = cleanPastedText(line.toWellFormed())
    .split(' ')
    .map((word) => (LINK.test(word) ? '[…]' : word))
    .join(' ')
    .replaceAll(QUOTATION_MARKS, '’')
  return {
    question: cleanLine(harmless, SHARED_LENGTH),
    rules: [...places.values()],
    signature: query.get('signature') ?? '',
  }
}
