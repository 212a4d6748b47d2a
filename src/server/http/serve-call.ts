import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as core from 'zod/v4/core'
import type { $ZodType } from 'zod/v4/core'
import type { Access, ActorOf } from '#lib/access.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import type { Translator } from '#lib/messages.ts'

/** The argument of a handler: one call with its actor and its parsed input. */
export interface Call<A extends Access, P, Q, B> {
  actor: ActorOf<A>
  requestId: string
  params: P
  query: Q
  body: B
  request: FastifyRequest
  reply: FastifyReply
  /** The caller's language. */
  translator: Translator
}

export type Handler<A extends Access, P, Q, B, R> = (call: Call<A, P, Q, B>) => Promise<R>

export type ServeCall = <
  P extends $ZodType,
  Q extends $ZodType,
  B extends $ZodType,
  R extends $ZodType,
  A extends Access,
>(
  endpoint: Endpoint<P, Q, B, R, A>,
) => (handler: Handler<A, core.output<P>, core.output<Q>, core.output<B>, core.input<R>>) => void
