import { type Passage, passagesOf, type WrittenRulebook } from '#features/assistant/rules.ts'
import type { Db } from '#server/database/database.ts'

type Linked = Pick<Passage, 'href' | 'title' | 'text'>

/** The pages of the codes. A link to one code names the code after the #. */
const LAW_PAGES = ['/ten-codes', '/penal-codes']

/**
 * The most characters of a rule that are kept: enough for the longest chapter as a whole and the beginning of a
 * rulebook.
 */
const MAX_KEPT = 8000

interface RulesDeps {
  origin: string
  rulebooks: readonly WrittenRulebook[]
}

interface LinkedRulesDeps extends RulesDeps {
  /** Reads the current codes. */
  codes: (on: Db) => Promise<readonly Linked[]>
}

/**
 * Returns a function that finds the text of the rules and codes at addresses that the community's files link to. An
 * address may lead to a rule, a chapter, a rulebook or a code. Any other address is left out.
 */
export function createFindRules({ origin, rulebooks, codes }: LinkedRulesDeps) {
  // Built at the first link, so that the start does not wait for it.
  let read: ReturnType<typeof rulesAt> | undefined
  return async (on: Db, links: readonly string[]) => {
    read ??= rulesAt({ origin, rulebooks })
    const { urlOf, byUrl, rules } = read
    const isInLaw = links.some((link) => LAW_PAGES.some((page) => urlOf(link).startsWith(`${urlOf(page)}#`)))
    const inLaw = isInLaw ? byUrl(await codes(on)) : null
    const found = links.map((link) => [link, rules.get(urlOf(link)) ?? inLaw?.get(urlOf(link))] as const)
    return new Map(
      found.flatMap(([link, passage]) =>
        passage ? [[link, { title: passage.title, ...beginningOf(passage.text) }]] : [],
      ),
    )
  }
}

/** Finds the addresses that lead to the rules of this site but match no rule there. */
export function missingRules(links: readonly string[], deps: RulesDeps): string[] {
  const { urlOf, rules } = rulesAt(deps)
  const isOfRules = (url: string) => url.startsWith(urlOf('/rules/')) && !rules.has(url)
  return [...new Set(links)].filter((link) => isOfRules(urlOf(link)))
}

/** Every rulebook, chapter and rule by its address. Addresses may be relative or include the site's origin. */
function rulesAt({ origin, rulebooks }: RulesDeps) {
  // Normalize: an address may end in a slash, contain a query, and be percent-encoded or not.
  const urlOf = (href: string) => {
    const url = new URL(href, origin)
    return `${url.origin}${url.pathname.replace(/\/$/, '')}${url.hash}`
  }
  const byUrl = (passages: readonly Linked[]) => new Map(passages.map((passage) => [urlOf(passage.href), passage]))
  return { urlOf, byUrl, rules: byUrl(rulebooks.flatMap(partsOf)) }
}

/** The text, or only its first whole paragraphs if it is too long. */
function beginningOf(text: string): { text: string; isCut?: true } {
  if (text.length <= MAX_KEPT) return { text }
  const end = text.lastIndexOf('\n\n', MAX_KEPT)
  return { text: text.slice(0, end > 0 ? end : MAX_KEPT).toWellFormed(), isCut: true }
}

/** A rulebook, its chapters and its rules. */
function partsOf(book: WrittenRulebook): Linked[] {
  const chapters = book.chapters.map((chapter) => {
    const rules = passagesOf({ ...book, chapters: [chapter] })
    return [{ href: `/rules/${book.slug}#${chapter.anchor}`, title: chapter.title, text: textOf(rules) }, ...rules]
  })
  return [{ href: `/rules/${book.slug}`, title: book.title, text: textOf(passagesOf(book)) }, ...chapters.flat()]
}

const textOf = (rules: readonly Linked[]) => rules.map(({ title, text }) => `${title}\n${text}`).join('\n\n')
