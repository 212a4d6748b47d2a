import { t } from '#lib/messages.ts'
import { type ConversationMessage, FOLLOW_UP } from './rules.ts'

interface TicketFacts {
  /** The community's name. */
  community: string
  assistant: string
  /** The origin of the site. */
  origin: string
  /** The page on which the conversation took place. */
  page: string
  /** The date and time as readers see them. */
  moment: string
}

/** The text of a ticket about a conversation: the questions, the answers and the rules that they cited. */
export function ticketText(messages: readonly ConversationMessage[], facts: TicketFacts): string {
  const { community, assistant, origin, page, moment } = facts
  const firstQuestion = messages.findIndex(({ type }) => type === 'user')
  const transcript = messages.slice(firstQuestion).map(({ type, content, isGif, alt, citations = [] }) => {
    if (type === 'user') return t('Question: {question}', { question: content })
    const rules = citations.map(({ title, href }, at) => `[${at + 1}] ${title}: ${new URL(href, origin).href}`)
    return [`${assistant}: ${isGif ? t('(picture: {alt})', { alt: alt ?? '' }) : content}`, ...rules].join('\n')
  })
  return [
    t('I asked {assistant}, the rules assistant of {community}, and need somebody of the staff.', {
      assistant,
      community,
    }),
    ...transcript,
    `${moment}, ${page}`,
  ].join('\n\n')
}

/** The kinds of replies that concern the rules. */
const RULE_REPLY_KINDS: readonly ConversationMessage['kind'][] = ['answer', 'quotes', 'unanswered']

/**
 * The part of the conversation that a ticket contains: the last question with its answer. While a question refers to
 * the one before it, that question and its answer are added. Replies that gave help are never included.
 */
export function ticketMessages(messages: readonly ConversationMessage[]): ConversationMessage[] {
  let from = messages.length - 2
  while (FOLLOW_UP.test(messages[from]?.content.trim() ?? '') && RULE_REPLY_KINDS.includes(messages[from - 1]?.kind))
    from -= 2
  return messages.slice(Math.max(0, from))
}
