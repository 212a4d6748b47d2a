import { describe, expect, it } from 'vitest'
import {
  groupSimilar,
  isPhrase,
  limitGroups,
  normalizedWords,
  phraseSortValue,
  questionSortValue,
  redactQuestion,
  similarity,
} from './rules.ts'

describe('The stored form of a question', () => {
  it.each([
    ['why was 310000000000000201 banned', 'why was [id] banned'],
    ['my license:3f6d5c8e9a7b1c2d3e4f5a6b7c8d9e0f1a2b3c4d is wrong', 'my [id] is wrong'],
    ['license2:3f6d5c8e9a7b1c2d3e4f5a6b7c8d9e0f1a2b3c4d', '[id]'],
    ['steam:11000010abcdef1 cant join', '[id] cant join'],
    ['is fivem:123456 the same as discord:310000000000000201', 'is [id] the same as [id]'],
    ['hex 3f6d5c8e9a7b1c2d3e4f5a6b7c8d9e0f1a2b3c4d', 'hex [id]'],
    ['unban STEAM_0:1:12345678 pls', 'unban [id] pls'],
    ['mail me at jules.arden+rp@mail.example.com pls', 'mail me at [e-mail] pls'],
    ['my ip is 203.0.113.77 am i banned', 'my ip is [address] am i banned'],
    ['banned on 2001:db8:85a3::8a2e:370:7334?', 'banned on [address]?'],
    ['can i post https://example.com/a?b=c#d in chat', 'can i post [link] in chat'],
    ['join discord.gg/AbC123 now', 'join [link] now'],
    ['see www.example.com', 'see [link]'],
    ['is cad.hammockcoast.example down', 'is [link] down'],
    ['i saw it on bit.ly/abc yesterday', 'i saw it on [link] yesterday'],
    ['t.me/joules and cutt.ly/x?a=b', '[link] and [link]'],
    ['its on example dot com or example[.]com/x', 'its on [link] or [link]'],
    ['write john at gmail dot com', 'write [e-mail]'],
    ['john.doe (at) mail (dot) example (dot) com pls', '[e-mail] pls'],
    ['im john@gmail dot com', 'im [e-mail]'],
    ['john at gmail.com or john at outlook', '[e-mail] or [e-mail]'],
    ['schreib an max.muster ät gmx punkt de', 'schreib an [e-mail]'],
    ['max (ät) gmx (punkt) de oder max ät gmail', '[e-mail] oder [e-mail]'],
    ['escribe a max arroba gmail punto com', 'escribe a [e-mail]'],
    ['ruf 030 123456 an oder 0170/1234567', 'ruf [number] an oder [number]'],
    ['mi móvil es 612 345 678', 'mi móvil es [number]'],
    ['call me 555-867-5309 or (813) 555-0199', 'call me [number] or [number]'],
    ['+1 813 555 0199', '[number]'],
    ['+44 (0)20 7946 0958 is mine', '[number] is mine'],
    ['06 12 34 56 78', '[number]'],
    ['my number is 8135550199', 'my number is [id]'],
    ['ring 555-0199', 'ring [number]'],
    ['hey @jules why', 'hey [name] why'],
    ['<@310000000000000201> hit me and <@!310000000000000201>', '[name] hit me and [name]'],
    ['jules#1234 rdm me', '[name] rdm me'],
    ['look at <#310000000000000999>', 'look at [name]'],
  ])('the question %s is stored as %s', (typed, kept) => expect(redactQuestion(typed)).toBe(kept))

  it.each([
    'what is a 10-50 and a 10-80',
    '10-50 10-51 10-52 10-97 what do they mean',
    'fine for 316.1935 fleeing',
    'statute 893.135(1)(a)',
    'rule 1.2.3 and 12.10',
    'how old, 16 or 18?',
    'is 9:30 pm est ok on 03/14/2026',
    'signal 7 at 1500 hours',
    'can i take 3 hostages for $250,000',
    'does 911 work in 2 player scenes',
    'medic takes ages e.g. 20 min',
    'is it 24/7',
    'kostet das 750.000 oder 100 000 000, und ab 08:00 oder 0800',
    'was heißt code 7 punkt, es geht um regel 3.2',
    'bro...why no cars',
    'wait.what',
    'can i shoot at the red dot on the map',
    'who is at fault dot or tow',
    'and/or 9/11 10-50/10-51',
    'abcdef deadbeef',
  ])('the question %s contains nothing to redact', (typed) => expect(redactQuestion(typed)).toBe(typed))

  it('a question is one line of at most 300 characters', () => {
    expect(redactQuestion('where\n\n  do I   appeal ')).toBe('where do I appeal')
    const kept = redactQuestion(`how ${'very '.repeat(200)}`)
    expect(kept).toHaveLength(300)
    expect(kept.endsWith('…')).toBe(true)
  })

  it('an id at the length limit is removed completely', () => {
    expect(redactQuestion(`${'x '.repeat(147)}310000000000000201`)).not.toMatch(/\d/)
  })

  it('a question is equal ignoring case, accents and punctuation', () => {
    expect(normalizedWords('  Café, BANS?! ')).toBe(normalizedWords('cafe bans'))
    expect(normalizedWords('10-50')).not.toBe(normalizedWords('10-51'))
    expect(normalizedWords('?!')).toBe('')
  })
})

describe('The similarity of two questions', () => {
  it.each([
    [['ban', 'appeal'], ['ban', 'appeal'], 1],
    [['ban', 'appeal', 'long'], ['ban', 'appeal'], 0.8],
    [['ban', 'appeal'], ['ban', 'evade'], 0.5],
    [['ban'], ['dog'], 0],
    [[], [], 0],
  ])('%j and %j have the similarity %d', (one, other, expected) => expect(similarity(one, other)).toBeCloseTo(expected))
})

const question = (text: string, asked = 1, isDismissed = false) => ({
  text,
  terms: text.split(' '),
  asked,
  isDismissed,
})
const grouped = (...questions: ReturnType<typeof question>[]) =>
  groupSimilar(questions).map((group) => group.map(({ text }) => text))

describe('Groups of missed questions', () => {
  it('similar questions form groups, the most frequent first', () => {
    expect(
      grouped(
        question('dog court'),
        question('appeal ban', 3),
        question('server ip', 4),
        question('appeal ban long'),
        question('ip'),
      ),
    ).toEqual([['server ip', 'ip'], ['appeal ban', 'appeal ban long'], ['dog court']])
  })

  it('questions of members stay in the list, however many visitors ask', () => {
    const group = (text: string, fromMember: boolean) => [{ text, fromMember }]
    const groups = [group('v1', false), group('v2', false), group('v3', false), group('m1', true), group('v4', false)]
    expect(limitGroups(groups, 2).map(([first]) => first?.text)).toEqual(['v1', 'v2', 'm1'])
  })

  it('groups are not chained by intermediate questions', () => {
    expect(grouped(question('a b', 3), question('a b c', 2), question('b c d', 1))).toEqual([
      ['a b', 'a b c'],
      ['b c d'],
    ])
  })

  it('a question joins its most similar group', () => {
    expect(grouped(question('a b c d', 9), question('a b e', 8), question('a b c', 1))).toEqual([
      ['a b c d', 'a b c'],
      ['a b e'],
    ])
  })

  it('dismissed questions have their own groups, with identical questions', () => {
    const groups = groupSimilar([
      question('car irl', 2, true),
      question('irl car', 5),
      question('car', 1),
      question('car stolen', 1),
    ])
    expect(groups.map((group) => group.map(({ text, isDismissed }) => [text, isDismissed]))).toEqual([
      [
        ['irl car', true],
        ['car irl', true],
      ],
      [
        ['car', false],
        ['car stolen', false],
      ],
    ])
  })

  it('the groups are the same as if each question were compared with the first of every group', () => {
    const words = 'abcdefghij'
    let seed = 7
    const chance = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    const many = Array.from({ length: 300 }, () => {
      const terms = new Set(Array.from({ length: 1 + chance(5) }, () => words.charAt(chance(words.length))))
      return question([...terms].join(' '), 1 + chance(50))
    })
    const firsts: (typeof many)[] = []
    for (const one of [...many].sort((a, b) => b.asked - a.asked)) {
      const alike = firsts.map(([first]) => similarity(one.terms, first?.terms ?? []))
      const best = Math.max(0, ...alike)
      if (best >= 0.6) firsts[alike.indexOf(best)]?.push(one)
      else firsts.push([one])
    }
    expect(groupSimilar(many)).toHaveLength(firsts.length)
    expect(groupSimilar(many).map(([first]) => first?.text)).toEqual(
      expect.arrayContaining(firsts.map(([first]) => first?.text)),
    )
  })

  it('grouping takes far less than a second for any number of questions', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => question(`common w${at % 900} x${at % 701} y${at}`))
    const began = performance.now()
    expect(groupSimilar(many).length).toBeGreaterThan(1_000)
    expect(performance.now() - began).toBeLessThan(1_000)
  })
})

it.each([
  ['min age', true],
  ['can i bring my own lawyer', true],
  ['one two three four five six seven', false],
  ['?!', false],
  ['x | y', false],
])('the phrase %j is valid: %s', (phrase, expected) => expect(isPhrase(phrase)).toBe(expected))

describe('The column headings of questions', () => {
  it.each([
    ['question', 'can i rp as police'],
    ['why', 5],
    ['lastDay', '2026-03-14'],
  ])('questions are sorted by %s', (column, value) => {
    const group = { question: 'can i rp as police', unanswered: 3, down: 2, lastDay: '2026-03-14' }
    expect(questionSortValue(group, column)).toBe(value)
  })

  it.each([
    ['phrase', 'cop bait'],
    ['rule', null],
    ['addedAt', '2026-03-14T18:30:00.000Z'],
  ])('phrases are sorted by %s, and those without a rule come last', (column, value) => {
    const phrase = { phrase: 'cop bait', rule: null, addedAt: '2026-03-14T18:30:00.000Z' }
    expect(phraseSortValue(phrase, column)).toBe(value)
  })
})
