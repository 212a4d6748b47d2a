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

describe('The selection of rows', () => {
  it('rows are selected and deselected one by one', () => {
    expect(idsOf(flipped('a', 'c'))).toBe('ac')
    expect(idsOf(flipped('a', 'c', 'a'))).toBe('c')
  })

  it.each([
    ['downwards', 'b', 'd', 'bcd'],
    ['upwards', 'd', 'b', 'bcd'],
    ['to itself', 'b', 'b', 'b'],
  ])('a range extends from the last row %s', (_, from, to, expected) => {
    expect(idsOf(selectRange(flipped(from), ORDER, to))).toBe(expected)
  })

  it('a new end changes the range and keeps earlier selections', () => {
    const long = selectRange(flipped('e', 'a'), ORDER, 'd')
    expect(idsOf(long)).toBe('abcde')
    expect(idsOf(selectRange(long, ORDER, 'b'))).toBe('abe')
  })

  it('a range is one row if there was no last row, or it is no longer shown', () => {
    expect(idsOf(selectRange(EMPTY_SELECTION, ORDER, 'c'))).toBe('c')
    expect(idsOf(selectRange(flipped('x'), ORDER, 'c'))).toBe('cx')
    expect(idsOf(selectRange(selectAllRows(['c', 'x']), ORDER, 'c'))).toBe('cx')
  })

  it('a range grows and shrinks by key from the focused row', () => {
    const two = extendSelection(EMPTY_SELECTION, ORDER, 'b', 'c')
    expect(idsOf(two)).toBe('bc')
    const three = extendSelection(two, ORDER, 'c', 'd')
    expect(idsOf(three)).toBe('bcd')
    expect(idsOf(extendSelection(three, ORDER, 'd', 'c'))).toBe('bc')
    expect(idsOf(extendSelection(three, ORDER, 'a', 'b'))).toBe('abcd')
  })

  it('all shown rows can be selected', () => {
    expect(idsOf(selectAllRows(ORDER))).toBe('abcde')
  })
})
