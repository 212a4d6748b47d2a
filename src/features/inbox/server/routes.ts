import type { FastifyRequest } from 'fastify'
import { type Access, allows, type Member } from '#lib/access.ts'
import type { Changes } from '#server/changes.ts'
import type { Queue } from '#server/feature.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Authorization, Serve } from '#server/http/serve.ts'
import type { Realtime } from '#server/realtime/realtime.ts'
import { countInbox, listInbox, type WaitingQueue } from '../contract.ts'

export interface InboxRoutesDeps {
  serve: Serve
  authorization: Authorization
  changes: Changes
  realtime: Pick<Realtime, 'tellChanged'>
  /** What waits in every feature. */
  queues: readonly Queue[]
}

export function inboxRoutes(deps: InboxRoutesDeps): void {
  const { serve, authorization, changes, realtime, queues } = deps

  /** Asked at each reading, with roles as fresh as the queue's own page needs: a right may have gone meanwhile. */
  async function mayOpen(access: Access, { actor, request }: Reader): Promise<boolean> {
    if (!allows(access, actor)) return false
    try {
      await authorization.authorize(access, request)
      return true
    } catch (error) {
      if (error instanceof HttpError) return false
      throw error
    }
  }

  async function waitingFor(reader: Reader): Promise<WaitingQueue[]> {
    const counted = queues.map(async ({ name, access, title, path, count }) =>
      (await mayOpen(access, reader)) ? { name, title, path, count: await count(reader.actor) } : null,
    )
    return (await Promise.all(counted)).filter((queue) => queue !== null)
  }

  serve.call(listInbox)(async (call) => ({ waiting: await waitingFor(call) }))
  serve.call(countInbox)(async (call) => ({ waiting: (await waitingFor(call)).filter(({ count }) => count > 0) }))

  // Whoever cannot do anything about a queue asks for nothing when it changes.
  changes.on((changed) => {
    for (const { topics, access } of queues) if (topics.includes(changed)) realtime.tellChanged('inbox', access)
  })
}

interface Reader {
  actor: Member
  request: FastifyRequest
}
