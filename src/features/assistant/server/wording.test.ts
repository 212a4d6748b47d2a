import { describe, expect, it } from 'vitest'
import { ENGLISH_FORMS } from './english-forms.ts'
import { GERMAN_FORMS } from './german-forms.ts'
import { SPANISH_FORMS } from './spanish-forms.ts'
import { formsOf } from './word-forms-of.ts'
import { createWording, tokenize } from './wording.ts'

const wording = createWording(
  ENGLISH_FORMS,
  {
    fillers: ['bro', 'lol'],
    short: { u: 'you', perma: 'permanent' },
    same: [
      ['cop', 'officer', 'leo'],
      ['green zone', 'safezone'],
    ],
    near: [{ said: ['dinner'], means: ['leave'] }],
  },
  [['dui', 'drunk driving']],
)
wording.learn('An officer may leave the green zone. Handcuffs. Failrp is permanent. Pursuit.')

/** The names of each concept that a question is read as. */
const read = (question: string) => wording.concepts(question).map(({ alternatives }) => [...alternatives.keys()])

describe('A question', () => {
  it('is read without fillers, stop words and letters that are held down', () => {
    expect(read('brooo lol can u see the officerrr')).toEqual(read('officer'))
  })

  it('names the same thing in any way of the glossary, of one word or of two', () => {
    const shared = (one: string, other: string) =>
      read(one)
        .flat()
        .filter((name) => read(other).flat().includes(name))
    expect(shared('leo', 'cop')).toContain('=0')
    expect(shared('safezone', 'green zone')).toContain('=1')
    expect(shared('dui', 'drunk driving')).toContain('=2')
    expect(wording.terms('The officer waits in the green zone')).toEqual(expect.arrayContaining(['=0', '=1']))
  })

  it('asks for a part of something in one direction only', () => {
    expect(read('dinner').flat()).toContain('~0')
    expect(wording.terms('leave')).toContain('~0')
    expect(read('leave').flat()).not.toContain('~0')
  })

  it.each([
    ['purusit', 'pursuit'],
    ['oficer', 'officer'],
    ['hadncufs', 'handcuffs'],
    ['fail rp', 'failrp'],
    ['perma', 'permanent'],
  ])('is spelt as people type: %s', (typed, meant) => {
    expect(read(typed).flat()).toEqual(expect.arrayContaining(read(meant)[0] ?? ['?']))
  })

  it('is unsure of a word that nothing of ours is like', () => {
    expect(wording.concepts('horoscope')[0]?.doubt).toBe(1)
    expect(wording.concepts('officer')[0]?.doubt).toBe(0)
  })

  it.each([
    ['how old do i have to be', '?age'],
    ['how long until they answer', '?time'],
    ['how many of us', '?count'],
  ])('says what it asks for: %s', (question, kind) => {
    expect(read(question).flat()).toContain(kind)
  })

  it('is worded with stop words and fillers too, rightly spelt', () => {
    expect(wording.stems('bro u see the oficers')).toEqual(['bro', 'you', 'see', 'the', 'offic'])
  })

  it('costs no more when it is a flood of nonsense', () => {
    expect(wording.concepts('qwrtzpsdf '.repeat(500)).length).toBeLessThanOrEqual(80)
  })
})

describe('Words', () => {
  it('keep what joins a code, and lose accents and apostrophes', () => {
    expect(tokenize("Can't I do 10-50, 10 33 or 316.193? Café ride-along")).toEqual([
      'cant',
      'i',
      'do',
      '10-50',
      '10-33',
      'or',
      '316.193',
      'cafe',
      'ride',
      'along',
    ])
    expect(wording.terms('The robbing of robbers')).toEqual(['rob', 'robber'])
  })
})

const EMPTY = { fillers: [], short: {}, same: [], near: [] }
const sameStems = (stem: (word: string) => string, forms: string) => new Set(forms.split(' ').map(stem)).size === 1

describe('German rules', () => {
  const german = createWording(GERMAN_FORMS, EMPTY)
  german.learn('Einsatzbericht Bericht Schwimmweste Weste Feuerwehr muessen')

  it.each([
    'fahren fahrt fahre gefahren fahrst',
    'sperre sperren gesperrt sperrung',
    'behandeln behandelt behandlung behandlungen',
    'bewerben bewerbung bewerbungen',
    'minute minuten',
    'wache wachen',
    'fahrzeug fahrzeuge fahrzeugen fahrzeugs',
  ])('have the forms of a word as one: %s', (forms) => expect(sameStems(GERMAN_FORMS.stem, forms)).toBe(true))

  it('are found however umlauts are typed', () => {
    expect(german.words('Löschfahrzeug müssen STRASSE Feuer')).toEqual(
      german.words('loeschfahrzeug muessen straße feuer'),
    )
  })

  it('are found by a part of a word that is written together', () => {
    const names = (question: string) =>
      german.concepts(question).flatMap(({ alternatives }) => [...alternatives.keys()])
    expect(german.terms('Einsatzbericht')).toContain(german.terms('Bericht')[0])
    expect(names('rettungsweste')).toContain(german.terms('Weste')[0])
  })

  it.each([
    ['Wie alt muss ich sein?', '?age'],
    ['bis wann muss das da sein', '?time'],
    ['wieviele leute', '?count'],
    ['wer darf das', '?who'],
  ])('say what is asked for: %s', (question, kind) => expect(german.terms(question)).toContain(kind))

  it('leave out words that tell nothing', () => expect(german.terms('darf ich das denn auch')).toEqual([]))
})

describe('Spanish rules', () => {
  it.each([
    'robar robo robos robando robaron',
    'sancion sanciones',
    'vehiculo vehiculos',
    'prohibido prohibida prohibidos',
    'policia policias',
  ])('have the forms of a word as one: %s', (forms) => expect(sameStems(SPANISH_FORMS.stem, forms)).toBe(true))

  it('leave out words that tell nothing, and say what is asked for', () => {
    const spanish = createWording(SPANISH_FORMS, EMPTY)
    expect(spanish.terms('¿Puedo hacer eso también?')).toEqual([])
    expect(spanish.terms('¿Cuántos años tengo que tener?')).toContain('?age')
  })
})

it.each([
  ['de-AT', GERMAN_FORMS],
  ['es-MX', SPANISH_FORMS],
  ['en-GB', ENGLISH_FORMS],
  ['fr-FR', ENGLISH_FORMS],
])('The rules of %s are read in its language, or else in English', (locale, forms) =>
  expect(formsOf(locale)).toBe(forms),
)
