/**
 * Runs PGlite. As a thread, it serves a database to `engine.ts` in PostgreSQL's wire protocol. As a process (`worker.ts
 * DIRECTORY [EMPTY-DATABASE]`), it creates a database, or copies the empty one, and ends. Ending the process frees the
 * memory that this took.
 */
import { chmodSync, cpSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { assertDurable, DurableFS, syncPath, syncTree } from './durable-fs.ts'
import { concatenate, type FromWorker, type ToWorker, type WorkerOptions } from './messages.ts'

// Without this flag, V8 would optimize functions that only opening calls, at the cost of half a second of CPU time and
// 60 MB. Functions that queries call often are still optimized, after some 50 ms of work instead of two.
setFlagsFromString('--wasm-tiering-budget=60000000')
// V8 then validates each function at its first call: few of the 14,000 functions are ever called.
setFlagsFromString('--wasm-lazy-validation')

const startParams = [
  // -F turns fsync off, so it is removed. fdatasync does nothing in PGlite, so `wal_sync_method` is fsync. The shared
  // buffers are small because each opening clears them, which takes about 3 ms for a megabyte. The operating system
  // caches frequently read data anyway.
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['wal_sync_method=fsync', 'shared_buffers=8MB', 'timezone=UTC'].flatMap((setting) => ['-c', setting]),
]

function open(directory: string, synced: () => void): Promise<PGlite> {
  const fs = new DurableFS(directory, synced, (error) => {
    console.error('The disk refused to store data', error)
    process.exit(1)
  })
  return PGlite.create({ fs, startParams, extensions: { pg_trgm } })
}

/**
 * Creates a database under another name, and renames it when it is completely on the disk. So a killed start is
 * harmless.
 */
async function create(directory: string, empty: string | undefined): Promise<void> {
  const unfinished = `${directory}.new-${process.pid}`
  if (empty === undefined) await (await open(unfinished, () => undefined)).close()
  else {
    cpSync(empty, unfinished, { recursive: true })
    // The copy has the mode of the original.
    chmodSync(unfinished, 0o700)
  }
  syncTree(unfinished)
  renameSync(unfinished, directory)
  syncPath(dirname(directory))
}

type Answer = Extract<FromWorker, { type: 'data' }>

const syncMessage = Uint8Array.of(0x53, 0, 0, 0, 4)
const chunkSize = 256 * 1024

/** PGlite's only session, which the connections share one after another. */
class Session {
  #database: PGlite
  #answer: (message: Answer) => void
  #connection: number | undefined
  #wantReadOnly = false
  #isReadOnly = false

  constructor(database: PGlite, answer: (message: Answer) => void) {
    this.#database = database
    this.#answer = answer
  }

  async handle(message: ToWorker): Promise<void> {
    if (message.type === 'data') await this.#run(message.connection, message.bytes)
    else if (message.type === 'space') this.#wantReadOnly = message.short
    else if (message.type === 'hangUp') {
      if (message.connection === this.#connection) await this.#reset()
    } else {
      await this.#database.close()
      process.exit(0)
    }
  }

  async #run(connection: number, bytes: Uint8Array): Promise<void> {
    if (connection !== this.#connection) {
      await this.#reset()
      this.#connection = connection
    }
    await this.#applyMode()
    let chunks: Uint8Array[] = []
    let size = 0
    const flush = (done: boolean) => {
      this.#answer({ type: 'data', connection, bytes: concatenate(chunks), done })
      chunks = []
      size = 0
    }
    await this.#database.execProtocolRawStream(bytes, {
      syncToFs: false,
      onRawData: (data) => {
        chunks.push(data.slice())
        size += data.length
        if (size > chunkSize) flush(false)
      },
    })
    flush(true)
  }

  /** Sets whether transactions are read-only. The mode applies from the next transaction. */
  async #applyMode(): Promise<void> {
    if (this.#wantReadOnly === this.#isReadOnly || this.#database.isInTransaction()) return
    await this.#database.exec(`set default_transaction_read_only = ${this.#wantReadOnly ? 'on' : 'off'}`)
    this.#isReadOnly = this.#wantReadOnly
  }

  /** Clears all state of the last connection. A PostgreSQL server would end the session instead. */
  async #reset(): Promise<void> {
    this.#connection = undefined
    await this.#database.execProtocolRawStream(syncMessage, { syncToFs: false, onRawData: () => undefined })
    await this.#database.exec('rollback')
    await this.#database.exec('discard all')
    this.#isReadOnly = false
  }
}

async function serve(port: MessagePort, { directory, fsyncs }: WorkerOptions): Promise<void> {
  const database = await open(directory, () => Atomics.add(fsyncs, 0, 1))
  await assertDurable(database, () => Atomics.load(fsyncs, 0))
  const session = new Session(database, (message) => port.postMessage(message, [message.bytes.buffer]))
  let last = Promise.resolve()
  port.on('message', (message: ToWorker) => {
    // An error here comes from the engine, not from a query. It stops the thread, and a new thread recovers.
    last = last.then(() => session.handle(message))
  })
  port.postMessage({ type: 'ready' } satisfies FromWorker)
}

const [, , directory, empty] = process.argv
if (parentPort) await serve(parentPort, workerData)
else if (directory) await create(directory, empty)
else throw new Error('worker.ts needs the directory to create')
