import { describe, expect, it } from 'vitest'
import { cleanLine } from './clean-text.ts'

describe('Cleaning a foreign text', () => {
  it.each([
    ['  Nolan\u202e\u0007  ', 'Nolan'],
    ['Nolan\nReyes', 'NolanReyes'],
    ['a\u0000b', 'ab'],
    ['\ud800', '\ufffd'],
    ['e\u0301', 'é'],
    ['👩\u200d🚒', '👩\u200d🚒'],
    ['\u200b\u3164', ''],
  ])('%j becomes %j', (given, tidy) => {
    expect(cleanLine(given, 100)).toBe(tidy)
  })

  it('a text is cut at its limit, and never inside a character', () => {
    expect(cleanLine('x'.repeat(100), 100)).toBe('x'.repeat(100))
    expect(cleanLine('x'.repeat(101), 100)).toBe(`${'x'.repeat(99)}…`)
    expect(cleanLine(`${'x'.repeat(98)}🚓🚓`, 100)).toBe(`${'x'.repeat(98)}…`)
  })
})
