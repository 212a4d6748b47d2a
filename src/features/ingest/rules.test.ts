import { describe, expect, it } from 'vitest'
import { bearerOf, tidyLines, tidyName } from './rules.ts'

describe('A name from the game', () => {
  it.each([
    ['^1Red ^7Nolan', 'Red Nolan'],
    ['  Nolan\u202e\u0007  ', 'Nolan'],
    ['^3\u200b', 'Unnamed person'],
  ])('%j becomes %j', (name, tidy) => {
    expect(tidyName(name)).toBe(tidy)
  })

  it('is cut at 100 characters', () => {
    expect(tidyName('x'.repeat(101))).toHaveLength(100)
  })
})

describe('A reason from the game', () => {
  it('keeps its lines and loses what cannot be seen', () => {
    expect(tidyLines(' Ran people over.\r\n^1Twice.\u0000 ')).toBe('Ran people over.\nTwice.')
    expect(tidyLines(' ')).toBe('No reason was given.')
    expect(tidyLines('x'.repeat(9_000))).toHaveLength(3_500)
  })
})

describe('A bearer token', () => {
  const token = `ingest_${'a'.repeat(43)}`
  it('is taken as its header writes it, and nothing else is', () => {
    expect(bearerOf(`Bearer ${token}`)).toBe(token)
    expect(bearerOf(`bearer  ${token}`)).toBe(token)
    for (const header of [
      undefined,
      '',
      token,
      `Basic ${token}`,
      `Bearer ${token}x`,
      'Bearer ingest_short',
      'Bearer ',
    ]) {
      expect(bearerOf(header)).toBeNull()
    }
  })
})
