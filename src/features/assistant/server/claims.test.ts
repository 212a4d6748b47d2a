import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Passage } from '../rules.ts'
import { type CheckedClaim, createClaimReader, findQuote } from './claims.ts'

const passage = (title: string, text: string): Passage => ({
  kind: 'rule',
  title,
  trail: 'General conduct › 1. Before you play',
  href: `/rules/general-conduct#${title}`,
  text,
})
const AGE = passage(
  '1.2 Minimum age',
  'You must be at least 16 years old to play on our server. There is no exception.',
)
const LANGUAGE = passage('1.3 Language', 'English is the language of the server. A few words of ‘Spanish’ are fine.')

function read(answer: string, pieceLength = answer.length) {
  const claims: CheckedClaim[] = []
  const reader = createClaimReader([AGE, LANGUAGE], (claim) => claims.push(claim))
  for (let at = 0; at < answer.length; at += pieceLength) reader.add(answer.slice(at, at + pieceLength))
  const before = claims.length
  reader.end()
  return {
    claims: claims.map(({ text, quote, passage: { title } }) => ({ text, quote, title })),
    before,
    problems: reader.problems,
  }
}

const SIXTEEN = {
  text: 'You have to be 16 or older.',
  quote: 'You must be at least 16 years old to play on our server.',
  title: AGE.title,
}
const ENGLISH = {
  text: 'The language of the server is English.',
  quote: 'English is the language of the server.',
  title: LANGUAGE.title,
}
const ANSWER = `${SIXTEEN.text}\n[1] "${SIXTEEN.quote}"\n${ENGLISH.text}\n[2] "${ENGLISH.quote}"\n`

describe('The answer of a model', () => {
  it('an answer is parsed into statements with their quotes', () => {
    expect(read(ANSWER).claims).toEqual([SIXTEEN, ENGLISH])
  })

  it('a quote can have an emoji before it', () => {
    expect(read(`${SIXTEEN.text} 🚓🚓🚓🚓🚓 [1] "${SIXTEEN.quote}"`).claims).toEqual([
      { ...SIXTEEN, text: `${SIXTEEN.text} 🚓🚓🚓🚓🚓` },
    ])
  })

  it('an answer is parsed while it streams, however it is split', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), (pieceLength) => {
        expect(read(ANSWER, pieceLength)).toMatchObject({ claims: [SIXTEEN, ENGLISH], before: 2 })
      }),
    )
  })

  it.each([
    ['bullets', `- ${SIXTEEN.text}\n  [1] "${SIXTEEN.quote}"`],
    ['numbers', `1. ${SIXTEEN.text}\n[1] "${SIXTEEN.quote}"`],
    ['labels', `Statement: ${SIXTEEN.text}\nRule 1: "${SIXTEEN.quote}"`],
    ['bold letters', `**${SIXTEEN.text}**\n**[1]** "${SIXTEEN.quote}"`],
    ['round brackets', `${SIXTEEN.text}\n(1) “${SIXTEEN.quote}”`],
    ['one line', `${SIXTEEN.text} [1] "${SIXTEEN.quote}"`],
    ['its number at the statement, too', `${SIXTEEN.text} [1]\n[1] "${SIXTEEN.quote}"`],
    ['empty lines', `\n${SIXTEEN.text}\n\n[1] "${SIXTEEN.quote}"\n\n`],
    ['an introduction', `Here is what I found:\n${SIXTEEN.text}\n[1] "${SIXTEEN.quote}"`],
    ['half a sentence', `${SIXTEEN.text}\n[1] "at least 16 years old to play"`],
    ['no end', `${SIXTEEN.text}\n[1] "${SIXTEEN.quote}`],
    [
      'a second quotation where the first does not hold',
      `${SIXTEEN.text}\n[2] "${SIXTEEN.quote}"\n[1] "${SIXTEEN.quote}"`,
    ],
  ])('an answer can have %s', (_what, answer) => {
    expect(read(answer).claims).toEqual([SIXTEEN])
  })

  it.each([
    ['names a rule that was not given', `${SIXTEEN.text}\n[9] "${SIXTEEN.quote}"`, 'not given'],
    ['names another rule', `${SIXTEEN.text}\n[2] "${SIXTEEN.quote}"`, 'not in the rule'],
    ['has a quotation of its own', `${SIXTEEN.text}\n[1] "You must be 16 or older."`, 'not in the rule'],
    ['quotes one word', `${SIXTEEN.text}\n[1] "server"`, 'not in the rule'],
    ['says what the sentence does not', `You must be 12.\n[1] "${SIXTEEN.quote}"`, 'number: 12'],
    ['has an address', `${SIXTEEN.text} See https://evil.example.\n[1] "${SIXTEEN.quote}"`, 'not a statement'],
    ['has markup', `<b>${SIXTEEN.text}</b>\n[1] "${SIXTEEN.quote}"`, 'not a statement'],
    ['goes on and on', `${'You must be 16 years old. '.repeat(20)}\n[1] "${SIXTEEN.quote}"`, 'not a statement'],
  ])('an answer is not shown if it %s', (_what, answer, why) => {
    const { claims, problems } = read(answer)
    expect(claims).toEqual([])
    expect(problems.join('\n')).toContain(why)
  })

  it.each([
    ['cites nothing', SIXTEEN.text],
    ['cites without a quotation', `${SIXTEEN.text} [1]`],
    ['quotes without a statement', `[1] "${SIXTEEN.quote}"`],
  ])('an answer is empty if it %s', (_what, answer) => {
    expect(read(answer).claims).toEqual([])
  })

  it('a repetitive answer is parsed in limited time', () => {
    const { claims, problems } = read(`${'You have to be 16.\n[1] "Not in the rule"\n'.repeat(100)}${ANSWER}`)
    expect([claims, problems.length]).toEqual([[], 24])
  })

  it('each statement is shown once, up to a limit', () => {
    expect(read(ANSWER + ANSWER).claims).toEqual([SIXTEEN, ENGLISH])
    const many = Array.from(
      { length: 20 },
      (_, at) => `You must be at least 16${'!'.repeat(at)}\n[1] "${SIXTEEN.quote}"`,
    )
    expect(read(many.join('\n')).claims).toHaveLength(8)
  })
})

describe('Quotes', () => {
  it('a quote is shown as whole sentences of the rule, so that no "not" is missing', () => {
    expect(findQuote('You may not log off here. Wait.', 'log off')).toBe('You may not log off here.')
    expect(findQuote('Stop. Wait 5 min. Go.', 'wait 5 min. go')).toBe('Wait 5 min. Go.')
  })

  it('a quote is found ignoring white space, quotation marks, dashes and case', () => {
    expect(findQuote(LANGUAGE.text, `a few  words of 'spanish'\nare fine`)).toBe('A few words of ‘Spanish’ are fine.')
    expect(findQuote('Wait 24–48 hours.', 'Wait 24-48 hours')).toBe('Wait 24–48 hours.')
    expect(findQuote('🚓🚓🚓 Hm. Wait an hour. Go on.', 'wait an hour')).toBe('Wait an hour.')
  })

  it('a quote with another word, or inside of words, is not found', () => {
    expect(findQuote(AGE.text, 'You must be at least 18 years old')).toBeNull()
    expect(findQuote('You cannot unblock all alts.', 'block all')).toBeNull()
  })

  it('a quote is always a part of the rule', () => {
    const words = fc.array(fc.constantFrom('you', 'may', 'NOT', 'leave.', 'Stop!', '“wait”', "don't", ' ', 'İ'), {
      minLength: 4,
    })
    fc.assert(
      fc.property(words, fc.nat(), fc.nat(), (parts, from, length) => {
        const rule = parts.join(' ')
        const quoted = rule.slice(from % rule.length, (from % rule.length) + 4 + (length % rule.length))
        const found = findQuote(rule, quoted.toUpperCase())
        if (found !== null) expect(rule).toContain(found)
      }),
    )
  })
})
