import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { formatCount, lines, optionalLines, optionalText, text } from './text.ts'

function problem(schema: z.ZodMiniType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message
}

describe('a text that people type', () => {
  it('is trimmed', () => {
    expect(text(10).parse('  10-4 \t')).toBe('10-4')
  })

  it('is never empty', () => {
    expect(problem(text(10), '   ')).toBe('This is required.')
    expect(problem(text(10), undefined)).toBe('Write a text here.')
    expect(problem(text(10), 10)).toBe('Write a text here.')
  })

  it.each(['\u200b', '\u2060\u200d', '\u3164', '\u2800', '\ufe0f\u00ad'])(
    'is empty where nothing of it would be seen: %j',
    (value) => {
      expect(problem(text(10), value)).toBe('This is required.')
      expect(problem(lines(10), value)).toBe('This is required.')
      expect(optionalText(10).parse(value)).toBeNull()
    },
  )

  it('is bounded, counted after trimming', () => {
    expect(text(4).parse(' 10-4 ')).toBe('10-4')
    expect(problem(text(4_000), 'x'.repeat(4_001))).toBe('Use at most 4,000 characters.')
  })

  it.each(['a\u0000b', 'a\nb', 'a\u0085b', 'a\u202eb', 'a\ud800b'])(
    'holds no control characters and none that hide: %j',
    (value) => {
      expect(problem(text(10), value)).toBe('Remove the invisible characters.')
    },
  )

  it('keeps letters of every language and emoji, written in one way', () => {
    expect(text(20).parse('Nu\u0301n\u0303ez 👩‍🚒')).toBe('N\u00fa\u00f1ez 👩‍🚒')
  })
})

describe('a text that may stay away', () => {
  it.each([undefined, null, '', '  '])('is null when it is %j', (value) => {
    expect(optionalText(10).parse(value)).toBeNull()
    expect(optionalLines(10).parse(value)).toBeNull()
  })

  it('is otherwise a text like any other', () => {
    expect(optionalText(10).parse(' Radio ')).toBe('Radio')
    expect(problem(optionalText(3), 'Radio')).toBe('Use at most 3 characters.')
  })

  it('may be left out of an object', () => {
    expect(z.strictObject({ category: optionalText(10) }).parse({})).toEqual({ category: null })
  })
})

describe('several lines', () => {
  it('break and indent, whatever system they were typed on', () => {
    expect(optionalLines(20).parse('one\r\n\ttwo\n')).toBe('one\n\ttwo')
    expect(problem(optionalLines(20), 'one\u0007')).toBe('Remove the invisible characters.')
  })
})

it.each([
  [0, '0 rows'],
  [1, '1 row'],
  [1234, '1,234 rows'],
])('%i is formatted as %s', (count, words) => {
  expect(formatCount(count, 'row')).toBe(words)
})
