import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BROTLI_QUALITY, type Snapshot } from '#server/snapshots.ts'

type Encoding = 'br' | 'gzip' | 'identity'
type Headers = Record<string, string>

/** A snapshot as it goes over the wire: made at its first answer, the same for all that follow. */
interface Prepared {
  answers: Record<Encoding, { headers: Headers; body: Buffer }>
  unchanged: Headers
}

export type SnapshotAnswers = ReturnType<typeof snapshotAnswers>

/** Answers with snapshots; `headers` are those that every answer of this kind carries. */
export function snapshotAnswers(headers: Headers) {
  const prepared = new WeakMap<Snapshot, Prepared>()

  function prepare({ type, etag, plain, br, gzip }: Snapshot): Prepared {
    const unchanged = { ...headers, etag, 'cache-control': 'private, no-cache', vary: 'accept-encoding, cookie' }
    const inEncoding = (body: Buffer, encoding: Headers) => ({
      body,
      headers: { ...unchanged, 'content-type': type, 'content-length': String(body.length), ...encoding },
    })
    return {
      unchanged,
      answers: {
        br: inEncoding(br, { 'content-encoding': 'br' }),
        gzip: inEncoding(gzip, { 'content-encoding': 'gzip' }),
        identity: inEncoding(plain, {}),
      },
    }
  }

  function readyOf(snapshot: Snapshot): Prepared {
    const known = prepared.get(snapshot)
    if (known !== undefined) return known
    const ready = prepare(snapshot)
    prepared.set(snapshot, ready)
    return ready
  }

  /** 304 when the caller has it already, else the best encoding that it takes. */
  function write(request: IncomingMessage, response: ServerResponse, snapshot: Snapshot): void {
    const { unchanged, answers } = readyOf(snapshot)
    if (hasAlready(request.headers['if-none-match'], snapshot.etag)) {
      response.writeHead(304, unchanged).end()
      return
    }
    const { headers, body } = answers[encodingFor(request.headers['accept-encoding'])]
    response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : body)
  }

  /**
   * The usual answer is written past Fastify, whose handling of headers would cost as much as all the rest. One with
   * another status than 200 is never kept by a browser: the same address may answer otherwise in a moment.
   */
  function answer(request: FastifyRequest, reply: FastifyReply, snapshot: Snapshot): FastifyReply {
    if (reply.statusCode !== 200 || reply.hasHeader('cache-control')) {
      const { headers, body } = readyOf(snapshot).answers[encodingFor(request.headers['accept-encoding'])]
      const { etag: _, ...sent } = headers
      return reply.headers({ ...sent, 'cache-control': 'no-store' }).send(body)
    }
    reply.hijack()
    write(request.raw, reply.raw, snapshot)
    return reply
  }

  /** Sends an HTML document that was made for this request alone. */
  function answerDocument(request: FastifyRequest, reply: FastifyReply, html: string): FastifyReply {
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (encoding !== 'identity') void reply.header('content-encoding', encoding)
    return reply
      .headers({ ...headers, 'cache-control': 'no-store', vary: 'accept-encoding, cookie' })
      .type('text/html; charset=utf-8')
      .send(encode(html, encoding))
  }

  return { write, answer, answerDocument }
}

function encode(text: string, encoding: Encoding): Buffer {
  if (encoding === 'br')
    return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
  return encoding === 'gzip' ? gzipSync(text) : Buffer.from(text)
}

/** RFC 9110, 13.1.2: one tag, several, or `*`. */
function hasAlready(seen: string | undefined, etag: string): boolean {
  if (seen === undefined || seen === etag) return seen !== undefined
  return seen.split(',').some((one) => one.trim() === etag || one.trim() === '*')
}

/** RFC 9110, 12.5.3, as far as browsers use it: a coding counts unless its weight is zero. */
function encodingFor(accepts = ''): Encoding {
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepts)) return 'br'
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepts)) return 'gzip'
  return 'identity'
}
