import { describe, expect, it } from 'vitest'
import { createVocabulary, distance } from './vocabulary.ts'

const vocabulary = createVocabulary()
for (const word of ['pursuit', 'officer', 'handcuffs', 'gun', 'point', 'points']) vocabulary.learn(word)

describe('Corrections of a word', () => {
  it.each([
    ['officer', [['officer', 1]], 0],
    ['oficer', [['officer', 0.8]], 0.2],
    ['purusit', [['pursuit', 0.8]], 0.2],
    [
      'gunpoint',
      [
        ['gun', 0.9],
        ['point', 0.9],
      ],
      0.1,
    ],
    ['gub', [], 1],
    ['fficer', [], 1],
    ['316.193', [], 0],
  ])('the word %s is read as its likely meaning', (typed, expected, doubt) => {
    const reading = vocabulary.read(typed)
    expect(reading.meant).toEqual(expected)
    expect(reading.doubt).toBeCloseTo(doubt)
  })

  it('a word that is added later is known from then on', () => {
    expect(vocabulary.read('zombi').doubt).toBe(1)
    vocabulary.learn('zombie')
    expect(vocabulary.read('zombi').word).toBe('zombie')
  })
})

describe('The distance of two words', () => {
  it.each([
    ['pursuit', 'pursuit', 0],
    ['pursuit', 'purusit', 1],
    ['officer', 'oficer', 1],
    ['ransom', 'random', 1],
    ['bank', 'flee', 3],
  ])('the distance from %s to %s is %i letters', (one, other, wrong) => {
    const most = 2
    expect(distance(one, other, most)).toBe(Math.min(wrong, most + 1))
  })
})
