import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { formatCount, lines, optionalLines, optionalText, text } from './text.ts'

function problem(schema: z.ZodMiniType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message
}

describe('Text fields', () => {
  it('a text is trimmed', () => {
    expect(text(10).parse('  10-4 \t')).toBe('10-4')
  })

  it('a text is not empty', () => {
    expect(problem(text(10), '   ')).toBe('This is required.')
    expect(problem(text(10), undefined)).toBe('Write a text here.')
    expect(problem(text(10), 10)).toBe('Write a text here.')
  })

  it.each(['\u200b', '\u2060\u200d', '\u3164', '\u2800', '\ufe0f\u00ad'])(
    'a text of invisible characters is empty: %j',
    (value) => {
      expect(problem(text(10), value)).toBe('This is required.')
      expect(problem(lines(10), value)).toBe('This is required.')
      expect(optionalText(10).parse(value)).toBeNull()
    },
  )

  it('a text has a maximum length after trimming', () => {
    expect(text(4).parse(' 10-4 ')).toBe('10-4')
    expect(problem(text(4_000), 'x'.repeat(4_001))).toBe('Use at most 4,000 characters.')
  })

  it.each(['a\u0000b', 'a\nb', 'a\u0085b', 'a\u202eb', 'a\ud800b'])(
    'a text contains no control characters and no bidirectional overrides: %j',
    (value) => {
      expect(problem(text(10), value)).toBe('Remove the invisible characters.')
    },
  )

  it('letters of every language and emoji are kept, in one normal form', () => {
    expect(text(20).parse('Nu\u0301n\u0303ez 👩‍🚒')).toBe('N\u00fa\u00f1ez 👩‍🚒')
  })
})

describe('Optional text fields', () => {
  it.each([undefined, null, '', '  '])('an optional text of %j is null', (value) => {
    expect(optionalText(10).parse(value)).toBeNull()
    expect(optionalLines(10).parse(value)).toBeNull()
  })

  it('an optional text with content follows the same rules', () => {
    expect(optionalText(10).parse(' Radio ')).toBe('Radio')
    expect(problem(optionalText(3), 'Radio')).toBe('Use at most 3 characters.')
  })

  it('an optional text can be missing in an object', () => {
    expect(z.strictObject({ category: optionalText(10) }).parse({})).toEqual({ category: null })
  })
})

describe('Multi-line text fields', () => {
  it('line breaks and indents are kept, with the line ends of any system', () => {
    expect(optionalLines(20).parse('one\r\n\ttwo\n')).toBe('one\n\ttwo')
    expect(problem(optionalLines(20), 'one\u0007')).toBe('Remove the invisible characters.')
  })
})

it.each([
  [0, '0 rows'],
  [1, '1 row'],
  [1234, '1,234 rows'],
])('the number %i is formatted as %s', (count, words) => {
  expect(formatCount(count, 'row')).toBe(words)
})
