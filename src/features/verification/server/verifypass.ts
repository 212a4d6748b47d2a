import { createHash, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import type { VerifyPassSettings } from '#server/config/environment.ts'
import { fetchWithLimits } from '#server/fetch-with-limits.ts'
import type { Group } from '../rules.ts'
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
  /** We send a UUID; whoever comes by the bare link may have written anything there, so it goes no further. */
  uid: z.uuid().nullish().catch(null),
  group_short: z.string().catch(''),
  /** In which time zone is not documented. */
  time: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
})

/** Its communities, as `group_short` and `community_key` name them. */
const GROUP_OF: Record<string, Group> = { mil: 'military', fir: 'first-responder' }

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
        if (!one.success) return { subjectRef: null, status: 'verified', group: 'other', reportedAt: '' }
        const { uid = null, group_short: group, time: reportedAt } = one.data
        return { subjectRef: uid, status: 'verified', group: GROUP_OF[group] ?? 'other', reportedAt }
      })
    },

    createSession: async ({ subjectRef, email, emailLocked }) => {
      const answer = await askForToken({ uid: subjectRef, email, lock_email: emailLocked })
      const values = { widgetKey: settings.widgetKey, token: answer.token }
      return { token: answer.token, popupUrl: fill(settings.popupUrl, values) }
    },
  }

  async function askForToken(body: object): Promise<{ token: string }> {
    let text: string
    let response: Response
    try {
      response = await fetchWithLimits(
        `${settings.apiUrl}/token`,
        {
          method: 'POST',
          headers: { key: settings.apiKey, 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify(body),
          redirect: 'error',
        },
        { timeoutMs, maxBytes: MAX_BYTES },
      )
      text = await response.text()
    } catch (error) {
      // Without a cause: it can quote what was sent.
      throw new ProviderFailed(`VerifyPass could not be reached: ${error instanceof Error ? error.name : 'no reason'}`)
    }
    const answer = TokenAnswer.safeParse(jsonOrNull(text))
    if (!answer.success) throw new ProviderFailed(`VerifyPass answered ${response.status} and nothing that we know`)
    if ('error' in answer.data) {
      const why = KNOWN_ERRORS[answer.data.error] ?? 'for a reason that is not documented'
      throw new ProviderFailed(`VerifyPass answered ${response.status} and refused: ${why}`)
    }
    return answer.data
  }
}

/** In our words: theirs could one day quote an address. */
const KNOWN_ERRORS: Record<string, string> = {
  'Invalid API key.': 'it does not know VERIFYPASS_API_KEY',
  'E-mail appears to be invalid.': 'it does not take the e-mail address',
}

function fill(template: string, values: { widgetKey: string; token: string }): string {
  return template.replace(/\{(widgetKey|token)\}/g, (_, name: string) =>
    encodeURIComponent(name === 'token' ? values.token : values.widgetKey),
  )
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Of one length, so that comparing two says nothing about either. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
