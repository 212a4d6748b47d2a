import { describe, expect, it } from 'vitest'
import { type Answers, type Known, type Named, planSubjects, readIdentifiers } from './subject-rules.ts'

const A = '410000000000000001'
const B = '410000000000000002'

const seen = (...written: string[]): Named => readIdentifiers(written)
const known = (id: string, identifiers: string[], otherAccounts: string[] = []): Known => ({
  id,
  identifiers,
  otherAccounts,
})

describe('readIdentifiers', () => {
  it.each([
    ['a licence in capitals', 'License:AB', ['license:ab'], []],
    ['a Discord account', `discord:${A}`, [], [A]],
    ['an address', 'ip:10.0.0.1', [], []],
    ['a hardware id', '2:0123abcd', [], []],
    ['a Discord account that is none', 'discord:12', [], []],
  ])('readIdentifiers reads %s', (_what, written, identifiers, accounts) => {
    expect(seen(written)).toEqual({ identifiers, accounts })
  })
})

interface Case {
  what: string
  records: Named[]
  known?: Known[]
  answers?: Answers
  /** For each record: the id of its target, the earlier ids of the target, and its identifiers. */
  are: (readonly [string | null, string[], string[]] | null)[]
  asks?: [string, string[]][]
  isLive?: boolean
}

const CASES: Case[] = [
  { what: 'somebody new by licence', records: [seen('license:1')], are: [[null, [], ['license:1']]] },
  {
    what: 'a Discord ID decides, and a record with the licence alone is the same person',
    records: [seen('license:1', `discord:${A}`), seen('license:1')],
    are: [
      [A, [], ['license:1']],
      [A, [], ['license:1']],
    ],
  },
  {
    what: 'somebody known by licence becomes one with their account',
    records: [seen('license:1', `discord:${A}`)],
    known: [known('subject:4', ['license:1', 'steam:1'])],
    are: [[A, ['subject:4'], ['license:1', 'steam:1']]],
  },
  {
    what: 'two without an account become the one that was there first',
    records: [seen('license:1', 'steam:1')],
    known: [known('subject:10', ['license:1']), known('subject:9', ['steam:1'])],
    are: [['subject:9', ['subject:9', 'subject:10'], ['steam:1', 'license:1']]],
  },
  {
    what: 'a record without an account is the person who has its licence',
    records: [seen('license:1', 'fivem:7')],
    known: [known(A, ['license:1'])],
    are: [[A, [A], ['license:1', 'fivem:7']]],
  },
  {
    what: 'one licence with two accounts is a question, and who has one account is that',
    records: [seen('license:1', `discord:${A}`), seen('license:1', `discord:${B}`), seen('license:1')],
    are: [[A, [], []], [B, [], []], null],
    asks: [['license:1', [A, B]]],
  },
  {
    what: 'the answer is an account',
    records: [seen('license:1', `discord:${A}`, `discord:${B}`), seen('license:1')],
    answers: { 'license:1': B },
    are: [
      [B, [], ['license:1']],
      [B, [], ['license:1']],
    ],
  },
  {
    what: 'the answer is nobody',
    records: [seen('license:1', `discord:${A}`, `discord:${B}`)],
    answers: { 'license:1': 'none' },
    are: [[null, [], ['license:1']]],
  },
  {
    what: 'an answer that is none of the accounts is no answer',
    records: [seen('license:1', `discord:${A}`, `discord:${B}`)],
    answers: { 'license:1': '410000000000000003' },
    are: [null],
    asks: [['license:1', [A, B]]],
  },
  {
    what: 'what was answered is not asked again',
    records: [seen('license:1', `discord:${A}`, `discord:${B}`)],
    known: [known(B, ['license:1'], [A])],
    are: [[B, [B], ['license:1']]],
  },
  {
    what: 'a licence that belongs to nobody of them joins no account',
    records: [seen('license:1', `discord:${A}`)],
    known: [known('subject:3', ['license:1'], [A, B])],
    are: [[A, [], []]],
  },
  {
    what: 'a licence that another account has is asked',
    records: [seen('license:1', `discord:${B}`)],
    known: [known(A, ['license:1'])],
    are: [[B, [], []]],
    asks: [['license:1', [A, B]]],
  },
  {
    what: 'live nothing is asked: the account decides and the licence stays',
    records: [seen('license:1', 'steam:2', `discord:${B}`)],
    known: [known(A, ['license:1'])],
    are: [[B, [], ['steam:2']]],
    isLive: true,
  },
  {
    what: 'live the licence decides between two accounts',
    records: [seen('steam:2', 'license:1')],
    known: [known(A, ['license:1']), known(B, ['steam:2'])],
    are: [[A, [A], ['license:1']]],
    isLive: true,
  },
  {
    what: 'an account without identifiers',
    records: [seen(`discord:${A}`)],
    known: [known(A, ['license:1'])],
    are: [[A, [A], ['license:1']]],
  },
]

describe('planSubjects', () => {
  it.each(CASES)('planSubjects: $what', ({ records, known = [], answers = {}, are, asks = [], isLive = false }) => {
    const plan = planSubjects({ records, known, answers, isLive })
    expect(plan.of.map((each) => each && [each.id, each.was, each.identifiers])).toEqual(are)
    expect(plan.questions.map(({ identifier, accounts }) => [identifier, accounts])).toEqual(asks)
  })

  it('a name alone needs an answer if somebody has that name', () => {
    const records = [{ accounts: [], identifiers: ['name:txadmin:bo'] }]
    const namesakes = new Map([['name:txadmin:bo', [A]]])
    const asked = planSubjects({ records, known: [], answers: {}, namesakes })
    expect(asked.questions).toMatchObject([{ identifier: 'name:txadmin:bo', accounts: [A] }])
    const answered = planSubjects({ records, known: [], answers: { 'name:txadmin:bo': A }, namesakes })
    expect(answered.of).toMatchObject([{ id: A, by: 'name' }])
    const nobody = planSubjects({ records, known: [], answers: { 'name:txadmin:bo': 'none' }, namesakes })
    expect(nobody.of).toMatchObject([{ id: null, by: 'none', otherAccounts: [A] }])
  })
})
