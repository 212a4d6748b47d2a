import { afterEach, describe, expect, it } from 'vitest'
import { createTranslator, findMessage, formatNumber, msg, setTranslator, t } from './messages.ts'

const GERMAN = createTranslator('de', {
  Home: 'Start',
  'If it happens again, tell us and quote {id}.': 'Nenne {id}, wenn es wieder passiert.',
})

const before = setTranslator(createTranslator('en', {}))
afterEach(() => void setTranslator(before))

it('a message without a catalogue is the text of the code', () => {
  expect(t('Home')).toBe('Home')
  expect(t('If it happens again, tell us and quote {id}.', { id: 'A-1' })).toBe(
    'If it happens again, tell us and quote A-1.',
  )
})

it('a message is in the language that was set last', () => {
  const english = setTranslator(GERMAN)
  expect(t('Home')).toBe('Start')
  expect(t('If it happens again, tell us and quote {id}.', { id: 'A-1' })).toBe('Nenne A-1, wenn es wieder passiert.')
  setTranslator(english)
  expect(t('Home')).toBe('Home')
})

it('a marked message is unchanged until it is translated', () => {
  const title = msg('Home')
  setTranslator(GERMAN)
  expect(title).toBe('Home')
  expect(t(title)).toBe('Start')
})

it('other texts are not translated', () => {
  setTranslator(GERMAN)
  expect(findMessage('Home')).toBe('Start')
  expect(findMessage('Florida Highway Patrol')).toBe('Florida Highway Patrol')
  expect(findMessage('constructor')).toBe('constructor')
})

describe('Messages with a number', () => {
  const FILES = { one: '{count} file', other: '{count} files' }

  it.each([
    [0, '{count} Dateien'],
    [1, '{count} Datei'],
    [2, '{count} Dateien'],
  ])('the plural form for %i is that of the language', (count, expected) => {
    const german = createTranslator('de', { '{count} files': { one: '{count} Datei', other: '{count} Dateien' } })
    expect(german.find(FILES, count)).toBe(expected)
  })

  it('the number has the format of the language', () => {
    const german = createTranslator('de', {
      '{count} days ago': { one: 'vor {count} Tag', other: 'vor {count} Tagen' },
    })
    expect(german.t({ one: '{count} day ago', other: '{count} days ago' }, { count: 1000 })).toBe('vor 1.000 Tagen')
    expect(t({ one: '{count} day ago', other: '{count} days ago' }, { count: 1000 })).toBe('1,000 days ago')
  })

  it('a missing plural form falls back to the general one', () => {
    const spanish = createTranslator('es', { '{count} files': { one: '{count} archivo', other: '{count} archivos' } })
    // Spanish has a separate plural form for millions.
    expect(spanish.find(FILES, 1_000_000)).toBe('{count} archivos')
  })
})

it('numbers have the format of the language', () => {
  setTranslator(GERMAN)
  expect(formatNumber(1234)).toBe('1.234')
  setTranslator(createTranslator('en', {}))
  expect(formatNumber(1234)).toBe('1,234')
})
