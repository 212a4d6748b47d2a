import { rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { relative, resolve } from 'node:path'
import type { Log } from '../../log.ts'

/*
 * The process that has an embedded database open (the holder) listens on a socket file beside its folder. The kernel
 * accepts connections there for as long as the process exists, even if it is frozen, and across pid namespaces. A
 * heartbeat could not show that.
 */

/**
 * The longest path of a socket, in bytes. The limit is 108 on Linux (unix(7)) and less elsewhere. Longer paths are cut
 * off.
 */
const LONGEST = 100

/** The path of the socket for a database folder. Null if it is too long. */
export function socketOf(directory: string): string | null {
  if (process.platform === 'win32') return `\\\\.\\pipe\\${encodeURIComponent(directory)}`
  const path = resolve(`${directory}.socket`)
  return [path, relative(process.cwd(), path)].find((way) => Buffer.byteLength(way) <= LONGEST) ?? null
}

/** Whether a process, running or frozen, listens for `directory`. */
export function isListenedTo(directory: string): Promise<boolean> {
  const path = socketOf(directory)
  if (path === null) return Promise.resolve(false)
  return new Promise((answered) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      answered(true)
    })
    // EAGAIN: a process listens, but its queue of waiting connections is full.
    socket.once('error', (error) => answered('code' in error && error.code === 'EAGAIN'))
  })
}

export interface HolderSocket {
  /** Passes new connections to `serve`. Until it is called, connections are closed. */
  serve(serve: (socket: Socket) => void): void
  close(): Promise<void>
}

/** Starts to listen. Null if that fails: the site still runs, but only its heartbeat shows that. */
export async function listenAsHolder(directory: string, log: Log): Promise<HolderSocket | null> {
  const path = socketOf(directory)
  if (path === null) {
    log.info({ directory }, 'No copies of the database can be asked for: the path of DATA_DIR is too long')
    return null
  }
  let serve = (socket: Socket): unknown => socket.destroy()
  const server = createServer((socket) => {
    socket.on('error', (error) => log.warn({ err: error }, 'A connection to the socket of the database was lost'))
    serve(socket)
  })
  server.unref()
  if (process.platform !== 'win32') rmSync(path, { force: true })
  try {
    await listen(server, path)
    if (process.platform !== 'win32') await chmod(path, 0o600)
  } catch (error) {
    log.warn({ err: error, path }, 'No copies of the database can be asked for')
    return null
  }
  server.on('error', (error) => log.warn({ err: error, path }, 'The socket of the database failed'))
  return {
    serve: (next) => {
      serve = next
    },
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((begun, failed) => {
    server.once('error', failed)
    server.listen(path, () => {
      server.off('error', failed)
      begun()
    })
  })
}
