import { expect, it } from 'vitest'
import { CHECKLIST, trialMod } from '#test/checklist.ts'
import { columnsOf, sortKeysOf, sortValueOf } from './column-rules.ts'
import { EMPTY_STAGE } from './rules.ts'
import { COMPLETION_STATUSES } from './stage-rules.ts'

const STATUSES: readonly string[] = COMPLETION_STATUSES

const by = 'Marcus Delgado'
const NOLAN = trialMod('Nolan Reyes', {
  staffId: 'TM-2',
  completion: { status: 'In-Training' },
  classroom: { ...EMPTY_STAGE, inProgress: true, by },
  instructorReviewDate: '2026-03-01T10:00:00.000Z',
})
const ABE = trialMod('Abe Ott', {
  staffId: 'TM-15',
  completion: { status: 'Passed' },
  dates: { completed: '2026-02-01T10:00:00.000Z' },
  officialInstructor: 'Wren Holloway',
  classroom: { ...EMPTY_STAGE, done: true, by },
})
const BEA = trialMod('bea lind', {
  staffId: null,
  completion: { status: 'Failed' },
  dates: { completed: '2026-01-01T10:00:00.000Z' },
  classroom: { ...EMPTY_STAGE, failed: true, by },
  instructorReviewDate: '2025-12-01T10:00:00.000Z',
})
const CY = trialMod('Cy Roe', { staffId: 'TM-15' })

const values = (column: string) => [NOLAN, ABE, BEA, CY].map((record) => sortValueOf(record, column))

it('every column of the checklist has a unique name in the address', () => {
  const keys = sortKeysOf(CHECKLIST)
  expect(keys).toHaveLength(columnsOf(CHECKLIST).length)
  expect(new Set(keys).size).toBe(keys.length)
})

it.each([
  ['name', ['Nolan Reyes', 'Abe Ott', 'bea lind', 'Cy Roe']],
  ['staffId', ['TM-2', 'TM-15', null, 'TM-15']],
  ['assignedInstructor', [by, by, by, by]],
  ['completed', [null, '2026-02-01T10:00:00.000Z', '2026-01-01T10:00:00.000Z', null]],
  ['officialInstructor', [null, 'Wren Holloway', null, null]],
  ['instructorReviewDate', ['2026-03-01T10:00:00.000Z', null, '2025-12-01T10:00:00.000Z', null]],
])('the checklist is sorted by the content of the column %s', (column, expected) => {
  expect(values(column)).toEqual(expected)
})

it('a stage is sorted by its state, and one that has not started comes last', () => {
  const [inProgress, done, failed, open] = values('classroom')
  expect([inProgress, done, failed].toSorted()).toEqual([0, 1, 2])
  expect(done).toBe(0)
  expect(open).toBeNull()
})

it('the status is sorted by its order, not by its label', () => {
  expect(values('status')).toEqual(
    ['In-Training', 'Passed', 'Failed', 'In-Training'].map((status) => STATUSES.indexOf(status)),
  )
})
