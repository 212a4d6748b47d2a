import type * as z from 'zod/mini'
import type { $ZodType } from 'zod/v4/core'
import type { Access } from './access.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * The one statement of a call. From it come the server's route, the browser's typed `call`, the button that hides
 * from who may not press it, the OpenAPI document and the test that knocks as every lesser person.
 */
export interface Endpoint<
  P extends $ZodType = $ZodType,
  Q extends $ZodType = $ZodType,
  B extends $ZodType = $ZodType,
  R extends $ZodType = $ZodType,
  A extends Access = Access,
> {
  method: Method
  /** Path with `{name}` for each parameter, as the spec writes it. */
  path: `/api/${string}`
  access: A
  /** One sentence for the API page: what the call does, in the community's words. */
  summary: string
  params?: P
  query?: Q
  body?: B
  /** What the body is sent as. JSON unless said. */
  bodyType?: 'application/json' | 'text/csv'
  /** The shape of a successful answer: what it does not declare never leaves the server. */
  reply: R
  /** What the answer is sent as. JSON unless said; a `text/csv` reply is a string. */
  replyType?: 'application/json' | 'text/csv'
}

/** Declares an endpoint; only its types are at work here. */
export function endpoint<
  A extends Access,
  R extends $ZodType,
  P extends $ZodType = z.ZodMiniUndefined,
  Q extends $ZodType = z.ZodMiniUndefined,
  B extends $ZodType = z.ZodMiniUndefined,
>(declared: Endpoint<P, Q, B, R, A>): Endpoint<P, Q, B, R, A> {
  return declared
}
