/*
 * The inbox has two parts. "For you" holds messages about changes that concern the person. The messages are derived
 * from the audit entries of each change and grouped by the record they are about. "Waits for you" holds work that waits
 * for the person. It is counted from the queues that features declare. These counts are never stored, so they cannot be
 * out of date. Access to each item is checked when the inbox is read, so a lost right hides it.
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

/** The kind of a message. The features define its title. */
export const InboxKind = z.string()

/** The messages to a person about one record. */
export const InboxGroup = z.object({
  /** The record, such as `staff-da/7`. Marking messages as read names them by it. */
  about: z.string(),
  /** The kind of the latest message. */
  kind: InboxKind,
  /** The name of the list, if the title mentions one. */
  list: z.nullable(z.string()),
  path: z.string(),
  at: z.iso.datetime(),
  isNew: z.boolean(),
  /** The number of earlier messages about the record. */
  earlier: z.int(),
})
export type InboxGroup = z.infer<typeof InboxGroup>

export const WaitingQueue = z.object({
  name: z.string(),
  /** The name of the waiting items, in the plural. */
  title: z.string(),
  path: z.string(),
  count: z.int(),
  /** When the first item is due. Null when the items have no deadline. */
  dueAt: z.nullable(z.iso.datetime()),
})
export type WaitingQueue = z.infer<typeof WaitingQueue>

export const listInbox = endpoint({
  method: 'GET',
  path: '/api/inbox',
  access: 'member',
  topic: 'inbox',
  summary:
    'Lists the messages to the caller about changes that concern them, newest first, and the queues of work that wait for them.',
  reply: z.object({
    forYou: z.array(InboxGroup),
    /** The queues on which the caller may work, including empty ones. The queue that is due first comes first. */
    waiting: z.array(WaitingQueue),
  }),
})

export const countInbox = endpoint({
  method: 'GET',
  path: '/api/inbox/count',
  access: 'member',
  summary:
    'Returns the number of new messages in the inbox of the caller, and the number of items that wait for the caller on each page. Queues on which nobody waits are not counted.',
  reply: z.object({ unread: z.int(), waiting: z.array(z.object({ path: z.string(), count: z.int() })) }),
})

export const readInbox = endpoint({
  method: 'POST',
  path: '/api/inbox/read',
  access: 'member',
  summary: 'Marks the messages about the given records as read in the inbox of the caller.',
  body: z.strictObject({
    about: z
      .array(z.string().check(z.maxLength(200, msg('This is not in the inbox.'))))
      .check(z.minLength(1, msg('Name what you have read.')), z.maxLength(500, msg('That is too many at once.'))),
  }),
  reply: z.object({ ok: z.literal(true) }),
})

const Modes = z.record(z.enum(LINES), z.enum(MODES))
const Hour = z.int().check(z.gte(0), z.lte(23))
/** The browser's name for its time zone. A name that the server does not know is ignored. */
const TimeZone = z.string().check(z.maxLength(60, msg('This is not a time zone.')))

/** The contents of `community/inbox.yaml`: the defaults for people who switched messages on and chose nothing else. */
export const InboxContent = z.strictObject({
  messages: z._default(
    z.strictObject({
      mine: z._default(z.enum(MODES), 'now'),
      queues: z._default(z.enum(MODES), 'digest'),
      rank: z._default(z.enum(MODES), 'now'),
    }),
    { mine: 'now', queues: 'digest', rank: 'now' },
  ),
  digestHour: z._default(Hour, 18),
})
export const messageDefaultsOf = ({ messages: modes, digestHour }: z.infer<typeof InboxContent>): MessageDefaults => {
  return { modes, digestHour }
}

/** A person's settings for messages in Discord. */
export const MessageSettings = z.object({
  /** Whether this site has a bot that can send messages. */
  canMessage: z.boolean(),
  state: z.enum(MESSAGE_STATES),
  /** Discord's error code for the last message that it refused. Null when it accepted the last message. */
  refusedCode: z.nullable(z.int()),
  modes: Modes,
  /** When the digest is sent. */
  digest: z.object({ hour: z.int(), timeZone: z.string() }),
})
export type MessageSettings = z.infer<typeof MessageSettings>

export const findMessageSettings = endpoint({
  method: 'GET',
  path: '/api/inbox/messages',
  access: 'member',
  summary: 'Returns the settings of the caller for messages in Discord: whether they are on, and what they are about.',
  reply: z.object({ item: MessageSettings }),
})

export const sendTestMessage = endpoint({
  method: 'POST',
  path: '/api/inbox/messages/test',
  access: 'member',
  summary:
    'Sends the caller a test message in Discord. Messages are switched on when it arrives. Returns 403 if the site has no bot.',
  body: z.strictObject({ timeZone: z.optional(TimeZone) }),
  reply: z.object({ ok: z.literal(true) }),
})

export const changeMessageSettings = endpoint({
  method: 'PUT',
  path: '/api/inbox/messages',
  access: 'member',
  summary:
    'Switches messages in Discord off for the caller, or changes what they are about and the hour of the digest.',
  body: z.strictObject({
    isOn: z.optional(z.literal(false)),
    modes: z.optional(z.partialRecord(z.enum(LINES), z.enum(MODES))),
    digestHour: z.optional(Hour),
    timeZone: z.optional(TimeZone),
  }),
  reply: z.object({ ok: z.literal(true), item: MessageSettings }),
})

export const endpoints = [listInbox, countInbox, readInbox, findMessageSettings, sendTestMessage, changeMessageSettings]
