import type { $ZodType, output } from 'zod/v4/core'
import type { Endpoint } from '#lib/endpoint.ts'
import { call } from './call.ts'

/** The query of a list without parameters: the same key on the server, which fills it in, and in the browser. */
export function queryOf<R extends $ZodType>(endpoint: Endpoint<$ZodType, $ZodType, $ZodType, R>) {
  return {
    queryKey: [endpoint.path],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<output<R>> => call(endpoint, { signal }),
  }
}
