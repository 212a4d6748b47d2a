import { MAX_MESSAGES } from './chat-rules.ts'
import type { Block, ChatMessage, ChatReply, Citation, ReplyKind, Rule, Rulebook } from './contract.ts'

/** The fragment of a heading's permalink, made as GitHub makes it: "1.2 Minimum age" → "12-minimum-age". */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
}

/** The name of a rulebook in addresses: its file name without the number that orders it. */
export function slugOf(fileName: string): string {
  return fileName.replace(/\.md$/, '').replace(/^\d+-/, '')
}

/**
 * A rulebook as its file contains it. `askedAs` holds the phrases that people use to ask for a rule; the assistant
 * searches them and no page shows them.
 */
export interface WrittenRulebook extends Omit<Rulebook, 'chapters'> {
  chapters: (Omit<Rulebook['chapters'][number], 'rules'> & { rules: (Rule & { askedAs?: string[] })[] })[]
}

export interface Problem {
  line: number
  message: string
}

const FORM = 'write headings (#, ##, ###), paragraphs and lists (- …) only'

/**
 * Parses one Markdown file of the rules: a title (#), a summary, chapters (##) and their rules (###). It supports only
 * the Markdown that rules need. HTML stays plain text. A line "Asked as: min age | how old" below a rule holds phrases
 * that people use to ask for it. Each problem is returned with its line.
 */
export function parseRulebook(slug: string, markdown: string): { rulebook: WrittenRulebook; problems: Problem[] } {
  const rulebook: WrittenRulebook = { slug, title: '', summary: '', chapters: [] }
  const problems: Problem[] = []
  const anchors = new Set<string>()
  let open: Block | null = null

  function addAnchor(heading: string, line: number): string {
    const anchor = anchorOf(heading)
    if (anchor === '') problems.push({ line, message: 'a heading with letters or digits' })
    else if (anchors.has(anchor)) problems.push({ line, message: `another heading: "${heading}" stands here twice` })
    anchors.add(anchor)
    return anchor
  }

  function addText(text: string, item: string | undefined, line: number): void {
    const chapter = rulebook.chapters.at(-1)
    if (chapter === undefined && item === undefined) {
      if (rulebook.title === '') problems.push({ line, message: 'a title (# …) first' })
      rulebook.summary = `${rulebook.summary} ${text}`.trim()
      return
    }
    const blocks = chapter?.rules.at(-1)?.blocks
    if (blocks === undefined) return void problems.push({ line, message: 'a rule (### …) above this text' })
    if (open?.kind === 'list') {
      if (item !== undefined) open.items.push(item)
      else open.items.push(`${open.items.pop()} ${text}`)
    } else if (open?.kind === 'paragraph' && item === undefined) open.text += ` ${text}`
    else {
      open = item === undefined ? { kind: 'paragraph', text } : { kind: 'list', items: [item] }
      blocks.push(open)
    }
  }

  for (const [index, raw] of markdown.split(/\r?\n/).entries()) {
    const text = raw.trim()
    const line = index + 1
    const asked = /^Asked as:(.*)$/.exec(text)?.[1]
    const [, marks = '', heading = ''] = /^(#+)\s+(.+)$/.exec(text) ?? []
    if (text === '' || marks !== '') open = null
    if (text === '') continue
    if (marks === '#') {
      if (rulebook.title !== '') problems.push({ line, message: 'one title (# …) in a file' })
      rulebook.title = heading
    } else if (marks === '##') {
      rulebook.chapters.push({ title: heading, anchor: addAnchor(heading, line), rules: [] })
    } else if (marks === '###') {
      const rule = { title: heading, anchor: addAnchor(heading, line), blocks: [] }
      const chapter = rulebook.chapters.at(-1)
      if (chapter === undefined) problems.push({ line, message: 'a chapter (## …) above this rule' })
      else chapter.rules.push(rule)
    } else if (asked !== undefined) {
      open = null
      const rule = rulebook.chapters.at(-1)?.rules.at(-1)
      if (rule === undefined) problems.push({ line, message: 'a rule (### …) above this line' })
      else rule.askedAs = [...(rule.askedAs ?? []), ...asked.split('|').map((phrase) => phrase.trim())].filter(Boolean)
    } else if (/^(#|>|\||```|~~~|!\[|\d+[.)] |[*+] |---)/.test(text)) problems.push({ line, message: FORM })
    else addText(text, /^- (.+)$/.exec(text)?.[1], line)
  }
  if (rulebook.title === '') problems.push({ line: 1, message: 'a title (# …)' })
  if (rulebook.summary === '') problems.push({ line: 1, message: 'a summary below the title' })
  return { rulebook, problems }
}

/** Something that the assistant can find and quote: a rule of a book, or a code of the lists. */
export interface Passage {
  kind: 'rule' | 'code'
  /** The title with its number in front. */
  title: string
  /** The number by which the rules or the law book call it: 6.7, 316.193(1), 10-50, Signal 7. */
  number?: string
  /** The headings above the passage. */
  trail: string
  href: string
  text: string
  /** The phrases with which people ask for it. */
  asked?: readonly string[]
}

/** The heading of a passage: the headings above it, and its title. */
export const headingOf = ({ trail, title }: Pick<Passage, 'trail' | 'title'>): string => `${trail} › ${title}`

/** Every rule of a book as a passage. */
export function passagesOf({ slug, title, chapters }: WrittenRulebook): Passage[] {
  return chapters.flatMap((chapter) =>
    chapter.rules.map(
      (rule): Passage => ({
        kind: 'rule',
        title: rule.title,
        number: /^\d+\.\d+/.exec(rule.title)?.[0],
        trail: `${title} › ${chapter.title}`,
        href: `/rules/${slug}#${rule.anchor}`,
        text: rule.blocks
          .map((block) => (block.kind === 'list' ? block.items.map((item) => `${item}.`).join(' ') : block.text))
          .join(' ')
          .replaceAll('`', ''),
        asked: rule.askedAs,
      }),
    ),
  )
}

/** One of the community's pictures, and the messages that it replies to. */
export interface Picture {
  file: string
  alt: string
  when: readonly string[]
}

/**
 * The picture that replies to a message. The message must consist of its words only, so a question never gets a
 * picture.
 */
export function pictureFor(message: string, pictures: readonly Picture[]): Picture | undefined {
  const bareMessage = bare(message)
  return pictures.find(({ when }) => when.some((words) => bare(words) === bareMessage))
}

function bare(text: string): string {
  return (
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  )
}

/** How many questions of a conversation the model receives: the last one and those before it. */
const MAX_QUESTIONS = 4

/**
 * The user's questions, the last question last. Messages that claim to be from the assistant may be forged and are left
 * out.
 */
export function questionsOf(messages: readonly ChatMessage[]): string[] {
  return messages
    .slice(-MAX_MESSAGES)
    .flatMap((message) => (message.type === 'user' ? message.content : []))
    .slice(-MAX_QUESTIONS)
}

/** Matches the beginning or the end of a question that refers to the question before it. */
export const FOLLOW_UP =
  /^(and|but|ok|okay|so|what if|what about|how about|wat about|or|also|then|even|does that|is that|they said|what else|same|why|n)\b|\b(it|that|this|those|them|there|then|instead)\b\W*$/i

/** A message of the conversation in the browser, with the other fields of a reply. */
export interface ConversationMessage extends Omit<ChatReply, 'text' | 'kind'> {
  type: 'user' | 'bot'
  content: string
  /** `failure` stands for a reply that did not arrive. `refused` messages are not sent to the server again. */
  kind?: ReplyKind | 'failure' | 'refused'
  thumb?: 'up' | 'down'
}

/** A quoted sentence of a rule, as it is shown. */
export interface ShownQuote {
  quote: string
  citation: Citation
}

/** A quote under the statement that it supports. */
export interface ShownClaim extends ShownQuote {
  text: string
}

/** The statements of an answer, each with the citation of its rule. */
export function claimsOf({ claims = [], citations = [] }: ConversationMessage): ShownClaim[] {
  return claims.flatMap((claim) => {
    const citation = citations[claim.citation - 1]
    return citation === undefined ? [] : { ...claim, citation }
  })
}
