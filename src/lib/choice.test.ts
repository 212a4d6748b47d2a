import { describe, expect, it } from 'vitest'
import { type Chosen, NONE_CHOSEN, withAll, withFlipped, withRange, withStep } from './choice.ts'

const ORDER = ['a', 'b', 'c', 'd', 'e']
const idsOf = ({ ids }: Chosen) => [...ids].sort().join('')
const flipped = (...ids: string[]) => ids.reduce(withFlipped, NONE_CHOSEN)

describe('Rows that are chosen', () => {
  it('are chosen one by one, and let go', () => {
    expect(idsOf(flipped('a', 'c'))).toBe('ac')
    expect(idsOf(flipped('a', 'c', 'a'))).toBe('c')
  })

  it.each([
    ['downwards', 'b', 'd', 'bcd'],
    ['upwards', 'd', 'b', 'bcd'],
    ['to itself', 'b', 'b', 'b'],
  ])('reach from the last one %s', (_, from, to, expected) => {
    expect(idsOf(withRange(flipped(from), ORDER, to))).toBe(expected)
  })

  it('reach elsewhere instead when another end is named, beside what was chosen before', () => {
    const long = withRange(flipped('e', 'a'), ORDER, 'd')
    expect(idsOf(long)).toBe('abcde')
    expect(idsOf(withRange(long, ORDER, 'b'))).toBe('abe')
  })

  it('are one where none was chosen last, or that one is not shown any more', () => {
    expect(idsOf(withRange(NONE_CHOSEN, ORDER, 'c'))).toBe('c')
    expect(idsOf(withRange(flipped('x'), ORDER, 'c'))).toBe('cx')
    expect(idsOf(withRange(withAll(['c', 'x']), ORDER, 'c'))).toBe('cx')
  })

  it('grow and shrink by key, from the row that has the focus', () => {
    const two = withStep(NONE_CHOSEN, ORDER, 'b', 'c')
    expect(idsOf(two)).toBe('bc')
    const three = withStep(two, ORDER, 'c', 'd')
    expect(idsOf(three)).toBe('bcd')
    expect(idsOf(withStep(three, ORDER, 'd', 'c'))).toBe('bc')
    expect(idsOf(withStep(three, ORDER, 'a', 'b'))).toBe('abcd')
  })

  it('are all that the list shows', () => {
    expect(idsOf(withAll(ORDER))).toBe('abcde')
  })
})
