import { describe, expect, it } from 'vitest'
import { candidatesFor, idNumbers, mayBe, nameFit, roundedId } from './sheet-people.ts'

describe('Ids in a spreadsheet', () => {
  it.each([
    ['3.1E+17', '31', 18],
    ['3,10000000000000e17', '31', 18],
    ['1.23457E+18', '123457', 19],
    ['3.10000000000002E+17', '310000000000002', 18],
    ['310000000000201000', '310000000000201', 18],
    ['1234567890123450000', '123456789012345', 19],
    ['31000000000020100', '310000000000201', 17],
  ])('the id %s was rounded', (text, digits, length) => {
    expect(roundedId(text)).toEqual({ digits, length })
  })

  it.each(['310000000000000201', '310000000000020010', '123', 'Dana', '', '1.5', '1234567890123456000000'])(
    'the id %s was not rounded',
    (text) => {
      expect(roundedId(text)).toBeNull()
    },
  )

  it.each([
    ['310000000000201000', '310000000000201499', true],
    ['310000000000201000', '310000000000200999', true],
    ['310000000000201000', '310000000000202000', false],
    ['310000000000201000', '3100000000002014990', false],
    ['3.1E+17', '310000000000000201', true],
    ['3.1E+17', '320000000000000201', false],
  ])('the id %s can be %s: %s', (text, id, expected) => {
    expect(mayBe(roundedId(text) ?? { digits: '', length: 0 }, id)).toBe(expected)
  })
})

describe('Ids that a program rounded', () => {
  const people = [{ id: '310000000000000201' }, { id: '1057890123456789012' }]
  const known = idNumbers(people)

  it.each([
    ['310000000000000200', '310000000000000201'],
    ['310000000000000192', '310000000000000201'],
    ['1057890123456789000', '1057890123456789012'],
  ])('the id %s was rounded if a person with %s is known', (text, id) => {
    const rounded = roundedId(text, known)
    expect(rounded).toEqual({ digits: text, length: text.length })
    expect(mayBe(rounded ?? { digits: '', length: 0 }, id)).toBe(true)
    expect(mayBe(rounded ?? { digits: '', length: 0 }, '310000000000000303')).toBe(false)
  })

  it.each(['310000000000000201', '310000000000000207', '310000000000000400', '1057890123456788000', '12', 'Dana'])(
    'the id %s was not rounded',
    (text) => {
      expect(roundedId(text, known)).toBeNull()
    },
  )
})

const dana = { id: '310000000000000105', names: ['Dana Whitfield', 'SD-1 | Dana W.', 'dwhit'] }
const dan = { id: '310000000000000777', names: ['Dan Whitfield'] }
const marcus = { id: '310000000000000103', names: ['Márcus Delgado'] }
const PEOPLE = [dan, marcus, dana]

describe('Names in a spreadsheet', () => {
  it.each([
    ['dana whitfield', 2],
    ['Dana  Whitfield ', 2],
    ['DWhit', 2],
    ['Dana W.', 2],
    ['Dana', 1],
    ['D. Whitfield', 1],
    ['SD-1 | Dana', 1],
    ['D', 0],
    ['Dan', 0],
    ['Whitfield Dana', 0],
    ['', 0],
  ])('the name %s matches Dana Whitfield with score %i', (name, fit) => {
    expect(nameFit(name, dana)).toBe(fit)
  })

  it('a name finds nobody, one or several people, and the only match is suggested', () => {
    expect(candidatesFor('Nova', null, PEOPLE)).toEqual({ people: [], suggested: null })
    expect(candidatesFor('marcus', null, PEOPLE)).toEqual({ people: [marcus], suggested: marcus })
    expect(candidatesFor('D Whitfield', null, PEOPLE)).toEqual({ people: [dan, dana], suggested: null })
  })

  it('a name is looked up among many people in limited time', () => {
    let reads = 0
    const counted = {
      id: dana.id,
      get names() {
        reads += 1
        return dana.names
      },
    }
    for (const name of ['Nova', 'Remy', 'Dana']) candidatesFor(name, null, [counted])
    expect(reads).toBe(1)
  })

  it('a name with a rounded id finds the people with both, the name first', () => {
    const cut = roundedId('310000000000000000')
    expect(candidatesFor('Dana', cut, PEOPLE)).toEqual({ people: [dana, dan, marcus], suggested: dana })
    expect(candidatesFor('Nova', cut, PEOPLE).suggested).toBeNull()
    expect(candidatesFor('Nova', cut, [marcus])).toEqual({ people: [marcus], suggested: marcus })
    expect(candidatesFor('Nova', roundedId('3.1E+17'), PEOPLE).people).toEqual([])
  })
})
