import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BROTLI_QUALITY, type Snapshot } from '#server/snapshots.ts'

type Encoding = 'br' | 'gzip' | 'identity'
type Headers = Record<string, string>

/** The headers and bodies of a snapshot's responses. They are built for the first response and then reused. */
interface Prepared {
  answers: Record<Encoding, { headers: Headers; body: Buffer }>
  unchanged: Headers
}

export type SnapshotAnswers = ReturnType<typeof snapshotAnswers>

/** Functions that reply with snapshots. Every such response carries `headers`. */
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

  /**
   * Sends 304 if the caller already has the snapshot, else the snapshot in the best encoding that the caller accepts.
   */
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
   * Replies with a snapshot. The usual response bypasses Fastify, whose handling of headers costs as much as everything
   * else. Browsers never cache a response with a status other than 200, because the same URL may soon respond
   * differently.
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

  /** Sends an HTML document that was rendered for this request only. */
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

/** Whether `If-None-Match` matches the ETag (RFC 9110, 13.1.2). The header has one tag, several, or `*`. */
function hasAlready(seen: string | undefined, etag: string): boolean {
  if (seen === undefined || seen === etag) return seen !== undefined
  return seen.split(',').some((one) => one.trim() === etag || one.trim() === '*')
}

/**
 * The encoding for `Accept-Encoding` (RFC 9110, 12.5.3), as far as browsers use it: every coding with a nonzero weight.
 */
function encodingFor(accepts = ''): Encoding {
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepts)) return 'br'
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepts)) return 'gzip'
  return 'identity'
}
