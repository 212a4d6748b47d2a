import { ENGLISH, msg, type Translator } from '#lib/messages.ts'
import { type Sentence, translateSentence, withValues } from '#lib/sentence.ts'

/** The invalid fields of a request, each with a message for the person who filled it in. */
export type Fields = Record<string, Sentence>

const translateSentences = (sentences: Sentence | readonly Sentence[], translator: Translator) =>
  [sentences]
    .flat()
    .map((sentence) => translateSentence(sentence, translator))
    .join(' ')

/**
 * An error response. Every error that a handler throws on purpose is an `HttpError`. Any other error becomes a 500 with
 * the request id.
 */
export class HttpError extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 428 | 429 | 500 | 503,
    readonly code: string,
    private readonly sentences: Sentence | readonly Sentence[],
    readonly more: {
      fields?: Fields
      item?: unknown
      retryAfter?: number
    } = {},
  ) {
    super(translateSentences(sentences, ENGLISH))
    this.name = 'HttpError'
  }

  /** The same error with `item` as the record's current state. */
  withItem(item: unknown): HttpError {
    return new HttpError(this.status, this.code, this.sentences, { ...this.more, item })
  }

  /** The error message in the caller's language. */
  messageIn(translator: Translator): string {
    return translateSentences(this.sentences, translator)
  }
}

export const invalid = (fields: Fields, message: Sentence = msg('Some of what you sent is not valid.')) =>
  new HttpError(400, 'invalid', message, { fields })
export const signInNeeded = () => new HttpError(401, 'sign_in_needed', msg('Sign in with Discord first.'))
export const sessionEnded = () =>
  new HttpError(401, 'session_ended', msg('Your session has ended. Please sign in again.'))
export const wrongKey = () => new HttpError(401, 'wrong_key', msg('The key is missing or wrong.'))
export const notAllowed = (message: Sentence = msg('Your Discord roles do not allow this.')) =>
  new HttpError(403, 'not_allowed', message)
export const notFound = (what: string = msg('This page or record does not exist.')) =>
  new HttpError(404, 'not_found', what)
/** Another person changed the record first. `item` is its current state. */
export const changedMeanwhile = (item: unknown) =>
  new HttpError(409, 'changed_meanwhile', msg('Someone else changed this while you were editing.'), { item })
/** Another person changed some of several records first, so none is written. `names` are the changed records. */
export const someChangedMeanwhile = (items: readonly unknown[], names: readonly string[]) =>
  new HttpError(
    409,
    'changed_meanwhile',
    withValues('Someone else changed {names} meanwhile. Nothing was saved.', { names: names.join(', ') }),
    { item: items },
  )
/** An import would make other changes than its preview showed. */
export const listChanged = () =>
  new HttpError(409, 'changed_meanwhile', msg('The list has changed since this preview. Look at it again.'))
/** The record already exists. */
export const alreadyExists = (fields: Fields, item?: unknown) =>
  new HttpError(409, 'already_there', Object.values(fields), { fields, item })
/** `retryAfter` is in seconds. */
export const tooMany = (
  retryAfter: number,
  message: Sentence = msg("You've sent too many requests in a short time. Please wait a minute and try again."),
) => new HttpError(429, 'too_many_requests', message, { retryAfter })
export const unavailable = (message: string, retryAfter = 5) =>
  new HttpError(503, 'unavailable', message, { retryAfter })
