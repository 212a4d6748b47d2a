import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { monotonicClock } from '#lib/monotonic-clock.ts'
import type { Processes } from '#server/processes/processes.ts'
import type { Client, Realtime } from '#server/realtime/realtime.ts'
import {
  HEARTBEAT,
  JOIN,
  LEAVE,
  LIST,
  PROCESS,
  type PresenceList,
  PresenceMessage,
  PresenceOfProcess,
  rosterRoom as room,
  VISIBILITY,
} from '../contract.ts'
import {
  isGone,
  isProcessGone,
  ringClassOf,
  SHARE_TABS_EVERY,
  TABS_PER_MESSAGE,
  type Tab,
  viewersOf,
  waitBeforeList,
} from '../rules.ts'

const SWEEP_EVERY = 1_000

interface PresenceDeps {
  realtime: Pick<Realtime, 'onEvent' | 'onGone' | 'enter' | 'leave' | 'sendToRoom' | 'sendToClient'>
  processes: Pick<Processes, 'publish' | 'subscribe'>
  clock: () => Date
}

/**
 * Keeps the list of people in the room and sends it to them when it changes. Each process keeps the tabs connected to
 * it and receives the others' tabs from the other processes. `close` stops the timers and tells the other processes
 * that this one is leaving.
 */
export function presenceRoom({ realtime, processes, clock }: PresenceDeps): { close(): Promise<void> } {
  const time = monotonicClock(clock)
  const tabs = new Map<string, Tab>()
  const socketsWithoutList = new Set<string>()
  const self = randomUUID()
  const remoteProcesses = new Map<string, { tabs: Tab[]; heardAt: number }>()
  /** The parts of another process's tabs that have arrived so far. */
  const partialTabsByProcess = new Map<string, Tab[]>()
  let sent = JSON.stringify(listNow())
  let sentAt = Number.NEGATIVE_INFINITY
  let waiting: NodeJS.Timeout | null = null
  let hasOwnChanges = false
  let sharedAt = Number.NEGATIVE_INFINITY
  let sharing = Promise.resolve()

  /** Handles any event of a tab. A tab that was considered gone, for example after a laptop slept, is added again. */
  function updateTab({ socketId, member }: Client, { pid, sid, visible }: PresenceMessage): void {
    const now = time()
    const before = tabs.get(socketId)
    const { id, name, avatarUrl } = member
    const person = { id, name, avatarUrl, ringClass: ringClassOf(member) }
    const tab = { pid, sid, visible, person, joinedAt: before?.joinedAt ?? now, heardAt: now }
    tabs.set(socketId, tab)
    if (before === undefined) {
      realtime.enter(socketId, room)
      socketsWithoutList.add(socketId)
    }
    if (!isDeepStrictEqual({ ...before, heardAt: now }, tab)) publishOwn()
  }

  function removeTab(socketId: string): void {
    socketsWithoutList.delete(socketId)
    if (tabs.delete(socketId)) publishOwn()
  }

  function leave(socketId: string): void {
    realtime.leave(socketId, room)
    removeTab(socketId)
  }

  function listNow(): PresenceList {
    const everywhere = [...tabs.values(), ...[...remoteProcesses.values()].flatMap((process) => process.tabs)]
    const { viewers, total } = viewersOf(everywhere)
    return {
      room: room.name,
      viewers: viewers.map(({ pid, sid, visible, person }) => ({ pid, sid, visible, ...person })),
      total,
    }
  }

  function shareTabs(isNew = false): void {
    sharedAt = time()
    const all = [...tabs.values()]
    const parts = Math.max(1, Math.ceil(all.length / TABS_PER_MESSAGE))
    // Wait for the previous message, or the parts of two lists would mix.
    sharing = sharing.then(async () => {
      for (let part = 0; part < parts; part++) {
        const some = all.slice(part * TABS_PER_MESSAGE, (part + 1) * TABS_PER_MESSAGE)
        await processes.publish(PROCESS, { from: self, part, parts, tabs: some, isNew })
      }
    })
  }

  processes.subscribe(PROCESS, (payload) => {
    const message = z.safeParse(PresenceOfProcess, payload)
    if (!message.success) return // from a process with another version, which is being replaced
    const { from, part, parts, tabs, isNew } = message.data
    partialTabsByProcess.set(from, part === 0 ? tabs : [...(partialTabsByProcess.get(from) ?? []), ...tabs])
    if (part < parts - 1) return
    remoteProcesses.set(from, { tabs: partialTabsByProcess.get(from) ?? [], heardAt: time() })
    partialTabsByProcess.delete(from)
    publish()
    if (isNew) shareTabs()
  })

  function publishOwn(): void {
    hasOwnChanges = true
    publish()
  }

  function publish(): void {
    if (waiting !== null) return
    const wait = waitBeforeList(sentAt, time())
    if (wait === 0) send()
    else waiting = setTimeout(send, wait).unref()
  }

  /** Sends the list to everyone if it changed, else only to tabs that have no list yet. */
  function send(): void {
    waiting = null
    if (hasOwnChanges) shareTabs()
    hasOwnChanges = false
    const list = listNow()
    const text = JSON.stringify(list)
    if (text !== sent) realtime.sendToRoom(room, LIST, list)
    else for (const socketId of socketsWithoutList) realtime.sendToClient(socketId, LIST, list)
    socketsWithoutList.clear()
    sent = text
    sentAt = time()
  }

  for (const event of [JOIN, HEARTBEAT, VISIBILITY]) realtime.onEvent(room, event, PresenceMessage, updateTab)
  realtime.onEvent(room, LEAVE, PresenceMessage, ({ socketId }) => leave(socketId))
  realtime.onGone(removeTab)

  const sweeping = setInterval(() => {
    const now = time()
    for (const [socketId, tab] of tabs) if (isGone(tab, now)) leave(socketId)
    for (const [from, process] of remoteProcesses)
      if (isProcessGone(process, now) && remoteProcesses.delete(from)) publish()
    if (now - sharedAt >= SHARE_TABS_EVERY) shareTabs()
  }, SWEEP_EVERY)
  sweeping.unref()
  shareTabs(true)

  return {
    close: async () => {
      clearInterval(sweeping)
      if (waiting !== null) clearTimeout(waiting)
      tabs.clear()
      shareTabs()
      await sharing
    },
  }
}
