import type { $ZodType, input, output } from 'zod/v4/core'
import type { Endpoint } from '#lib/endpoint.ts'
import { t } from '#lib/messages.ts'
import type { OnImportProgress } from '#lib/sheet.ts'
import { addressOf, CallFailed, failureOf, request } from './call.ts'
import { eventsOrReply } from './server-events.ts'

/** Imports a file and returns its report. While the import runs, the server reports how many rows are written. */
export async function callImport<Q extends $ZodType, R extends $ZodType>(
  { method, path, bodyType }: Pick<Endpoint<$ZodType, Q, $ZodType, R>, 'method' | 'path' | 'bodyType' | 'reply'>,
  { query, body }: { query: input<Q>; body: string },
  onProgress: OnImportProgress | undefined,
): Promise<output<R>> {
  const response = await request(method, addressOf(path, undefined, query), {
    headers: { 'content-type': bodyType, accept: 'text/event-stream, application/json' },
    body,
  })
  for await (const { name, data } of eventsOrReply(response)) {
    if (name === 'rows') onProgress?.(JSON.parse(data))
    else if (name === 'reply') return JSON.parse(data)
    else if (name === 'error') throw failureOf(response.status, JSON.parse(data))
  }
  throw new CallFailed(0, 'offline', t('The answer was cut off. Check the list to see whether the file was imported.'))
}
