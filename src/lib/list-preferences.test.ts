import { describe, expect, it } from 'vitest'
import {
  allowedWidth,
  MAX_WIDTH,
  MIN_WIDTH,
  NO_PREFERENCES,
  shownView,
  viewSearch,
  withColumn,
  withoutView,
  withView,
  withViewRenamed,
} from './list-preferences.ts'

const TRAINEES = { name: 'My trainees', search: 'role=Trial+Moderator&sort=name:asc' }
const ON_LEAVE = { name: 'On leave', search: 'status=LOA' }
const BOTH = { ...NO_PREFERENCES, views: [TRAINEES, ON_LEAVE] }

describe('Saved views', () => {
  it.each([
    ['?status=LOA&page=3', 'status=LOA'],
    ['?person=200000000000000001&status=LOA,Active', 'status=LOA,Active'],
    ['?entry=17', ''],
    ['?sort=name%3Aasc&search=a+b', 'search=a+b&sort=name%3Aasc'],
  ])('a view stores filters and sort order of %s', (search, kept) => {
    expect(viewSearch(search)).toBe(kept)
  })

  it('a view is recognized in an address with another order of parameters', () => {
    expect(shownView(BOTH.views, '?sort=name%3Aasc&role=Trial%20Moderator&page=2')).toBe(TRAINEES)
    expect(shownView(BOTH.views, '?role=Trial+Moderator')).toBeUndefined()
  })

  it('a view replaces one with the same name, ignoring case', () => {
    const next = { name: 'on LEAVE', search: 'status=LOA&sort=name:asc' }
    expect(withView(BOTH, next).views).toEqual([TRAINEES, next])
  })

  it('a new view comes last, and a restored one at its position', () => {
    const next = { name: 'New', search: '' }
    expect(withView(BOTH, next).views).toEqual([TRAINEES, ON_LEAVE, next])
    expect(withView(withoutView(BOTH, 'My trainees'), TRAINEES, 0).views).toEqual(BOTH.views)
  })

  it('a view can be renamed, but not to the name of another', () => {
    expect(withViewRenamed(BOTH, 'On leave', 'Away').views).toEqual([TRAINEES, { ...ON_LEAVE, name: 'Away' }])
    expect(withViewRenamed(BOTH, 'On leave', 'ON LEAVE').views[1]?.name).toBe('ON LEAVE')
    expect(withViewRenamed(BOTH, 'On leave', 'my trainees')).toEqual(BOTH)
  })
})

describe('Columns', () => {
  it('a column is hidden once and shown again', () => {
    const hidden = withColumn(withColumn(NO_PREFERENCES, 'notes', false), 'notes', false)
    expect(hidden.hidden).toEqual(['notes'])
    expect(withColumn(hidden, 'notes', true).hidden).toEqual([])
  })

  it.each([
    [3, MIN_WIDTH],
    [120.6, 121],
    [5000, MAX_WIDTH],
  ])('a column width of %d px becomes %d', (wanted, width) => {
    expect(allowedWidth(wanted)).toBe(width)
  })
})
