import type { $ZodType, input, output } from 'zod/v4/core'
import type { Access } from '#lib/access.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import { t } from '#lib/messages.ts'

/** A call that failed: the server refused it, or no response arrived (`status` 0). */
export class CallFailed extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: Record<string, string> = {},
    /** After a conflict: the record as it is now. */
    readonly item: unknown = undefined,
  ) {
    super(message)
    this.name = 'CallFailed'
  }
}

/** The reason of a failed call, as a text for the page. Null when the error carries no text that helps the reader. */
export function reasonOf(error: unknown): string | null {
  if (!(error instanceof CallFailed) || error.code === 'unreadable') return null
  return error.status === 0 || error.status === 429 || error.status >= 500 ? error.message : null
}

interface CallInput<P, Q, B> {
  params?: P
  query?: Q
  body?: B
  signal?: AbortSignal
}

/**
 * Makes a declared call and returns its JSON reply. (A text/csv reply is downloaded through a link to `addressOf`.)
 * Throws `CallFailed` for every other response and when none arrives, and an `AbortError` when `signal` aborts the
 * call.
 */
export async function call<
  P extends $ZodType,
  Q extends $ZodType,
  B extends $ZodType,
  R extends $ZodType,
  A extends Access,
>(endpoint: Endpoint<P, Q, B, R, A>, sent: CallInput<input<P>, input<Q>, input<B>> = {}): Promise<output<R>> {
  return send<Endpoint<P, Q, B, R, A>>(endpoint.method, addressOf(endpoint.path, sent.params, sent.query), {
    headers: sent.body === undefined ? {} : { 'content-type': endpoint.bodyType },
    signal: sent.signal,
    body: bodyOf(endpoint, sent.body),
  })
}

/**
 * Like `call`, but by method and address. The first load of a public page uses it: `E` is the declared call as a type
 * only, so its schemas are not bundled.
 */
export async function send<E extends Endpoint>(
  method: E['method'],
  address: string,
  sent: RequestParts = {},
): Promise<output<E['reply']>> {
  const response = await request(method, address, sent)
  try {
    return await response.json()
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw networkFailure(error)
    throw new CallFailed(response.status, 'unreadable', t('The answer could not be read. Please try again.'))
  }
}

type RequestParts = Pick<RequestInit, 'headers' | 'signal' | 'body'>

/** Returns the response of a call that succeeded. Its body has not been read. */
export async function request(
  method: Endpoint['method'],
  address: string,
  { headers, signal, body }: RequestParts,
): Promise<Response> {
  let response: Response
  try {
    response = await fetch(address, { method, credentials: 'same-origin', headers, signal, body })
  } catch (error) {
    throw networkFailure(error)
  }
  if (response.ok) return response
  throw failureOf(response.status, await response.json().catch(() => null)) // a proxy may answer with a page
}

/** The error to throw when no complete response arrived. */
export function networkFailure(error: unknown): unknown {
  if (error instanceof DOMException && error.name === 'AbortError') return error
  return new CallFailed(0, 'offline', t('The site could not be reached. Check your connection and try again.'))
}

/** The address of a call, for example for a link or a download. */
export function addressOf(path: string, params?: unknown, query?: unknown): string {
  const values = new Map(entriesOf(params))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ''))
  const search = new URLSearchParams(entriesOf(query)).toString()
  return search === '' ? filled : `${filled}?${search}`
}

function entriesOf(record: unknown): [string, string][] {
  if (typeof record !== 'object' || record === null) return []
  return Object.entries(record).flatMap(([key, value]): [string, string][] =>
    value === undefined || value === null || value === '' ? [] : [[key, String(value)]],
  )
}

function bodyOf(endpoint: Endpoint, body: unknown): BodyInit | undefined {
  if (body === undefined) return undefined
  if (body instanceof Uint8Array) return new Blob([new Uint8Array(body)])
  return endpoint.bodyType === 'application/json' ? JSON.stringify(body) : String(body)
}

/** Builds the failure from the status and the body of a response. */
export function failureOf(status: number, body: unknown): CallFailed {
  if (typeof body === 'object' && body !== null && 'error' in body) {
    const { error } = body
    if (typeof error === 'object' && error !== null && 'message' in error && 'code' in error) {
      const fields = 'fields' in error && typeof error.fields === 'object' && error.fields !== null ? error.fields : {}
      return new CallFailed(
        status,
        String(error.code),
        String(error.message),
        Object.fromEntries(Object.entries(fields).map(([name, why]) => [name, String(why)])),
        'item' in body ? body.item : undefined,
      )
    }
  }
  return new CallFailed(status, 'unreadable', t('The site answered with an error ({status}).', { status }))
}
