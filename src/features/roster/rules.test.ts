import { describe, expect, it } from 'vitest'
import { parseSheetDate } from '#lib/dates.ts'
import { discordIdProblem } from '#lib/discord-id.ts'
import { DEV_LADDER, STAFF_LADDER } from '#test/rosters.ts'
import { groupOf, normalisePosition, positionsOf } from './position-rules.ts'
import {
  breakdown,
  COLUMNS,
  callsignKey,
  compareMembers,
  groupRoster,
  headerOf,
  lastMoveAfterChange,
  matches,
  mayMentor,
  type RosterFields,
} from './rules.ts'
import { normaliseStatus } from './status-rules.ts'

const { positions, statuses } = STAFF_LADDER
const STATUSES = statuses.all.map(({ name }) => name)

function member(fields: Partial<RosterFields> = {}): RosterFields {
  return {
    name: 'Priya Castell',
    callsign: 'M-201',
    discordId: '310000000000000102',
    position: 'Moderator',
    timezone: 'EST',
    hiredAt: '2026-01-10',
    lastMove: '2026-03-02',
    status: 'Active',
    notes: '',
    ...fields,
  }
}

it('the roster has the nine columns of the specification', () => {
  const labels = ['Callsign', 'Name', 'Position', 'Discord UID', 'Timezone', 'Hired', 'Last Move', 'Status', 'Notes']
  expect(COLUMNS.map(({ label }) => label)).toEqual(labels)
})

it('callsigns are compared ignoring case, and missing callsigns are never duplicates', () => {
  expect(callsignKey('m-É1')).toBe(callsignKey('M-é1'))
  expect(callsignKey('M-11')).not.toBe(callsignKey('M11'))
  expect(callsignKey(null)).toBeNull()
})

describe('Statuses', () => {
  it('there are the eight statuses of the specification', () => {
    expect(STATUSES).toEqual([
      'Active',
      'Semi-Active',
      'Inactive',
      'Training',
      'LOA',
      'Suspended',
      'Exempt',
      'Probation',
    ])
  })

  it.each([
    ['semi', 'Semi-Active'],
    ['semi active', 'Semi-Active'],
    ['Semi-active', 'Semi-Active'],
    ['SEMIACTIVE', 'Semi-Active'],
    ['leave of absence', 'LOA'],
    ['L.O.A.', 'LOA'],
    ['loa', 'LOA'],
    ['active ', 'Active'],
    ['INACTIVE', 'Inactive'],
    ['in training', 'Training'],
    ['on probation', 'Probation'],
    ['suspended', 'Suspended'],
    ['exempt', 'Exempt'],
  ])('the status %j is stored as %s', (text, status) => {
    expect(normaliseStatus(text, statuses)).toBe(status)
  })

  it('an unknown status is unchanged', () => {
    expect(normaliseStatus(' Sabbatical ', statuses)).toBe('Sabbatical')
  })

  it.each(['', '   '])('an empty status (%j) becomes Active', (text) => {
    expect(normaliseStatus(text, statuses)).toBe('Active')
  })

  it('normalizing a status twice changes nothing', () => {
    for (const status of STATUSES) expect(normaliseStatus(status, statuses)).toBe(status)
  })
})

describe('Positions', () => {
  it('positions are in the nine groups of the specification', () => {
    expect(positions.groups).toEqual([
      'Staff Director',
      'Head Administrator',
      'Senior Administrator',
      'Administrator',
      'Junior Administrator',
      'Senior Moderator',
      'Moderator',
      'Trial Moderator',
      'Auxiliary Staff',
    ])
  })

  it.each([
    ['Staff Director', ['staff directors', 'Director', 'SD', 'Staff Dir.']],
    ['Assistant Staff Director', ['Asst. Staff Director', 'ASD', 'assistant director', 'Asst Director']],
    ['Head Administrator', ['head admin', 'Head Admins', 'head administrators', 'HA', 'Head-Admin', 'HeadAdmin']],
    ['Senior Administrator', ['sr admin', 'Sr. Admin', 'senior admins', 'SR ADMINISTRATOR', 'SA']],
    ['Administrator', ['admin', 'Admins', 'administrators', 'Admin Team']],
    ['Junior Administrator', ['jr admin', 'Jr. Admin', 'junior admins', 'JA']],
    ['Senior Moderator', ['sr mod', 'Sr. Mods', 'senior moderators', 'SM', 'sr_mod']],
    ['Moderator', ['mod', 'MODS', 'moderators', ' moderator ']],
    ['Trial Moderator', ['trial mod', 'trial mods', 'Trial Moderators', 'tmod', 'T-Mod', 'TM', 'T.M.']],
    ['Auxiliary Staff', ['aux', 'Aux.', 'auxiliary', 'aux staff', 'Auxilary Staff', 'auxiliaries']],
  ])('the position %s has the aliases %j', (title, aliases) => {
    expect(normalisePosition(title, positions)).toBe(title)
    for (const alias of aliases) expect(normalisePosition(alias, positions)).toBe(title)
  })

  it('an unknown position is unchanged and belongs to Auxiliary Staff', () => {
    expect(normalisePosition(' Community Liaison ', positions)).toBe('Community Liaison')
    expect(groupOf('Community Liaison', positions)).toBe('Auxiliary Staff')
    expect(groupOf('', positions)).toBe('Auxiliary Staff')
  })

  it('an old name of a position belongs to its group', () => {
    expect(groupOf('head admin', positions)).toBe('Head Administrator')
  })

  it('Assistant Staff Director is shown in the group of Staff Director', () => {
    expect(groupOf('Assistant Staff Director', positions)).toBe('Staff Director')
  })
})

describe('The order within a group', () => {
  const order = (...members: RosterFields[]) =>
    members.sort((a, b) => compareMembers(a, b, positions)).map((each) => each.callsign || each.name)

  it('members are sorted by the number of their callsign', () => {
    expect(order(member({ callsign: 'M-1000' }), member({ callsign: '205' }), member({ callsign: 'M-21' }))).toEqual([
      'M-21',
      '205',
      'M-1000',
    ])
  })

  it('members without a number come last', () => {
    expect(
      order(member({ callsign: null, name: 'Zoe' }), member({ callsign: 'TBD' }), member({ callsign: 'M-9' })),
    ).toEqual(['M-9', 'TBD', 'Zoe'])
  })

  it('members with equal numbers are sorted by position, the highest first', () => {
    const chief = member({ callsign: 'D-1', position: 'Staff Director', name: 'Zed' })
    const assistant = member({ callsign: 'AD-1', position: 'ASD', name: 'Abe' })
    expect(order(assistant, chief)).toEqual(['D-1', 'AD-1'])
  })

  it('known positions come before unknown ones, which are sorted by text', () => {
    const aux = (position: string) => member({ callsign: '', name: position, position })
    expect(order(aux('Event Host'), aux('Community Liaison'), aux('aux'))).toEqual([
      'aux',
      'Community Liaison',
      'Event Host',
    ])
  })

  it('members with equal positions are sorted by name', () => {
    expect(order(member({ callsign: '', name: 'zoe' }), member({ callsign: '', name: 'Ana' }))).toEqual(['Ana', 'zoe'])
  })
})

describe('Groups of the roster', () => {
  it('groups have their order, contain sorted members, and are omitted when empty', () => {
    const groups = groupRoster(
      [
        member({ name: 'Mia', position: 'mods', callsign: 'M-202' }),
        member({ name: 'Max', position: 'Moderator', callsign: 'M-201' }),
        member({ name: 'Lee', position: 'Community Liaison', callsign: null }),
        member({ name: 'Dana', position: 'staff directors', callsign: 'D-1' }),
      ],
      positions,
    )
    expect(groups.map(({ group, members }) => [group, members.map(({ name }) => name)])).toEqual([
      ['Staff Director', ['Dana']],
      ['Moderator', ['Max', 'Mia']],
      ['Auxiliary Staff', ['Lee']],
    ])
  })

  it('groups can be those of another roster', () => {
    const crew = positionsOf(
      {
        groups: [{ name: 'Lead', titles: { 'Lead Developer': ['lead'] } }, { name: 'Helpers' }],
        others: 'Helpers',
      },
      new Map(),
    )
    expect(normalisePosition('LEAD', crew)).toBe('Lead Developer')
    expect(
      groupRoster([member({ position: 'lead' }), member({ position: 'admin' })], crew).map((g) => g.group),
    ).toEqual(['Lead', 'Helpers'])
  })
})

describe('Filters', () => {
  const everything = { search: '', statuses: [], roles: [] }

  it('an empty filter matches everybody', () => {
    expect(matches(member(), everything, STAFF_LADDER)).toBe(true)
  })

  it.each(['castell', 'm-201', '000000102', 'PRIYA m-2'])(
    'the search %j matches name, callsign or Discord ID',
    (search) => {
      expect(matches(member(), { ...everything, search }, STAFF_LADDER)).toBe(true)
    },
  )

  it('the search matches no other field, and needs all words', () => {
    expect(matches(member({ notes: 'on call' }), { ...everything, search: 'on call' }, STAFF_LADDER)).toBe(false)
    expect(matches(member(), { ...everything, search: 'priya nolan' }, STAFF_LADDER)).toBe(false)
  })

  it('a filter matches any of the selected statuses and any of the selected roles', () => {
    const onLeave = member({ status: 'leave of absence', position: 'asd' })
    expect(matches(onLeave, { ...everything, statuses: ['Active', 'LOA'] }, STAFF_LADDER)).toBe(true)
    expect(matches(onLeave, { ...everything, statuses: ['Active'] }, STAFF_LADDER)).toBe(false)
    expect(matches(onLeave, { ...everything, roles: ['Staff Director'] }, STAFF_LADDER)).toBe(true)
    expect(matches(onLeave, { ...everything, statuses: ['LOA'], roles: ['Moderator'] }, STAFF_LADDER)).toBe(false)
  })
})

describe('Statistics', () => {
  it('statistics count every status and role in order, unknown statuses last, with rounded percentages', () => {
    const { total, statuses, roles } = breakdown(
      [
        member(),
        member({ status: 'loa', position: 'tmod' }),
        member({ status: 'Sabbatical', position: 'Community Liaison' }),
      ],
      STAFF_LADDER,
    )
    expect(total).toBe(3)
    expect(statuses.map(({ label }) => label)).toEqual([...STATUSES, 'Sabbatical'])
    expect(statuses.filter(({ count }) => count > 0)).toEqual([
      { label: 'Active', count: 1, percent: 33 },
      { label: 'LOA', count: 1, percent: 33 },
      { label: 'Sabbatical', count: 1, percent: 33 },
    ])
    expect(roles.map(({ label }) => label)).toEqual(positions.groups)
    expect(roles.filter(({ count }) => count > 0).map(({ label }) => label)).toEqual([
      'Moderator',
      'Trial Moderator',
      'Auxiliary Staff',
    ])
  })

  it('statistics of an empty roster are zero', () => {
    const { total, statuses, roles } = breakdown([], STAFF_LADDER)
    expect(
      [total, ...statuses, ...roles].every((each) => each === 0 || (typeof each === 'object' && each.percent === 0)),
    ).toBe(true)
  })
})

describe('The last move', () => {
  const today = '2026-11-14'

  it.each([
    ['a change of position', { position: 'Senior Moderator' }],
    ['a change of status', { status: 'LOA' }],
  ])('the last move becomes today after %s', (_, change) => {
    expect(lastMoveAfterChange(member(), { ...member(), ...change }, today, STAFF_LADDER)).toBe(today)
  })

  it('a date that is sent with the change is kept', () => {
    const draft = member({ position: 'Senior Moderator', lastMove: '2026-11-01' })
    expect(lastMoveAfterChange(member(), draft, today, STAFF_LADDER)).toBe('2026-11-01')
  })

  it('other changes, and another spelling of the same position, keep the last move', () => {
    const draft = member({ name: 'Priya C.', position: 'mods', status: 'active' })
    expect(lastMoveAfterChange(member(), draft, today, STAFF_LADDER)).toBe('2026-03-02')
  })

  it('the last move can be cleared alone, and becomes today together with a change', () => {
    expect(lastMoveAfterChange(member(), member({ lastMove: null }), today, STAFF_LADDER)).toBeNull()
    expect(lastMoveAfterChange(member(), member({ lastMove: null, status: 'LOA' }), today, STAFF_LADDER)).toBe(today)
  })

  it('the last move stays if the draft does not contain it', () => {
    const { lastMove: _, ...draft } = member({ name: 'Priya C.' })
    expect(lastMoveAfterChange(member(), draft, today, STAFF_LADDER)).toBe('2026-03-02')
  })
})

describe('Spreadsheets', () => {
  it.each([
    ['Callsign', 'callsign'],
    ['Call Sign', 'callsign'],
    ['Name', 'name'],
    ['Staff Name', 'name'],
    ['Rank', 'position'],
    ['POSITION', 'position'],
    ['Role:', 'position'],
    ['Discord ID', 'discordId'],
    ['Discord UID', 'discordId'],
    ['discordId', 'discordId'],
    ['Time Zone', 'timezone'],
    ['Date Hired', 'hiredAt'],
    ['Hired', 'hiredAt'],
    ['Last Promo/Move', 'lastMove'],
    ['Last Move', 'lastMove'],
    ['Status', 'status'],
    ['Notes', 'notes'],
    ['Nombre y apellidos', 'name'],
    ['Empleo', 'position'],
    ['Fecha de alta', 'hiredAt'],
    ['Situación', 'status'],
  ])('the header %j belongs to the column %s', (header, field) => {
    expect(headerOf(header)).toBe(field)
  })

  it.each(['Shoe size', '', 'constructor'])('the header %j is unknown', (header) => {
    expect(headerOf(header)).toBeNull()
  })

  it.each([
    ['7/4/2026', '2026-07-04'],
    [' 07/04/2026 ', '2026-07-04'],
    ['2026-07-04', '2026-07-04'],
    ['2/29/2024', '2024-02-29'],
    ['2/30/2026', null],
    ['2/29/2026', null],
    ['13/1/2026', null],
    ['1/1/0024', null],
    ['7/4/26', null],
    ['2026-7-4', null],
    ['July 4', null],
    ['', null],
  ])('the date %j is read as %s', (text, day) => {
    expect(parseSheetDate(text)).toBe(day)
  })

  it.each(['310000000000000101', '12345678901234567', '12345678901234567890'])(
    'the Discord ID %s is accepted',
    (id) => {
      expect(discordIdProblem(id)).toBeNull()
    },
  )

  it.each(['1.23457E+17', '3.1e17', '3,1E+17'])('the rounded id %s is refused with instructions', (id) => {
    expect(discordIdProblem(id)).toMatch(/plain text/)
  })

  it.each(['', '123', '123456789012345678901', '31000000000000010x', '310000000000000101.0'])(
    'the id %j is refused',
    (id) => {
      expect(discordIdProblem(id)).toMatch(/17 to 20 digits/)
    },
  )
})

describe('Positions of the developers roster', () => {
  it('positions of developers are in nine groups, from leaders to helpers', () => {
    expect(DEV_LADDER.positions.groups).toEqual([
      'Lead Developer',
      'Senior Developer',
      'Developer',
      'Junior Developer',
      'Vehicle Developer',
      'Map Developer',
      'Clothing Developer',
      'Quality Tester',
      'Auxiliary Developer',
    ])
  })

  it.each([
    ['Lead Developer', ['lead dev', 'Leads', 'Head Developer', 'head of development', 'Development Team Lead']],
    ['Assistant Lead Developer', ['Asst. Lead Dev', 'ALD', 'assistant lead']],
    ['Senior Developer', ['sr dev', 'Sr. Devs', 'SENIOR DEVELOPERS']],
    ['Developer', ['dev', 'Devs', 'Scripter', 'Dev Team', 'full dev']],
    ['Junior Developer', ['jr dev', 'Jr. Developer', 'junior devs']],
    ['Trial Developer', ['trial dev', 'Developer in Training']],
    ['Vehicle Developer', ['vehicle dev', 'Vehicles', 'car dev', 'Vehicle Team']],
    ['Map Developer', ['map dev', 'Maps', 'mapper', 'MLO Dev']],
    ['Clothing Developer', ['EUP', 'clothing dev', 'EUP Developer']],
    ['Quality Tester', ['QA', 'testers', 'Beta Tester']],
    ['Auxiliary Developer', ['aux dev', 'Aux', 'Consultant']],
  ])('the position of developers %s has the aliases %j', (title, aliases) => {
    for (const alias of aliases) expect(normalisePosition(alias, DEV_LADDER.positions)).toBe(title)
  })

  it('an unknown position of developers is unchanged and belongs to Auxiliary Developer', () => {
    expect(groupOf('Sound Designer', DEV_LADDER.positions)).toBe('Auxiliary Developer')
    expect(normalisePosition(' Sound Designer ', DEV_LADDER.positions)).toBe('Sound Designer')
  })
})

describe('People who can be mentors', () => {
  it.each([
    ['who is active', {}, true],
    ['whatever the spelling', { status: 'active ', position: 'Sr. Mod' }, true],
    ['of an unknown position', { position: 'Night Watch' }, true],
    ['but nobody on leave', { status: 'LOA' }, false],
    ['nor half active', { status: 'Semi-Active' }, false],
    ['nor in training', { position: 'Trial Mod' }, false],
  ])('a person can be a mentor: %s', (_, fields, expected) => {
    expect(mayMentor(member(fields), STAFF_LADDER, 'Trial Moderator')).toBe(expected)
  })
})
