import { randomUUID } from 'node:crypto'
import { monotonicClock } from '#lib/monotonic-clock.ts'
import type { Client, Realtime } from '#server/realtime/realtime.ts'
import {
  HEARTBEAT,
  JOIN,
  LEAVE,
  LIST,
  PROCESS,
  type PresenceList,
  PresenceOfProcess,
  PresenceSaid,
  rosterRoom as room,
  VISIBILITY,
} from '../contract.ts'
import {
  isGone,
  isProcessGone,
  ringClassOf,
  type Tab,
  TELL_PROCESSES_EVERY,
  viewersOf,
  waitBeforeList,
} from '../rules.ts'

const SWEEP_EVERY = 1_000

/**
 * Keeps who is in the room and tells everyone there when that changes. Each process keeps the tabs that it serves, and
 * hears of the others' tabs from them. `close` stops its timers.
 */
export function presenceRoom({ realtime, clock }: { realtime: Realtime; clock: () => Date }): { close(): void } {
  const time = monotonicClock(clock)
  const tabs = new Map<string, Tab>()
  const newcomers = new Set<string>()
  const self = randomUUID()
  const elsewhere = new Map<string, { tabs: Tab[]; heardAt: number }>()
  let sent = JSON.stringify(listNow())
  let sentAt = Number.NEGATIVE_INFINITY
  let waiting: NodeJS.Timeout | null = null
  let hasNews = false
  let toldProcessesAt = Number.NEGATIVE_INFINITY

  /** Any sign of life: somebody who was taken for gone, as after a laptop's sleep, is back. */
  function present({ socketId, member }: Client, { pid, sid, visible }: PresenceSaid): void {
    const now = time()
    const before = tabs.get(socketId)
    tabs.set(socketId, { pid, sid, visible, person: member, joinedAt: before?.joinedAt ?? now, heardAt: now })
    if (before === undefined) {
      realtime.enter(socketId, room)
      newcomers.add(socketId)
    }
    const isSame = before?.visible === visible && before.sid === sid && before.pid === pid && before.person === member
    if (!isSame) publishOwn()
  }

  function gone(socketId: string): void {
    newcomers.delete(socketId)
    if (tabs.delete(socketId)) publishOwn()
  }

  function leave(socketId: string): void {
    realtime.leave(socketId, room)
    gone(socketId)
  }

  function listNow(): PresenceList {
    const everywhere = [...tabs.values(), ...[...elsewhere.values()].flatMap((process) => process.tabs)]
    const { viewers, total } = viewersOf(everywhere)
    return {
      room: room.name,
      viewers: viewers.map(({ pid, sid, visible, person }) => ({
        pid,
        sid,
        visible,
        id: person.id,
        name: person.name,
        ringClass: ringClassOf(person),
        avatarUrl: person.avatarUrl,
      })),
      total,
    }
  }

  function tellProcesses(isNew = false): void {
    toldProcessesAt = time()
    realtime.tellProcesses(PROCESS, { from: self, tabs: [...tabs.values()], isNew })
  }

  realtime.hearProcesses(PROCESS, PresenceOfProcess, ({ from, tabs, isNew }) => {
    if (from === self) return // a large notification comes back to its sender
    elsewhere.set(from, { tabs, heardAt: time() })
    publish()
    if (isNew) tellProcesses()
  })

  function publishOwn(): void {
    hasNews = true
    publish()
  }

  function publish(): void {
    if (waiting !== null) return
    const wait = waitBeforeList(sentAt, time())
    if (wait === 0) send()
    else waiting = setTimeout(send, wait).unref()
  }

  /** To everyone when it changed; else only to who has none yet. */
  function send(): void {
    waiting = null
    if (hasNews) tellProcesses()
    hasNews = false
    const list = listNow()
    const text = JSON.stringify(list)
    if (text !== sent) realtime.tell(room, LIST, list)
    else for (const socketId of newcomers) realtime.tellTab(socketId, LIST, list)
    newcomers.clear()
    sent = text
    sentAt = time()
  }

  for (const event of [JOIN, HEARTBEAT, VISIBILITY]) realtime.hear(room, event, PresenceSaid, present)
  realtime.hear(room, LEAVE, PresenceSaid, ({ socketId }) => leave(socketId))
  realtime.onGone(gone)

  const sweeping = setInterval(() => {
    const now = time()
    for (const [socketId, tab] of tabs) if (isGone(tab, now)) leave(socketId)
    for (const [from, process] of elsewhere) if (isProcessGone(process, now) && elsewhere.delete(from)) publish()
    if (now - toldProcessesAt >= TELL_PROCESSES_EVERY) tellProcesses()
  }, SWEEP_EVERY)
  sweeping.unref()
  tellProcesses(true)

  return {
    close: () => {
      tabs.clear()
      tellProcesses()
      clearInterval(sweeping)
      if (waiting !== null) clearTimeout(waiting)
    },
  }
}
