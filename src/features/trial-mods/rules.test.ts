import { describe, expect, it } from 'vitest'
import { CHECKLIST, trialMod as record } from '#test/checklist.ts'
import { columnsOf } from './column-rules.ts'
import type { Stage } from './contract.ts'
import {
  allInstructors,
  type ChecklistFilter,
  compareTrialMods,
  countsOf,
  matches,
  nextStage,
  ownProgress,
  partsOf,
  stageOf,
  stageProblem,
  stateFlags,
  withCompletion,
  withoutChecklist,
  withPassedChecklist,
  withRating,
  withStage,
} from './rules.ts'
import { parseStageCell, SHEET_FIELDS, sheetFieldsOf } from './sheet-rules.ts'
import { STAGE_KEYS, stageKeyAt, stageTitle } from './stage-rules.ts'

const COLUMNS = columnsOf(CHECKLIST)

const NOW = '2026-03-14T18:30:00.000Z'
const EARLIER = '2026-02-01T10:00:00.000Z'
const done: Stage = { done: true, failed: false, inProgress: false, by: 'Marcus Delgado', notes: null }

const passed = (name: string, date: string | null) =>
  record(name, { completion: { status: 'Passed' }, dates: { completed: date } })
const failed = (name: string, date: string | null) =>
  record(name, { completion: { status: 'Failed' }, dates: { completed: date } })

describe('Stages', () => {
  it('the table has the stages Classroom, In-Game, Supervised 1, Supervised 2, In-Game 1, In-Game 2 and In-Game 3', () => {
    expect(COLUMNS).toEqual([
      'Staff ID',
      'Trial Mod',
      'Assigned Instructor',
      'Classroom',
      'In-Game',
      'Supervised 1',
      'Supervised 2',
      'In-Game 1',
      'In-Game 2',
      'In-Game 3',
      'Status',
      'Completed (date)',
      'Official Instructor',
      'Instructor Review (name)',
      'Review Date',
      'Trainee Review (name)',
      'Review Date',
    ])
  })

  it('the dialog calls the stages Classroom, In-Game, Supervised Sit 1 and 2, and In-Game Sit 1 to 3', () => {
    expect(STAGE_KEYS.map((key) => stageTitle(key, CHECKLIST))).toEqual([
      'Classroom',
      'In-Game',
      'Supervised Sit 1',
      'Supervised Sit 2',
      'In-Game Sit 1',
      'In-Game Sit 2',
      'In-Game Sit 3',
    ])
  })

  it('stages are stored as classroom, inGame and the list supervised', () => {
    const all = STAGE_KEYS.reduce((now, key) => withStage(now, key, { ...done, notes: key }), record('Nolan'))
    expect(all.classroom.notes).toBe('classroom')
    expect(all.inGame.notes).toBe('in_game')
    expect(all.supervised.map(({ notes }) => notes)).toEqual(STAGE_KEYS.slice(2))
    expect(STAGE_KEYS.map((key) => stageOf(all, key).notes)).toEqual([...STAGE_KEYS])
  })

  it('a stage is done, failed or in progress, and selecting one clears the others', () => {
    expect(stateFlags('done')).toEqual({ done: true, failed: false, inProgress: false })
    expect(stateFlags('failed')).toEqual({ done: false, failed: true, inProgress: false })
    expect(stateFlags('inProgress')).toEqual({ done: false, failed: false, inProgress: true })
    expect(stateFlags(null)).toEqual({ done: false, failed: false, inProgress: false })
  })

  it('the next stage is the first one that is not done', () => {
    expect(nextStage(record('Nolan', { classroom: done }), CHECKLIST)).toBe('in_game')
    expect(
      nextStage(
        STAGE_KEYS.reduce((now, key) => withStage(now, key, done), record('Nolan')),
        CHECKLIST,
      ),
    ).toBe('supervised5')
  })
})

describe('A supervisor and a status', () => {
  it.each([
    ['Marcus', null, 'Pick a status (Completed / In-Progress / Failed) when setting a supervisor.'],
    ['', 'done', 'Enter a Supervising Admin when selecting a status.'],
    ['   ', 'failed', 'Enter a Supervising Admin when selecting a status.'],
    [null, 'inProgress', 'Enter a Supervising Admin when selecting a status.'],
    ['Marcus', 'done', null],
    [' Marcus ', 'failed', null],
    ['', null, null],
    [null, null, null],
  ] as const)('supervisor %j and status %j must be given together', (by, state, problem) => {
    expect(stageProblem({ ...stateFlags(state), by })).toBe(problem)
  })
})

describe('Tallies', () => {
  it('tallies count the stages with notes, the failed stages, and the passed stages', () => {
    let now = withStage(record('Nolan'), 'classroom', { ...done, notes: 'Well prepared' })
    now = withStage(now, 'in_game', { ...done, done: false, failed: true, notes: 'Too quick' })
    now = withStage(now, 'supervised1', { ...done, done: false, inProgress: true })
    expect(now).toMatchObject({ notes: 2, failed: 1, passed: 1 })
    expect(withStage(now, 'in_game', done)).toMatchObject({ notes: 1, failed: 0, passed: 2 })
  })
})

describe('Completion', () => {
  it.each(['Passed', 'Failed'] as const)(
    'selecting %s sets the completion date to the existing one or to now',
    (status) => {
      expect(withCompletion(record('Nolan'), { status }, NOW).dates.completed).toBe(NOW)
      expect(withCompletion(passed('Nolan', EARLIER), { status }, NOW)).toMatchObject({
        completion: { status },
        dates: { completed: EARLIER },
      })
    },
  )

  it('selecting In-Training clears the completion date', () => {
    const back = withCompletion(passed('Nolan', EARLIER), { status: 'In-Training' }, NOW)
    expect(back).toMatchObject({ completion: { status: 'In-Training' }, dates: { completed: null } })
    expect(withCompletion(back, { status: 'In-Training', completedAt: EARLIER }, NOW).dates.completed).toBeNull()
  })

  it('an official instructor sets the completion date to the existing one or to now', () => {
    const named = withCompletion(record('Nolan'), { officialInstructorName: 'Marcus' }, NOW)
    expect(named).toMatchObject({ officialInstructor: 'Marcus', dates: { completed: NOW } })
    expect(withCompletion(passed('Nolan', EARLIER), { officialInstructorName: 'Wren' }, NOW).dates.completed).toBe(
      EARLIER,
    )
  })

  it('an empty official instructor is null, and keeps the date', () => {
    const before = { ...passed('Nolan', EARLIER), officialInstructor: 'Marcus' }
    expect(withCompletion(before, { officialInstructorName: '' }, NOW)).toEqual({ ...before, officialInstructor: null })
    expect(withCompletion(before, { officialInstructorName: null }, NOW).officialInstructor).toBeNull()
  })

  it('a date that is sent is kept', () => {
    expect(withCompletion(record('Nolan'), { status: 'Passed', completedAt: EARLIER }, NOW).dates.completed).toBe(
      EARLIER,
    )
    expect(withCompletion(passed('Nolan', NOW), { completedAt: EARLIER }, NOW).dates.completed).toBe(EARLIER)
  })

  it('a review name sets the review date to now, and clearing it clears both', () => {
    const named = withCompletion(record('Nolan'), { instructorReviewName: 'Wren', traineeReviewName: 'Nolan' }, NOW)
    expect(named).toMatchObject({
      instructorReviewName: 'Wren',
      instructorReviewDate: NOW,
      traineeReviewName: 'Nolan',
      traineeReviewDate: NOW,
    })
    const cleared = withCompletion(named, { instructorReviewName: '' }, NOW)
    expect(cleared).toMatchObject({ instructorReviewName: null, instructorReviewDate: null })
    expect(cleared).toMatchObject({ traineeReviewName: 'Nolan', traineeReviewDate: NOW })
  })

  it('clearing the official instructor clears the date that it set, and no date of a status', () => {
    const named = withCompletion(record('Nolan'), { officialInstructorName: 'Dana' }, NOW)
    const cleared = { officialInstructor: null, dates: { completed: null } }
    expect(withCompletion(named, { officialInstructorName: '' }, NOW)).toMatchObject(cleared)
    expect(withCompletion(named, { officialInstructorName: null }, NOW)).toMatchObject(cleared)
    expect(withCompletion(named, { officialInstructorName: null, completedAt: EARLIER }, NOW).dates.completed).toBe(
      EARLIER,
    )
    const failed = withCompletion(named, { status: 'Failed' }, NOW)
    expect(withCompletion(failed, { officialInstructorName: null }, NOW)).toMatchObject({
      officialInstructor: null,
      dates: { completed: NOW },
    })
    const dated = withCompletion(record('Nolan'), { completedAt: EARLIER }, NOW)
    expect(withCompletion(dated, { officialInstructorName: null }, NOW).dates.completed).toBe(EARLIER)
  })

  it('a review date can be set and cleared alone', () => {
    const named = withCompletion(record('Nolan'), { traineeReviewName: 'Nolan' }, NOW)
    expect(withCompletion(named, { traineeReviewDate: EARLIER }, NOW)).toEqual({ ...named, traineeReviewDate: EARLIER })
    expect(withCompletion(named, { traineeReviewDate: null }, NOW)).toEqual({ ...named, traineeReviewDate: null })
  })

  it('only the named parts are written', () => {
    expect(partsOf({ status: 'Passed' })).toEqual(['completion'])
    expect(partsOf({ instructorReviewName: null, completedAt: null })).toEqual(['completion', 'instructorReview'])
    expect(partsOf({ traineeReviewDate: NOW })).toEqual(['traineeReview'])
  })
})

describe('Reviews', () => {
  it('a review is rated with the date that is sent, or with now', () => {
    expect(withRating(record('Nolan'), { type: 'instructor', rating: 4 }, NOW)).toMatchObject({
      instructorReviewRating: 4,
      instructorReviewDate: NOW,
      traineeReviewRating: null,
    })
    const rated = withRating(record('Nolan'), { type: 'trainee', rating: 5, reviewedAt: EARLIER }, NOW)
    expect(rated).toMatchObject({ traineeReviewRating: 5, traineeReviewDate: EARLIER, instructorReviewDate: null })
    expect(withRating(rated, { type: 'trainee', rating: null }, NOW)).toMatchObject({
      traineeReviewRating: null,
      traineeReviewDate: EARLIER,
    })
  })
})

describe('Order', () => {
  it('In-Training comes first, then Passed, then Failed, sorted by completion date and name', () => {
    const sorted = [
      failed('Old', EARLIER),
      failed('New', NOW),
      passed('Zed', NOW),
      passed('Ana', NOW),
      passed('Before', EARLIER),
      passed('Undated', null),
      record('Zoe'),
      record('Abe', { dates: { completed: EARLIER } }),
    ].sort(compareTrialMods)
    expect(sorted.map(({ trialMod }) => trialMod.name)).toEqual([
      'Abe',
      'Zoe',
      'Ana',
      'Zed',
      'Before',
      'Undated',
      'New',
      'Old',
    ])
  })
})

describe('Filters', () => {
  const ALL: ChecklistFilter = { search: '', status: null, instructor: null, hidesArchived: false }
  const people = [
    record('Nolan Reyes'),
    record('Søren Ødegård', { staffId: 'TM-05', assignedInstructor: null }),
    { ...passed('Mara Finch', NOW), officialInstructor: 'Wren Holloway', assignedInstructor: null, staffId: null },
    failed('Tyler Pineda', NOW),
  ]
  const shown = (filter: Partial<ChecklistFilter>) =>
    people.filter((person) => matches(person, { ...ALL, ...filter })).map(({ trialMod }) => trialMod.name)

  it('passed and failed records are hidden by default', () => {
    expect(shown({ hidesArchived: true })).toEqual(['Nolan Reyes', 'Søren Ødegård'])
    expect(shown({})).toHaveLength(4)
  })

  it('a filter matches a status and the assigned or official instructor', () => {
    expect(shown({ status: 'Passed' })).toEqual(['Mara Finch'])
    expect(shown({ status: 'Failed' })).toEqual(['Tyler Pineda'])
    expect(shown({ instructor: 'Marcus Delgado' })).toEqual(['Nolan Reyes', 'Tyler Pineda'])
    expect(shown({ instructor: 'Wren Holloway' })).toEqual(['Mara Finch'])
    expect(allInstructors(people)).toEqual(['Marcus Delgado', 'Wren Holloway'])
  })

  it('the search matches name, staff ID and instructor', () => {
    expect(shown({ search: 'reyes' })).toEqual(['Nolan Reyes'])
    expect(shown({ search: 'tm-05' })).toEqual(['Søren Ødegård'])
    expect(shown({ search: 'holloway' })).toEqual(['Mara Finch'])
    expect(shown({ search: '%' })).toEqual([])
  })

  it('filters do not change the counts', () => {
    expect(countsOf(people)).toEqual({ total: 4, 'In-Training': 2, Passed: 1, Failed: 1 })
  })
})

it('a trainee reads their progress, and no notes of staff', () => {
  const progress = ownProgress(withStage(record('Nolan'), 'classroom', { ...done, notes: 'Too talkative' }), CHECKLIST)
  expect(progress).toMatchObject({ status: 'In-Training', passed: 1, assignedInstructor: 'Marcus Delgado' })
  expect(progress.stages[0]).toEqual({ stage: 'classroom', state: 'done' })
  expect(JSON.stringify(progress)).not.toContain('talkative')
})

describe('Trial moderators on the roster', () => {
  const nolan = { discordId: '310000000000000101' }
  const newcomer = { discordId: '310000000000000102' }

  it('a trial moderator without a checklist can get one', () => {
    expect(withoutChecklist([nolan, newcomer], [record('Nolan')])).toEqual([newcomer])
  })

  it('a trial moderator who passed can be promoted', () => {
    expect(withPassedChecklist([nolan, newcomer], [record('Nolan')])).toEqual([])
    expect(withPassedChecklist([nolan, newcomer], [failed('Nolan', NOW)])).toEqual([])
    expect(withPassedChecklist([nolan, newcomer], [passed('Nolan', NOW)])).toEqual([nolan])
  })
})

it.each([
  ['Marcus Delgado', 'done', 'Marcus Delgado'],
  ['Completed by Marcus Delgado', 'done', 'Marcus Delgado'],
  ['passed - Marcus', 'done', 'Marcus'],
  ['In Progress (Wren)', 'inProgress', 'Wren'],
  ['Failed: Wren Holloway', 'failed', 'Wren Holloway'],
  ['Wren Holloway (failed)', 'failed', 'Wren Holloway'],
  ['Nicht bestanden: Wren Holloway', 'failed', 'Wren Holloway'],
  ['Läuft: Wren', 'inProgress', 'Wren'],
  ['Completado por Marcus', 'done', 'Marcus'],
  ['No superado por Wren', 'failed', 'Wren'],
  ['En curso por Wren', 'inProgress', 'Wren'],
  ['Jean-Luc Doner', 'done', 'Jean-Luc Doner'],
  ['Passmore', 'done', 'Passmore'],
  ['x', 'done', ''],
  ['Failed', 'failed', ''],
  ['', null, ''],
  ['N/A', null, ''],
])('the cell "%s" of a spreadsheet means the state %s by "%s"', (cell, state, by) => {
  expect(parseStageCell(cell)).toEqual({ state, by })
})

it('the spreadsheet has the 17 columns of the table, and each Review Date belongs to the review before it', () => {
  const tableFields = SHEET_FIELDS.filter((field) => field !== 'traineeId' && !field.endsWith('Rating'))
  expect(COLUMNS).toHaveLength(17)
  expect(sheetFieldsOf(COLUMNS, CHECKLIST)).toEqual(tableFields)
})

it('a very long cell is read in linear time', () => {
  const began = performance.now()
  expect(parseStageCell(`x${' '.repeat(50_000)}x`).state).toBe('done')
  expect(performance.now() - began).toBeLessThan(1_000)
})

it.each([
  [['classroom'], 'classroom'],
  [['inGame'], 'in_game'],
  [['supervised', '1'], 'supervised1'],
  [['supervised', '6'], null],
  [['completion'], null],
  [[], null],
] as const)('the stage at the path %j is %s', (way, key) => {
  expect(stageKeyAt(way)).toBe(key)
})
