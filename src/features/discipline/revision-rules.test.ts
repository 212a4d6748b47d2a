import { describe, expect, it } from 'vitest'
import { changedSinceApproval, harsherFields, touchesReading } from './revision-rules.ts'

describe('Revisions that make an action harsher', () => {
  const was = {
    ...{ date: '2026-03-01T00:00:00.000Z', user: '1', user_name: 'A', type: 'Strike' },
    ...{ internal_reason: 'x', external_reason: 'y', points: 4 },
    ...{ ends_at: '2026-04-01T00:00:00.000Z', points_end_at: null as string | null },
  }
  it.each<[string, Partial<typeof was> | { ends_at: null }, string[]]>([
    ['a lighter type', { type: 'Verbal Warning' }, []],
    ['a graver type', { type: 'Demotion' }, ['type']],
    ['an earlier end', { ends_at: '2026-03-20T00:00:00.000Z' }, []],
    ['a later end', { ends_at: '2026-05-01T00:00:00.000Z' }, ['ends_at']],
    ['no end', { ends_at: null }, ['ends_at']],
    ['fewer points', { points: 1 }, []],
    ['more points', { points: 5 }, ['points']],
    ['points that end', { points_end_at: '2026-05-01T00:00:00.000Z' }, []],
    ['another reason for the person', { external_reason: 'z' }, ['external_reason']],
    ['another person', { user: '2' }, ['user']],
    ['another date', { date: '2026-02-01T00:00:00.000Z' }, ['date']],
    ['another internal reason', { internal_reason: 'z' }, []],
    ['fewer points of a graver type', { type: 'Demotion', points: 1 }, ['type']],
  ])('a harsher revision: %s', (_, change, expected) => {
    expect(harsherFields(was, { ...was, ...change }, ['Verbal Warning', 'Written Warning'])).toEqual(expected)
  })
})

it.each([
  [['user'], true],
  [['type'], true],
  [['ends_at'], true],
  [['points'], true],
  [['external_reason'], true],
  [['internal_reason', 'user_name', 'date', 'points_end_at'], false],
])('the person confirms a change of %s again: %s', (changed, expected) => {
  expect(touchesReading(changed)).toBe(expected)
})

describe('The revision after an approval', () => {
  const approval = { state: 'approved', at: '2026-03-14T12:00:00.000Z' }
  const [before, after] = [{ at: '2026-03-14T11:00:00.000Z' }, { at: '2026-03-14T13:00:00.000Z' }]
  it('the revision is the last one after the approval', () => {
    expect(changedSinceApproval({ approval }, [before, after])).toBe(after)
  })
  it('there is no revision if it was made before, or the action is not approved', () => {
    expect(changedSinceApproval({ approval }, [before])).toBeNull()
    expect(changedSinceApproval({ approval: { ...approval, state: 'waiting' } }, [after])).toBeNull()
    expect(changedSinceApproval({ approval: null }, [after])).toBeNull()
  })
})
