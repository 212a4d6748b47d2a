import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

interface OpenFile {
  /** Node's file descriptor. A directory has none. */
  nfd?: number | null
  node: object
}

interface NodeMount {
  stream_ops: { fsync?: (file: OpenFile) => number }
  realPath(node: object): string
}

function isNodeMount(value: unknown): value is NodeMount {
  return typeof value === 'object' && value !== null && 'stream_ops' in value && 'realPath' in value
}

/**
 * A NodeFS with fsync. PGlite's own has none, so a power failure would lose acknowledged commits. This class depends on
 * PGlite's internals, so the version is pinned, and `assertDurable` fails at startup if a new version no longer calls
 * it.
 */
export class DurableFS extends NodeFS {
  #synced: () => void
  #failed: (error: unknown) => void

  /** After a failed fsync, the contents of the disk are unknown. `failed` must stop the engine, so that it recovers. */
  constructor(directory: string, synced: () => void, failed: (error: unknown) => void) {
    super(directory)
    this.#synced = synced
    this.#failed = failed
  }

  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const hook: NonNullable<typeof emscriptenOpts.preRun>[number] = (module) => {
      const mount: unknown = module.NODEFS
      if (!isNodeMount(mount)) throw new Error('PGlite has another file system inside than this was made for')
      mount.stream_ops.fsync = (file) => {
        try {
          if (file.nfd == null) syncPath(mount.realPath(file.node))
          else fsyncSync(file.nfd)
          this.#synced()
        } catch (error) {
          this.#failed(error)
        }
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), hook] } }
  }
}

export function syncPath(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Writes every file and folder of a tree through to the disk. */
export function syncTree(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else syncPath(path)
  }
  syncPath(directory)
}

/** Throws unless a commit reaches the disk before it is acknowledged. */
export async function assertDurable(database: Pick<PGlite, 'query'>, fsyncs: () => number): Promise<void> {
  const { rows } = await database.query<{ fsync: string }>('show fsync')
  const before = fsyncs()
  await database.query(`select pg_logical_emit_message(true, 'fsync', '')`)
  if (rows[0]?.fsync !== 'on' || fsyncs() === before) {
    throw new Error('The embedded database does not write commits through to the disk, so it will not be used')
  }
}
