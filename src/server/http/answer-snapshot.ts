import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Snapshot } from '#server/snapshots.ts'

type Encoding = 'br' | 'gzip' | 'identity'
type Headers = Record<string, string>

/** A snapshot as it goes over the wire: made at its first answer, the same for all that follow. */
interface Prepared {
  answers: Record<Encoding, { headers: Headers; body: Buffer }>
  unchanged: Headers
}

/** Answers with snapshots; `headers` are those that every answer of this kind carries. */
export function snapshotAnswers(headers: Headers) {
  const prepared = new WeakMap<Snapshot, Prepared>()

  function prepare({ type, etag, plain, br, gzip }: Snapshot): Prepared {
    const unchanged = { ...headers, etag, 'cache-control': 'private, no-cache', vary: 'accept-encoding, cookie' }
    const answer = (body: Buffer, encoding: Headers) => ({
      body,
      headers: { ...unchanged, 'content-type': type, 'content-length': String(body.length), ...encoding },
    })
    return {
      unchanged,
      answers: {
        br: answer(br, { 'content-encoding': 'br' }),
        gzip: answer(gzip, { 'content-encoding': 'gzip' }),
        identity: answer(plain, {}),
      },
    }
  }

  /**
   * 304 when the caller has it already, else the best encoding that it takes. The usual answer is written past Fastify,
   * whose handling of headers would cost as much as all the rest. One with another status than 200 is never kept by a
   * browser: the same address may answer otherwise in a moment.
   */
  return (request: FastifyRequest, reply: FastifyReply, snapshot: Snapshot): FastifyReply => {
    let ready = prepared.get(snapshot)
    if (ready === undefined) {
      ready = prepare(snapshot)
      prepared.set(snapshot, ready)
    }
    const answer = ready.answers[encodingFor(request.headers['accept-encoding'])]
    if (reply.statusCode !== 200 || reply.hasHeader('cache-control')) {
      const { etag: _, ...sent } = answer.headers
      return reply.headers({ ...sent, 'cache-control': 'no-store' }).send(answer.body)
    }
    reply.hijack()
    if (hasAlready(request.headers['if-none-match'], snapshot.etag)) reply.raw.writeHead(304, ready.unchanged).end()
    else reply.raw.writeHead(200, answer.headers).end(request.method === 'HEAD' ? undefined : answer.body)
    return reply
  }
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
