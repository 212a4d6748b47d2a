import { describe, expect, it } from 'vitest'
import { ENGLISH_FORMS } from './english-forms.ts'
import { createQuotes } from './quotes.ts'
import { createWording } from './wording.ts'

const wording = createWording(ENGLISH_FORMS, {
  ...{ fillers: ['bro'], short: {}, same: ['cop | officer'.split(' | ')], near: [] },
})
const RULE = `Officers negotiate before they storm. A hostage is held for at most 60 minutes. Lying about a hostage is a
2-day ban. Robbers answer the officers. In short, no funny business with a hostage.`.replaceAll('\n', ' ')
wording.learn(RULE)
const quote = createQuotes(wording)
/** Makes a sentence too long to be quoted together with another one. */
const long = (text: string) => `${text} ${'x'.repeat(240)}.`

describe('Quotes of a rule', () => {
  it.each([
    ['what a question names, in any way of saying it', 'bro cops', ['Officers']],
    ['what follows for somebody', 'what do i get for lying about a hostage', ['Lying']],
    ['how long', 'how long may i hold a hostage', ['hostage is held']],
  ])('a quote contains the sentence about %s', (_what, question, expected) => {
    const text = [
      'Officers negotiate',
      'A hostage is held for 60 minutes',
      'Lying about a hostage is a 2-day ban',
      'No funny business with a hostage',
    ]
      .map(long)
      .join(' ')
    for (const words of expected) expect(quote(question, text)).toContain(words)
  })

  it('a quote contains as many other sentences as fit, in order', () => {
    expect(quote('lying', RULE)).toBe(RULE)
    expect(quote('lying about a hostage', `${long('Robbers answer')} ${RULE}`)).toMatch(
      /^… .*Lying about a hostage is a 2-day ban\./,
    )
    expect(quote('officers', `Officers wait. ${long('Robbers')} Officers go.`)).toBe('Officers wait. … Officers go.')
  })

  it('a final sentence that repeats others has no priority', () => {
    const text = ['A hostage is held for long', 'Robbers answer', 'In short, no hostage'].map(long)
    expect(quote('a hostage', text.join(' '))).toContain('is held')
  })

  it('a quote is the beginning if no sentence matches', () => {
    expect(quote('zanzibar', 'No full stop')).toBe('No full stop')
    expect(quote('zanzibar', `${long('One')} Two.`)).toBe(`${long('One')} Two.`)
  })
})
