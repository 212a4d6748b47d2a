import { messageKey } from '#lib/messages.ts'
import { CATALOGUES } from '#messages/catalogues.ts'

/** Names and words that occur only in the shipped community. */
export const OF_THE_SHIPPED =
  /Hammock|HCRP|HCSO|HCFR|TTPD|Florida|Gulf|Golf|Manny|Tarpon|10-codes|Penal Codes|Staff Roster|Trial Mod|Moderator|Sheriff|\b911\b|\b988\b/i

/** Words that never occur on a German page. */
export const ENGLISH_WORDS =
  /\b(the|and|you|your|with|from|this|that|are|of|sign in|sign out|log in|login|loading|search|home|back|close|open|menu|rules|rule|page|pages|skip|content|staff|roster|supporters?|department|departments|leadership|apply|join|connect|settings|language|ask|send|answer|question|questions|copy|copied|share|show|more|less|all|not found|error|again|help|players|online|verification|verify|owner|previous|next|contents|chapter|military|veterans|police|active duty|first responders?|on|for|by|to|it|we|our|has|who|what|when|until)\b/i

const BLANK = /\{\w+\}/g
const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const german = new Set(Object.values(CATALOGUES.de).map(messageKey))
/** The English messages whose German translation differs. */
const messages = Object.entries(CATALOGUES.de)
  .filter(([message, text]) => message !== messageKey(text))
  .map(([message]) => message.split(' // ', 1)[0] ?? message)
  .filter((message) => !german.has(message))
const whole = new Set(messages)
const filledIn = new RegExp(
  `^(?:${messages
    .filter((message) => message.replace(BLANK, '').match(/[a-z]{2}/i))
    .map((message) => message.split(BLANK).map(escapeRegExp).join('.+'))
    .join('|')})$`,
)

/** The texts of a page that are English: messages of the catalogue, and texts with an English word. */
export function englishIn(texts: readonly string[]): string[] {
  return texts.filter((text) => whole.has(text) || filledIn.test(text) || ENGLISH_WORDS.test(text))
}
