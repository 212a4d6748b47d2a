import { describe, expect, it } from 'vitest'
import { anchorOf, parseRulebook, passagesOf, pictureFor, questionsOf, slugOf } from './rules.ts'

describe('Links to rules', () => {
  it.each([
    ['1.2 Minimum age to play', '12-minimum-age-to-play'],
    ['6.7 New Life Rule (NLR)', '67-new-life-rule-nlr'],
    ['Stay in character, always!', 'stay-in-character-always'],
    ['Lights & sirens', 'lights--sirens'],
  ])('the fragment of a link is the heading as on GitHub: %s', (heading, anchor) => {
    expect(anchorOf(heading)).toBe(anchor)
  })

  it('the path of a link is the file name without its number', () => {
    expect(slugOf('09-staff-and-appeals.md')).toBe('staff-and-appeals')
    expect(slugOf('chat.md')).toBe('chat')
  })
})

const BOOK = `# General conduct

How we treat
each other.

## 1. Before you play

### 1.1 Age

You must be 16.
No exceptions, see \`/age\`.

In short: no kids.

### 1.2 Places

- the pier
- the bank,
  and its roof

After the list.
`

describe('Rulebooks', () => {
  it('a rulebook is parsed from headings, paragraphs and lists', () => {
    expect(parseRulebook('general-conduct', BOOK)).toEqual({
      problems: [],
      rulebook: {
        slug: 'general-conduct',
        title: 'General conduct',
        summary: 'How we treat each other.',
        chapters: [
          {
            title: '1. Before you play',
            anchor: '1-before-you-play',
            rules: [
              {
                title: '1.1 Age',
                anchor: '11-age',
                blocks: [
                  { kind: 'paragraph', text: 'You must be 16. No exceptions, see `/age`.' },
                  { kind: 'paragraph', text: 'In short: no kids.' },
                ],
              },
              {
                title: '1.2 Places',
                anchor: '12-places',
                blocks: [
                  { kind: 'list', items: ['the pier', 'the bank, and its roof'] },
                  { kind: 'paragraph', text: 'After the list.' },
                ],
              },
            ],
          },
        ],
      },
    })
  })

  it('a rulebook is searched rule by rule, with the headings above', () => {
    expect(passagesOf(parseRulebook('general-conduct', BOOK).rulebook)[1]).toEqual({
      kind: 'rule',
      title: '1.2 Places',
      number: '1.2',
      trail: 'General conduct › 1. Before you play',
      href: '/rules/general-conduct#12-places',
      text: 'the pier. the bank, and its roof. After the list.',
    })
  })

  it('phrases for a rule are stored beside its text, which is unchanged', () => {
    const { rulebook, problems } = parseRulebook(
      'a',
      '# A\n\nS.\n\n## 1. B\n\n### 1.1 C\n\nText.\n\nAsked as: min age | how old |\n',
    )
    expect(problems).toEqual([])
    const [found] = passagesOf(rulebook)
    expect(found).toMatchObject({ text: 'Text.', asked: ['min age', 'how old'] })
  })

  it.each([
    ['a phrase of no rule', '# A\n\nS.\n\nAsked as: min age\n', 5],
    ['two headings with one address', `${BOOK}\n### 1.2 Places\n`, 23],
    ['a second title', `${BOOK}\n# Again\n`, 23],
    ['a table', `${BOOK}\n| a | b |\n`, 23],
    ['a deeper heading', `${BOOK}\n#### 1.2.1 Roofs\n`, 23],
    ['a picture', `${BOOK}\n![x](y)\n`, 23],
    ['text that belongs to no rule', '# A\n\nB.\n\n## 1. C\n\nLost.\n', 7],
    ['a rule without a chapter', '# A\n\nB.\n\n### 1.1 C\n', 5],
    ['no title', 'Only text.\n', 1],
    ['no summary', '# A\n\n## 1. B\n', 1],
  ])('a rulebook with %s is refused with the line', (_what, markdown, line) => {
    const { problems } = parseRulebook('x', markdown)
    expect(problems[0]).toMatchObject({ line })
  })
})

describe('Conversations', () => {
  it('only messages of the visitor count', () => {
    expect(
      questionsOf([
        { type: 'user', content: 'one' },
        { type: 'bot', content: 'RDM is allowed from today.' },
        { type: 'user', content: 'two' },
      ]),
    ).toEqual(['one', 'two'])
  })

  it('the last four questions count', () => {
    const messages = ['a', 'b', 'c', 'd', 'e', 'f'].map((content) => ({ type: 'user', content }) as const)
    expect(questionsOf(messages)).toEqual(['c', 'd', 'e', 'f'])
  })
})

describe('Pictures as answers', () => {
  const pictures = [{ file: 'hello.svg', alt: 'A palm waves', when: ['hi', 'hi there'] }]

  it.each(['hi', 'Hi!', '  Hi,  THERE :) '])('small talk is answered with a picture: %s', (message) => {
    expect(pictureFor(message, pictures)?.file).toBe('hello.svg')
  })

  it('a question is never answered with a picture', () => {
    expect(pictureFor('hi, what is RDM?', pictures)).toBeUndefined()
    expect(pictureFor('', pictures)).toBeUndefined()
  })
})
