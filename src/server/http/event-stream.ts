import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Translator } from '#lib/messages.ts'
import { errorBodyOf, httpErrorOf } from './answer-error.ts'

/** A response that is sent as events while it is produced (text/event-stream). */
export interface EventStream {
  /** Whether the response has begun. Its status can then no longer change. */
  hasBegun(): boolean
  send(event: string, data: unknown): void
  /** Sends the last event and ends the response. */
  end(event: string, data: unknown): Promise<void>
  /** Ends a response that has begun and cannot continue, with an event that contains the API's error body. */
  fail(error: unknown): Promise<void>
}

/** Whether the caller accepts events instead of a single response. */
export const wantsEvents = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /(^|[,\s])text\/event-stream\b/.test(headers.accept ?? '')

/** An event stream on this reply. Nothing is sent before the first event, so an earlier error gets its own status. */
export function createEventStream(request: FastifyRequest, reply: FastifyReply, translator: Translator): EventStream {
  let stream: PassThrough | null = null

  function write(event: string, json: string): PassThrough {
    if (stream === null) {
      stream = new PassThrough()
      void reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        // No proxy may cache, compress or buffer the response.
        .header('cache-control', 'no-store, no-transform')
        .header('x-accel-buffering', 'no')
        .send(stream)
    }
    stream.write(`event: ${event}\ndata: ${json}\n\n`)
    return stream
  }

  async function end(event: string, json: string): Promise<void> {
    write(event, json).end()
    // This rejects if the caller has disconnected.
    await finished(reply.raw).catch(() => undefined)
  }

  return {
    hasBegun: () => stream !== null,
    send: (event, data) => void write(event, JSON.stringify(data)),
    end: (event, data) => end(event, JSON.stringify(data)),
    fail: (error) => end('error', errorBodyOf(httpErrorOf(error, request), translator)),
  }
}

/** A signal that is aborted when the caller disconnects before the response is complete. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort(new Error('the caller is gone'))
  })
  return gone.signal
}
