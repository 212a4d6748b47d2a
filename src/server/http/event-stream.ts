import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Speech } from '#lib/messages.ts'
import { errorBodyOf, httpErrorOf } from './answer-error.ts'

/** An answer that is sent in events while it is made (text/event-stream). */
export interface EventStream {
  /** Whether the answer has begun: from then on it has its status. */
  hasBegun(): boolean
  send(event: string, data: unknown): void
  /** The last event, and the end of the answer. */
  end(event: string, data: unknown): Promise<void>
  /** The end of an answer that has begun and cannot go on: an event with the usual error body. */
  fail(error: unknown): Promise<void>
}

/** Whether the caller asks for events instead of one answer. */
export const wantsEvents = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /(^|[,\s])text\/event-stream\b/.test(headers.accept ?? '')

/** Events on this reply. Nothing is sent before the first, so that an error until then has its own status. */
export function createEventStream(request: FastifyRequest, reply: FastifyReply, speech: Speech): EventStream {
  let stream: PassThrough | null = null

  function write(event: string, json: string): PassThrough {
    if (stream === null) {
      stream = new PassThrough()
      void reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        // Neither kept nor compressed, and not gathered by a proxy until it is whole.
        .header('cache-control', 'no-store, no-transform')
        .header('x-accel-buffering', 'no')
        .send(stream)
    }
    stream.write(`event: ${event}\ndata: ${json}\n\n`)
    return stream
  }

  async function end(event: string, json: string): Promise<void> {
    write(event, json).end()
    // The caller may be gone before.
    await finished(reply.raw).catch(() => undefined)
  }

  return {
    hasBegun: () => stream !== null,
    send: (event, data) => void write(event, JSON.stringify(data)),
    end: (event, data) => end(event, JSON.stringify(data)),
    fail: (error) => end('error', errorBodyOf(httpErrorOf(error, request), speech)),
  }
}

/** Aborted when the caller goes away before the answer is there. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort(new Error('the caller is gone'))
  })
  return gone.signal
}
