import { afterEach, describe, expect, it } from 'vitest'
import { createSpeech, findMessage, formatNumber, msg, speak, t } from './messages.ts'

const GERMAN = createSpeech('de', {
  Home: 'Start',
  'If it happens again, tell us and quote {id}.': 'Nenne {id}, wenn es wieder passiert.',
})

const before = speak(createSpeech('en', {}))
afterEach(() => void speak(before))

it('says what the code says where there is no catalogue', () => {
  expect(t('Home')).toBe('Home')
  expect(t('If it happens again, tell us and quote {id}.', { id: 'A-1' })).toBe(
    'If it happens again, tell us and quote A-1.',
  )
})

it('says it in the language that was set last', () => {
  const english = speak(GERMAN)
  expect(t('Home')).toBe('Start')
  expect(t('If it happens again, tell us and quote {id}.', { id: 'A-1' })).toBe('Nenne A-1, wenn es wieder passiert.')
  speak(english)
  expect(t('Home')).toBe('Home')
})

it('leaves a mark as it is, to be said later', () => {
  const title = msg('Home')
  speak(GERMAN)
  expect(title).toBe('Home')
  expect(t(title)).toBe('Start')
})

it('translates only what is a message', () => {
  speak(GERMAN)
  expect(findMessage('Home')).toBe('Start')
  expect(findMessage('Florida Highway Patrol')).toBe('Florida Highway Patrol')
  expect(findMessage('constructor')).toBe('constructor')
})

describe('A message with a number', () => {
  const FILES = { one: '{count} file', other: '{count} files' }

  it.each([
    [0, '{count} Dateien'],
    [1, '{count} Datei'],
    [2, '{count} Dateien'],
  ])('has the form that the language wants for %i', (count, expected) => {
    const german = createSpeech('de', { '{count} files': { one: '{count} Datei', other: '{count} Dateien' } })
    expect(german.find(FILES, count)).toBe(expected)
  })

  it('writes it as the language does', () => {
    const german = createSpeech('de', { '{count} days ago': { one: 'vor {count} Tag', other: 'vor {count} Tagen' } })
    expect(german.t({ one: '{count} day ago', other: '{count} days ago' }, { count: 1000 })).toBe('vor 1.000 Tagen')
    expect(t({ one: '{count} day ago', other: '{count} days ago' }, { count: 1000 })).toBe('1,000 days ago')
  })

  it('falls back to the form for other numbers', () => {
    const spanish = createSpeech('es', { '{count} files': { one: '{count} archivo', other: '{count} archivos' } })
    // Spanish has a separate plural form for millions.
    expect(spanish.find(FILES, 1_000_000)).toBe('{count} archivos')
  })
})

it('writes numbers as the language does', () => {
  speak(GERMAN)
  expect(formatNumber(1234)).toBe('1.234')
  speak(createSpeech('en', {}))
  expect(formatNumber(1234)).toBe('1,234')
})
