import { msg, type PlainMessage } from '#lib/messages.ts'
import { fetchOutside, type OutsideAnswer, OutsideFailed } from '#server/fetch-outside.ts'
import { HttpError } from '#server/http/http-error.ts'
import { readFormat } from '../format-rules.ts'
import { discordLink } from '../link-rules.ts'
import { MAX_FILE } from '../picture-rules.ts'

/** The bytes of a picture that Discord keeps, as they are there. Throws the `HttpError` that says why there are none. */
export type CopyPicture = (link: string) => Promise<Uint8Array>

const FAILURES: Record<OutsideFailed['why'], PlainMessage> = {
  'not-public': msg('Discord cannot be reached now. Save the picture, and choose the file here.'),
  unreachable: msg('Discord cannot be reached now. Save the picture, and choose the file here.'),
  'too-slow': msg('Discord took longer than 5 seconds. Try again, or save the picture and choose the file here.'),
  'too-large': msg('This file is larger than 8 MB. Choose a smaller one.'),
}

/** `standIn`: the origin of what takes Discord's place in a demo. */
export function createCopyPicture(
  standIn: string | null,
  { timeoutMs = 5_000, maxBytes = MAX_FILE } = {},
): CopyPicture {
  return async (text) => {
    const link = discordLink(text, standIn)
    if (link === null) {
      const hosts = msg('Only links to cdn.discordapp.com and media.discordapp.net are copied.')
      throw refused('wrong_link', hosts)
    }
    const { status, bytes } = await fetchOutside(link, { timeoutMs, maxBytes, standIn }).catch(tellFailure)
    if (status !== 200)
      throw refused('wrong_link', msg('Discord no longer has this picture. Open it there, and copy its link again.'))
    const format = readFormat(bytes)
    if ('problem' in format) throw refused('wrong_picture', format.problem)
    return bytes
  }
}

const refused = (code: 'wrong_link' | 'wrong_picture' | 'not_copied', why: PlainMessage) =>
  new HttpError(400, code, why)

function tellFailure(error: unknown): OutsideAnswer {
  throw error instanceof OutsideFailed ? refused('not_copied', FAILURES[error.why]) : error
}
