import { type Passage, passagesOf, type WrittenRulebook } from '#features/assistant/rules.ts'
import type { Db } from '#server/database/database.ts'

type Linked = Pick<Passage, 'href' | 'title' | 'text'>

interface LinkedRulesDeps {
  origin: string
  rulebooks: readonly WrittenRulebook[]
  /** The codes as they are now. */
  codes: (on: Db) => Promise<readonly Linked[]>
}

/**
 * Finds what the rules and codes say at addresses that the community's files link to: at a rule, a chapter, a rulebook
 * or a code. Any other address is left out.
 */
export function createFindRules({ origin, rulebooks, codes }: LinkedRulesDeps) {
  // An address may name this site or not, and its letters may be encoded or not.
  const urlOf = (href: string) => new URL(href, origin).href
  const byUrl = (passages: readonly Linked[]) => new Map(passages.map((passage) => [urlOf(passage.href), passage]))
  const rules = byUrl(rulebooks.flatMap(partsOf))
  return async (on: Db, links: readonly string[]) => {
    const others = links.filter((link) => !rules.has(urlOf(link)) && new URL(link, origin).origin === origin)
    const inLaw = others.length === 0 ? null : byUrl(await codes(on))
    const found = links.map((link) => [link, rules.get(urlOf(link)) ?? inLaw?.get(urlOf(link))] as const)
    return new Map(found.flatMap(([link, said]) => (said ? [[link, { title: said.title, text: said.text }]] : [])))
  }
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
