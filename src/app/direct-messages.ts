import type { DirectMessages } from '#features/announcements/server/delivery.ts'
import { addDirectMessage } from '#features/announcements/server/store.ts'
import { type InboxPlaces, placeOf } from '#features/inbox/place-rules.ts'
import type { Inbox } from '#features/inbox/rules.ts'
import { createDeliveryStore } from '#features/inbox/server/delivery-store.ts'
import type { Waiting } from '#features/inbox/server/digest-store.ts'
import { createMessageStore, type MessageStoreDeps, TEST_EVENT } from '#features/inbox/server/message-store.ts'
import { CHANNEL, createInboxStore } from '#features/inbox/server/store.ts'
import { allows, type Member } from '#lib/access.ts'
import { type InboxRow, listOfTarget } from '#lib/inbox.ts'
import { msg } from '#lib/messages.ts'
import { UNDO_LIMIT_MS } from '#lib/undo.ts'
import type { Transaction } from '#server/database/database.ts'
import type { Discord } from '#server/discord/discord.ts'
import type { Posted } from '#server/discord/webhooks.ts'
import type { Processes } from '#server/processes/processes.ts'
import type { Realtime } from '#server/realtime/realtime.ts'
import type { SiteLanguage } from './languages.ts'

/** The page on which people choose which messages they get. */
const INBOX = '/inbox'

interface WriterDeps {
  inbox: Inbox
  origin: string
  clock: () => Date
  /** The name of the site. */
  name: string
  /** The language of the site. The site cannot know in which language a person reads Discord. */
  translator: () => SiteLanguage['translator']
  /** Finds the title of a list. */
  titleOf: (list: string) => string
}

/** Writes the messages to people: what happened, how many rows are unread, and a link. A message says nothing else. */
export function createMessageWriter({ inbox, origin, clock, name, translator, titleOf }: WriterDeps) {
  const add = (
    tx: Transaction,
    personId: string,
    event: string,
    title: string,
    more: { at?: Date; list?: string; lines?: readonly string[]; notBefore?: Date } = {},
  ) =>
    addDirectMessage(tx, {
      ...{ personId, event, at: clock(), title: `${name}: ${title}`, ...more },
      link: origin + INBOX,
    })
  const waitingLine = ({ title, count }: Waiting) =>
    translator().t(msg('{queue}: {count}'), { queue: translator().translate(title), count })
  return {
    write: (tx: Transaction, { personId, kind, about, at }: InboxRow & { at: Date }) => {
      const known = inbox.kinds.get(kind)
      if (known === undefined) throw new Error(`No feature tells people of ${kind}`)
      const title = translator().t(known.title, { list: titleOf(listOfTarget(about)) })
      return add(tx, personId, kind, title, {
        at,
        list: listOfTarget(about),
        ...(known.canBeUndone && { notBefore: new Date(at.getTime() + UNDO_LIMIT_MS) }),
      })
    },
    writeTest: (tx: Transaction, personId: string) =>
      add(tx, personId, TEST_EVENT, translator().t(msg('This is the test message.'))),
    writeWaiting: (tx: Transaction, { personId, ...queue }: { personId: string } & Waiting) =>
      add(tx, personId, 'waiting', translator().t(msg('Something waits for you')), { lines: [waitingLine(queue)] }),
    writeDigest: (
      tx: Transaction,
      { personId, news, waiting }: { personId: string; news: number; waiting: readonly Waiting[] },
    ) => {
      const lines = [
        ...(news > 0 ? [translator().t(msg('New for you: {count}'), { count: news })] : []),
        ...waiting.map(waitingLine),
      ]
      return add(tx, personId, 'digest', translator().t(msg('Your daily summary')), { lines })
    },
  }
}

/** Seconds until the site checks again what a person may read, after Discord could not say. */
const RETRY_SECONDS = 30

/** Sends the messages of the outbox to people who still want them and may still read what the message is about. */
export function createMessageSender(
  deps: MessageStoreDeps & {
    discord: Pick<Discord, 'sendDirectMessage'>
    processes: Pick<Processes, 'publish'>
    realtime: Pick<Realtime, 'notifyPeople'>
    inbox: Inbox
    inboxPlaces: InboxPlaces
    /** Finds a person with roles as fresh as a page needs. Null when neither Discord nor the site can say. */
    memberNow(id: string): Promise<Member | null>
  },
): DirectMessages {
  const send = deps.discord.sendDirectMessage
  const store = createMessageStore(deps)
  const deliveries = createDeliveryStore({ ...deps, canSend: send !== null })
  const inbox = createInboxStore(deps)

  /** Why a message must not be sent to this person now. Null when it may be sent. */
  async function reasonNotToSend({
    event,
    list,
    personId,
    createdAt,
  }: Parameters<NonNullable<DirectMessages['send']>>[0]): Promise<Posted | null> {
    if (event === TEST_EVENT) return null
    if (!(await store.isOn(personId))) return { result: 'refused', why: 'messages are switched off' }
    if (!deps.inbox.kinds.has(event)) return null
    const unread = await inbox.listUnread(personId)
    // The inbox row that was written together with the message.
    const isRowOfMessage = (row: { kind: string; at: Date }) =>
      row.kind === event && row.at.getTime() === createdAt.getTime()
    if (!unread.some(isRowOfMessage)) return { result: 'refused', why: 'it is no longer new in their inbox' }
    const place = placeOf(deps.inbox, deps.inboxPlaces, { kind: event, about: list ?? '' })
    if (place === null) return { result: 'refused', why: 'what it is about is no longer there' }
    if (place.access === 'member') return null
    const member = await deps.memberNow(personId)
    if (member === null)
      return { result: 'not-now', why: 'nobody can say who may read it', waitSeconds: RETRY_SECONDS, isOutage: true }
    return allows(place.access, member) ? null : { result: 'refused', why: 'they may no longer read what it is about' }
  }

  return {
    send:
      send &&
      (async (message) =>
        (await reasonNotToSend(message)) ?? (await send(message.personId, message.message, String(message.id)))),
    settled: async (message, posted) => {
      await deliveries.settle(message, posted)
      await store.settle(message, posted)
      deps.realtime.notifyPeople('inbox', [message.personId])
      await deps.processes.publish(CHANNEL, { ids: [message.personId] })
    },
  }
}
