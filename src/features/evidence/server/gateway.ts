import { msg, type PlainMessage } from '#lib/messages.ts'
import { fetchOutside, type OutsideAnswer, OutsideFailed } from '#server/fetch-outside.ts'
import { HttpError } from '#server/http/http-error.ts'
import { readFormat } from '../format-rules.ts'
import { discordLink } from '../link-rules.ts'
import { MAX_FILE_BYTES } from '../picture-rules.ts'

/** Downloads the unchanged bytes of a picture on Discord. Throws an `HttpError` that says why it could not. */
export type CopyPicture = (link: string) => Promise<Uint8Array>

const FAILURES: Record<OutsideFailed['why'], PlainMessage> = {
  'not-public': msg('Discord cannot be reached now. Save the picture, and choose the file here.'),
  unreachable: msg('Discord cannot be reached now. Save the picture, and choose the file here.'),
  'too-slow': msg('Discord took longer than 5 seconds. Try again, or save the picture and choose the file here.'),
  'too-large': msg('This file is larger than 8 MB. Choose a smaller one.'),
}

/** `standIn` is the origin of the server that replaces Discord in a demo. */
export function createCopyPicture(
  standIn: string | null,
  { timeoutMs = 5_000, maxBytes = MAX_FILE_BYTES } = {},
): CopyPicture {
  return async (text) => {
    const link = discordLink(text, standIn)
    if (link === null) {
      const hosts = msg('Only links to cdn.discordapp.com and media.discordapp.net are copied.')
      throw refused('wrong_link', hosts)
    }
    const { status, bytes } = await fetchOutside(link, { timeoutMs, maxBytes, standIn }).catch(throwFailure)
    if (status !== 200)
      throw refused('wrong_link', msg('Discord no longer has this picture. Open it there, and copy its link again.'))
    const format = readFormat(bytes)
    if ('problem' in format) throw refused('wrong_picture', format.problem)
    return bytes
  }
}

const refused = (code: 'wrong_link' | 'wrong_picture' | 'not_copied', why: PlainMessage) =>
  new HttpError(400, code, why)

function throwFailure(error: unknown): OutsideAnswer {
  throw error instanceof OutsideFailed ? refused('not_copied', FAILURES[error.why]) : error
}

/** The result of checking a link. `unknown` when the answer is not conclusive, as from a busy or private site. */
export type LinkState = 'there' | 'gone' | 'unknown'
export type CheckLink = (link: string) => Promise<LinkState>

/** The most redirects that are followed. */
const MAX_REDIRECTS = 5

/**
 * Checks whether a link still leads to something. Reads only the status, first by HEAD, then by GET if the answer to
 * HEAD cannot be trusted. `standIn` is the origin of a server on this machine, for tests.
 */
export function createCheckLink({
  standIn = null,
  timeoutMs = 5_000,
}: {
  standIn?: string | null
  timeoutMs?: number
} = {}): CheckLink {
  async function statusOf(link: string, method: 'HEAD' | 'GET', until: number): Promise<number> {
    let url = new URL(link)
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const left = until - performance.now()
      if (left <= 0) return 0
      const { status, location } = await fetchOutside(url, {
        method,
        timeoutMs: left,
        maxBytes: 0,
        standIn,
        isWithoutBody: true,
      })
      if (status < 300 || status >= 400 || location === null || !URL.canParse(location, url)) return status
      // Each redirect target is checked again, so no address that is not public is requested.
      url = new URL(location, url)
    }
    return 0
  }

  return async (link) => {
    try {
      const until = performance.now() + timeoutMs
      const status = await statusOf(link, 'HEAD', until)
      const answer = isOk(status) ? status : await statusOf(link, 'GET', until)
      return isOk(answer) ? 'there' : answer === 404 || answer === 410 ? 'gone' : 'unknown'
    } catch (error) {
      if (error instanceof OutsideFailed) return 'unknown'
      throw error
    }
  }
}

const isOk = (status: number) => status >= 200 && status < 300
