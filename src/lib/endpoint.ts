import * as z from 'zod/mini'
import type { $ZodType } from 'zod/v4/core'
import type { Access } from './access.ts'
import type { Part } from './part.ts'
import type { Topic } from './topics.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type MediaType = 'application/json' | 'text/csv' | 'image/webp' | 'application/octet-stream'

/**
 * The one statement of a call. From it come the server's route, the browser's typed `call`, the button that hides
 * from who may not press it, the OpenAPI document and the access matrix test.
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
  /** Path with `{name}` for each parameter, as the spec writes it. */
  path: `/api/${string}`
  access: A
  /** What this call lists, as a write names it; those who may make the call hear that it changed. Null: nothing. */
  topic: T
  /** What it belongs to, where a community may turn that off: then there is no such call. */
  part: Part | null
  /** One sentence for the API page: what the call does, in the community's words. */
  summary: string
  params: P
  query: Q
  body: B
  bodyType: MediaType
  /** The shape of a successful answer: what it does not declare never leaves the server. */
  reply: R
  /** Anyone who lacks `below` is told no more than this of the reply. Null: everybody with access is told the same. */
  restrictedReply: { below: Access; reply: $ZodType } | null
  /** Fields of the reply that the person whom a record is about never reads, whatever their role. */
  hiddenFromSubject: readonly string[]
  /** A `text/csv` reply is a string, an `image/webp` one and an `application/octet-stream` one bytes. */
  replyType: MediaType
  /**
   * The header with the caller's key, where programs call instead of pages: such a call comes from anywhere and has no
   * session, so the guard against other sites and its limit let it by, and the route says which key is right
   * and how often it may come. Null for all others.
   */
  keyHeader: string | null
  /** The most bytes that a body may have; undefined is what its type allows. */
  bodyLimit: number | undefined
}

/** Where a call has no parameters, query or body. */
export const Nothing = z.transform(() => undefined)
type Nothing = typeof Nothing

type Declared<P, Q, B, R, A, T> = {
  method: Method
  path: `/api/${string}`
  access: A
  /** Null unless said. */
  topic?: T
  /** Null unless said. */
  part?: Part | null
  summary: string
  params?: P
  query?: Q
  body?: B
  /** JSON unless said. */
  bodyType?: MediaType
  reply: R
  /** Null unless said. */
  restrictedReply?: Endpoint['restrictedReply']
  /** None unless said. */
  hiddenFromSubject?: readonly string[]
  /** JSON unless said. */
  replyType?: MediaType
  /** In lower case. Null unless said: calls come from pages. */
  keyHeader?: string
  bodyLimit?: number
}

/** Declares an endpoint; `access` is required, so that nobody can forget it. */
export function endpoint<
  A extends Access,
  R extends $ZodType,
  P extends $ZodType = Nothing,
  Q extends $ZodType = Nothing,
  B extends $ZodType = Nothing,
  T extends Topic | null = null,
>(declared: Declared<P, Q, B, R, A, T>): Endpoint<P, Q, B, R, A, T>
export function endpoint(declared: Declared<$ZodType, $ZodType, $ZodType, $ZodType, Access, Topic | null>): Endpoint {
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
