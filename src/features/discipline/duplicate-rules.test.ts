import { expect, it } from 'vitest'
import { duplicateFilter, withoutRevoked } from './duplicate-rules.ts'

const NOW = new Date('2026-03-14T12:00:00.000Z')
const filled = { user: '310000000000000101', type: 'Strike', date: undefined }

it('an action with the same person, type and day is a likely duplicate, where no date means today', () => {
  const asked = { user: filled.user, type: 'Strike' }
  expect(duplicateFilter(filled, NOW)).toMatchObject({ ...asked, start: '2026-03-14', end: '2026-03-14' })
  const before = duplicateFilter({ ...filled, date: '2026-02-27T12:00:00.000Z' }, NOW)
  expect(before).toMatchObject({ ...asked, start: '2026-02-27', end: '2026-02-27' })
})

it('there is no duplicate before person and type are selected', () => {
  expect(duplicateFilter({ ...filled, user: '' }, NOW)).toBeNull()
  expect(duplicateFilter({ ...filled, type: '' }, NOW)).toBeNull()
})

it('a revoked action is not a duplicate', () => {
  const standing = { id: 1, revoked: null }
  expect(withoutRevoked([standing, { id: 2, revoked: { outcome: 'expunged' } }])).toEqual([standing])
})
