import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { $ZodType } from 'zod/v4/core'
import * as core from 'zod/v4/core'
import { type Access, type ActorOf, allows, type Member } from '#lib/access.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import { MAX_BYTES } from '#lib/sheet.ts'
import type { Snapshot } from '#server/snapshots.ts'
import { snapshotAnswers } from './answer-snapshot.ts'
import { type FastPaths, fastPathTo } from './fast-paths.ts'
import { type Fields, HttpError, invalid, notFound } from './http-error.ts'

/**
 * Opens the door for who may pass, or throws the `HttpError` that says why not. A write asks more of it than a read: it
 * needs roles that are fresh. Synchronous where nothing has to be asked.
 */
export interface Authorization {
  /** Whether a GET with these cookies may pass without asking anybody; false also where that is not known yet. */
  can(access: Access, cookies: string | undefined): boolean
  /** The id of the person whose session these cookies name, without asking anybody; null also where it is not known. */
  readerOf(cookies: string | undefined): string | null
  authorize<A extends Access>(access: A, request: FastifyRequest): ActorOf[A] | Promise<ActorOf[A]>
}

/** Who acts, and in which request: what the audit log writes beside each change. */
export interface By {
  actor: Pick<Member, 'id' | 'name'> | null
  requestId: string
}

export interface Call<A extends Access, P, Q, B> extends By {
  actor: ActorOf[A]
  params: P
  query: Q
  body: B
  request: FastifyRequest
  reply: FastifyReply
}

type Make = () => Snapshot | Promise<Snapshot>
/** For a list of which some are told less, because it is about them: the id of whoever reads, null for nobody. */
type MakeFor = (reader: string | null) => Snapshot | Promise<Snapshot>

type Handler<A extends Access, P, Q, B, R> = (call: Call<A, P, Q, B>) => Promise<R>

/** Puts endpoints on the site: opens the door for their access, parses, runs, and shapes the answer by its schema. */
export interface Serve {
  /** In two steps, so that the handler is checked against the reply that its endpoint declares. */
  call<P extends $ZodType, Q extends $ZodType, B extends $ZodType, R extends $ZodType, A extends Access>(
    endpoint: Endpoint<P, Q, B, R, A>,
  ): (handler: Handler<A, core.output<P>, core.output<Q>, core.output<B>, core.input<R>>) => void
  /**
   * The same for a call that programs make: `admit` comes before the body, and lets the key in or throws the `HttpError`.
   * A handler whose keys can be revoked asks again.
   */
  keyed<P extends $ZodType, Q extends $ZodType, B extends $ZodType, R extends $ZodType>(
    endpoint: Endpoint<P, Q, B, R, 'anyone'>,
    admit: (key: string | undefined, request: FastifyRequest) => Promise<void>,
  ): (handler: Handler<'anyone', core.output<P>, core.output<Q>, core.output<B>, core.input<R>>) => void
  /**
   * For lists that are polled: one snapshot for all, answered with an ETag and a 304 when nothing changed. Where the
   * endpoint declares a `lesser` reply, `snapshot` is that one and `whole` is for those who may read all of it.
   */
  list(endpoint: Endpoint, snapshot: MakeFor, whole?: Make): void
  /** The same for one of a few records: a snapshot for each value of the path's one parameter, and nothing else. */
  records(endpoint: Endpoint, snapshots: ReadonlyMap<string, Make>): void
  /** What a page is filled in with where its call has parameters: under the path with their values. */
  fill(path: Endpoint['path'], snapshot: Make): void
  /** What a list answers now: pages are filled in from the same snapshot, without a request. */
  reply(path: Endpoint['path']): Promise<unknown>
}

/** `headers` are those of every answer (`answerHeaders`). */
export function serveOn(
  app: FastifyInstance,
  authorization: Authorization,
  headers: Record<string, string>,
  shortcuts: FastPaths = new Map(),
): Serve {
  const { answer: answerSnapshot, write } = snapshotAnswers(headers)
  const lists = new Map<string, MakeFor>()

  /** Whether somebody who was let in may read more; on roles that are not fresh enough they read what all read. */
  async function opens(access: Access, request: FastifyRequest): Promise<boolean> {
    try {
      await authorization.authorize(access, request)
      return true
    } catch (error) {
      if (error instanceof HttpError) return false
      throw error
    }
  }

  /** `admit` decides by the headers; `open` once more when the body is there, right before the handler begins. */
  function call<P extends $ZodType, Q extends $ZodType, B extends $ZodType, R extends $ZodType, A extends Access>(
    endpoint: Endpoint<P, Q, B, R, A>,
    open: (request: FastifyRequest) => ActorOf[A] | Promise<ActorOf[A]>,
    admit: (request: FastifyRequest) => unknown = open,
  ) {
    return (handler: Handler<A, core.output<P>, core.output<Q>, core.output<B>, core.input<R>>) => {
      const admitted = new WeakSet<FastifyRequest>()
      app.route({
        method: endpoint.method,
        url: fastifyPath(endpoint.path),
        config: { keyHeader: endpoint.keyHeader },
        bodyLimit: endpoint.bodyLimit ?? (endpoint.bodyType === 'text/csv' ? MAX_BYTES : JSON_LIMIT),
        // The door comes before the body: of who may not pass, nothing is read.
        onRequest: async (request) => {
          await admit(request)
          admitted.add(request)
          checkBodyType(endpoint, request)
        },
        handler: async (request, reply) => {
          if (!admitted.has(request)) throw new Error(`the door of ${endpoint.path} was passed by`)
          // A body may come long after its headers, and rights end meanwhile. Nothing waits from here to the handler.
          const opened = open(request)
          const actor = opened instanceof Promise ? await opened : opened
          const result = await handler({
            actor,
            requestId: request.id,
            params: parse(endpoint.params, request.params),
            query: parse(endpoint.query, request.query),
            body: parse(endpoint.body, request.body),
            request,
            reply,
          })
          if (reply.sent) return reply
          const shaped = core.parse(endpoint.reply, result)
          void reply.header('cache-control', 'no-store').type(`${endpoint.replyType}; charset=utf-8`)
          return reply.send(endpoint.replyType === 'application/json' ? JSON.stringify(shaped) : shaped)
        },
      })
    }
  }

  return {
    call: (endpoint) => call(endpoint, (request) => authorization.authorize(endpoint.access, request)),
    keyed: (endpoint, admit) => {
      const { keyHeader, path } = endpoint
      if (keyHeader === null) throw new Error(`${path} declares no header for a key`)
      const admitKey = (request: FastifyRequest) => {
        const key = request.headers[keyHeader]
        return admit(typeof key === 'string' ? key : undefined, request)
      }
      return call(endpoint, () => null, admitKey)
    },
    list: (endpoint, snapshot, whole) => {
      const { restrictedReply } = endpoint
      if ((restrictedReply === null) !== (whole === undefined))
        throw new Error(`${endpoint.path} has one reply too few or many`)
      lists.set(endpoint.path, snapshot)
      // Who may read more is decided by more than a glance.
      const passes = (cookies: string | undefined) =>
        authorization.can(endpoint.access, cookies) && (restrictedReply === null || cookies === undefined)
      const kept = (cookies: string | undefined) => snapshot(authorization.readerOf(cookies))
      shortcuts.set(endpoint.path, fastPathTo(kept, passes, write))
      app.get(fastifyPath(endpoint.path), async (request, reply) => {
        const opened = authorization.authorize(endpoint.access, request)
        const actor = opened instanceof Promise ? await opened : opened
        const readsAll =
          restrictedReply && allows(restrictedReply.below, actor) && (await opens(restrictedReply.below, request))
        const made = whole && readsAll ? whole() : snapshot(actor?.id ?? null)
        return answerSnapshot(request, reply, made instanceof Promise ? await made : made)
      })
    },
    fill: (path, snapshot) => void lists.set(path, snapshot),
    records: (endpoint, snapshots) => {
      for (const [value, snapshot] of snapshots) lists.set(endpoint.path.replace(/\{\w+\}/, value), snapshot)
      app.get<{ Params: Record<string, string> }>(fastifyPath(endpoint.path), async (request, reply) => {
        await authorization.authorize(endpoint.access, request)
        const [value = ''] = Object.values(request.params)
        const snapshot = snapshots.get(value)
        if (snapshot === undefined) throw notFound()
        return answerSnapshot(request, reply, await snapshot())
      })
    },
    reply: async (path) => {
      const snapshot = lists.get(path)
      if (snapshot === undefined) throw new Error(`${path} is not served as a list`)
      return JSON.parse((await snapshot(null)).plain.toString())
    },
  }
}

export const JSON_LIMIT = 64 * 1024

/** `/api/codes/ten/{id}` → `/api/codes/ten/:id` */
function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

function checkBodyType(endpoint: Endpoint, request: FastifyRequest): void {
  const expected = endpoint.bodyType
  const sent = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (sent !== undefined && sent !== expected) throw new HttpError(415, 'wrong_type', `Send this as ${expected}.`)
}

function parse<S extends $ZodType>(schema: S, value: unknown): core.output<S> {
  const parsed = core.safeParse(schema, value)
  if (parsed.success) return parsed.data
  throw invalid(fieldsOf(parsed.error.issues))
}

/** Each bad field by its path, with the first thing that is wrong with it. */
export function fieldsOf(issues: readonly core.$ZodIssue[]): Fields {
  const fields: Fields = {}
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) fields[key] ??= 'This field is not known here.'
    else fields[issue.path.map(String).join('.') || 'body'] ??= issue.message
  }
  return fields
}
