import * as z from 'zod/mini'
import { helpHref } from '#lib/help-href.ts'
import { t } from '#lib/messages.ts'
import type { Site } from '#lib/site.ts'
import { CallFailed, failureOf, request } from '#web/call.ts'
import { eventsOrReply } from '#web/server-events.ts'
import { CONVERSATION_KEY, FAILURE_MESSAGE, MAX_MESSAGES, NO_RESPONSE, REPLY_LENGTH } from '../chat-rules.ts'
import { ChatReply, chat, ReplyKind } from '../contract.ts'
import type { ConversationMessage, ShownQuote } from '../rules.ts'

/**
 * Sends the conversation and returns the assistant's reply. `onQuote` is called with each quoted sentence before the
 * reply is complete.
 */
export async function ask(
  messages: readonly ConversationMessage[],
  links: Site['links'],
  onQuote: (claim: ShownQuote) => void,
  signal: AbortSignal,
): Promise<ConversationMessage> {
  try {
    return await fetchAnswer(messages, onQuote, signal)
  } catch (error) {
    if (!signal.aborted) console.error(error)
    const citations = [
      { title: t('Rules site'), href: links.rules ?? '/rules' },
      { title: t('Support portal'), href: helpHref(links) },
    ]
    // A user who asks too often reads the server's message, which says how long to wait.
    const content = error instanceof CallFailed && error.status === 429 ? error.message : t(FAILURE_MESSAGE)
    const isRefused = error instanceof CallFailed && REFUSALS.has(error.status)
    return { type: 'bot', content, kind: isRefused ? 'refused' : 'failure', citations }
  }
}

/** The statuses of an invalid and of a too large body. */
const REFUSALS = new Set([400, 413])

async function fetchAnswer(
  messages: readonly ConversationMessage[],
  onQuote: (claim: ShownQuote) => void,
  signal: AbortSignal,
): Promise<ConversationMessage> {
  const response = await request(chat.method, chat.path, {
    headers: { 'content-type': chat.bodyType, accept: 'text/event-stream' },
    body: JSON.stringify({ chatMessages: sentMessages(messages) }),
    signal,
  })
  for await (const { name, data } of eventsOrReply(response)) {
    if (name === 'quote') onQuote(JSON.parse(data))
    else if (name === 'reply') return messageOf(JSON.parse(data))
    else if (name === 'error') throw failureOf(response.status, JSON.parse(data))
  }
  throw new CallFailed(0, 'offline', t('The answer was cut off.'))
}

/**
 * The messages that are sent to the server. Refused messages are left out: the server would reject the whole
 * conversation again.
 */
export function sentMessages(messages: readonly ConversationMessage[]) {
  return messages
    .filter(({ kind }, at) => kind !== 'refused' && messages[at + 1]?.kind !== 'refused')
    .slice(-MAX_MESSAGES)
    .map(({ type, content }) => ({ type, content: type === 'bot' ? content.slice(0, REPLY_LENGTH) : content }))
}

function messageOf({ text, ...more }: ChatReply): ConversationMessage {
  return text.trim() === ''
    ? { type: 'bot', content: t(NO_RESPONSE), kind: 'failure' }
    : { type: 'bot', content: text, ...more }
}

/** The stored form of the conversation. An older version of the site may have written it. */
const StoredConversation = z
  .array(
    z.object({
      type: z.enum(['user', 'bot']),
      content: z.string(),
      ...z.omit(ChatReply, { text: true, kind: true }).shape,
      kind: z.optional(z.union([ReplyKind, z.literal(['failure', 'refused'])])),
      thumb: z.optional(z.enum(['up', 'down'])),
    }),
  )
  .check(z.minLength(1))

/** Stores the conversation for as long as the tab is open, so that it survives page changes. */
export function keep(messages: readonly ConversationMessage[]): void {
  try {
    window.sessionStorage.setItem(CONVERSATION_KEY, JSON.stringify(messages))
  } catch (error) {
    // Storage may be forbidden or full. The conversation then ends with the page.
    console.warn(error)
  }
}

/** The conversation that this tab had on another page. Null when there is none. */
export function restore(): ConversationMessage[] | null {
  const kept: unknown = JSON.parse(window.sessionStorage.getItem(CONVERSATION_KEY) ?? 'null')
  return z.safeParse(StoredConversation, kept).data ?? null
}
