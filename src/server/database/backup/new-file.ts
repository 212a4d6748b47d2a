import { existsSync, mkdirSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { hasCode } from '#server/errors.ts'

/** Compresses content and appends it to the file. */
type Append = (content: AsyncIterable<string | Uint8Array>) => Promise<void>

/**
 * Creates a compressed file that only this user may read. A failure leaves no file: it is written under another name,
 * and renamed when it is completely on the disk.
 */
export async function createFile<T>(file: string, write: (append: Append) => Promise<T>): Promise<T> {
  if (existsSync(file)) throw new Error(`${file} already exists: it is not replaced.`)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const unfinished = join(dirname(file), `.${basename(file)}.${process.pid}`)
  const handle = await open(unfinished, 'wx', 0o600)
  /** The write error. The pipeline itself reports only that it was aborted. */
  let refused: unknown
  const append: Append = (content) =>
    pipeline(Readable.from(content), createGzip(), async (compressed: AsyncIterable<Buffer>) => {
      for await (const bytes of compressed) {
        await handle.appendFile(bytes).catch((error: unknown) => {
          refused = error
          throw error
        })
      }
    })
  try {
    const result = await write(append)
    await handle.sync()
    await handle.close()
    await rename(unfinished, file)
    await syncFolder(dirname(file))
    return result
  } catch (error) {
    await handle.close()
    await rm(unfinished, { force: true })
    const cause = refused ?? error
    if (!hasCode(cause, 'ENOSPC')) throw cause
    const message = `There is no room left on the disk of ${file}: make some, or write to another. No file was left.`
    throw new Error(message, { cause })
  }
}

/** Without this, a power failure may lose the new file name although the contents are on the disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
