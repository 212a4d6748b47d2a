import { existsSync, rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { connect as reach } from 'node:net'
import { join } from 'node:path'
import { errorMessage } from '#server/errors.ts'
import type { Log } from '../../log.ts'
import type { Database } from '../database.ts'
import { type HolderSocket, socketOf } from './holder-socket.ts'
import { freeSpace, leastFree } from './space.ts'

/*
 * A running site provides copies of its embedded database to commands such as `npm run backup`. A process that may
 * write into DATA_DIR asks through a socket there, and gets a folder to open as its own database. Nothing is written
 * while the files are copied, which takes a second for a gigabyte. Reading the copy then does not affect the site.
 */

const PREFIX = 'copy-'

/** The message that requests a copy. Connecting without it only checks whether a process listens. */
const REQUEST = 'copy\n'

/** Starts to serve copies through the holder's socket. */
export async function serveCopies(
  dataDir: string,
  holder: HolderSocket | null,
  withoutTimeout: Database['withoutTimeout'],
  log: Log,
): Promise<void> {
  // Remove copies that a killed process left behind.
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(PREFIX)) await rm(join(dataDir, name), { recursive: true, force: true })
  }
  holder?.serve((socket) => {
    socket.once('data', () => {
      copy(dataDir, withoutTimeout).then(
        (folder) => socket.end(JSON.stringify({ folder })),
        (error: unknown) => {
          log.warn({ err: error }, 'The database could not be copied')
          socket.end(JSON.stringify({ problem: errorMessage(error) }))
        },
      )
    })
  })
}

async function copy(dataDir: string, withoutTimeout: Database['withoutTimeout']): Promise<string> {
  const size = await sizeOf(join(dataDir, 'database'))
  if ((await freeSpace(dataDir)) - size < leastFree) {
    throw new Error(`There is too little room for a copy of ${Math.ceil(size / 1024 / 1024)} MB in ${dataDir}`)
  }
  const folder = await mkdtemp(join(dataDir, PREFIX))
  try {
    await withoutTimeout(async (client) => {
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
    // A file may be deleted while its folder is read.
    size += (await stat(join(folder, name)).catch(() => null))?.size ?? 0
  }
  return size
}

/** Asks the site that has the database in `dataDir` open for a copy. Throws `inUse` if no process responds. */
export async function requestCopy(dataDir: string, inUse: Error): Promise<{ dataDir: string; remove(): void }> {
  const path = socketOf(join(dataDir, 'database'))
  if (path === null || (process.platform !== 'win32' && !existsSync(path))) throw inUse
  const answer = await new Promise<string>((answered, reject) => {
    let text = ''
    const socket = reach(path)
    socket.setEncoding('utf8')
    socket.write(REQUEST)
    socket.on('data', (part) => {
      text += part
    })
    socket.on('error', () => reject(inUse))
    socket.on('close', () => (text === '' ? reject(inUse) : answered(text)))
  })
  const { folder, problem }: { folder?: string; problem?: string } = JSON.parse(answer)
  if (folder === undefined) throw new Error(`The running site could not copy its database: ${problem}`)
  return { dataDir: folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
