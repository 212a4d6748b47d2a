/*
 * The inbox, of two kinds: For you is what somebody is told of themselves, taken from what the audit log says of a
 * change, and grouped by what it is about. Waits for you is what waits for somebody to do it, counted from the queues that
 * features declare. What surprises: nothing of the second kind is kept, so a count cannot be out of date; and who may open
 * what is decided when the inbox is read, so that a lost right hides it.
 */
import * as z from 'zod/mini'
import { endpoint } from '#lib/endpoint.ts'
import { msg } from '#lib/messages.ts'
import { LINES, MESSAGE_STATES, type MessageDefaults, MODES } from './message-rules.ts'

declare module '#lib/topics.ts' {
  interface Topics {
    inbox: true
  }
}

/** The name of what somebody is told: the features have their titles. */
export const InboxKind = z.string()

/** What somebody is told about one thing. */
export const InboxGroup = z.object({
  /** What it is about, such as `staff-da/7`: what is read is named by it. */
  about: z.string(),
  /** What happened last. */
  kind: InboxKind,
  /** What the list is called that the title names. */
  list: z.nullable(z.string()),
  path: z.string(),
  at: z.iso.datetime(),
  isNew: z.boolean(),
  /** How much was told about it before. */
  earlier: z.int(),
})
export type InboxGroup = z.infer<typeof InboxGroup>

export const WaitingQueue = z.object({
  name: z.string(),
  /** What waits, in the plural. */
  title: z.string(),
  path: z.string(),
  count: z.int(),
  /** When the first of them is due; null: they have no deadline. */
  dueAt: z.nullable(z.iso.datetime()),
})
export type WaitingQueue = z.infer<typeof WaitingQueue>

export const listInbox = endpoint({
  method: 'GET',
  path: '/api/inbox',
  access: 'member',
  topic: 'inbox',
  summary: 'What you are told of yourself, the newest first, and what waits for you.',
  reply: z.object({
    forYou: z.array(InboxGroup),
    /** The queues of which you may do something, also those in which nothing waits: what is due first comes first. */
    waiting: z.array(WaitingQueue),
  }),
})

export const countInbox = endpoint({
  method: 'GET',
  path: '/api/inbox/count',
  access: 'member',
  summary:
    'How much of your inbox is new, and how many wait for you on which page. What keeps nobody waiting is not counted.',
  reply: z.object({ unread: z.int(), waiting: z.array(z.object({ path: z.string(), count: z.int() })) }),
})

export const readInbox = endpoint({
  method: 'POST',
  path: '/api/inbox/read',
  access: 'member',
  summary: 'Marks what is about these things as read, in your own inbox.',
  body: z.strictObject({
    about: z
      .array(z.string().check(z.maxLength(200, msg('This is not in the inbox.'))))
      .check(z.minLength(1, msg('Name what you have read.')), z.maxLength(500, msg('That is too many at once.'))),
  }),
  reply: z.object({ ok: z.literal(true) }),
})

const Modes = z.record(z.enum(LINES), z.enum(MODES))
const Hour = z.int().check(z.gte(0), z.lte(23))
/** As the browser calls it; one that the site does not know is left out. */
const TimeZone = z.string().check(z.maxLength(60, msg('This is not a time zone.')))

/** What `community/inbox.yaml` holds: how those are written to who switched messages on and chose nothing else. */
export const InboxContent = z.strictObject({
  messages: z._default(
    z.strictObject({
      mine: z._default(z.enum(MODES), 'now'),
      queues: z._default(z.enum(MODES), 'digest'),
      rank: z._default(z.enum(MODES), 'now'),
    }),
    { mine: 'now', queues: 'digest', rank: 'now' },
  ),
  digestHour: z._default(z.int().check(z.gte(0), z.lte(23)), 18),
})
export const messageDefaultsOf = ({ messages: modes, digestHour }: z.infer<typeof InboxContent>): MessageDefaults => {
  return { modes, digestHour }
}

/** How somebody has messages in Discord. */
export const MessageSettings = z.object({
  /** Whether this site has a bot that could write. */
  canMessage: z.boolean(),
  state: z.enum(MESSAGE_STATES),
  /** Discord's code for why it did not take the last message; null where it did. */
  refusedCode: z.nullable(z.int()),
  modes: Modes,
  /** When the digest comes. */
  digest: z.object({ hour: z.int(), timeZone: z.string() }),
})
export type MessageSettings = z.infer<typeof MessageSettings>

export const findMessageSettings = endpoint({
  method: 'GET',
  path: '/api/inbox/messages',
  access: 'member',
  summary: 'Whether you are written to in Discord, and of what.',
  reply: z.object({ item: MessageSettings }),
})

export const sendTestMessage = endpoint({
  method: 'POST',
  path: '/api/inbox/messages/test',
  access: 'member',
  summary: 'Sends you a test message in Discord, which switches messages on when it arrives.',
  body: z.strictObject({ timeZone: z.optional(TimeZone) }),
  reply: z.object({ ok: z.literal(true) }),
})

export const changeMessageSettings = endpoint({
  method: 'PUT',
  path: '/api/inbox/messages',
  access: 'member',
  summary: 'Switches messages off, or says of what you are written to, and at which hour the digest comes.',
  body: z.strictObject({
    isOn: z.optional(z.literal(false)),
    modes: z.optional(z.partialRecord(z.enum(LINES), z.enum(MODES))),
    digestHour: z.optional(Hour),
    timeZone: z.optional(TimeZone),
  }),
  reply: z.object({ ok: z.literal(true), item: MessageSettings }),
})

export const endpoints = [listInbox, countInbox, readInbox, findMessageSettings, sendTestMessage, changeMessageSettings]
