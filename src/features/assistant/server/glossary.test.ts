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
  it('the glossary is read, and is optional', () => {
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
  ])('%s in the glossary stops the start with file and line', (_what, same, problem) => {
    writeFileSync(join(folder, 'glossary.yaml'), WHOLE.replace('same: [cop | leo]', same))
    expect(() => readGlossary(folder)).toThrow(problem)
  })

  it('the glossary of the shipped community has several hundred entries', () => {
    const { same, near, short } = readGlossary(join(root, 'community'))
    expect(same.length + near.length + Object.keys(short).length).toBeGreaterThan(400)
  })
})

describe('Topics outside of the rules', () => {
  it('outside topics are read, and their file is optional', () => {
    expect(readOutsideTopics(folder)).toEqual([])
    writeFileSync(join(folder, 'not-in-the-rules.yaml'), 'Weather: hows the weather | is it raining')
    expect(readOutsideTopics(folder)).toEqual([{ topic: 'Weather', asked: ['hows the weather', 'is it raining'] }])
  })

  it('an outside topic without questions stops the start with file and line', () => {
    writeFileSync(join(folder, 'not-in-the-rules.yaml'), 'Weather: ""')
    expect(() => readOutsideTopics(folder)).toThrow(/not-in-the-rules\.yaml:1: Weather/)
  })

  it('outside topics of the shipped community have questions in other words than the rules, several each', () => {
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

describe('Questions for each rule', () => {
  const rules = readRulebooks(join(root, 'community')).flatMap(({ chapters }) => chapters.flatMap(({ rules }) => rules))

  it('every rule has three phrases or more', () => {
    expect(rules.filter(({ askedAs = [] }) => new Set(askedAs).size < 3).map(({ title }) => title)).toEqual([])
  })

  it('each phrase is short and belongs to one rule', () => {
    const phrases = rules.flatMap(({ askedAs = [] }) => askedAs)
    expect(phrases.filter((phrase) => phrase.split(/\s+/).length > 12)).toEqual([])
    expect(phrases.filter((phrase, at) => phrases.indexOf(phrase) !== at)).toEqual([])
  })
})
