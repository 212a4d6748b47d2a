import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Access, allows, type Member } from '#lib/access.ts'
import { msg, type Translator } from '#lib/messages.ts'
import type { Changes } from '#server/changes.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import type { Queue } from '#server/feature.ts'
import { HttpError, notAllowed } from '#server/http/http-error.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Authorization, Serve } from '#server/http/serve.ts'
import type { Processes } from '#server/processes/processes.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'
import type { Realtime } from '#server/realtime/realtime.ts'
import {
  changeMessageSettings,
  countInbox,
  findMessageSettings,
  listInbox,
  readInbox,
  sendTestMessage,
  type WaitingQueue,
} from '../contract.ts'
import type { MessageDefaults } from '../message-rules.ts'
import { type InboxPlaces, placeOf } from '../place-rules.ts'
import { groupRows, type Inbox, sortByDueDate } from '../rules.ts'
import { createDigestStore, type DigestStoreDeps } from './digest-store.ts'
import { createMessageStore } from './message-store.ts'
import { CHANNEL, createInboxStore, type InboxKeeper, type StoredRow } from './store.ts'
import { releaseHeldMessages, removeOldMessages, sendDigests } from './worker.ts'

export interface InboxRoutesDeps {
  serve: Serve
  database: Database
  clock: () => Date
  isClockRight: () => boolean
  scheduler: Scheduler
  processes: Pick<Processes, 'subscribe'>
  authorization: Authorization
  changes: Changes
  realtime: Pick<Realtime, 'notifyChanged' | 'notifyPeople'>
  /** The queues of all features. */
  queues: readonly Queue[]
  inbox: Inbox
  inboxPlaces: InboxPlaces
  messageDefaults: MessageDefaults
  /** The community's time zone. */
  timeZone: string | undefined
  memberNow: DigestStoreDeps['memberNow']
  inboxKeeper: Pick<InboxKeeper, 'releaseDue'>
  limits: Limits
  messages: {
    /** Whether there is a bot that can send messages to people. */
    canSend: boolean
    writeTest(tx: Transaction, personId: string): Promise<unknown>
  } & DigestStoreDeps['messages']
}

const InboxChanged = z.object({ ids: z.array(z.string()) })

export function inboxRoutes(deps: InboxRoutesDeps): void {
  const { serve, authorization, changes, realtime, queues, inbox, inboxPlaces } = deps
  const store = createInboxStore(deps)
  const counted = queues.filter(({ isQuiet }) => !isQuiet).map(({ due: _due, ...queue }) => queue)

  /**
   * Whether the reader may open a page. Checked at each request with roles as fresh as the page itself requires,
   * because a right may have been lost since.
   */
  async function mayOpen(access: Access, { actor, request }: Reader): Promise<boolean> {
    if (!allows(access, actor)) return false
    try {
      await authorization.authorize(access, request)
      return true
    } catch (error) {
      if (error instanceof HttpError) return false
      throw error
    }
  }

  async function waitingFor(reader: Reader, of: readonly Queue[]): Promise<WaitingQueue[]> {
    const counted = of.map(async ({ name, access, title, path, count, due }) => {
      if (!(await mayOpen(access, reader))) return null
      const dueAt = await due?.(reader.actor)
      return {
        ...{ name, title: reader.translator.translate(title), path, count: await count(reader.actor) },
        dueAt: dueAt?.toISOString() ?? null,
      }
    })
    return sortByDueDate((await Promise.all(counted)).filter((queue) => queue !== null))
  }

  async function openRows(reader: Reader, rows: readonly StoredRow[]) {
    const asked = new Map<Access, Promise<boolean>>()
    const mayOpenOnce = (access: Access) => {
      const answer = asked.get(access) ?? mayOpen(access, reader)
      asked.set(access, answer)
      return answer
    }
    const placed = rows.map(async (row) => {
      const place = placeOf(inbox, inboxPlaces, row)
      return place !== null && (await mayOpenOnce(place.access)) ? { ...row, place } : null
    })
    return groupRows((await Promise.all(placed)).filter((row) => row !== null))
  }

  serve.call(listInbox)(async (call) => {
    const [rows, waiting] = await Promise.all([store.listRows(call.actor.id), waitingFor(call, queues)])
    const groups = await openRows(call, rows)
    const forYou = groups.map(({ newest: { about, kind, at, place }, isNew, earlier }) => {
      return { about, kind, list: place.list, path: place.path, at: at.toISOString(), isNew, earlier }
    })
    return { forYou, waiting }
  })
  serve.call(countInbox)(async (call) => {
    const [unread, waiting] = await Promise.all([store.listUnread(call.actor.id), waitingFor(call, counted)])
    const open = waiting.filter(({ count }) => count > 0)
    const isCounted = (kind: string) => open.some(({ name }) => name === inbox.kinds.get(kind)?.queue)
    const rows = (await openRows(call, unread)).filter(({ newest }) => !isCounted(newest.kind))
    return { unread: rows.length, waiting: open }
  })
  messageRoutes(deps)
  serve.call(readInbox)(async ({ actor, body }) => {
    await store.markRead(actor.id, body.about)
    realtime.notifyPeople('inbox', [actor.id])
    return { ok: true }
  })

  // Only people who may work on a queue are told to reload when it changes.
  changes.on((changed) => {
    for (const { topics, access } of queues) if (topics.includes(changed)) realtime.notifyChanged('inbox', access)
  })
  deps.processes.subscribe(CHANNEL, (payload) => {
    const message = z.safeParse(InboxChanged, payload)
    if (message.success) realtime.notifyPeople('inbox', message.data.ids)
  })
  removeOldMessages({ ...deps, store })
  if (deps.messages.canSend) sendDigests({ ...deps, store: createDigestStore(deps) })
  releaseHeldMessages({ ...deps, notifyPeople: (ids) => realtime.notifyPeople('inbox', ids) })
}

const TESTS = 3
const TESTS_WITHIN_SECONDS = 10 * 60

/** The calls for messages in Discord. Only people who asked for messages and received the test message get any. */
function messageRoutes(deps: InboxRoutesDeps): void {
  const { serve, messages } = deps
  const store = createMessageStore(deps)
  const limitTests = deps.limits('inbox-tests', TESTS, TESTS_WITHIN_SECONDS)
  const settingsOf = async (id: string) => ({ canMessage: messages.canSend, ...(await store.find(id)) })

  serve.call(findMessageSettings)(async ({ actor }) => ({ item: await settingsOf(actor.id) }))
  serve.call(sendTestMessage)(async ({ actor, body }) => {
    if (!messages.canSend) throw notAllowed(msg('This site has no bot, so it cannot write to you.'))
    await limitTests(actor.id)
    await store.beginTest(actor.id, body.timeZone, (tx) => messages.writeTest(tx, actor.id))
    return { ok: true }
  })
  serve.call(changeMessageSettings)(async ({ actor, body }) => {
    await store.change(actor.id, body)
    deps.realtime.notifyPeople('inbox', [actor.id])
    return { ok: true, item: await settingsOf(actor.id) }
  })
}

interface Reader {
  actor: Member
  request: FastifyRequest
  translator: Translator
}
