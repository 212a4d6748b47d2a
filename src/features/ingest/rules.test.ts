import { describe, expect, it } from 'vitest'
import { bearerOf, tidyLines, tidyName } from './rules.ts'

describe('Names from the game', () => {
  it.each([
    ['^1Red ^7Nolan', 'Red Nolan'],
    ['  Nolan\u202e\u0007  ', 'Nolan'],
    ['^3\u200b', 'Unnamed person'],
  ])('the name %j becomes %j', (name, tidy) => {
    expect(tidyName(name)).toBe(tidy)
  })

  it('a name is cut at 100 characters', () => {
    expect(tidyName('x'.repeat(101))).toHaveLength(100)
  })
})

describe('Reasons from the game', () => {
  it('a reason keeps its lines and loses invisible characters', () => {
    expect(tidyLines(' Ran people over.\r\n^1Twice.\u0000 ')).toBe('Ran people over.\nTwice.')
    expect(tidyLines(' ')).toBe('No reason was given.')
    expect(tidyLines('x'.repeat(9_000))).toHaveLength(3_500)
  })
})

describe('Bearer tokens', () => {
  const token = `ingest_${'a'.repeat(43)}`
  it('a token is read only from a valid header', () => {
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
