import { existsSync, rmSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { createServer, connect as reach } from 'node:net'
import { join, relative, resolve } from 'node:path'
import type { Log } from '../../log.ts'
import { freeSpace, leastFree } from './space.ts'
import type { Patiently } from './upkeep.ts'

/*
 * A running site hands out copies of its embedded database, for `npm run backup` and the like: whoever may write into
 * DATA_DIR asks through a socket there, and gets a folder to open as a database of their own. Nobody writes while files
 * are copied, which takes a second for a gigabyte; reading the copy then disturbs nobody.
 */

/** Bytes: the address of a socket has no room for more (unix(7), and less elsewhere), and what is longer is cut off. */
const LONGEST = 100

/** Null where the way there is too long. */
function socketOf(dataDir: string): string | null {
  if (process.platform === 'win32') return `\\\\.\\pipe\\${encodeURIComponent(dataDir)}`
  const path = resolve(dataDir, 'database.socket')
  return [path, relative(process.cwd(), path)].find((way) => Buffer.byteLength(way) <= LONGEST) ?? null
}

const PREFIX = 'copy-'

/** Begins to hand out copies; answers how to end it. A site that cannot still runs. */
export async function serveCopies(dataDir: string, patiently: Patiently, log: Log): Promise<() => Promise<void>> {
  // What a run that was killed left behind.
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(PREFIX)) await rm(join(dataDir, name), { recursive: true, force: true })
  }
  const path = socketOf(dataDir)
  if (path === null) {
    log.info({ dataDir }, 'No copies of the database can be asked for: the path of DATA_DIR is too long')
    return async () => undefined
  }
  await rm(path, { force: true })
  const server = createServer((socket) => {
    socket.on('error', (error) => log.warn({ err: error }, 'Who asked for a copy of the database has gone'))
    copy(dataDir, patiently).then(
      (folder) => socket.end(JSON.stringify({ folder })),
      (error: unknown) => {
        log.warn({ err: error }, 'The database could not be copied')
        socket.end(JSON.stringify({ problem: error instanceof Error ? error.message : String(error) }))
      },
    )
  })
  server.unref()
  server.on('error', (error) => log.warn({ err: error, path }, 'No copies of the database can be asked for'))
  await new Promise<void>((begun) => {
    server.once('error', () => begun())
    server.listen(path, begun)
  })
  if (server.listening && process.platform !== 'win32') await chmod(path, 0o600)
  return () => new Promise((closed) => server.close(() => closed()))
}

async function copy(dataDir: string, patiently: Patiently): Promise<string> {
  const size = await sizeOf(join(dataDir, 'database'))
  if ((await freeSpace(dataDir)) - size < leastFree) {
    throw new Error(`There is too little room for a copy of ${Math.ceil(size / 1024 / 1024)} MB in ${dataDir}`)
  }
  const folder = await mkdtemp(join(dataDir, PREFIX))
  try {
    await patiently(async (client) => {
      await client.query('checkpoint')
      await mkdir(join(folder, 'database'), { mode: 0o700 })
      await cp(join(dataDir, 'database'), join(folder, 'database'), { recursive: true })
    })
    return folder
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function sizeOf(folder: string): Promise<number> {
  let size = 0
  for (const name of await readdir(folder, { recursive: true })) {
    // A file may go while its folder is read.
    size += (await stat(join(folder, name)).catch(() => null))?.size ?? 0
  }
  return size
}

/** Asks the site that holds the database in `dataDir` for a copy of it. Throws `inUse` where nobody answers. */
export async function askForCopy(dataDir: string, inUse: Error): Promise<{ dataDir: string; remove(): void }> {
  const path = socketOf(dataDir)
  if (path === null || (process.platform !== 'win32' && !existsSync(path))) throw inUse
  const said = await new Promise<string>((answered, reject) => {
    let text = ''
    const socket = reach(path)
    socket.setEncoding('utf8')
    socket.on('data', (part) => {
      text += part
    })
    socket.on('error', () => reject(inUse))
    socket.on('close', () => (text === '' ? reject(inUse) : answered(text)))
  })
  const { folder, problem }: { folder?: string; problem?: string } = JSON.parse(said)
  if (folder === undefined) throw new Error(`The running site could not copy its database: ${problem}`)
  return { dataDir: folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
