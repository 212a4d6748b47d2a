import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { errorMessage } from '#server/errors.ts'
import type { Log } from '../../log.ts'
import { root } from '../../paths.ts'
import { DatabaseUnavailable } from '../unavailable.ts'
import type { FromWorker, ToWorker, WorkerOptions } from './messages.ts'
import { Wire } from './wire.ts'

export interface EngineOptions {
  directory: string
  log: Log
  /** Milliseconds until a query without a response means that the engine is stuck. */
  queryLimit: number
  /** Aborted when another process has taken over the folder. The engine then stops permanently. */
  takenOver: AbortSignal
}

const TAKEN_OVER = new DatabaseUnavailable(
  'Another process has taken over the database; this one must be started again',
)

const withoutTimeoutLimit = 30 * 60_000
const openLimit = 5 * 60_000
const closeLimit = 20_000
const longestPause = 5_000

const isSource = import.meta.url.endsWith('.ts')
const workerFile = join(root, isSource ? 'src/server/database/embedded/worker.ts' : 'dist/server/database-worker.js')

// Node 20 cannot read TypeScript.
const tsx = pathToFileURL(join(root, 'node_modules/tsx/dist/esm/api/index.mjs')).href

function startWorker(workerData: WorkerOptions): Worker {
  const options = { name: 'database', workerData, execArgv: [] }
  if (!isSource) return new Worker(workerFile, options)
  // tsx does not apply to threads by itself, so the thread must register it.
  const source = pathToFileURL(workerFile).href
  const boot = `import('${tsx}').then(({ register }) => { register(); return import('${source}') })`
  return new Worker(boot, { ...options, eval: true })
}

/** The empty database in a release. Creating one takes more memory than a small server has. */
const released = join(root, 'dist/new-database')

async function createDatabase(directory: string): Promise<void> {
  const unfinished = `${basename(directory)}.new-`
  for (const name of readdirSync(dirname(directory))) {
    if (name.startsWith(unfinished)) rmSync(join(dirname(directory), name), { recursive: true })
  }
  // Without optimization: it would take longer than this process runs.
  const execArgv = ['--liftoff-only', ...(isSource ? ['--import', new URL('../../loader.mjs', tsx).href] : [])]
  const args = [workerFile, directory, ...(existsSync(released) ? [released] : [])]
  const child = spawn(process.execPath, [...execArgv, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaint += text
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The embedded database could not be created in ${directory}: ${complaint.trim()}`)
}

/**
 * Runs PGlite in its own thread, and restarts the thread if it dies or if a query does not end. The queries in progress
 * then fail with `DatabaseUnavailable`, and the database is reopened. The site keeps running.
 */
export class Engine {
  #options: EngineOptions
  #fsyncs = new Int32Array(new SharedArrayBuffer(4))
  #worker: Worker | undefined
  #ready: Promise<void> = Promise.resolve()
  #failure: unknown
  #isClosing = false
  #wires = new Map<number, Wire>()
  #connections = 0
  #unanswered = 0
  #watch: NodeJS.Timeout | undefined
  #untimed = 0
  #isSpaceShort = false

  private constructor(options: EngineOptions) {
    this.#options = options
    options.takenOver.addEventListener('abort', () => void this.#stop())
  }

  static async open(options: EngineOptions): Promise<Engine> {
    const { directory, log } = options
    if (!existsSync(join(directory, 'PG_VERSION'))) {
      log.info({ directory }, 'Creating the embedded database')
      await createDatabase(directory)
    }
    const engine = new Engine(options)
    await engine.#start()
    return engine
  }

  /** The number of fsyncs since the database was opened. */
  get fsyncs(): number {
    return Atomics.load(this.#fsyncs, 0)
  }

  /** Resolves when queries can be sent. Rejects while the engine cannot be reopened. */
  async ready(): Promise<void> {
    if (this.#failure) throw this.#failure
    await this.#ready
  }

  connect(): Wire {
    const connection = ++this.#connections
    const wire = new Wire({
      ready: () => this.ready(),
      send: (bytes) => this.#send(connection, bytes),
      hangUp: () => {
        if (this.#wires.delete(connection)) this.#post({ type: 'hangUp', connection })
      },
    })
    this.#wires.set(connection, wire)
    return wire
  }

  /** Runs work that is known to take long (migrations, VACUUM), with a much longer query timeout. */
  async withoutTimeout<T>(work: () => Promise<T>): Promise<T> {
    this.#untimed++
    try {
      return await work()
    } finally {
      this.#untimed--
    }
  }

  set isSpaceShort(short: boolean) {
    this.#isSpaceShort = short
    this.#post({ type: 'space', short })
  }

  async close(): Promise<void> {
    this.#isClosing = true
    clearTimeout(this.#watch)
    this.#dropWires(new DatabaseUnavailable('The database is closing'))
    await this.#ready.catch(() => undefined)
    const worker = this.#worker
    if (!worker) return
    const closed = once(worker, 'exit')
    this.#post({ type: 'close' })
    await Promise.race([closed, sleep(closeLimit, undefined, { ref: false })])
    await worker.terminate()
  }

  /** Ends the thread at once, without another write. All later queries fail. */
  async #stop(): Promise<void> {
    this.#isClosing = true
    this.#failure = TAKEN_OVER
    clearTimeout(this.#watch)
    const worker = this.#worker
    this.#worker = undefined
    this.#dropWires(TAKEN_OVER)
    await worker?.terminate()
  }

  async #start(): Promise<void> {
    const { directory, log, takenOver } = this.#options
    const worker = startWorker({ directory, fsyncs: this.#fsyncs })
    try {
      await new Promise<void>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error('it did not open in time')), openLimit)
        worker.on('message', (message: FromWorker) => {
          clearTimeout(late)
          if (message.type === 'ready') resolve()
          else if (worker === this.#worker) this.#receive(message)
        })
        worker.on('error', (error) => {
          clearTimeout(late)
          log.error({ err: error }, 'The thread of the embedded database failed')
          reject(error)
        })
        worker.on('exit', (code) => {
          clearTimeout(late)
          reject(new Error(`its thread ended with code ${code}`))
          if (worker === this.#worker) this.#recover(`The embedded database stopped by itself (code ${code})`)
        })
      })
    } catch (cause) {
      await worker.terminate()
      const message = `The embedded database in ${directory} cannot be opened: ${errorMessage(cause)}`
      throw new DatabaseUnavailable(message, { cause })
    }
    if (takenOver.aborted) {
      await worker.terminate()
      throw TAKEN_OVER
    }
    this.#worker = worker
    this.#post({ type: 'space', short: this.#isSpaceShort })
  }

  #post(message: ToWorker): void {
    this.#worker?.postMessage(message, message.type === 'data' ? [message.bytes.buffer] : [])
  }

  #send(connection: number, bytes: Uint8Array<ArrayBuffer>): void {
    if (!this.#worker) return
    this.#post({ type: 'data', connection, bytes })
    this.#unanswered++
    if (this.#unanswered === 1) this.#rearm()
  }

  #receive({ connection, bytes, done }: Extract<FromWorker, { type: 'data' }>): void {
    if (done) {
      this.#unanswered--
      this.#rearm()
    }
    if (bytes.length > 0) this.#wires.get(connection)?.push(bytes)
  }

  #rearm(): void {
    clearTimeout(this.#watch)
    if (this.#unanswered === 0 || this.#isClosing) return
    const limit = this.#untimed > 0 ? withoutTimeoutLimit : this.#options.queryLimit
    this.#watch = setTimeout(() => {
      this.#recover(`The embedded database did not answer within ${limit / 1000} seconds`)
    }, limit)
  }

  #dropWires(reason: DatabaseUnavailable): void {
    const wires = [...this.#wires.values()]
    this.#wires.clear()
    for (const wire of wires) wire.destroy(reason)
  }

  #recover(reason: string): void {
    const worker = this.#worker
    if (!worker || this.#isClosing) return
    this.#worker = undefined
    this.#unanswered = 0
    clearTimeout(this.#watch)
    this.#options.log.error({ directory: this.#options.directory }, `${reason}. Opening it again`)
    this.#ready = this.#reopen(worker)
    this.#ready.catch((error) => this.#options.log.warn({ err: error }, 'The embedded database stays closed'))
    this.#dropWires(new DatabaseUnavailable(reason))
  }

  async #reopen(stuck: Worker): Promise<void> {
    // Two threads would destroy the data in one directory, so the old thread must end first.
    await stuck.terminate()
    for (let pause = 250; !this.#isClosing; pause = Math.min(pause * 2, longestPause)) {
      try {
        await this.#start()
        this.#failure = undefined
        this.#options.log.info({ directory: this.#options.directory }, 'The embedded database is open again')
        return
      } catch (error) {
        if (this.#options.takenOver.aborted) throw error
        this.#failure = error
        this.#options.log.error({ err: error }, 'The embedded database cannot be opened; trying again')
      }
      await sleep(pause)
    }
    throw new DatabaseUnavailable('The database is closing')
  }
}
