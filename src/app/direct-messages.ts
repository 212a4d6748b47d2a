import type { DirectMessages } from '#features/announcements/server/delivery.ts'
import { addDirectMessage } from '#features/announcements/server/store.ts'
import { type Kind, listOf, TITLES } from '#features/inbox/rules.ts'
import { createMessageStore, TEST_EVENT } from '#features/inbox/server/message-store.ts'
import { CHANNEL } from '#features/inbox/server/store.ts'
import { msg } from '#lib/messages.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import type { Discord } from '#server/discord/discord.ts'
import type { Processes } from '#server/processes/processes.ts'
import type { Realtime } from '#server/realtime/realtime.ts'
import type { SiteLanguage } from './languages.ts'

/** Where people choose what they are written to of. */
const INBOX = '/inbox'

interface WriterDeps {
  origin: string
  /** What the site is called. */
  name: string
  /** The language of the site: nobody knows which one a person reads Discord in. */
  speech: () => SiteLanguage['speech']
  /** What each list is called. */
  titleOf: (list: string) => string
}

/** What messages to people say: what happened, and where it stands. Nothing else of a change reaches them. */
export function createMessageWriter({ origin, name, speech, titleOf }: WriterDeps) {
  const add = (tx: Transaction, message: { personId: string; event: string; title: string; at: Date }) =>
    addDirectMessage(tx, { ...message, title: `${name}: ${message.title}`, link: origin + INBOX })
  return {
    write: (tx: Transaction, row: { personId: string; kind: Kind; about: string; at: Date }) => {
      const { personId, kind, about, at } = row
      const title = speech().t(TITLES[kind], { list: titleOf(listOf(about)) })
      return add(tx, { personId, event: kind, title, at })
    },
    writeTest: (tx: Transaction, personId: string, at: Date) =>
      add(tx, { personId, event: TEST_EVENT, title: speech().t(msg('This is the test message.')), at }),
  }
}

/** Takes messages of the outbox to people: those who still want them. Null without a bot. */
export function directMessages(deps: {
  discord: Pick<Discord, 'sendDirectMessage'>
  database: Database
  clock: () => Date
  processes: Pick<Processes, 'tell'>
  realtime: Pick<Realtime, 'tellPeople'>
}): DirectMessages | null {
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
