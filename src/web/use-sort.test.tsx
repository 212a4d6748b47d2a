import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sortedBy, useSort } from './use-sort.ts'

beforeEach(() => window.history.replaceState(null, '', '/list?search=a'))
afterEach(cleanup)

describe('The sorted column', () => {
  it('a column sorts ascending, descending, and then not, in the address', () => {
    const { result } = renderHook(() => useSort(['name', 'day']))
    const query = () => window.location.search
    expect(result.current.sort).toBeNull()
    for (const [column, search] of [
      ['name', '?search=a&sort=name%3Aasc'],
      ['name', '?search=a&sort=name%3Adesc'],
      ['day', '?search=a&sort=day%3Aasc'],
      ['day', '?search=a&sort=day%3Adesc'],
      ['day', '?search=a'],
    ] as const) {
      act(() => result.current.onSort(column))
      expect(query()).toBe(search)
    }
    expect(result.current.sort).toBeNull()
  })

  it.each(['?sort=other:asc', '?sort=name', '?sort=name:up'])('an invalid column is ignored in %s', (search) => {
    window.history.replaceState(null, '', `/list${search}`)
    expect(renderHook(() => useSort(['name'])).result.current.sort).toBeNull()
  })
})

describe('Sorted rows', () => {
  const ROWS = [
    { name: 'M-10', number: 3 },
    { name: null, number: 1 },
    { name: 'm-2', number: null },
    { name: 'M-2', number: 20 },
  ]
  const by = (column: string, isDescending: boolean) =>
    sortedBy(ROWS, { column, isDescending }, (row, key) => (key === 'name' ? row.name : row.number)).map((row) =>
      ROWS.indexOf(row),
    )

  it('rows are in natural order, equal ones in list order, and empty ones last in both directions', () => {
    expect(by('name', false)).toEqual([2, 3, 0, 1])
    expect(by('name', true)).toEqual([0, 2, 3, 1])
    expect(by('number', false)).toEqual([1, 0, 3, 2])
    expect(by('number', true)).toEqual([3, 0, 1, 2])
    expect(sortedBy(ROWS, null, () => null)).toEqual(ROWS)
  })
})
