import { t } from '#lib/messages.ts'
import { LEANING, type Said } from './rules.ts'

interface TicketFacts {
  /** The community's name. */
  community: string
  assistant: string
  /** The site's own address. */
  origin: string
  /** Where the conversation was had. */
  page: string
  /** When, as people read it. */
  moment: string
}

/** A conversation as the text of a ticket: what was asked, what the assistant said, and which rules it named. */
export function ticketText(messages: readonly Said[], facts: TicketFacts): string {
  const { community, assistant, origin, page, moment } = facts
  const firstQuestion = messages.findIndex(({ type }) => type === 'user')
  const said = messages.slice(firstQuestion).map(({ type, content, isGif, alt, citations = [] }) => {
    if (type === 'user') return t('Question: {question}', { question: content })
    const rules = citations.map(({ title, href }, at) => `[${at + 1}] ${title}: ${new URL(href, origin).href}`)
    return [`${assistant}: ${isGif ? t('(picture: {alt})', { alt: alt ?? '' }) : content}`, ...rules].join('\n')
  })
  return [
    t('I asked {assistant}, the rules assistant of {community}, and need somebody of the staff.', {
      assistant,
      community,
    }),
    ...said,
    `${moment}, ${page}`,
  ].join('\n\n')
}

/** What was answered from the rules, or could not be. */
const ABOUT_RULES: readonly Said['kind'][] = ['answer', 'quotes', 'unanswered']

/**
 * What a ticket about the last answer tells: its question, and while that goes on with the one before it, that one with
 * its answer. Nothing that got help is ever among it.
 */
export function handedOver(messages: readonly Said[]): Said[] {
  let from = messages.length - 2
  while (LEANING.test(messages[from]?.content.trim() ?? '') && ABOUT_RULES.includes(messages[from - 1]?.kind)) from -= 2
  return messages.slice(Math.max(0, from))
}
