import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ENGLISH, msg, type Translator } from '#lib/messages.ts'
import { translateSentence, withValues } from '#lib/sentence.ts'
import { asUnavailable, DiskFull } from '#server/database/unavailable.ts'
import { HttpError, notFound, unavailable } from './http-error.ts'

/** Converts an error into the `HttpError` for the caller. It never contains a stack trace or a database message. */
export function httpErrorOf(error: unknown, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error
  const reason = asUnavailable(error)
  if (reason !== undefined) {
    request.log.warn({ err: error, requestId: request.id }, 'a dependency is down')
    return unavailable(
      reason instanceof DiskFull
        ? msg('Nothing was saved, because the disk of the site is full. Please tell an owner.')
        : msg('The database does not answer right now. Nothing was changed; please try again.'),
    )
  }
  const known = failureOfFastify(error)
  if (known) return known
  request.log.error({ err: error, requestId: request.id }, 'unexpected error')
  const sentence = withValues('Something went wrong. Please quote {id} if you report it.', { id: request.id })
  return new HttpError(500, 'unexpected', sentence)
}

function failureOfFastify(error: unknown): HttpError | null {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return null
  switch (error.statusCode) {
    case 400:
      return malformed()
    // Fastify rejects paths outside the folder of static files with 403, and missing files with 404.
    case 403:
    case 404:
      return notFound()
    case 413:
      return new HttpError(413, 'too_large', msg('That is too large.'))
    case 414:
    case 431:
      return addressTooLong()
    case 415:
      return new HttpError(415, 'wrong_type', msg('That kind of content is not accepted here.'))
    default:
      return null
  }
}

/** Replies with the API's error body. */
export function answerHttpError(reply: FastifyReply, failure: HttpError, translator?: Translator): FastifyReply {
  const { retryAfter } = failure.more
  if (retryAfter !== undefined) void reply.header('retry-after', String(Math.ceil(retryAfter)))
  return reply
    .code(failure.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(errorBodyOf(failure, translator))
}

/** The API's error body, as JSON text. All errors have this form. */
export function errorBodyOf(failure: HttpError, translator: Translator = ENGLISH): string {
  const { code, more } = failure
  const fields =
    more.fields &&
    Object.entries(more.fields).map(([field, problem]) => [field, translateSentence(problem, translator)])
  const error = { code, message: failure.messageIn(translator), fields: fields && Object.fromEntries(fields) }
  return JSON.stringify({ ok: false, error, item: more.item })
}

/** Sends the API's error body for data that is not a valid request: no HTTP, headers over 16 kB, or too slow. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  sendErrorAndClose(socket, error.code === 'HPE_HEADER_OVERFLOW' ? addressTooLong() : malformed())
}

/** Sends an error as the last response on a connection and closes it. Calls `done` when the response is sent. */
export function sendErrorAndClose(socket: Duplex, failure: HttpError, done?: () => void): void {
  const body = errorBodyOf(failure)
  socket.end(
    `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    done,
  )
}

const malformed = () => new HttpError(400, 'malformed', msg('What was sent could not be read.'))
const addressTooLong = () => new HttpError(400, 'malformed', msg('The address or the headers are too long.'))
