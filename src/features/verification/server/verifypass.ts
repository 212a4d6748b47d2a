import { createHash, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { jsonOrNull } from '#lib/json.ts'
import type { VerifyPassSettings } from '#server/config/environment.ts'
import { fetchWithLimits } from '#server/fetch-with-limits.ts'
import { ProviderFailed, type VerificationProvider } from './gateway.ts'

/** The status code of an error is not documented, so the body decides. */
const TokenAnswer = z.union([z.object({ error: z.string() }), z.object({ token: z.string().min(1) })])

/** The maximum size of a reply. A token has some hundred bytes. */
const MAX_BYTES = 100_000

/** More items than a webhook was ever seen to contain. */
const MAX_AT_ONCE = 100

/**
 * The webhook of https://verifypass.com/verification/documentation/connections/webhook. It also contains names and an
 * address, which are not read.
 */
const WebhookBody = z.object({ data: z.array(z.unknown()).max(MAX_AT_ONCE) })
const WebhookItem = z.object({
  /** The site sends a UUID. A person who opens the plain link can write any text here, so other values are dropped. */
  uid: z.uuid().nullish().catch(null),
  group_short: z.string().catch(''),
  /** The time zone is not documented. */
  time: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
})

/**
 * A client for VerifyPass: https://verifypass.com/verification/documentation/api/applicant-token. It is not documented
 * which parameter of the widget's address takes the token, so the address is a template.
 */
export function createVerifyPass(settings: VerifyPassSettings, { timeoutMs = 5000 } = {}): VerificationProvider {
  const key = digest(settings.apiKey)
  return {
    isWebhookKey: (given) => timingSafeEqual(digest(given), key),

    // Only confirmations are reported: there is no webhook for a waiting document or a rejection.
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

/** The result of a key test. `status` is the HTTP status when the reply is not one of VerifyPass. */
export type ApiKeyCheck = { result: 'accepted' | 'refused' | 'unreachable' } | { result: 'unreadable'; status: number }

/**
 * Tests the key without side effects: it requests a token for an invalid address. VerifyPass reports the invalid
 * address only to a known key.
 */
export async function checkApiKey(settings: VerifyPassSettings, timeoutMs = 5000): Promise<ApiKeyCheck> {
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

/** Null when the reply is not one of VerifyPass. Throws `ProviderFailed` when there is no reply. */
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
    // The error is not passed on as the cause, because it may quote what was sent.
    throw new ProviderFailed(`VerifyPass could not be reached: ${error instanceof Error ? error.name : 'no reason'}`)
  }
}

const BAD_KEY = 'Invalid API key.'

/** The site's own words for known errors: the provider's text could one day quote an address. */
const KNOWN_ERRORS: Record<string, string> = {
  [BAD_KEY]: 'it does not know VERIFYPASS_API_KEY',
  'E-mail appears to be invalid.': 'it does not take the e-mail address',
}

function fill(template: string, values: { widgetKey: string; token: string }): string {
  return template.replace(/\{(widgetKey|token)\}/g, (_, name: string) =>
    encodeURIComponent(name === 'token' ? values.token : values.widgetKey),
  )
}

/** A hash of fixed length, so that a comparison reveals nothing about the keys. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
