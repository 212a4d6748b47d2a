import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Snapshot } from '#server/snapshots.ts'

/** Answers a GET of exactly this address at once and says so, or leaves it to the framework by answering false. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Addresses whose usual answer is ready: a kept snapshot for somebody who may have it. Routing, hooks and a logger for
 * each request cost more than the answer itself, and lists are polled by everybody who has them open.
 */
export type FastPaths = Map<string, FastPath>

/** A shortcut that only ever sends what is already made, to whom `passes` lets in without asking anybody. */
export function fastPathTo(
  kept: (cookies: string | undefined) => Snapshot | Promise<Snapshot>,
  passes: (cookies: string | undefined) => boolean,
  write: (request: IncomingMessage, response: ServerResponse, snapshot: Snapshot) => void,
): FastPath {
  return (request, response) => {
    const { cookie } = request.headers
    if (!passes(cookie)) return false
    const snapshot = kept(cookie)
    if (snapshot instanceof Promise) {
      // The framework waits for it and hears of a failure, unless it has to refuse the request before.
      snapshot.catch(() => undefined)
      return false
    }
    write(request, response, snapshot)
    return true
  }
}
