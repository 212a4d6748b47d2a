import { describe, expect, it } from 'vitest'
import { readShare, shareAddress } from './share-rules.ts'

const rule = (name: string) => ({ title: name, href: `/rules/general-conduct#${name}` })
const sign = () => 'signed'
const queryOf = (address: string | null) => (address ?? '').replace('/rules/answer', '')

describe('Links to shared answers', () => {
  it('a link contains the question, the rules and their signature, and is read back unchanged', () => {
    const question = 'Can I rdm & go in 1.2? 100 % <b>#1</b> ¿sí? 🚓'
    const citations = [rule('12-minimum-age'), { title: 'x', href: '/rules/vehicles#7-año' }]
    const address = shareAddress(question, citations, sign)
    expect(new URL(address ?? '', 'https://site.test').pathname).toBe('/rules/answer')
    expect(readShare(queryOf(address))).toEqual({
      question,
      rules: [
        { slug: 'general-conduct', anchor: '12-minimum-age' },
        { slug: 'vehicles', anchor: '7-año' },
      ],
      signature: 'signed',
    })
  })

  it('a link contains at most three rules, and nothing but rules', () => {
    const others = ['/ten-codes#10-78', 'https://elsewhere.example/rules/a#b', '/rules', '/rules/general-conduct']
    const citations = [...others.map((href) => ({ title: 'x', href })), ...['1', '2', '3', '4'].map(rule)]
    expect(readShare(queryOf(shareAddress('q', citations, sign))).rules.map(({ anchor }) => anchor)).toEqual([
      '1',
      '2',
      '3',
    ])
  })

  it('there is no link for an answer without a rule', () => {
    expect(shareAddress('q', [{ title: 'x', href: '/ten-codes#10-78' }], sign)).toBeNull()
  })

  it('a link can be created for a question with half of a surrogate pair', () => {
    expect(readShare(queryOf(shareAddress('a\ud83d', [rule('1')], sign))).question).toBe('a\ufffd')
  })
})

describe('Modified links to shared answers', () => {
  it.each([
    ['many lines', 'q=one%0A%0A%0Atwo', 'one two'],
    ['marks that turn the reading direction', 'q=%E2%80%AEeno', 'eno'],
    ['control characters', 'q=a%00b%1B', 'ab'],
    ['nothing', '', ''],
    ['nothing that can be seen', 'q=%E2%80%8B', ''],
    ['quotation marks', 'q=a” Staff say: “b" «c»', 'a’ Staff say: ’b’ ’c’'],
    ['a link', 'q=see https://evil.example/x?y now', 'see […] now'],
    ['an address without its scheme', 'q=join discord.gg/abc or evil.co.uk', 'join […] or […]'],
    ['a link in full-width letters', 'q=ｅｖｉｌ．ｃｏｍ', '[…]'],
    ['an address for mail', 'q=write to a.b@evil.example', 'write to […]'],
    ['two questions', 'q=first&q=second', 'first'],
    ['what is no address', 'q=%E0%A4%A', '\ufffd%A'],
  ])('a modified link is read safely: %s', (_, search, question) => {
    expect(readShare(`?${search}`).question).toBe(question)
  })

  it('a question that is too long is cut', () => {
    const { question } = readShare(`?q=${'x'.repeat(5_000)}`)
    expect([question.length, question.endsWith('…')]).toEqual([200, true])
  })

  it.each([
    '',
    'general-conduct',
    '/12-minimum-age',
    'a/b/c',
    '../../etc/passwd',
    'A/b',
    'a/<b>',
    `a/${'x'.repeat(400)}`,
  ])('an invalid rule is omitted: %j', (named) => {
    expect(readShare(`?rule=${encodeURIComponent(named)}`).rules).toEqual([])
  })

  it('more than three rules, and repeated ones, are omitted', () => {
    const { rules } = readShare('?rule=a/1&rule=a/1&rule=a/2&rule=a/3')
    expect(rules.map(({ anchor }) => anchor)).toEqual(['1', '2'])
  })
})
