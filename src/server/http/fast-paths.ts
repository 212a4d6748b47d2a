import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Snapshot } from '#server/snapshots.ts'

/** Answers a GET of exactly this address at once and returns true, or leaves it to the framework and returns false. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Addresses whose usual answer is ready: a kept snapshot for a caller whose access is known. Routing, hooks and a logger
 * for each request cost more than the answer itself, and every open page polls its lists.
 */
export interface FastPaths {
  /** `find` returns undefined where the framework has to answer: access is unknown or denied. */
  add(path: string, find: FindSnapshot, write: WriteSnapshot): void
  /** The fast path of a request, if its address has one. */
  of(request: IncomingMessage): FastPath | undefined
}

export type FindSnapshot = (cookies: string | undefined) => Snapshot | Promise<Snapshot> | undefined
type WriteSnapshot = (request: IncomingMessage, response: ServerResponse, snapshot: Snapshot) => void

/** `host`: requests under any other name take the framework's way. `counted` counts the answers. */
export function createFastPaths({
  host,
  counted = (fastPath) => fastPath,
}: {
  host?: string
  counted?: (fastPath: FastPath) => FastPath
} = {}): FastPaths {
  const paths = new Map<string, FastPath>()
  return {
    add: (path, find, write) => void paths.set(path, counted(fastPathTo(find, write))),
    of: (request) => {
      if (request.method !== 'GET' || (host !== undefined && request.headers.host !== host)) return undefined
      return paths.get(request.url ?? '')
    },
  }
}

/** A fast path only ever sends what is already made. */
export function fastPathTo(find: FindSnapshot, write: WriteSnapshot): FastPath {
  return (request, response) => {
    const snapshot = find(request.headers.cookie)
    if (snapshot === undefined) return false
    if (snapshot instanceof Promise) {
      // The framework waits for it and handles its failure, unless it denies the request before.
      snapshot.catch(() => undefined)
      return false
    }
    write(request, response, snapshot)
    return true
  }
}
