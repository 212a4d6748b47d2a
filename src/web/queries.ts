import type { Query } from '@tanstack/react-query'
import type { $ZodType, output } from 'zod/v4/core'
import type { Endpoint } from '#lib/endpoint.ts'
import type { Topic } from '#lib/topics.ts'
import { call, send } from './call.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** What the query shows: it is asked for again when any of that changed. */
    queryMeta: { topic?: Topic | readonly Topic[] | null }
  }
}

/** The query of a list without parameters: the same key on the server, which fills it in, and in the browser. */
export function queryOf<R extends $ZodType>(endpoint: Endpoint<$ZodType, $ZodType, $ZodType, R>) {
  return {
    queryKey: [endpoint.path],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<output<R>> => call(endpoint, { signal }),
    meta: { topic: endpoint.topic },
  }
}

/**
 * The same by its path, and by its topic where it has one, where the declared call is only a type: public pages show
 * their lists without its schemas.
 */
export function queryAt<E extends Endpoint>(path: E['path'], ...[topic]: E['topic'] extends Topic ? [E['topic']] : []) {
  return {
    queryKey: [path],
    queryFn: ({ signal }: { signal: AbortSignal }) => send<E>('GET', path, { signal }),
    meta: { topic },
  }
}

/** The open queries about a topic; without one, all that are about any, and those that failed. */
export const queriesAbout = (topic?: unknown) => ({
  predicate: ({ meta, state }: Query) =>
    topic === undefined
      ? meta?.topic != null || state.status === 'error'
      : [meta?.topic].flat().some((one) => one === topic),
})
