import { describe, expect, it } from 'vitest'
import {
  EMPTY_SELECTION,
  extendSelection,
  type RowSelection,
  selectAllRows,
  selectRange,
  toggleRow,
} from './row-selection.ts'

const ORDER = ['a', 'b', 'c', 'd', 'e']
const idsOf = ({ ids }: RowSelection) => [...ids].sort().join('')
const flipped = (...ids: string[]) => ids.reduce(toggleRow, EMPTY_SELECTION)

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
    expect(idsOf(selectRange(flipped(from), ORDER, to))).toBe(expected)
  })

  it('reach elsewhere instead when another end is named, beside what was chosen before', () => {
    const long = selectRange(flipped('e', 'a'), ORDER, 'd')
    expect(idsOf(long)).toBe('abcde')
    expect(idsOf(selectRange(long, ORDER, 'b'))).toBe('abe')
  })

  it('are one where none was chosen last, or that one is not shown any more', () => {
    expect(idsOf(selectRange(EMPTY_SELECTION, ORDER, 'c'))).toBe('c')
    expect(idsOf(selectRange(flipped('x'), ORDER, 'c'))).toBe('cx')
    expect(idsOf(selectRange(selectAllRows(['c', 'x']), ORDER, 'c'))).toBe('cx')
  })

  it('grow and shrink by key, from the row that has the focus', () => {
    const two = extendSelection(EMPTY_SELECTION, ORDER, 'b', 'c')
    expect(idsOf(two)).toBe('bc')
    const three = extendSelection(two, ORDER, 'c', 'd')
    expect(idsOf(three)).toBe('bcd')
    expect(idsOf(extendSelection(three, ORDER, 'd', 'c'))).toBe('bc')
    expect(idsOf(extendSelection(three, ORDER, 'a', 'b'))).toBe('abcd')
  })

  it('are all that the list shows', () => {
    expect(idsOf(selectAllRows(ORDER))).toBe('abcde')
  })
})
