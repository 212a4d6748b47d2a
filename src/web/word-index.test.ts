import { describe, expect, it } from 'vitest'
import { createWordIndex } from './word-index.ts'

const TEXTS = [
  'State speed limits',
  'Unlawful speed: too fast for conditions',
  'Possession of cannabis, 20 grams or less',
  'Aggravated battery',
  'Burglary of a dwelling',
  '316.193(1) Driving under the influence',
  'Café brawl',
]
const index = createWordIndex(TEXTS, [
  ['weed', 'pot', 'cannabis'],
  ['drunk driving', 'dwi', 'driving under the influence'],
])
const found = (search: string) => [...index.find(search)].map((at) => TEXTS[at])

describe('The word index', () => {
  it.each([
    ['speeding', ['State speed limits', 'Unlawful speed: too fast for conditions']],
    ['speeding limit', ['State speed limits']],
    ['possess', ['Possession of cannabis, 20 grams or less']],
    ['poss', ['Possession of cannabis, 20 grams or less']],
    ['burglaries', ['Burglary of a dwelling']],
    ['316.193', ['316.193(1) Driving under the influence']],
    ['cafe', ['Café brawl']],
    ['speed cannabis', []],
  ])('the search %s matches exact words, parts and word forms', (search, texts) => {
    expect(found(search)).toEqual(texts)
  })

  it.each([
    ['weed', ['Possession of cannabis, 20 grams or less']],
    ['selling pot', []],
    ['pot possession', ['Possession of cannabis, 20 grams or less']],
    ['drunk driving', ['316.193(1) Driving under the influence']],
    ['DWI', ['316.193(1) Driving under the influence']],
    ['drunk speed', []],
  ])('the search %s matches synonyms', (search, texts) => {
    expect(found(search)).toEqual(texts)
  })

  it('stop words are omitted', () => {
    expect(found('speeding of the')).toHaveLength(2)
    expect(found('of')).toEqual(['Possession of cannabis, 20 grams or less', 'Burglary of a dwelling'])
  })

  it.each([
    ['battry', 'battery'],
    ['agravated battry', 'aggravated battery'],
    ['burgalry', 'burglary'],
    ['canabis', 'cannabis'],
    ['posession of weeed', 'possession weed'],
    ['battery', null],
    ['speeding', null],
    ['bat', null],
    ['xyzzy', null],
    ['battry xyzzy', null],
  ])('the word %s is corrected to %s', (search, corrected) => {
    expect(index.correct(search)).toBe(corrected)
  })
})
