import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { HOUR } from '#lib/dates.ts'
import { isLeftover } from '#server/config/leftovers.ts'

/** The pictures and videos of a community's `media` folder, under names that change with their content. */
export interface Media {
  /** `/media/badge.svg` → `/media/badge-3f2a9c1b0d.svg`. A path that is not in the folder does not change. */
  addressOf(path: string): string
  has(path: string): boolean
  /** Replaces every such path in the content of the community's files. */
  addressed<T>(content: T): T
  /** Serves the files. Browsers cache a name with its hash for a year, and the plain name for an hour. */
  serveOn(app: FastifyInstance): Promise<void>
}

const PREFIX = '/media/'
/** Hex digits of the SHA-256 hash: enough to distinguish all versions of one file. */
const HASH_LENGTH = 10
const EXTENSION = /(\.\w+)$/
const HASHED = new RegExp(`-[0-9a-f]{${HASH_LENGTH}}(\\.\\w+)$`)
const YEAR = 365 * 24 * HOUR

/** Reads the folder once, as all of the community's files. A change shows after a restart. */
export function readMedia(dir: string, { isHashed = true } = {}): Media {
  const addresses = new Map(
    isHashed && existsSync(dir) ? filesOf(dir).map((file) => [PREFIX + file, hashed(dir, file)]) : [],
  )
  const plainNames = new Map([...addresses].map(([path, address]) => [address, path]))
  const addressOf = (path: string) => addresses.get(path) ?? path

  return {
    addressOf,
    has: (path) => existsSync(join(dir, fileOf(path))),
    addressed: (content) =>
      JSON.parse(JSON.stringify(content), (_key, value) => (typeof value === 'string' ? addressOf(value) : value)),
    serveOn: async (app) => {
      await app.register(fastifyStatic, { root: dir, serve: false })
      app.get<{ Params: { '*': string } }>(`${PREFIX}*`, (request, reply) => {
        const name = request.params['*']
        const current = plainNames.get(PREFIX + name)
        if (current !== undefined) return reply.sendFile(fileOf(current), dir, { maxAge: YEAR, immutable: true })
        // A page that was loaded before the file changed gets the current file.
        const former = PREFIX + name.replace(HASHED, '$1')
        if (HASHED.test(name) && addresses.has(former)) return reply.sendFile(fileOf(former), dir, { maxAge: 0 })
        return reply.sendFile(`/${name}`, dir, { maxAge: HOUR })
      })
    },
  }
}

const fileOf = (path: string) => path.slice(PREFIX.length - 1)

function filesOf(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && EXTENSION.test(entry.name) && !isLeftover(entry.name))
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

function hashed(dir: string, file: string): string {
  const hash = createHash('sha256')
    .update(readFileSync(join(dir, file)))
    .digest('hex')
    .slice(0, HASH_LENGTH)
  return PREFIX + file.replace(EXTENSION, `-${hash}$1`)
}
