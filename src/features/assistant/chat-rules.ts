import { msg } from '#lib/messages.ts'

/** The reply when the assistant fails (spec section 8). */
export const FAILURE_MESSAGE = msg(
  'Sorry, I’m having some technical difficulties. You can find the rules at the rules site or open a ticket at the support portal.',
)
/** The reply when the model returns no text (spec section 5). */
export const NO_RESPONSE = msg('Sorry—no response was returned.')

/** The version in the beta notice (spec section 9). */
export const BETA_VERSION = 'v1.0.0-beta'
export const BETA_DATE = msg('30 August 2025')

/** The number of messages of a conversation that count, and the maximum length of a question in characters. */
export const MAX_MESSAGES = 20
export const QUESTION_LENGTH = 1_000
/** The maximum length of a reply that a browser may send back, in characters. */
export const REPLY_LENGTH = 8_000

/** The sessionStorage key of the conversation. */
export const CONVERSATION_KEY = 'assistant'
