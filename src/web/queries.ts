import type { $ZodType, output } from 'zod/v4/core'
import type { Endpoint } from '#lib/endpoint.ts'
import { call, send } from './call.ts'

/** The query of a list without parameters: the same key on the server, which fills it in, and in the browser. */
export function queryOf<R extends $ZodType>(endpoint: Endpoint<$ZodType, $ZodType, $ZodType, R>) {
  return {
    queryKey: [endpoint.path],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<output<R>> => call(endpoint, { signal }),
  }
}

/** The same by its path, where the declared call is only a type: public pages show their lists without its schemas. */
export function queryAt<E extends Endpoint>(path: E['path']) {
  return {
    queryKey: [path],
    queryFn: ({ signal }: { signal: AbortSignal }) => send<E>('GET', path, { signal }),
  }
}
