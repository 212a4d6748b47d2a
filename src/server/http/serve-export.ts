import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { $ZodType } from 'zod/v4/core'
import * as core from 'zod/v4/core'
import type { Access, ActorOf } from '#lib/access.ts'
import type { Format, ListExports } from '#lib/export.ts'
import { msg } from '#lib/messages.ts'
import { writeCsv } from '#server/csv.ts'
import { yieldToEventLoop } from '#server/slices.ts'
import { columnsOf, type ExportColumn } from './export-columns.ts'
import { HttpError } from './http-error.ts'
import { isFromElsewhere } from './security.ts'
import type { Call, ServeCall } from './serve-call.ts'

/** The site's functions that exports need. */
export interface ExportDeps {
  /** The current day, for the file's name. */
  today(): string
  /** Writes into the audit log that a person exported a list with personal data. */
  recordExport(
    by: Pick<Call<Access, unknown, unknown, unknown>, 'actor' | 'requestId'>,
    entry: { action: string; target: string; after: Record<string, string | number> },
  ): Promise<void>
}

/** The source of the rows of a list with pages. Any other list is exported from the reply of its own call. */
export interface ExportStream<R, Q, A extends Access> {
  /** All rows that match the filters, in batches. */
  each(actor: ActorOf<A>, query: Q): AsyncIterable<readonly R[]>
  /** The rows with these keys, in any order. */
  find(actor: ActorOf<A>, keys: readonly string[]): Promise<readonly R[]>
}

export interface ExportSource<S extends $ZodType, Q extends $ZodType, A extends Access> {
  /** The columns of the CSV file. Defaults to every field of a row. */
  columns?: readonly ExportColumn<core.output<S>>[]
  stream?: ExportStream<core.input<S>, core.output<Q>, A>
}

export type ServeExport = <R extends $ZodType, Q extends $ZodType, A extends Access>(
  exports: ListExports<R, Q, A>,
  source?: ExportSource<R, Q, A>,
) => void

/** Reads the reply of a list's call for the caller. The caller's own rights apply. */
export type ReadList = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** The number of rows in a batch. */
const AT_ONCE = 500
/** The most exports of one caller that run at the same time. */
const MAX_RUNNING = 2

/** Serves lists as files. A long file is streamed in batches, as fast as the caller receives it. */
export function serveExports({
  call: serve,
  lists,
  streamed,
  deps,
  authorize,
}: {
  call: ServeCall
  lists: ReadonlyMap<string, ReadList>
  /** The replies that are sent as a stream. Each such reply is added to it. */
  streamed: WeakSet<FastifyReply>
  deps: ExportDeps
  authorize(access: Access, request: FastifyRequest): unknown
}): ServeExport {
  const running = new Map<string, number>()

  return (exports, source = {}) => {
    const { row: schema, key } = exports
    const { stream } = source
    const columns = source.columns ?? columnsOf(schema)

    async function rowsOf({ request, reply }: { request: FastifyRequest; reply: FastifyReply }) {
      const read = lists.get(exports.list)
      if (read === undefined) throw new Error(`${exports.list} is not served, so it cannot be exported`)
      return rowsIn(await read(request, reply))
    }

    serve(exports.all)((call) => {
      if (isFromElsewhere(call.request)) {
        throw new HttpError(403, 'cross_site', msg('This call can only be made from the site itself.'))
      }
      const { format, ...filters } = filtersIn(call.query)
      const all = stream ? stream.each(call.actor, call.query) : null
      return send(call, { format, filters, batches: all ?? inBatches(() => rowsOf(call)) })
    })

    serve(exports.chosen)((call) => {
      const { format, rows: keys } = call.body
      const found = async () => {
        const rows = stream ? await stream.find(call.actor, keys) : await rowsOf(call)
        const byKey = new Map(rows.map((row) => [String(fieldOf(row, key)), row]))
        return [...new Set(keys)].flatMap((each) => byKey.get(each) ?? [])
      }
      return send(call, { format, filters: {}, batches: inBatches(found) })
    })

    async function send(
      call: Pick<Call<Access, unknown, unknown, unknown>, 'actor' | 'requestId' | 'request' | 'reply'>,
      file: { format: Format; filters: Record<string, string | number>; batches: AsyncIterable<readonly unknown[]> },
    ): Promise<string> {
      const { actor, request, reply } = call
      const { format, filters } = file
      const who = actor?.id ?? request.ip
      const count = running.get(who) ?? 0
      if (count >= MAX_RUNNING) throw new HttpError(429, 'busy', msg('Wait until your other exports are done.'))
      running.set(who, count + 1)
      const text = texts(file, () => authorize(exports.all.access, request))
      let first: IteratorResult<string>
      try {
        // Produce the first batch before sending anything, so that a failure gets a normal error response.
        first = await text.next()
        if (exports.isPersonal) {
          await deps.recordExport(call, { action: 'exportList', target: exports.name, after: { format, ...filters } })
        }
      } catch (error) {
        release(who)
        throw error
      }
      streamed.add(reply)
      void reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${exports.name}-${deps.today()}.${format}"`)
        .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
        .send(Readable.from(following(first, text), { objectMode: false }).on('close', () => release(who)))
      return ''
    }

    async function* texts(
      { format, batches }: { format: Format; batches: AsyncIterable<readonly unknown[]> },
      check: () => unknown,
    ): AsyncGenerator<string> {
      const begin = format === 'csv' ? writeCsv([columns.map(({ header }) => header)]) : '['
      let isFirst = true
      for await (const batch of batches) {
        if (!isFirst) await check()
        const rows = batch.map((row) => core.parse(schema, row))
        const body =
          format === 'csv'
            ? writeCsv(
                rows.map((row) => columns.map(({ cell }) => textOf(cell(row)))),
                { isStart: false },
              )
            : rows.map((row) => `\n${JSON.stringify(row)}`).join(',')
        yield `${isFirst ? begin : format === 'json' && body !== '' ? ',' : ''}${body}`
        isFirst = false
        await yieldToEventLoop()
      }
      yield `${isFirst ? begin : ''}${format === 'csv' ? '' : '\n]\n'}`
    }
  }

  function release(who: string): void {
    const left = (running.get(who) ?? 1) - 1
    if (left === 0) running.delete(who)
    else running.set(who, left)
  }
}

async function* following(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    if (first.done !== true) yield first.value
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}

async function* inBatches(read: () => Promise<readonly unknown[]>): AsyncGenerator<readonly unknown[]> {
  const rows = await read()
  for (let at = 0; at < rows.length; at += AT_ONCE) yield rows.slice(at, at + AT_ONCE)
}

/** The rows in a list's reply: the reply itself, or its field `data`. */
function rowsIn(reply: unknown): readonly unknown[] {
  if (Array.isArray(reply)) return reply
  const data = fieldOf(reply, 'data')
  if (Array.isArray(data)) return data
  throw new Error('This list answers with no rows')
}

function fieldOf(row: unknown, field: string): unknown {
  return typeof row === 'object' && row !== null ? Object.entries(row).find(([name]) => name === field)?.[1] : undefined
}

/** The filters of a query that are set, and its format. */
function filtersIn(query: unknown): { format: Format } & Record<string, string | number> {
  const filters = Object.entries(query ?? {}).filter(
    (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
  )
  const format = filters.find(([name]) => name === 'format')?.[1] === 'json' ? 'json' : 'csv'
  return { ...Object.fromEntries(filters), format }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
