import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { DAY } from '#lib/dates.ts'
import type { SharedAnswer } from '../share-rules.ts'

/** Tokens that prove that the assistant gave an answer. Only this site can make them. */
export interface AnswerTokens {
  issue(question: string, rules: readonly string[]): string
  /** The id of the answer. Null when the token belongs to another question or other rules, or is older than one day. */
  read(token: string, question: string, rules: readonly string[]): string | null
  /** Signs what a shared link shows. The signature does not expire. */
  sign(shown: SharedAnswer): string
  isSigned(shown: SharedAnswer): boolean
}

const ID_BYTES = 16
const CODE_BYTES = 16

function isCode(given: string, code: Buffer): boolean {
  const bytes = Buffer.from(given, 'base64url')
  return bytes.length === code.length && timingSafeEqual(bytes, code)
}

/** The key is derived from the application's client secret, so every process has the same key. */
export function createAnswerTokens(clientSecret: string, clock: () => Date): AnswerTokens {
  const key = Buffer.from(hkdfSync('sha256', clientSecret, '', 'answer token', 32))
  const codeOf = (...signed: readonly unknown[]) =>
    createHmac('sha256', key).update(JSON.stringify(signed)).digest().subarray(0, CODE_BYTES)
  const codeOfShown = ({ question, rules }: SharedAnswer) =>
    codeOf('shared', question, ...rules.map(({ slug, anchor }) => `${slug}/${anchor}`))
  return {
    sign: (shown) => codeOfShown(shown).toString('base64url'),
    isSigned: (shown) => isCode(shown.signature, codeOfShown(shown)),
    issue: (question, rules) => {
      const id = randomBytes(ID_BYTES).toString('base64url')
      const expiry = String(clock().getTime() + DAY)
      return `${id}.${expiry}.${codeOf('answer', id, expiry, question, rules).toString('base64url')}`
    },
    read: (token, question, rules) => {
      const [id = '', expiry = '', code = ''] = token.split('.')
      if (!isCode(code, codeOf('answer', id, expiry, question, rules))) return null
      return Number(expiry) > clock().getTime() ? id : null
    },
  }
}
