import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '#server/paths.ts'
import { readGlossary, readOutsideTopics } from './glossary.ts'
import { readRulebooks } from './rulebooks.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'glossary-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const WHOLE = 'fillers: bro lol\nshort: { u: you }\nsame: [cop | leo]\nnear: []\n'

describe('The glossary', () => {
  it('is read, and may be missing', () => {
    expect(readGlossary(folder).same).toEqual([])
    writeFileSync(join(folder, 'glossary.yaml'), WHOLE)
    expect(readGlossary(folder)).toEqual({
      fillers: ['bro', 'lol'],
      short: { u: 'you' },
      same: [['cop', 'leo']],
      near: [],
    })
  })

  it.each([
    ['a group of one way', 'same: [cop]', /glossary\.yaml:3: same\.0: two ways/],
    [
      'a whole question',
      'same: [cop | what do i do when a cop stops me]',
      /glossary\.yaml:3: same\.0: ways of one to 6 words/,
    ],
  ])('stops the start with file and line at %s', (_what, same, problem) => {
    writeFileSync(join(folder, 'glossary.yaml'), WHOLE.replace('same: [cop | leo]', same))
    expect(() => readGlossary(folder)).toThrow(problem)
  })

  it('of this community has several hundred entries', () => {
    const { same, near, short } = readGlossary(join(root, 'community'))
    expect(same.length + near.length + Object.keys(short).length).toBeGreaterThan(400)
  })
})

describe('Topics that the rules do not answer', () => {
  it('are read, and their file may be missing', () => {
    expect(readOutsideTopics(folder)).toEqual([])
    writeFileSync(join(folder, 'not-in-the-rules.yaml'), 'Weather: hows the weather | is it raining')
    expect(readOutsideTopics(folder)).toEqual([{ topic: 'Weather', asked: ['hows the weather', 'is it raining'] }])
  })

  it('stop the start with file and line at a topic that nobody asks', () => {
    writeFileSync(join(folder, 'not-in-the-rules.yaml'), 'Weather: ""')
    expect(() => readOutsideTopics(folder)).toThrow(/not-in-the-rules\.yaml:1: Weather/)
  })

  it('of this community are asked with other words than the rules, each by several people', () => {
    const phrases = readOutsideTopics(join(root, 'community')).flatMap(({ asked }) => asked)
    const ofRules = new Set(
      readRulebooks(join(root, 'community')).flatMap(({ chapters }) =>
        chapters.flatMap(({ rules }) => rules.flatMap(({ askedAs = [] }) => askedAs)),
      ),
    )
    expect(phrases.length).toBeGreaterThan(500)
    expect(phrases.filter((phrase) => phrase.split(/\s+/).length > 12 || ofRules.has(phrase))).toEqual([])
    expect(phrases.filter((phrase, at) => phrases.indexOf(phrase) !== at)).toEqual([])
  })
})

describe('What rules are asked with', () => {
  const rules = readRulebooks(join(root, 'community')).flatMap(({ chapters }) => chapters.flatMap(({ rules }) => rules))

  it('is three phrases or more for every rule', () => {
    expect(rules.filter(({ askedAs = [] }) => new Set(askedAs).size < 3).map(({ title }) => title)).toEqual([])
  })

  it('is what several people would write: short, and for one rule only', () => {
    const phrases = rules.flatMap(({ askedAs = [] }) => askedAs)
    expect(phrases.filter((phrase) => phrase.split(/\s+/).length > 12)).toEqual([])
    expect(phrases.filter((phrase, at) => phrases.indexOf(phrase) !== at)).toEqual([])
  })
})
