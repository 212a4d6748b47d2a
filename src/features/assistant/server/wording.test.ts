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

describe('Questions', () => {
  it('a question is read without fillers, stop words and repeated letters', () => {
    expect(read('brooo lol can u see the officerrr')).toEqual(read('officer'))
  })

  it('every synonym of the glossary has the same term, as one word or two', () => {
    const shared = (one: string, other: string) =>
      read(one)
        .flat()
        .filter((name) => read(other).flat().includes(name))
    expect(shared('leo', 'cop')).toContain('=0')
    expect(shared('safezone', 'green zone')).toContain('=1')
    expect(shared('dui', 'drunk driving')).toContain('=2')
    expect(wording.terms('The officer waits in the green zone')).toEqual(expect.arrayContaining(['=0', '=1']))
  })

  it('a question about a part does not match the other way around', () => {
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
  ])('a typing error is corrected: %s', (typed, expected) => {
    expect(read(typed).flat()).toEqual(expect.arrayContaining(read(expected)[0] ?? ['?']))
  })

  it('a word that resembles no known word is uncertain', () => {
    expect(wording.concepts('horoscope')[0]?.doubt).toBe(1)
    expect(wording.concepts('officer')[0]?.doubt).toBe(0)
  })

  it.each([
    ['how old do i have to be', '?age'],
    ['how long until they answer', '?time'],
    ['how many of us', '?count'],
  ])('the kind of a question is recognized: %s', (question, kind) => {
    expect(read(question).flat()).toContain(kind)
  })

  it('the wording contains stop words and fillers, with correct spelling', () => {
    expect(wording.stems('bro u see the oficers')).toEqual(['bro', 'you', 'see', 'the', 'offic'])
  })

  it('a very long nonsense question takes no more time', () => {
    expect(wording.concepts('qwrtzpsdf '.repeat(500)).length).toBeLessThanOrEqual(80)
  })
})

describe('Words', () => {
  it('words keep the characters of a code, and lose accents and apostrophes', () => {
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
  ])('word forms have the same German stem: %s', (forms) => expect(sameStems(GERMAN_FORMS.stem, forms)).toBe(true))

  it('German words are found with any spelling of umlauts', () => {
    expect(german.words('Löschfahrzeug müssen STRASSE Feuer')).toEqual(
      german.words('loeschfahrzeug muessen straße feuer'),
    )
  })

  it('German compound words are found by a part', () => {
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
  ])('the kind of a German question is recognized: %s', (question, kind) =>
    expect(german.terms(question)).toContain(kind),
  )

  it('German stop words are omitted', () => expect(german.terms('darf ich das denn auch')).toEqual([]))
})

describe('Spanish rules', () => {
  it.each([
    'robar robo robos robando robaron',
    'sancion sanciones',
    'vehiculo vehiculos',
    'prohibido prohibida prohibidos',
    'policia policias',
  ])('word forms have the same Spanish stem: %s', (forms) => expect(sameStems(SPANISH_FORMS.stem, forms)).toBe(true))

  it('Spanish stop words are omitted, and the kind of a question is recognized', () => {
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
])('rules in the language %s have its word forms, or English ones', (locale, forms) =>
  expect(formsOf(locale)).toBe(forms),
)
