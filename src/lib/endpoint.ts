import * as z from 'zod/mini'
import type { $ZodType } from 'zod/v4/core'
import type { Access } from './access.ts'
import type { Part } from './part.ts'
import type { Topic } from './topics.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type MediaType = 'application/json' | 'text/csv' | 'image/webp' | 'application/octet-stream'

/**
 * The declaration of an API call. The server's route, the browser's typed `call`, the buttons that are hidden without
 * access, the OpenAPI document and the access matrix test are all derived from it.
 */
export interface Endpoint<
  P extends $ZodType = $ZodType,
  Q extends $ZodType = $ZodType,
  B extends $ZodType = $ZodType,
  R extends $ZodType = $ZodType,
  A extends Access = Access,
  T extends Topic | null = Topic | null,
> {
  method: Method
  /** The path with `{name}` for each parameter, as in the spec. */
  path: `/api/${string}`
  access: A
  /**
   * The topic that this call lists. A write names the same topic, and everybody with access to this call is notified of
   * the change. Null when the call lists no topic.
   */
  topic: T
  /** The part of the site that the call belongs to. The call does not exist if the community turns that part off. */
  part: Part | null
  /**
   * What the call does, in a few sentences for the API page and the OpenAPI document. It begins with a verb in the third
   * person, such as "Lists", and names the caller, limits and the status of special refusals.
   */
  summary: string
  params: P
  query: Q
  body: B
  bodyType: MediaType
  /** The shape of a successful reply. A field that it does not declare never leaves the server. */
  reply: R
  /** The reply for callers without the access `below`. Null when everybody with access gets the same reply. */
  restrictedReply: { below: Access; reply: $ZodType } | null
  /** Fields of the reply that the person a record is about never sees, whatever their role. */
  hiddenFromSubject: readonly string[]
  /** A `text/csv` reply is a string. `image/webp` and `application/octet-stream` replies are bytes. */
  replyType: MediaType
  /**
   * The header with the caller's key, for calls that programs make. Such a call has no session and comes from any
   * origin. The cross-site check and the general rate limit do not apply to it: its route checks the key and limits the
   * rate. Null for calls that pages make.
   */
  keyHeader: string | null
  /** The most bytes of a body. Undefined means the default limit of its type. */
  bodyLimit: number | undefined
}

/** The schema of the parameters, query or body of a call that has none. */
export const Nothing = z.transform(() => undefined)
type Nothing = typeof Nothing

type Declaration<E extends Endpoint> = Pick<E, 'method' | 'path' | 'access' | 'summary' | 'reply'> & Partial<E>

/** Declares an endpoint with defaults. `access` is required so that no endpoint is left without it. */
export function endpoint<
  A extends Access,
  R extends $ZodType,
  P extends $ZodType = Nothing,
  Q extends $ZodType = Nothing,
  B extends $ZodType = Nothing,
  T extends Topic | null = null,
>(declared: Declaration<Endpoint<P, Q, B, R, A, T>>): Endpoint<P, Q, B, R, A, T>
export function endpoint(declared: Declaration<Endpoint>): Endpoint {
  return {
    topic: null,
    part: null,
    bodyType: 'application/json',
    restrictedReply: null,
    hiddenFromSubject: [],
    replyType: 'application/json',
    keyHeader: null,
    bodyLimit: undefined,
    params: Nothing,
    query: Nothing,
    body: Nothing,
    ...declared,
  }
}
