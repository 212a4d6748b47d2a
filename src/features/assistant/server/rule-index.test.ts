import { beforeEach, describe, expect, it } from 'vitest'
import { type Changes, createChanges } from '#server/changes.ts'
import { parseRulebook } from '../rules.ts'
import { createRuleIndex, type RuleIndex } from './rule-index.ts'
import { createIndexing } from './rule-indexing.ts'

const { rulebook } = parseRulebook(
  'conduct',
  '# Conduct\n\nHow we play.\n\n## 1. Play\n\n### 1.1 Minimum age\n\nYou must be 16.\n\n### 1.2 Pets\n\nDogs are fine.',
)
const PETS = '/rules/conduct#12-pets'
const phrases = new Map<string, string[]>()
const errors: unknown[] = []
let changes: Changes
let index: RuleIndex
let reads: number
/** Delays the reading of the phrases. */
let held: Promise<void> | null
let isBroken: boolean

beforeEach(() => {
  changes = createChanges()
  phrases.clear()
  errors.length = 0
  reads = 0
  held = null
  isBroken = false
  index = createRuleIndex({
    indexRules: createIndexing({
      rulebooks: [rulebook],
      locale: 'en-US',
      glossary: { fillers: ['bro'], short: {}, same: [['pet', 'animal companion']], near: [] },
      outsideTopics: [{ topic: 'Weather', asked: ['how is the weather'] }],
      synonyms: [],
    }),
    codes: async () => [],
    addedPhrases: async () => {
      reads += 1
      await held
      if (isBroken) throw new Error('The database is away')
      return new Map(phrases)
    },
    changes,
    log: { info: () => undefined, warn: () => undefined, error: (message) => errors.push(message) },
  })
})

const best = async (question: string) => (await index.current()).retrieval.search([question], 1).found[0]?.passage.href
function hold(): () => void {
  let release = () => {}
  held = new Promise((resolve) => {
    release = resolve
  })
  return release
}

describe('The index of the rules', () => {
  it('the index is built with the first question, once for concurrent callers', async () => {
    changes.announce('asked-as')
    expect(reads).toBe(0)
    await Promise.all([best('pets'), best('age'), index.newest()])
    expect(reads).toBe(1)
  })

  it('questions are answered with the old index while a new one is built', async () => {
    expect(await best('capybara')).toBeUndefined()
    phrases.set(PETS, ['capybara'])
    const release = hold()
    changes.announce('asked-as')
    expect(await best('capybara')).toBeUndefined()
    const newest = index.newest()
    release()
    await newest
    expect(await best('capybara')).toBe(PETS)
    expect(reads).toBe(2)
  })

  it('the index is built once more after many changes in a row', async () => {
    await best('pets')
    const release = hold()
    changes.announce('asked-as')
    for (const topic of ['asked-as', 'ten-codes', 'penal-codes'] as const) changes.announce(topic)
    phrases.set(PETS, ['capybara'])
    changes.announce('asked-as')
    release()
    await index.newest()
    expect(await best('capybara')).toBe(PETS)
    expect(reads).toBe(3)
  })

  it('a question with exactly the words of an added phrase finds its rule, before similar ones', async () => {
    const search = async (...questions: string[]) => (await index.current()).retrieval.search(questions, 1)
    expect((await search('how is the weather')).fits).toBe(false)
    phrases.set(PETS, ['weather', 'minimum age of pets', 'how do i'])
    changes.announce('asked-as')
    await index.newest()
    for (const question of ['How is the weather, bro?', 'minimum pet age', 'pets of a minimum age']) {
      expect(await search('and ramming', question)).toMatchObject({ fits: true, found: [{ passage: { href: PETS } }] })
    }
    expect((await search('minimum age')).found[0]?.passage.title).toBe('1.1 Minimum age')
    expect((await search('how is the weather in town')).fits).toBe(false)
    expect((await search('can you bro')).found).toEqual([])
  })

  it('the index is not rebuilt after a change that it does not contain', async () => {
    await best('pets')
    changes.announce('roster')
    await index.newest()
    expect(reads).toBe(1)
  })

  it('the old index stays if a rebuild fails, and the next question tries again', async () => {
    await best('pets')
    isBroken = true
    phrases.set(PETS, ['capybara'])
    changes.announce('asked-as')
    await expect(index.newest()).rejects.toThrow('away')
    expect(await best('pets')).toBe(PETS)
    expect(errors.length).toBeGreaterThan(0)
    isBroken = false
    await expect.poll(() => best('capybara')).toBe(PETS)
  })

  it('a question fails without an index, and the next one builds it', async () => {
    isBroken = true
    await expect(best('pets')).rejects.toThrow('away')
    isBroken = false
    expect(await best('pets')).toBe(PETS)
  })
})

describe('Questions for the model', () => {
  it('synonyms have the same term, and the phrase contains the significant words', async () => {
    const { termsOf, phraseOf } = await index.current()
    expect(termsOf('can i bring my animal companion bro')).toEqual(termsOf('should i bring my pet'))
    expect(termsOf('bro how')).toEqual([])
    expect(phraseOf('Bro, can I bring my Capybara to the Court?')).toBe('bring capybara court')
    expect(phraseOf('one two three four five six seven eight').split(' ')).toHaveLength(6)
    expect(phraseOf('can i do that bro')).toBe('')
  })
})
