import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Snapshot } from '#server/snapshots.ts'

/** Responds to a GET of exactly this URL and returns true, or leaves the request to the framework and returns false. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * URLs whose usual response is already in memory: a cached snapshot, for a caller whose access is known. Routing, hooks
 * and a logger for each request cost more than the response itself, and every open page polls its lists.
 */
export interface FastPaths {
  /** `find` returns undefined if the framework has to respond, because access is unknown or denied. */
  add(path: string, find: FindSnapshot, write: WriteSnapshot): void
  /** The fast path of a request, if its URL has one. */
  of(request: IncomingMessage): FastPath | undefined
}

export type FindSnapshot = (cookies: string | undefined) => Snapshot | Promise<Snapshot> | undefined
type WriteSnapshot = (request: IncomingMessage, response: ServerResponse, snapshot: Snapshot) => void

/** Requests with another host name than `host` go to the framework. `counted` measures the responses. */
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

/** A fast path that sends a snapshot only if it is already made. */
export function fastPathTo(find: FindSnapshot, write: WriteSnapshot): FastPath {
  return (request, response) => {
    const snapshot = find(request.headers.cookie)
    if (snapshot === undefined) return false
    if (snapshot instanceof Promise) {
      // The framework awaits the promise and handles its failure. If it denies the request first, nobody awaits it.
      snapshot.catch(() => undefined)
      return false
    }
    write(request, response, snapshot)
    return true
  }
}
