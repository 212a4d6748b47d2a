import * as z from 'zod/mini'
import type { AnnouncedEvent, AnnouncementRules, AnnouncementSettings } from '#lib/announcements.ts'
import type { LoggedChange } from '#lib/inbox.ts'

export const WEBHOOK_NAME = /^DISCORD_WEBHOOK_[A-Z0-9_]+$/
const PLACEHOLDER = /\{([^{}]*)\}/g
/** The placeholders add names and a link, and Discord accepts at most 2,000 characters. */
const MAX_WORDS = 500

const oneEvent = (placeholders: readonly string[]) => {
  const known = [...placeholders, 'link']
  const isKnown = (words: string) => [...words.matchAll(PLACEHOLDER)].every(([, name]) => known.includes(name ?? ''))
  return z.optional(
    z.strictObject({
      webhook: z
        .string()
        .check(z.regex(WEBHOOK_NAME, 'the name of a variable of the environment, such as DISCORD_WEBHOOK_STAFF')),
      words: z
        .string()
        .check(
          z.trim(),
          z.minLength(1, 'the words to post'),
          z.maxLength(MAX_WORDS, `at most ${MAX_WORDS} characters`),
          z.refine(isKnown, `these words may only name ${known.map((name) => `{${name}}`).join(', ')}`),
        ),
    }),
  )
}

/** The announcement rules of all features. */
export interface Announced {
  parts: readonly AnnouncementRules[]
  /** The events that may be undone. */
  undoable: readonly string[]
  /** The events that announce a status. */
  ofStatus: readonly string[]
}

export const announcedBy = (parts: readonly AnnouncementRules[]): Announced => ({
  parts,
  undoable: parts.flatMap(({ undoable = [] }) => undoable),
  ofStatus: parts.flatMap(({ ofStatus }) => ofStatus?.events ?? []),
})

/**
 * The contents of `community/announcements.yaml`: the channel and the text of each event. An event that is left out is
 * not announced.
 */
export const announcementsOf = ({ parts }: Announced) =>
  z.strictObject(
    Object.fromEntries(
      parts.flatMap(({ events }) => Object.entries(events)).map(([event, words]) => [event, oneEvent(words)]),
    ),
  )
export type Announcements = z.infer<ReturnType<typeof announcementsOf>>

/** The webhooks that the announcements use, without duplicates. */
export function webhooksIn(announcements: Announcements): string[] {
  return [...new Set(Object.values(announcements).flatMap((chosen) => (chosen ? [chosen.webhook] : [])))]
}

/**
 * The events to announce for one change, derived from its audit entries. An imported spreadsheet is one event, whatever
 * its number of rows.
 */
export function eventsIn(
  { parts }: Announced,
  entries: readonly LoggedChange[],
  settings: AnnouncementSettings,
): AnnouncedEvent[] {
  const summary = entries.find(({ action }) => action.startsWith('import'))
  if (summary !== undefined) return withoutMissing(parts.map((part) => part.readFile?.(summary, entries, settings)))
  return parts.flatMap((part) => {
    const told = withoutMissing(entries.map((entry) => part.read?.(entry, settings)))
    const areSeveral = (event: string) => told.filter((one) => one.event === event).length > 1
    return told.filter(
      (one) =>
        !(part.alone?.includes(one.event) && areSeveral(one.event)) &&
        !(part.once?.includes(one.event) && told.find(({ event }) => event === one.event) !== one),
    )
  })
}

const withoutMissing = <T>(some: readonly (T | null | undefined)[]): T[] => some.filter((one) => one != null)

/** The targets whose status changed. Announcements of the earlier status that still wait are no longer true. */
export const statusesChangedIn = ({ parts }: Announced, entries: readonly LoggedChange[]): string[] =>
  entries.filter((entry) => parts.some(({ ofStatus }) => ofStatus?.isChanged(entry))).map(({ target }) => target)

/** The most characters that Discord accepts in a message. */
const MAX_CHARACTERS = 2000
/** The most characters of one value, so that the link still fits after the longest text. */
const MAX_VALUE_CHARACTERS = 300

/** The message to post: the community's text, with values inserted that cannot format or mention anything. */
export function messageOf(words: string, { placeholders, path }: AnnouncedEvent, origin: string): string {
  const filled = words.replace(PLACEHOLDER, (whole, name: string) =>
    name === 'link' ? `${origin}${path}` : escapeMarkdown(cut(placeholders[name] ?? whole, MAX_VALUE_CHARACTERS)),
  )
  return cut(filled, MAX_CHARACTERS)
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
}

/**
 * Escapes a text so that Discord shows it literally: a backslash before a sign removes its meaning
 * (https://support.discord.com/hc/en-us/articles/210298617). Also removes invisible characters and line breaks.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '')
    .replace(/[!-/:-@[-`{-~]/g, '\\$&')
}
