import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { DAY } from '#lib/dates.ts'

/** Tokens that prove that the assistant gave an answer: only this site can make one. */
export interface AnswerTokens {
  issue(question: string, rules: readonly string[]): string
  /** The id of the answer, or null where the token is not of this question and these rules, or older than a day. */
  read(token: string, question: string, rules: readonly string[]): string | null
}

const ID_BYTES = 16
const CODE_BYTES = 16

/** The key is derived from the application's client secret, so that it is the same in every process. */
export function createAnswerTokens(clientSecret: string, clock: () => Date): AnswerTokens {
  const key = Buffer.from(hkdfSync('sha256', clientSecret, '', 'answer token', 32))
  const codeOf = (...signed: readonly unknown[]) =>
    createHmac('sha256', key).update(JSON.stringify(signed)).digest().subarray(0, CODE_BYTES)
  return {
    issue: (question, rules) => {
      const id = randomBytes(ID_BYTES).toString('base64url')
      const expiry = String(clock().getTime() + DAY)
      return `${id}.${expiry}.${codeOf(id, expiry, question, rules).toString('base64url')}`
    },
    read: (token, question, rules) => {
      const [id = '', expiry = '', code = ''] = token.split('.')
      const bytes = Buffer.from(code, 'base64url')
      if (bytes.length !== CODE_BYTES || !timingSafeEqual(bytes, codeOf(id, expiry, question, rules))) return null
      return Number(expiry) > clock().getTime() ? id : null
    },
  }
}
