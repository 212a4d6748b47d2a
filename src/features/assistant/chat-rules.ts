import { msg } from '#lib/messages.ts'

/** Spec, section 8. */
export const TROUBLE = msg(
  'Sorry, I’m having some technical difficulties. You can find the rules at the rules site or open a ticket at the support portal.',
)
/** Spec, section 5. */
export const NO_RESPONSE = msg('Sorry—no response was returned.')

/** Spec, section 9. */
export const BETA_VERSION = 'v1.0.0-beta'
export const BETA_DATE = msg('30 August 2025')

/** How much of a conversation counts, and how long a question may be. */
export const MESSAGES_KEPT = 20
export const QUESTION_LENGTH = 1_000
/** How much of a reply a browser may send back. */
export const REPLY_LENGTH = 8_000

/** What a browser's tab keeps its conversation under. */
export const KEPT_AS = 'assistant'
