import { describe, expect, it } from 'vitest'
import { ago } from './ago.ts'

describe('When something was', () => {
  it.each([
    ['2026-03-14T18:29:31.000Z', 'just now'],
    ['2026-03-14T18:29:00.000Z', '1 minute ago'],
    ['2026-03-14T16:00:00.000Z', '2 hours ago'],
    ['2026-03-01T16:00:00.000Z', '13 days ago'],
    ['2026-03-14T18:31:00.000Z', 'just now'],
  ])('%s is %s', (then, said) => {
    expect(ago(then, new Date('2026-03-14T18:30:00.000Z'))).toBe(said)
  })
})
