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

describe('a view', () => {
  it.each([
    ['?status=LOA&page=3', 'status=LOA'],
    ['?person=200000000000000001&status=LOA,Active', 'status=LOA,Active'],
    ['?entry=17', ''],
    ['?sort=name%3Aasc&search=a+b', 'search=a+b&sort=name%3Aasc'],
  ])('keeps of %s the filters and the sort', (search, kept) => {
    expect(viewSearch(search)).toBe(kept)
  })

  it('is shown by an address that says the same in another order', () => {
    expect(shownView(BOTH.views, '?sort=name%3Aasc&role=Trial%20Moderator&page=2')).toBe(TRAINEES)
    expect(shownView(BOTH.views, '?role=Trial+Moderator')).toBeUndefined()
  })

  it('takes the place of the one with its name, whatever the case', () => {
    const next = { name: 'on LEAVE', search: 'status=LOA&sort=name:asc' }
    expect(withView(BOTH, next).views).toEqual([TRAINEES, next])
  })

  it('that is new comes last, and one that is brought back comes where it was', () => {
    const next = { name: 'New', search: '' }
    expect(withView(BOTH, next).views).toEqual([TRAINEES, ON_LEAVE, next])
    expect(withView(withoutView(BOTH, 'My trainees'), TRAINEES, 0).views).toEqual(BOTH.views)
  })

  it('gets another name, but not that of another view', () => {
    expect(withViewRenamed(BOTH, 'On leave', 'Away').views).toEqual([TRAINEES, { ...ON_LEAVE, name: 'Away' }])
    expect(withViewRenamed(BOTH, 'On leave', 'ON LEAVE').views[1]?.name).toBe('ON LEAVE')
    expect(withViewRenamed(BOTH, 'On leave', 'my trainees')).toEqual(BOTH)
  })
})

describe('columns', () => {
  it('are hidden once and shown again', () => {
    const hidden = withColumn(withColumn(NO_PREFERENCES, 'notes', false), 'notes', false)
    expect(hidden.hidden).toEqual(['notes'])
    expect(withColumn(hidden, 'notes', true).hidden).toEqual([])
  })

  it.each([
    [3, MIN_WIDTH],
    [120.6, 121],
    [5000, MAX_WIDTH],
  ])('that should be %d px wide become %d', (wanted, width) => {
    expect(allowedWidth(wanted)).toBe(width)
  })
})
