import type { FastifyReply } from 'fastify'
import type * as core from 'zod/v4/core'
import type { $ZodType } from 'zod/v4/core'
import type { Access } from '#lib/access.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import type { Handler, ServeCall } from './serve-call.ts'

/** A picture that a person uploaded. */
export interface ServedPicture {
  /** The ETag's value. Different bytes have a different tag. */
  tag: string
  /** The file name of a download. */
  name: string
  read(): Promise<Uint8Array>
}

export type ServePicture = <P extends $ZodType, Q extends $ZodType, B extends $ZodType, A extends Access>(
  endpoint: Endpoint<P, Q, B, $ZodType<Uint8Array, Uint8Array>, A>,
) => (find: Handler<A, core.output<P>, core.output<Q>, core.output<B>, ServedPicture>) => void

/**
 * The headers of uploaded pictures. A browser never runs an upload or shows it as a page, whatever its bytes contain.
 * It caches the picture for the signed-in person, and revalidates it each time so that their access is checked again.
 */
const HEADERS = {
  'content-security-policy': `sandbox; default-src 'none'`,
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-cache',
}

/** Serves pictures. `find` checks at each call whether the caller may see the picture. */
export function servePictures({
  call,
  streamed,
}: {
  call: ServeCall
  /** The replies that are sent by this code. Each such reply is added to it. */
  streamed: WeakSet<FastifyReply>
}): ServePicture {
  return (endpoint) => (find) =>
    call(endpoint)(async (asked) => {
      const { tag, name, read } = await find(asked)
      const { request, reply } = asked
      const etag = `"${tag}"`
      const isKnown = request.headers['if-none-match'] === etag
      const bytes = isKnown ? new Uint8Array() : await read()
      streamed.add(reply)
      void reply.headers({ ...HEADERS, etag })
      if (isKnown) void reply.code(304).send()
      else {
        void reply.type(endpoint.replyType).header('content-disposition', `attachment; filename="${name}"`)
        void reply.send(Buffer.from(bytes))
      }
      return bytes
    })
}
