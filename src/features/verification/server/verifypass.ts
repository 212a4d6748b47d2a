import { createHash, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { jsonOrNull } from '#lib/json.ts'
import type { VerifyPassSettings } from '#server/config/environment.ts'
import { fetchWithLimits } from '#server/fetch-with-limits.ts'
import { ProviderFailed, type VerificationProvider } from './gateway.ts'

/** Errors come with a status that is not documented, so the body decides. */
const TokenAnswer = z.union([z.object({ error: z.string() }), z.object({ token: z.string().min(1) })])

/** A token is some hundred bytes. */
const MAX_BYTES = 100_000

/** More than it was ever seen to send at once. */
const MAX_AT_ONCE = 100

/**
 * https://verifypass.com/verification/documentation/connections/webhook. It carries names and an address too; they are
 * not read.
 */
const WebhookBody = z.object({ data: z.array(z.unknown()).max(MAX_AT_ONCE) })
const WebhookItem = z.object({
  /** We send a UUID; the person who comes by the bare link may have written anything there, so it goes no further. */
  uid: z.uuid().nullish().catch(null),
  group_short: z.string().catch(''),
  /** In which time zone is not documented. */
  time: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
})

/**
 * VerifyPass: https://verifypass.com/verification/documentation/api/applicant-token. Which parameter of the widget's
 * address takes the token is not documented; so the address is a template.
 */
export function createVerifyPass(settings: VerifyPassSettings, { timeoutMs = 5000 } = {}): VerificationProvider {
  const key = digest(settings.apiKey)
  return {
    isWebhookKey: (given) => timingSafeEqual(digest(given), key),

    // Only what was confirmed is told: a document that waits and a no have no webhook.
    parseWebhook: (body) => {
      const parsed = WebhookBody.safeParse(body)
      if (!parsed.success) return null
      return parsed.data.data.map((item) => {
        const one = WebhookItem.safeParse(item)
        if (!one.success) return { subjectRef: null, status: 'verified', group: '', reportedAt: '' }
        const { uid = null, group_short: group, time: reportedAt } = one.data
        return { subjectRef: uid, status: 'verified', group, reportedAt }
      })
    },

    createSession: async ({ subjectRef, email, emailLocked }) => {
      const body = { uid: subjectRef, email, lock_email: emailLocked }
      const { status, answer } = await askForToken(settings, body, timeoutMs)
      if (answer === null) throw new ProviderFailed(`VerifyPass answered ${status} and nothing that we know`)
      if ('error' in answer) {
        const why = KNOWN_ERRORS[answer.error] ?? 'for a reason that is not documented'
        throw new ProviderFailed(`VerifyPass answered ${status} and refused: ${why}`)
      }
      const values = { widgetKey: settings.widgetKey, token: answer.token }
      return { token: answer.token, popupUrl: fill(settings.popupUrl, values) }
    },
  }
}

/** What a try of the key says: `status` where VerifyPass fails, or what answers is not VerifyPass. */
export type TriedKey = { result: 'accepted' | 'refused' | 'unreachable' } | { result: 'unreadable'; status: number }

/** Tries the key without a trace: it asks for a token for an address that is none, which only a known key is told. */
export async function tryKey(settings: VerifyPassSettings, timeoutMs = 5000): Promise<TriedKey> {
  try {
    const { status, answer } = await askForToken(settings, { email: 'nobody', lock_email: true }, timeoutMs)
    if (answer === null) return { result: 'unreadable', status }
    return { result: 'error' in answer && answer.error === BAD_KEY ? 'refused' : 'accepted' }
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error
    return { result: 'unreachable' }
  }
}

type Answer = z.infer<typeof TokenAnswer>

/** Null is an answer that is not VerifyPass's. Throws `ProviderFailed` where none comes. */
async function askForToken(
  { apiUrl, apiKey }: VerifyPassSettings,
  body: object,
  timeoutMs: number,
): Promise<{ status: number; answer: Answer | null }> {
  try {
    const response = await fetchWithLimits(
      `${apiUrl}/token`,
      {
        method: 'POST',
        headers: { key: apiKey, 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
      },
      { timeoutMs, maxBytes: MAX_BYTES },
    )
    const answer = TokenAnswer.safeParse(jsonOrNull(await response.text()))
    return { status: response.status, answer: answer.data ?? null }
  } catch (error) {
    // Without a cause: it can quote what was sent.
    throw new ProviderFailed(`VerifyPass could not be reached: ${error instanceof Error ? error.name : 'no reason'}`)
  }
}

const BAD_KEY = 'Invalid API key.'

/** In our words: theirs could one day quote an address. */
const KNOWN_ERRORS: Record<string, string> = {
  [BAD_KEY]: 'it does not know VERIFYPASS_API_KEY',
  'E-mail appears to be invalid.': 'it does not take the e-mail address',
}

function fill(template: string, values: { widgetKey: string; token: string }): string {
  return template.replace(/\{(widgetKey|token)\}/g, (_, name: string) =>
    encodeURIComponent(name === 'token' ? values.token : values.widgetKey),
  )
}

/** Of one length, so that comparing two says nothing about either. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
