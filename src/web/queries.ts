import type { Query } from '@tanstack/react-query'
import type { $ZodType, output } from 'zod/v4/core'
import type { Endpoint } from '#lib/endpoint.ts'
import type { Topic } from '#lib/topics.ts'
import { call, send } from './call.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** The topics of the data that the query shows. The query is refetched when the server reports a change of one. */
    queryMeta: { topic?: Topic | readonly Topic[] | null }
  }
}

/** The query of a list without parameters. The server, which prefills it, and the browser use the same key. */
export function queryOf<R extends $ZodType>(endpoint: Endpoint<$ZodType, $ZodType, $ZodType, R>) {
  return {
    queryKey: [endpoint.path],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<output<R>> => call(endpoint, { signal }),
    meta: { topic: endpoint.topic },
  }
}

/**
 * Like `queryOf`, but by path and, where the call has one, topic. The declared call is only a type here, so public
 * pages show their lists without bundling its schemas.
 */
export function queryAt<E extends Endpoint>(path: E['path'], ...[topic]: E['topic'] extends Topic ? [E['topic']] : []) {
  return {
    queryKey: [path],
    queryFn: ({ signal }: { signal: AbortSignal }) => send<E>('GET', path, { signal }),
    meta: { topic },
  }
}

/** Matches the open queries about a topic. Without a topic, it matches all that have any topic, and all that failed. */
export const queriesOfTopic = (topic?: unknown) => ({
  predicate: ({ meta, state }: Query) =>
    topic === undefined
      ? meta?.topic != null || state.status === 'error'
      : [meta?.topic].flat().some((one) => one === topic),
})
