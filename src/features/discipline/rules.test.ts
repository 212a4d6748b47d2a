import { describe, expect, it } from 'vitest'
import { NO_RIGHTS } from '#lib/access.ts'
import { ACTION_TYPES } from '#test/action-types.ts'
import {
  actionIdIn,
  chartWeeks,
  dateProblem,
  isConfirmedInGame,
  nextSort,
  pageCount,
  type Sort,
  searchOf,
  shownRange,
  sortedColumn,
  stepsOf,
  weekOf,
  whyNotRevise,
  whyNotRevoke,
} from './rules.ts'
import { headerOf } from './sheet-rules.ts'
import { inTypeOrder, lighterTypes, mayGive, typeNamed, typeProblem } from './type-rules.ts'

const PRIYA = { id: '310000000000000102', isManagement: false }
const DANA = { id: '310000000000000105', isManagement: true }
const NOLAN = '310000000000000101'
const LOGGED = new Date('2026-03-14T18:00:00.000Z')
const hoursOn = (hours: number) => new Date(LOGGED.getTime() + hours * 3_600_000)
const action = { user: NOLAN, linked: [], admin: PRIYA.id, loggedAt: LOGGED, isRevoked: false }

describe('Permissions to revise and revoke', () => {
  it.each([
    ['its author at once', action, PRIYA, hoursOn(0), null],
    ['its author a day later', action, PRIYA, hoursOn(24), null],
    ['its author after that', action, PRIYA, hoursOn(24.01), 'too-late'],
    ['management at any time', action, DANA, hoursOn(5000), null],
    ['other staff never', action, { ...PRIYA, id: '310000000000000103' }, hoursOn(1), 'not-author'],
    ['nobody as author of what a spreadsheet brought', { ...action, loggedAt: null }, PRIYA, hoursOn(1), 'not-author'],
    ['nobody about themselves', { ...action, user: DANA.id }, DANA, hoursOn(1), 'about-you'],
    ['nobody of what may be their own', { ...action, linked: [DANA.id] }, DANA, hoursOn(1), 'linked'],
    ['nobody what is revoked', { ...action, isRevoked: true }, DANA, hoursOn(1), 'revoked'],
  ])('who can revise: %s', (_, about, actor, now, why) => {
    expect(whyNotRevise(about, actor, now)).toBe(why)
  })

  it('only management can revoke, once, and not an action against themselves', () => {
    expect(whyNotRevoke(action, DANA)).toBeNull()
    expect(whyNotRevoke(action, PRIYA)).toBe('not-author')
    expect(whyNotRevoke({ ...action, user: DANA.id }, DANA)).toBe('about-you')
    expect(whyNotRevoke({ ...action, linked: [DANA.id] }, DANA)).toBe('linked')
    expect(whyNotRevoke({ ...action, isRevoked: true }, DANA)).toBe('revoked')
  })
})

describe('Search terms', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['De', { beginning: 'de' }],
    ['Del', { words: ['del'] }],
    [' Late  NIGHT late', { words: ['late', 'night'] }],
    ['Ü ', { beginning: 'u' }],
    ['Ibáñez', { words: ['ibanez'] }],
  ])('the search %j means %j', (text, meaning) => {
    expect(searchOf(text)).toEqual(meaning)
  })
})

it.each([
  ['#42', 42],
  ['42', 42],
  ['042', null],
  ['#', null],
  ['case42', null],
  ['1234567890', null],
])('the search word %j matches the action %j', (word, id) => {
  expect(actionIdIn(word)).toBe(id)
})

describe('Pages', () => {
  it('there is at least 1 page', () => {
    expect([pageCount(0, 25), pageCount(25, 25), pageCount(26, 25)]).toEqual([1, 1, 2])
  })

  it("a page says 'Showing X-Y'", () => {
    expect(shownRange(1, 25, 25)).toEqual({ from: 1, to: 25 })
    expect(shownRange(3, 25, 4)).toEqual({ from: 51, to: 54 })
    expect(shownRange(1, 25, 0)).toEqual({ from: 0, to: 0 })
  })
})

describe('Days', () => {
  it('the date of an action is neither in the future nor too old', () => {
    const now = new Date('2026-03-14T18:00:00Z')
    expect(dateProblem(new Date('2026-03-14T18:04:00Z'), now)).toBeNull()
    expect(dateProblem(new Date('2026-03-14T18:06:00Z'), now)).toBe('This date is in the future.')
    expect(dateProblem(new Date('1026-03-14T18:06:00Z'), now)).toBe('This date is too far in the past.')
  })

  it.each([
    ['monday', ['2026-11-16', '2026-11-16', '2026-11-09', '2026-11-09']],
    ['sunday', ['2026-11-15', '2026-11-15', '2026-11-15', '2026-11-08']],
    ['saturday', ['2026-11-21', '2026-11-14', '2026-11-14', '2026-11-14']],
  ] as const)('a week that starts on %s contains the days until the next one', (firstDay, firsts) => {
    const days = ['2026-11-21', '2026-11-16', '2026-11-15', '2026-11-14']
    expect(days.map((day) => weekOf(day, firstDay))).toEqual(firsts)
  })

  it('the weeks of the chart end with the current one', () => {
    const weeks = chartWeeks('2026-11-21', 'monday')
    expect([weeks.length, weeks[0], weeks.at(-1)]).toEqual([26, '2026-05-25', '2026-11-16'])
  })
})

it('each revision is shown with its result, the newest first', () => {
  const fields = (internal_reason: string) => ({
    date: '2026-03-14T18:00:00.000Z',
    user: NOLAN,
    user_name: 'Nolan Reyes',
    type: 'Strike' as const,
    internal_reason,
    external_reason: null,
    ...{ ends_at: null, points: 0, points_end_at: null },
  })
  const steps = stepsOf([{ was: fields('one') }, { was: fields('two') }], fields('three'))
  expect(steps.map(({ was, became }) => [was.internal_reason, became.internal_reason])).toEqual([
    ['two', 'three'],
    ['one', 'two'],
  ])
})

describe('Types of action', () => {
  const types = [{ name: 'Removal', colour: 'danger', givenBy: 'management' } as const, ...ACTION_TYPES.slice(0, 2)]

  it('a type must be one of the community, unless it was stored before', () => {
    expect(typeProblem('Removal', types)).toBeNull()
    expect(typeProblem('Strike', types)).toBe('Pick one of the types.')
    expect(typeProblem('Strike', types, 'Strike')).toBeNull()
  })

  it('a type is given by staff, or by the people whom the community names', () => {
    const staff = { ...NO_RIGHTS, isStaff: true }
    expect([mayGive('Verbal Warning', types, staff), mayGive('Removal', types, staff)]).toEqual([true, false])
    expect(mayGive('Removal', types, { ...staff, isManagement: true })).toBe(true)
  })

  it('types have the order of the community, and removed ones come last', () => {
    const storedTypes = ['Exile', 'Written Warning', 'Removal']
    expect(inTypeOrder(storedTypes, (type) => type, types)).toEqual(['Removal', 'Written Warning', 'Exile'])
  })
})

it('columns and types are recognized by common names', () => {
  expect(['Discord ID', 'Issued By', 'reason', 'Shoe size'].map(headerOf)).toEqual([
    'user',
    'admin_name',
    'internal_reason',
    null,
  ])
  expect(['Expedientado', 'ID instructor', 'Instructor', 'Motivo público'].map(headerOf)).toEqual([
    'user_name',
    'admin',
    'admin_name',
    'external_reason',
  ])
  expect(['strike', 'Written  warning', 'verbal', 'Ban'].map((word) => typeNamed(word, ACTION_TYPES))).toEqual([
    'Strike',
    'Written Warning',
    'Verbal Warning',
    null,
  ])
})

describe('Sorting by a column', () => {
  const presses = (column: string, from: Sort = 'date:desc') => {
    const first = nextSort(from, column)
    const second = nextSort(first, column)
    return [first, second, nextSort(second, column)]
  }

  it('names are sorted ascending, then descending, then by the newest first', () => {
    expect(presses('user_name')).toEqual(['user_name:asc', 'user_name:desc', 'date:desc'])
    expect(presses('admin_name', 'user_name:desc')).toEqual(['admin_name:asc', 'admin_name:desc', 'date:desc'])
  })

  it('dates are sorted by the newest first, which is the default order', () => {
    expect(presses('date', 'user_name:asc')).toEqual(['date:desc', 'date:asc', 'date:desc'])
    expect(nextSort('date:desc', 'date')).toBe('date:asc')
  })

  it('a column without sorting resets to the default order', () => {
    expect(nextSort('user_name:asc', 'reason')).toBe('date:desc')
  })

  it('the column heading shows the sort order', () => {
    expect(sortedColumn('user_name:desc')).toEqual({ column: 'user_name', isDescending: true })
    expect(sortedColumn('date:asc')).toEqual({ column: 'date', isDescending: false })
  })
})

it.each([
  ['Verbal Warning', []],
  ['Strike', ['Verbal Warning', 'Written Warning']],
  ['Removal', ['Verbal Warning', 'Written Warning', 'Strike', 'Suspension', 'Demotion']],
  ['Note', []],
  ['A type that the file no longer names', []],
])('types lighter than %s are those before it, without internal ones', (type, expected) => {
  expect(lighterTypes(type, ACTION_TYPES).map(({ name }) => name)).toEqual(expected)
})

it.each([
  ['the moment of the action, which stands for one that the game does not say', '2026-03-01T12:00:00.000Z', true],
  ['a later moment, at which somebody confirmed it on the site', '2026-03-01T12:00:00.001Z', false],
  ['nothing', null, false],
])('an action is confirmed in the game if it was read at %s', (_title, acknowledged_at, expected) => {
  expect(isConfirmedInGame({ date: '2026-03-01T12:00:00.000Z', acknowledged_at })).toBe(expected)
})
