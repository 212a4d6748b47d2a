import { describe, expect, it } from 'vitest'
import type { Passage } from '../rules.ts'
import { ENGLISH_FORMS } from './english-forms.ts'
import { createRetrieval } from './retrieval.ts'
import { createWording } from './wording.ts'

const rule = (title: string, text: string, asked: string[] = []): Passage => ({
  kind: 'rule',
  title,
  trail: 'General conduct › 1. Before you play',
  href: `/rules/general-conduct#${title}`,
  text,
  asked,
})
const code = (list: 'ten' | 'penal', number: string, name: string): Passage => ({
  kind: 'code',
  title: `${number} ${name}`,
  number,
  trail: list === 'ten' ? '10-Codes' : 'Penal Codes',
  href: `/${list}-codes#${number}`,
  text: `${name}. Fine $100.`,
})
const PASSAGES = [
  rule('1.1 Minimum age', 'You must be at least 16 years old to play.', ['how old do i have to be']),
  rule('1.2 Jumping red lights', 'Stop at a red light even at night.', ['do i have to stop at lights']),
  rule('1.3 Ban appeals', 'An appeal is decided within 7 days.', [
    'how do i get unbanned',
    'how long does an appeal take',
  ]),
  rule('1.4 After a denied appeal', 'You may appeal again after 60 days.', ['appeal denied']),
  rule('1.5 Hostages', 'At most 3 hostages.', ['how many hostages']),
  code('penal', '316.075', 'Steady red light'),
  code('penal', '812.014(2)(e)', 'Theft, $100 to under $750'),
  code('penal', '812.014(2)(c)', 'Theft, $750 to under $5,000'),
  code('ten', '10-50', 'Traffic stop'),
  code('ten', 'Signal 4', 'Vehicle crash'),
]
const retrieval = await createRetrieval(
  PASSAGES,
  [{ topic: 'Weather', asked: ['what is the weather', 'is it raining at night'] }],
  createWording(ENGLISH_FORMS, { fillers: ['bro'], short: {}, same: [['hostage', 'captive']], near: [] }),
)
const search = (...questions: string[]) => retrieval.search(questions, 3)
const best = (...questions: string[]) => search(...questions).found[0]?.passage.title

describe('The best rules for a question', () => {
  it.each([
    ['how old do i have to be', '1.1 Minimum age'],
    ['bro how old', '1.1 Minimum age'],
    ['max captives', '1.5 Hostages'],
    ['minumum aeg', '1.1 Minimum age'],
    ['do i stop at a red light', '1.2 Jumping red lights'],
    ['fine for a red light', '316.075 Steady red light'],
    ['what is 10 50', '10-50 Traffic stop'],
    ['code for a traffic stop', '10-50 Traffic stop'],
    ['sig four?', 'Signal 4 Vehicle crash'],
    ['fine for theft of 400 bucks', '812.014(2)(e) Theft, $100 to under $750'],
    ['fine for theft of 2 grand', '812.014(2)(c) Theft, $750 to under $5,000'],
  ])('the right rule is found: %s', (question, title) => {
    expect(best(question)).toBe(title)
  })

  it('the right rule is found for a follow-up question', () => {
    expect(best('how do i get unbanned', 'and if they deny it')).toBe('1.4 After a denied appeal')
    expect(best('how do i get unbanned', 'how long')).toBe('1.3 Ban appeals')
  })

  it('rules are found for both parts of a question', () => {
    const titles = search('how old do i have to be and do i stop at lights').found.map(({ passage }) => passage.title)
    expect(titles).toEqual(expect.arrayContaining(['1.1 Minimum age', '1.2 Jumping red lights']))
  })

  it('a change of the subject is followed', () => {
    expect(best('how do i get unbanned', 'how many hostages can i take')).toBe('1.5 Hostages')
  })
})

describe('The certainty of a search', () => {
  it('a search is certain about topics of the rules, and not about others', () => {
    expect(search('how old do i have to be').fits).toBe(true)
    expect(search('what is the weather at night').fits).toBe(false)
    expect(search('raining at night').found[0]?.passage.title).not.toBe('Weather')
    expect(search('grumpf zanzibar').fits).toBe(false)
    expect(search('what does 10-99 mean').fits).toBe(false)
  })

  it('an empty search finds nothing', () => {
    expect(search('¿?')).toMatchObject({ found: [], fits: false })
  })
})
