import type { DirectMessages } from '#features/announcements/server/delivery.ts'
import { addDirectMessage } from '#features/announcements/server/store.ts'
import { type Kind, listOf, TITLES } from '#features/inbox/kind-rules.ts'
import type { Waiting } from '#features/inbox/server/digest-store.ts'
import { createMessageStore, type MessageStoreDeps, TEST_EVENT } from '#features/inbox/server/message-store.ts'
import { CHANNEL } from '#features/inbox/server/store.ts'
import { msg } from '#lib/messages.ts'
import type { Transaction } from '#server/database/database.ts'
import type { Discord } from '#server/discord/discord.ts'
import type { Processes } from '#server/processes/processes.ts'
import type { Realtime } from '#server/realtime/realtime.ts'
import type { SiteLanguage } from './languages.ts'

/** Where people choose what they are written to of. */
const INBOX = '/inbox'

interface WriterDeps {
  origin: string
  clock: () => Date
  /** What the site is called. */
  name: string
  /** The language of the site: nobody knows which one a person reads Discord in. */
  speech: () => SiteLanguage['speech']
  /** What each list is called. */
  titleOf: (list: string) => string
}

/** What messages to people say: what happened, how much waits, and where it stands. Nothing else reaches them. */
export function createMessageWriter({ origin, clock, name, speech, titleOf }: WriterDeps) {
  const add = (tx: Transaction, personId: string, event: string, title: string, lines: readonly string[] = []) =>
    addDirectMessage(tx, {
      ...{ personId, event, at: clock(), title: `${name}: ${title}`, lines },
      link: origin + INBOX,
    })
  const waits = ({ title, count }: Waiting) =>
    speech().t(msg('{queue}: {count}'), { queue: speech().translate(title), count })
  return {
    write: (tx: Transaction, { personId, kind, about }: { personId: string; kind: Kind; about: string }) =>
      add(tx, personId, kind, speech().t(TITLES[kind], { list: titleOf(listOf(about)) })),
    writeTest: (tx: Transaction, personId: string) =>
      add(tx, personId, TEST_EVENT, speech().t(msg('This is the test message.'))),
    writeWaiting: (tx: Transaction, { personId, ...queue }: { personId: string } & Waiting) =>
      add(tx, personId, 'waiting', speech().t(msg('Something waits for you')), [waits(queue)]),
    writeDigest: (
      tx: Transaction,
      { personId, news, waiting }: { personId: string; news: number; waiting: readonly Waiting[] },
    ) => {
      const lines = [
        ...(news > 0 ? [speech().t(msg('New for you: {count}'), { count: news })] : []),
        ...waiting.map(waits),
      ]
      return add(tx, personId, 'digest', speech().t(msg('Your daily summary')), lines)
    },
  }
}

/** Takes messages of the outbox to people: those who still want them. Null without a bot. */
export function directMessages(
  deps: MessageStoreDeps & {
    discord: Pick<Discord, 'sendDirectMessage'>
    processes: Pick<Processes, 'tell'>
    realtime: Pick<Realtime, 'tellPeople'>
  },
): DirectMessages | null {
  const send = deps.discord.sendDirectMessage
  if (send === null) return null
  const store = createMessageStore(deps)
  return {
    send: async ({ id, event, personId, message }) => {
      const isWanted = event === TEST_EVENT || (await store.isOn(personId))
      return isWanted ? send(personId, message, String(id)) : { result: 'refused', why: 'messages are switched off' }
    },
    settled: async (message, posted) => {
      await store.settle(message, posted)
      deps.realtime.tellPeople('inbox', [message.personId])
      await deps.processes.tell(CHANNEL, { ids: [message.personId] })
    },
  }
}
