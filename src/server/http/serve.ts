import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { $ZodType } from 'zod/v4/core'
import * as core from 'zod/v4/core'
import { type Access, type ActorOf, allows, type Member } from '#lib/access.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import { ENGLISH, msg, type Translator, withTranslator } from '#lib/messages.ts'
import { isOn, type Part } from '#lib/part.ts'
import { withValues } from '#lib/sentence.ts'
import { MAX_BYTES } from '#lib/sheet.ts'
import type { Topic } from '#lib/topics.ts'
import type { Changes } from '#server/changes.ts'
import {
  keepSnapshot,
  keepSnapshotByReader,
  type ListByReader,
  makeSnapshot,
  type Snapshot,
} from '#server/snapshots.ts'
import { type SnapshotAnswers, snapshotAnswers } from './answer-snapshot.ts'
import type { FastPaths, FindSnapshot } from './fast-paths.ts'
import { HttpError, invalid, notFound } from './http-error.ts'
import type { Handler, ServeCall } from './serve-call.ts'
import { type ExportDeps, type ReadList, type ServeExport, serveExports } from './serve-export.ts'
import { type ServePicture, servePictures } from './serve-picture.ts'

/** Decides whether a caller has an access. `authorize` is for the framework, `authorizeNow` for the fast path. */
export interface Authorization {
  /**
   * The caller as an actor with this access. Throws an `HttpError` with the reason if access is denied. A write needs
   * fresher roles than a read. Returns synchronously if nothing has to be looked up.
   */
  authorize<A extends Access>(access: A, request: FastifyRequest): ActorOf<A> | Promise<ActorOf<A>>
  /** The same decision for a GET, from memory only. Undefined if access is denied or a look-up would be needed. */
  authorizeNow<A extends Access>(access: A, cookies: string | undefined): ActorOf<A> | undefined
}

/** The actor and the request of a change, as the audit log records them. */
export interface By {
  actor: Pick<Member, 'id' | 'name'> | null
  requestId: string
}

type Keep = () => Snapshot | Promise<Snapshot>
type KeepByVisitor = (cookies: string | undefined) => Snapshot | Promise<Snapshot>

/** How a list hides fields from the people in it. */
export type HiddenFrom<R> = Pick<ListByReader<R>, 'aboutWhom' | 'shownTo' | 'expires'>

/**
 * Registers endpoints. For each call it authorizes the caller, parses the input, runs the handler and shapes the reply.
 */
export interface Serve {
  /** Serves a call, in two steps so that TypeScript checks the handler against the reply that the endpoint declares. */
  call: ServeCall
  /**
   * Serves a call that programs make. `admit` runs before the body is read and throws an `HttpError` if the key is not
   * valid. If keys can be revoked, the handler must check the key again.
   */
  keyed<P extends $ZodType, Q extends $ZodType, B extends $ZodType, R extends $ZodType>(
    endpoint: Endpoint<P, Q, B, R, 'anyone'>,
    admit: (key: string | undefined, request: FastifyRequest) => Promise<void>,
  ): (handler: Handler<'anyone', core.output<P>, core.output<Q>, core.output<B>, core.input<R>>) => void
  /**
   * Serves a list that pages poll. The reply is cached until one of the topics changes, and is sent with an ETag, or as
   * a 304 if nothing changed. An endpoint with a `restrictedReply` caches both replies.
   */
  snapshot<P extends $ZodType, Q extends $ZodType, B extends $ZodType, R extends $ZodType, A extends Access>(
    endpoint: Endpoint<P, Q, B, R, A>,
    topics: readonly Topic[],
    read: () => Promise<core.input<R>>,
    hidden?: HiddenFrom<core.input<R>>,
  ): void
  /** Serves a few records that never change, from memory: one reply for each value of the path's only parameter. */
  records<P extends $ZodType, Q extends $ZodType, B extends $ZodType, R extends $ZodType, A extends Access>(
    endpoint: Endpoint<P, Q, B, R, A>,
    replies: ReadonlyMap<string, core.input<R>>,
  ): void
  /** Serves the export of a list. The list's own call must be served too. */
  export: ServeExport
  /** Serves an uploaded picture. The handler checks who may see it. */
  picture: ServePicture
  /** Serves a cached document, such as a page. `answer` responds when the fast path cannot. */
  document(path: string, access: Access, document: KeptDocument): void
  /** The current reply of a snapshot, without a request. Pages include it in their documents. */
  reply(path: Endpoint['path']): Promise<unknown>
}

export interface KeptDocument {
  /** Returns the document in the visitor's language. Each language of the site has its own. */
  keep: KeepByVisitor
  /** Responds without the framework. Null if each response depends on its request. */
  write: SnapshotAnswers['write'] | null
  answer(request: FastifyRequest, reply: FastifyReply, snapshot: Snapshot): FastifyReply | Promise<FastifyReply>
}

export interface ServeDeps {
  app: FastifyInstance
  /** The parts that the community turned off. Their calls are not registered. */
  off: readonly Part[]
  authorization: Authorization
  changes: Changes
  fastPaths: Pick<FastPaths, 'add'>
  /** The visitor's language, from their cookies. */
  translatorOf?: (cookies: string | undefined) => Translator
  /** The headers of every response (`answerHeaders`). */
  headers: Record<string, string>
  exporting: ExportDeps
}

export function serveOn({
  app,
  off,
  authorization,
  changes,
  fastPaths,
  headers,
  exporting,
  translatorOf = () => ENGLISH,
}: ServeDeps): Serve {
  const { answer, write } = snapshotAnswers(headers)
  /** The functions that read lists for exports, by the path of the list. */
  const readers = new Map<string, ReadList>()
  /** Replies that an export or a picture sends itself. */
  const streamed = new WeakSet<FastifyReply>()
  /** The snapshots that pages include in their documents, by the path of the call. */
  const lists = new Map<string, Keep>()

  /** Whether an authorized caller also has another access. Roles that are not fresh enough count as no. */
  async function mayAlso(access: Access, request: FastifyRequest): Promise<boolean> {
    try {
      await authorization.authorize(access, request)
      return true
    } catch (error) {
      if (error instanceof HttpError) return false
      throw error
    }
  }

  /** `admit` checks the headers before the body is read. `authorize` checks again right before the handler runs. */
  function call<P extends $ZodType, Q extends $ZodType, B extends $ZodType, R extends $ZodType, A extends Access>(
    endpoint: Endpoint<P, Q, B, R, A>,
    authorize: (request: FastifyRequest) => ActorOf<A> | Promise<ActorOf<A>>,
    admit: (request: FastifyRequest) => unknown = authorize,
  ) {
    return (handler: Handler<A, core.output<P>, core.output<Q>, core.output<B>, core.input<R>>) => {
      if (!isOn(off, endpoint.part)) return
      if (endpoint.method === 'GET') {
        readers.set(endpoint.path, async (request, reply) => {
          const actor = await authorize(request)
          const translator = translatorOf(request.headers.cookie)
          const sent = {
            params: parse(endpoint.params, {}),
            query: parse(endpoint.query, {}),
            body: parse(endpoint.body, undefined),
          }
          return core.parse(
            endpoint.reply,
            await handler({ actor, requestId: request.id, ...sent, request, reply, translator }),
          )
        })
      }
      const admitted = new WeakSet<FastifyRequest>()
      app.route({
        method: endpoint.method,
        url: fastifyPath(endpoint.path),
        config: { keyHeader: endpoint.keyHeader },
        bodyLimit: endpoint.bodyLimit ?? (endpoint.bodyType === 'text/csv' ? MAX_BYTES : JSON_LIMIT),
        // This hook runs before the body is read, so nothing is read from a caller without access.
        onRequest: async (request) => {
          await admit(request)
          admitted.add(request)
          checkBodyType(endpoint, request)
        },
        handler: async (request, reply) => {
          if (!admitted.has(request)) throw new Error(`${endpoint.path} was reached without authorization`)
          // A body may arrive long after its headers, and the caller may lose access meanwhile. So check again here.
          // Between this check and the handler there is no other `await`.
          const authorized = authorize(request)
          const actor = authorized instanceof Promise ? await authorized : authorized
          const translator = translatorOf(request.headers.cookie)
          // The schemas produce the messages about invalid fields, so they run in the sender's language.
          const sent = withTranslator(translator, () => ({
            params: parse(endpoint.params, request.params),
            query: parse(endpoint.query, request.query),
            body: parse(endpoint.body, request.body),
          }))
          // A handler that replies with events or a file sends the response itself, including later errors.
          const isSent = () => streamed.has(reply) || reply.sent || reply.raw.headersSent
          let result: core.input<R>
          try {
            result = await handler({ actor, requestId: request.id, ...sent, request, reply, translator })
          } catch (error) {
            if (!isSent()) throw shapedFailure(endpoint.reply, error)
            return reply
          }
          if (isSent()) return reply
          const shaped = core.parse(endpoint.reply, result)
          void reply.header('cache-control', 'no-store').type(`${endpoint.replyType}; charset=utf-8`)
          return reply.send(endpoint.replyType === 'application/json' ? JSON.stringify(shaped) : shaped)
        },
      })
    }
  }

  const textOf = (schema: $ZodType, reply: unknown) => JSON.stringify(core.parse(schema, reply))

  const authorized: ServeCall = (endpoint) =>
    call(endpoint, (request) => authorization.authorize(endpoint.access, request))

  return {
    call: authorized,

    export: serveExports({
      call: authorized,
      lists: readers,
      streamed,
      deps: exporting,
      authorize: (access, request) => authorization.authorize(access, request),
    }),

    picture: servePictures({ call: authorized, streamed }),

    keyed: (endpoint, admit) => {
      const { keyHeader, path } = endpoint
      if (keyHeader === null) throw new Error(`${path} declares no header for a key`)
      const admitKey = (request: FastifyRequest) => {
        const key = request.headers[keyHeader]
        return admit(typeof key === 'string' ? key : undefined, request)
      }
      return call(endpoint, () => null, admitKey)
    },

    snapshot: (endpoint, topics, read, hidden = NOTHING_HIDDEN) => {
      const { path, access, part, reply, restrictedReply } = endpoint
      if (!isOn(off, part)) return
      const keepAs = (schema: $ZodType) =>
        keepSnapshotByReader(changes, topics, { ...hidden, read, textOf: (list) => textOf(schema, list) })
      const whole = keepAs(reply)
      const shared = restrictedReply === null ? whole : keepAs(restrictedReply.reply)
      lists.set(path, () => shared(null))
      fastPaths.add(
        path,
        (cookies) => {
          // Choosing between the two replies of a signed-in caller needs the framework's `authorize`.
          if (restrictedReply !== null && cookies !== undefined) return undefined
          const actor = authorization.authorizeNow(access, cookies)
          return actor === undefined ? undefined : shared(actor?.id ?? null)
        },
        write,
      )
      const readBy = async (request: FastifyRequest) => {
        const authorized = authorization.authorize(access, request)
        const actor = authorized instanceof Promise ? await authorized : authorized
        const readsAll =
          restrictedReply && allows(restrictedReply.below, actor) && (await mayAlso(restrictedReply.below, request))
        return (readsAll ? whole : shared)(actor?.id ?? null)
      }
      readers.set(path, async (request) => JSON.parse((await readBy(request)).plain.toString()))
      app.get(fastifyPath(path), async (request, reply) => answer(request, reply, await readBy(request)))
    },

    records: (endpoint, replies) => {
      const kept = new Map(
        [...replies].map(([value, reply]) => [
          value,
          keepSnapshot(changes, [], async () => makeSnapshot(textOf(endpoint.reply, reply))),
        ]),
      )
      for (const [value, keep] of kept) lists.set(endpoint.path.replace(/\{\w+\}/, value), keep)
      app.get<{ Params: Record<string, string> }>(fastifyPath(endpoint.path), async (request, reply) => {
        await authorization.authorize(endpoint.access, request)
        const keep = kept.get(Object.values(request.params)[0] ?? '')
        if (keep === undefined) throw notFound()
        return answer(request, reply, await keep())
      })
    },

    document: (path, access, { keep, write, answer }) => {
      const isForAnyone = access === 'anyone'
      if (write !== null) {
        const find: FindSnapshot = (cookies) =>
          isForAnyone || authorization.authorizeNow(access, cookies) !== undefined ? keep(cookies) : undefined
        fastPaths.add(path, find, write)
      }
      app.get(path, async (request, reply) => {
        if (!isForAnyone) await authorization.authorize(access, request)
        const made = keep(request.headers.cookie)
        return answer(request, reply, made instanceof Promise ? await made : made)
      })
    },

    reply: async (path) => {
      const keep = lists.get(path)
      if (keep === undefined) throw new Error(`${path} is not served as a snapshot`)
      return JSON.parse((await keep()).plain.toString())
    },
  }
}

const NOTHING_HIDDEN = { aboutWhom: () => [], shownTo: <R>(list: R) => list }

export const JSON_LIMIT = 64 * 1024

/** `/api/codes/ten/{id}` → `/api/codes/ten/:id` */
function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

function checkBodyType(endpoint: Endpoint, request: FastifyRequest): void {
  const expected = endpoint.bodyType
  const sent = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (sent !== undefined && sent !== expected) {
    throw new HttpError(415, 'wrong_type', withValues('Send this as {type}.', { type: expected }))
  }
}

/** Shapes the records in an error by the schema of the call's reply, so that no undeclared field leaves the server. */
function shapedFailure(reply: $ZodType, error: unknown): unknown {
  if (!(error instanceof HttpError) || error.more.item === undefined) return error
  const { item } = error.more
  const shape = reply instanceof core.$ZodObject ? reply._zod.def.shape : {}
  const declared = Array.isArray(item) ? shape.data : shape.item
  return error.withItem(declared && core.safeParse(declared, item).data)
}

function parse<S extends $ZodType>(schema: S, value: unknown): core.output<S> {
  const parsed = core.safeParse(schema, value)
  if (parsed.success) return parsed.data
  throw invalid(fieldsOf(parsed.error.issues))
}

/** The first message about each invalid field, by the field's path. */
export function fieldsOf(issues: readonly core.$ZodIssue[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) fields[key] ??= msg('This field is not known here.')
    else fields[issue.path.map(String).join('.') || 'body'] ??= issue.message
  }
  return fields
}
