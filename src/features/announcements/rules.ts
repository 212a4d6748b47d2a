import * as z from 'zod/mini'
import type { AnnouncedEvent, AnnouncementRules, AnnouncementSettings } from '#lib/announcements.ts'
import type { LoggedChange } from '#lib/inbox.ts'

export const WEBHOOK_NAME = /^DISCORD_WEBHOOK_[A-Z0-9_]+$/
const PLACEHOLDER = /\{([^{}]*)\}/g
/** Names and a link come on top, and Discord takes 2,000 characters. */
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

/** What all features announce. */
export interface Announced {
  parts: readonly AnnouncementRules[]
  /** Those that may be undone. */
  undoable: readonly string[]
  /** Those that tell of a status. */
  ofStatus: readonly string[]
}

export const announcedBy = (parts: readonly AnnouncementRules[]): Announced => ({
  parts,
  undoable: parts.flatMap(({ undoable = [] }) => undoable),
  ofStatus: parts.flatMap(({ ofStatus }) => ofStatus?.events ?? []),
})

/** What `community/announcements.yaml` holds: for each event the channel and the words; what is left out is silent. */
export const announcementsOf = ({ parts }: Announced) =>
  z.strictObject(
    Object.fromEntries(
      parts.flatMap(({ events }) => Object.entries(events)).map(([event, words]) => [event, oneEvent(words)]),
    ),
  )
export type Announcements = z.infer<ReturnType<typeof announcementsOf>>

/** The channels that are named, each once. */
export function webhooksIn(announcements: Announcements): string[] {
  return [...new Set(Object.values(announcements).flatMap((chosen) => (chosen ? [chosen.webhook] : [])))]
}

/**
 * What is worth announcing of one change, told from its rows for the audit log. A spreadsheet that was taken over is
 * one event, however many rows it had.
 */
export function eventsIn(
  { parts }: Announced,
  entries: readonly LoggedChange[],
  settings: AnnouncementSettings,
): AnnouncedEvent[] {
  const summary = entries.find(({ action }) => action.startsWith('import'))
  if (summary !== undefined) return present(parts.map((part) => part.readFile?.(summary, entries, settings)))
  return parts.flatMap((part) => {
    const told = present(entries.map((entry) => part.read?.(entry, settings)))
    const areSeveral = (event: string) => told.filter((one) => one.event === event).length > 1
    return told.filter(
      (one) =>
        !(part.alone?.includes(one.event) && areSeveral(one.event)) &&
        !(part.once?.includes(one.event) && told.find(({ event }) => event === one.event) !== one),
    )
  })
}

const present = <T>(some: readonly (T | null | undefined)[]): T[] => some.filter((one) => one != null)

/** The targets whose status is another now, so that what still waits to be told of the one before is no longer true. */
export const statusesChangedIn = ({ parts }: Announced, entries: readonly LoggedChange[]): string[] =>
  entries.filter((entry) => parts.some(({ ofStatus }) => ofStatus?.isChanged(entry))).map(({ target }) => target)

/** Discord takes no more characters of a message. */
const MAX_CHARACTERS = 2000
/** Of one value, so that the link still stands after the longest. */
const MAX_OF_A_VALUE = 300

/** The message as it is posted: the community's words, filled in with what may not format or mention anything. */
export function messageOf(words: string, { placeholders, path }: AnnouncedEvent, origin: string): string {
  const filled = words.replace(PLACEHOLDER, (whole, name: string) =>
    name === 'link' ? `${origin}${path}` : plain(cut(placeholders[name] ?? whole, MAX_OF_A_VALUE)),
  )
  return cut(filled, MAX_CHARACTERS)
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
}

/**
 * A text as it reads, whatever Discord would make of it: a backslash before a sign takes away what it means
 * (https://support.discord.com/hc/en-us/articles/210298617). Nothing that cannot be seen, and one line.
 */
export function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '')
    .replace(/[!-/:-@[-`{-~]/g, '\\$&')
}
