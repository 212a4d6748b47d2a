/**
 * Runs PGlite. As a thread it serves a database, in PostgreSQL's wire protocol; `engine.ts` is the other end. As a
 * process (`worker.ts DIRECTORY [EMPTY-DATABASE]`) it creates one, or copies the empty one, and ends; the memory which that
 * took ends with it.
 */
import { chmodSync, cpSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { DurableFS, proveDurable, syncPath, syncTree } from './durable-fs.ts'
import { type FromWorker, joined, type ToWorker, type WorkerOptions } from './messages.ts'

// V8 would optimize whatever an opening calls for a moment: half a second of a processor and 60 MB. Functions that queries
// call often are optimized all the same, after some 50 ms of work instead of two.
setFlagsFromString('--wasm-tiering-budget=60000000')
// Each function is checked when it is first called: few of the 14,000 ever are.
setFlagsFromString('--wasm-lazy-validation')

const startParams = [
  // -F turns fsync off. fdatasync does nothing in PGlite, so fsync is asked for by name. The shared buffers are cleared at
  // each opening, which takes about 3 ms a megabyte; what is read often is in the system's cache besides.
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

/** Made aside and renamed when all of it is on the disk: a first start cut short leaves nothing half-made. */
async function create(directory: string, empty: string | undefined): Promise<void> {
  const unfinished = `${directory}.new-${process.pid}`
  if (empty === undefined) await (await open(unfinished, () => undefined)).close()
  else {
    cpSync(empty, unfinished, { recursive: true })
    // It has the mode of what was copied.
    chmodSync(unfinished, 0o700)
  }
  syncTree(unfinished)
  renameSync(unfinished, directory)
  syncPath(dirname(directory))
}

type Answer = Extract<FromWorker, { type: 'data' }>

const syncMessage = Uint8Array.of(0x53, 0, 0, 0, 4)
const chunkSize = 256 * 1024

/** PostgreSQL's one session, handed from connection to connection. */
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
      this.#answer({ type: 'data', connection, bytes: joined(chunks), done })
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

  /** A statement runs as a transaction of its own or inside one; either way the mode counts from the next one on. */
  async #applyMode(): Promise<void> {
    if (this.#wantReadOnly === this.#isReadOnly || this.#database.isInTransaction()) return
    await this.#database.exec(`set default_transaction_read_only = ${this.#wantReadOnly ? 'on' : 'off'}`)
    this.#isReadOnly = this.#wantReadOnly
  }

  /** A real server would end the session; this one must forget all that the last connection left in it. */
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
  await proveDurable(database, () => Atomics.load(fsyncs, 0))
  const session = new Session(database, (message) => port.postMessage(message, [message.bytes.buffer]))
  let last = Promise.resolve()
  port.on('message', (message: ToWorker) => {
    // An error here is the engine's own, never a query's: it stops the thread, and a new one recovers.
    last = last.then(() => session.handle(message))
  })
  port.postMessage({ type: 'ready' } satisfies FromWorker)
}

const [, , directory, empty] = process.argv
if (parentPort) await serve(parentPort, workerData)
else if (directory) await create(directory, empty)
else throw new Error('worker.ts needs the directory to create')
