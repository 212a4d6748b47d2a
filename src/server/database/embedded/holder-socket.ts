import { rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { relative, resolve } from 'node:path'
import type { Log } from '../../log.ts'

/*
 * A process that holds an embedded database listens on a socket file beside its folder. The kernel accepts connections there
 * for as long as the process exists, a stopped one included, and across pid namespaces: no heartbeat can say that.
 */

/** Bytes: the address of a socket has no room for more (unix(7), and less elsewhere), and what is longer is cut off. */
const LONGEST = 100

/** Null where the way there is too long. */
export function socketOf(directory: string): string | null {
  if (process.platform === 'win32') return `\\\\.\\pipe\\${encodeURIComponent(directory)}`
  const path = resolve(`${directory}.socket`)
  return [path, relative(process.cwd(), path)].find((way) => Buffer.byteLength(way) <= LONGEST) ?? null
}

/** Whether a process listens for `directory`, awake or stopped. */
export function isListenedTo(directory: string): Promise<boolean> {
  const path = socketOf(directory)
  if (path === null) return Promise.resolve(false)
  return new Promise((answered) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      answered(true)
    })
    // EAGAIN: so many wait already that no more are accepted.
    socket.once('error', (error) => answered('code' in error && error.code === 'EAGAIN'))
  })
}

export interface HolderSocket {
  /** Gives those who connect from now on to `serve`; until then they are turned away. */
  serve(serve: (socket: Socket) => void): void
  close(): Promise<void>
}

/** Begins to listen. Null where that cannot be: the site runs, but only its heartbeat says so. */
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
