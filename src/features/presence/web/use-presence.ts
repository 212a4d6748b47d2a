import { useEffect, useState } from 'react'
import type { Socket } from 'socket.io-client'
import { openSocket } from '#web/socket.ts'
import {
  HEARTBEAT,
  JOIN,
  LEAVE,
  LIST,
  type PresenceList,
  type PresenceMessage,
  rosterRoom as room,
  VISIBILITY,
} from '../contract.ts'
import { HEARTBEAT_EVERY } from '../rules.ts'

const PID_KEY = 'presence-pid'

/** The label of this tab until it is reloaded. */
let sid: string | null = null

function newLabel(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The label of this browser, the same in all its tabs and on later visits. */
function browserLabel(): string {
  try {
    const kept = localStorage.getItem(PID_KEY)
    if (kept !== null && /^[\w-]{1,64}$/.test(kept)) return kept
    const made = newLabel()
    localStorage.setItem(PID_KEY, made)
    return made
  } catch {
    return newLabel() // a browser without storage gets a new label each time
  }
}

/** Joins the room on this socket, also after each reconnect. Returns a function that leaves it. */
function joinRoom(socket: Socket, onList: (list: PresenceList) => void): () => void {
  sid ??= newLabel()
  const labels = { room: room.name, pid: browserLabel(), sid }
  const send = (event: string) => () => {
    const message: PresenceMessage = { ...labels, visible: document.visibilityState === 'visible' }
    // A message sent while disconnected would be queued and arrive late. Each new connection starts with a join anyway.
    if (socket.connected) socket.emit(event, message)
  }
  const [join, beat, look, leave] = [send(JOIN), send(HEARTBEAT), send(VISIBILITY), send(LEAVE)]

  socket.on('connect', join)
  socket.on(LIST, onList)
  // Browsers slow the timers of hidden tabs to one a minute; the server's own ping still comes every 25 s.
  socket.io.on('ping', beat)
  document.addEventListener('visibilitychange', look)
  window.addEventListener('pagehide', leave)
  const beating = setInterval(beat, HEARTBEAT_EVERY)
  join()

  return () => {
    clearInterval(beating)
    socket.off('connect', join)
    socket.off(LIST, onList)
    socket.io.off('ping', beat)
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('pagehide', leave)
    leave()
  }
}

/** The people who look at the roster now, including the viewer. Null until the room has answered. */
export function usePresence(open: () => Promise<Socket> = openSocket): PresenceList | null {
  const [list, setList] = useState<PresenceList | null>(null)

  useEffect(() => {
    let isGone = false
    let stop = () => {}
    void open().then((socket) => {
      if (!isGone) stop = joinRoom(socket, setList)
    })
    return () => {
      isGone = true
      stop()
    }
  }, [open])

  return list
}
