import { describe, expect, it } from 'vitest'
import { DAY } from '#lib/dates.ts'
import { readShare } from '../share-rules.ts'
import { createAnswerTokens } from './answer-tokens.ts'

const RULES = ['/rules/general-conduct#1', '/rules/general-conduct#2']
let time = Date.parse('2026-03-14T12:00:00.000Z')
const clock = () => new Date(time)
const tokens = createAnswerTokens('a secret', clock)

describe('The token of an answer', () => {
  it('a token has its own id, for its question and its rules', () => {
    const [one, other] = [tokens.issue('how old', RULES), tokens.issue('how old', RULES)]
    const id = tokens.read(one, 'how old', RULES)
    expect(id).toMatch(/^[\w-]{22}$/)
    expect(tokens.read(one, 'how old', RULES)).toBe(id)
    expect(tokens.read(other, 'how old', RULES)).not.toBe(id)
    expect(createAnswerTokens('a secret', clock).read(one, 'how old', RULES)).toBe(id)
  })

  it.each([
    ['another question', 'how young', RULES],
    ['another rule', 'how old', ['/rules/general-conduct#1', '/rules/vehicles#3']],
    ['fewer rules', 'how old', RULES.slice(1)],
    ['other rules whose text runs on alike', 'how old', [RULES.join()]],
  ])('a token is not valid for %s', (_, question, rules) => {
    expect(tokens.read(tokens.issue('how old', RULES), question, rules)).toBeNull()
  })

  it('a forged, modified or foreign token is not valid', () => {
    const [id = '', expiry = '', code = ''] = tokens.issue('how old', RULES).split('.')
    const made = [
      '',
      'an-answer-of-somebody',
      `${id}.${expiry}`,
      `${id}x.${expiry}.${code}`,
      `${id}.${Number(expiry) + 1}.${code}`,
      `${id}.${expiry}.${'A'.repeat(22)}`,
      `${id}.${expiry}.${code.slice(0, 10)}`,
      createAnswerTokens('another secret', clock).issue('how old', RULES),
    ]
    for (const token of made) expect(tokens.read(token, 'how old', RULES), token).toBeNull()
  })

  it('a token is valid for a day', () => {
    const token = tokens.issue('how old', RULES)
    time += DAY - 1
    expect(tokens.read(token, 'how old', RULES)).not.toBeNull()
    time += 1
    expect(tokens.read(token, 'how old', RULES)).toBeNull()
  })
})

describe('The signature of a shared link', () => {
  const shown = readShare('?q=how%20old&rule=general-conduct/1&rule=general-conduct/2')
  const signature = tokens.sign(shown)

  it('a signature belongs to its question and rules, and does not expire', () => {
    time += 1_000 * DAY
    expect(tokens.isSigned({ ...shown, signature })).toBe(true)
  })

  it.each([
    ['none', { signature: '' }],
    ['half of one', { signature: signature.slice(0, 11) }],
    ['one for another question', { question: 'staff were arrested', signature }],
    ['one for other rules', { rules: shown.rules.slice(1), signature }],
    ['one of another site', { signature: createAnswerTokens('another secret', clock).sign(shown) }],
  ])('a signature is not valid for %s', (_, part) => {
    expect(tokens.isSigned({ ...shown, ...part })).toBe(false)
  })
})
