import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ANNOUNCED } from '#app/features.ts'
import { announcementsOf, eventsIn, messageOf, statusesChangedIn } from '#features/announcements/rules.ts'
import { readAnnouncements } from '#features/announcements/server/gateway.ts'
import type { AuditEntry, Json } from '#features/audit/contract.ts'
import { root } from '#server/paths.ts'

const ORIGIN = 'https://www.hcrp.test'
/** The value of every field that no announcement may contain. */
const SECRET = 'XXinternalXX'

const action = (more: { [key: string]: Json } = {}): Json => ({
  id: 7,
  version: 1,
  date: '2026-03-14T18:30:00.000Z',
  user: '310000000000000101',
  user_name: 'Nolan Reyes',
  admin: '310000000000000102',
  admin_name: 'Priya Castell',
  type: 'Strike',
  internal_reason: SECRET,
  external_reason: SECRET,
  is_revised: false,
  revoked: null,
  ...more,
})
const trainee = (status: string, more: { [key: string]: Json } = {}): Json => ({
  traineeId: '310000000000000101',
  version: 3,
  staffId: SECRET,
  trialMod: { name: 'Nolan Reyes' },
  assignedInstructor: SECRET,
  completion: { status },
  classroom: { done: true, notes: SECRET, by: SECRET },
  instructorReviewName: SECRET,
  ...more,
})
const member = (more: { [key: string]: Json } = {}): Json => ({
  id: SECRET,
  version: 1,
  discordId: '310000000000000101',
  name: 'Nolan Reyes',
  callsign: 'S-40',
  position: 'Trial Moderator',
  status: 'Active',
  timezone: SECRET,
  hiredAt: SECRET,
  lastMove: SECRET,
  notes: SECRET,
  ...more,
})
const verification = (status: string): Json => ({ id: SECRET, userId: SECRET, status, group: SECRET, reason: SECRET })

const PLACES = {
  roster: { title: 'Staff Roster', path: '/staff-roster' },
  'dev-roster': { title: 'Development Roster', path: '/dev-roster' },
  trialmods: { title: 'Trial Mod Checklist', path: '/trial-mod-checklist' },
  'checklist-leo-academy': { title: 'LEO Academy', path: '/checklists/leo-academy' },
}
const of = (...entries: AuditEntry[]) =>
  eventsIn(ANNOUNCED, entries, {
    by: 'Dana Whitfield',
    places: PLACES,
    internalTypes: { staff: ['Note'], players: [] },
  })

describe('The announcement of a change', () => {
  it('a logged action is announced', () => {
    expect(of({ action: 'addAction', target: 'staff-da/7', after: action() })).toEqual([
      {
        event: 'actionLogged',
        placeholders: { type: 'Strike', name: 'Nolan Reyes', by: 'Priya Castell' },
        path: '/staff-da-database?entry=7',
        about: '310000000000000101',
      },
    ])
  })

  it('an action with approval is announced once it is in force', () => {
    const waiting = action({ approval: { state: 'waiting', due_at: null } })
    const inForce = action({ approval: { state: 'waiting', due_at: '2026-03-15T18:30:00.000Z' } })
    const approved = action({ approval: { state: 'approved', due_at: null } })
    const target = 'staff-da/7'
    expect(of({ action: 'addAction', target, after: waiting })).toEqual([])
    expect(of({ action: 'addAction', target, after: inForce })).toMatchObject([{ event: 'actionLogged' }])
    expect(of({ action: 'approveAction', target, before: waiting, after: approved })).toMatchObject([
      { event: 'actionLogged' },
    ])
    expect(of({ action: 'approveAction', target, before: inForce, after: approved })).toEqual([])
    const rejected = action({ approval: { state: 'rejected', due_at: null }, revoked: { outcome: 'expunged' } })
    expect(of({ action: 'rejectAction', target, before: waiting, after: rejected })).toEqual([])
  })

  it('an internal note about staff is not announced until it has a reason for the person', () => {
    const note = action({ type: 'Note', external_reason: null })
    const withReason = action({ type: 'Note' })
    expect(of({ action: 'addAction', target: 'staff-da/7', after: note })).toEqual([])
    expect(of({ action: 'reviseAction', target: 'staff-da/7', before: note, after: withReason })).toMatchObject([
      { placeholders: { type: 'Note' } },
    ])
  })

  it('an action from the game is announced with the path of the player record', () => {
    expect(of({ action: 'addAction', target: 'player-actions/7', after: action() })).toMatchObject([
      { event: 'actionLogged', path: '/player-record?entry=7' },
    ])
  })

  it.each([
    ['In-Training', 'Passed', ['trialModPassed']],
    ['In-Training', 'Failed', ['trialModFailed']],
    ['Passed', 'Failed', ['trialModFailed']],
    ['Failed', 'In-Training', []],
    ['Passed', 'Passed', []],
  ])('a trial moderator changed from %s to %s is announced correctly', (was, is, expected) => {
    const events = of({
      action: 'changeCompletion',
      target: 'trialmods/310000000000000101',
      before: trainee(was),
      after: trainee(is, { officialInstructor: 'somebody' }),
    })
    expect(events.map(({ event }) => event)).toEqual(expected)
  })

  it('joining, changing and leaving a roster are announced', () => {
    const target = 'roster/8f'
    const [added] = of({ action: 'addRosterMember', target, after: member() })
    expect(added).toMatchObject({ event: 'rosterMemberAdded', placeholders: { position: 'Trial Moderator' } })
    const [changed] = of({
      action: 'changeRosterMember',
      target,
      before: member({ callsign: null }),
      after: member({ position: 'Moderator', status: 'LOA' }),
    })
    expect(changed).toMatchObject({
      event: 'rosterMemberChanged',
      placeholders: {
        roster: 'Staff Roster',
        changes: 'callsign none → S-40, position Trial Moderator → Moderator, status Active → LOA',
      },
    })
    const [removed] = of({ action: 'removeRosterMember', target: 'dev-roster/8f', before: member() })
    expect(removed).toMatchObject({
      event: 'rosterMemberRemoved',
      placeholders: { roster: 'Development Roster' },
      path: '/dev-roster',
    })
  })

  it('a bulk change of several members is not announced', () => {
    const change = { action: 'changeRosterMember', before: member(), after: member({ status: 'LOA' }) }
    expect(of({ ...change, target: 'roster/8f' })).toHaveLength(1)
    expect(of({ ...change, target: 'roster/8f' }, { ...change, target: 'roster/9f' })).toEqual([])
  })

  it('a change of only notes, dates or time zone is not announced', () => {
    const after = member({ notes: 'a', timezone: 'b', hiredAt: 'c', lastMove: 'd', version: 2 })
    expect(of({ action: 'changeRosterMember', target: 'roster/8f', before: member(), after })).toEqual([])
  })

  it('a waiting verification is announced once, when the provider confirms it', () => {
    const entry = (was: string, is: string) => ({
      action: 'receiveVerification',
      target: 'verifications/1',
      before: verification(was),
      after: verification(is),
    })
    const waiting = [{ event: 'verificationWaiting', placeholders: {}, path: '/verifications', about: null }]
    expect(of(entry('started', 'verified'))).toEqual(waiting)
    expect(of(entry('pending', 'verified'), entry('started', 'verified'))).toEqual(waiting)
    expect(of(entry('started', 'pending'), entry('verified', 'verified'))).toEqual([])
  })

  it('a spreadsheet import is one announcement, whatever its number of rows', () => {
    const rows = Array.from({ length: 500 }, (_, index) => ({
      action: 'addRosterMember',
      target: `roster/${index}`,
      after: member(),
    }))
    const summary = { action: 'importRoster', target: 'roster', after: { added: 500, changed: 0, unchanged: 3 } }
    expect(of(...rows, summary)).toEqual([
      {
        event: 'rosterImported',
        placeholders: { roster: 'Staff Roster', added: '500', changed: '0', by: 'Dana Whitfield' },
        path: '/staff-roster',
        about: null,
      },
    ])
    const actions = [
      { action: 'addAction', target: 'staff-da/7', after: action() },
      { action: 'importActions', target: 'staff-da', after: { added: 1, unchanged: 0 } },
    ]
    expect(of(...actions)).toMatchObject([{ event: 'actionsImported', placeholders: { count: '1' } }])
  })

  it('a passed further checklist is announced with its title, and an import with the number of passed people', () => {
    const target = 'checklist-leo-academy/310000000000000101'
    const entry = { target, before: trainee('In-Training'), after: trainee('Passed') }
    expect(of({ action: 'changeCompletion', ...entry })).toEqual([
      {
        event: 'checklistPassed',
        placeholders: { checklist: 'LEO Academy', name: 'Nolan Reyes', by: 'Dana Whitfield' },
        path: '/checklists/leo-academy?archived=true',
        about: '310000000000000101',
        list: 'checklist-leo-academy',
      },
    ])
    const summary = { action: 'importTrialMods', target: 'checklist-leo-academy', after: { added: 0, changed: 1 } }
    expect(of({ action: 'changeTrialMod', ...entry }, summary)).toMatchObject([
      { event: 'checklistImported', placeholders: { checklist: 'LEO Academy', passed: '1', failed: '0' } },
    ])
  })

  it('a checklist that only some of the staff can read is not announced', () => {
    const target = 'checklist-internal-affairs/310000000000000101'
    const entry = { target, before: trainee('In-Training'), after: trainee('Passed') }
    expect(of({ action: 'changeCompletion', ...entry })).toEqual([])
    const summary = { action: 'importTrialMods', target: 'checklist-internal-affairs', after: { added: 0, changed: 1 } }
    expect(of({ action: 'changeTrialMod', ...entry }, summary)).toEqual([])
  })

  it('a changed status cancels the pending announcement of that checklist only', () => {
    const entry = { action: 'undoCompletion', target: 'checklist-leo-academy/310000000000000101' }
    const [passed, open] = [trainee('Passed'), trainee('In-Training')]
    expect(statusesChangedIn(ANNOUNCED, [{ ...entry, before: passed, after: open }])).toEqual([entry.target])
    expect(statusesChangedIn(ANNOUNCED, [{ ...entry, before: passed, after: passed }])).toEqual([])
    expect(statusesChangedIn(ANNOUNCED, [{ ...entry, before: passed }])).toEqual([entry.target])
    expect(
      statusesChangedIn(ANNOUNCED, [{ ...entry, target: 'roster/8f', before: member(), after: member() }]),
    ).toEqual([])
  })

  it('an imported checklist is announced with the numbers of passed and failed people, or not at all', () => {
    const summary = { action: 'importTrialMods', target: 'trialmods', after: { added: 1, changed: 2, unchanged: 0 } }
    const changed = (was: string, is: string) => ({
      action: 'changeTrialMod',
      target: 'trialmods/1',
      before: trainee(was),
      after: trainee(is),
    })
    const past = { action: 'addTrialMod', target: 'trialmods/2', before: null, after: trainee('Passed') }
    expect(of(changed('In-Training', 'Passed'), changed('In-Training', 'Failed'), past, summary)).toMatchObject([
      { event: 'trialModsImported', placeholders: { passed: '1', failed: '1' } },
    ])
    expect(of(changed('Passed', 'Passed'), past, summary)).toEqual([])
  })

  it.each([
    ['a revision of an action', { action: 'reviseAction', target: 'staff-da/7', before: action(), after: action() }],
    [
      'a spreadsheet that changed nothing',
      { action: 'importRoster', target: 'roster', after: { added: 0, changed: 0 } },
    ],
    ['what the demo came with', { action: 'fillActions', target: 'staff-da', after: { count: 9 } }],
    ['a 10-code', { action: 'addTenCode', target: 'ten-codes/1', after: { code: '10-4' } }],
    ['a sign-in', { action: 'signIn', target: 'users/1' }],
    ['what has another shape than it should', { action: 'addAction', target: 'staff-da/7', after: 'gone' }],
  ])('%s is not announced', (_, entry: AuditEntry) => {
    expect(of(entry)).toEqual([])
  })
})

const EVERYTHING: AuditEntry[][] = [
  [{ action: 'addAction', target: 'staff-da/7', after: action() }],
  [
    { action: 'addAction', target: 'a', after: action() },
    { action: 'importActions', target: 'a', after: { added: 1 } },
  ],
  ...['trialmods', 'checklist-leo-academy'].flatMap((list) =>
    ['Passed', 'Failed'].flatMap((is) => {
      const change = { target: `${list}/1`, before: trainee('In-Training'), after: trainee(is) }
      return [
        [{ action: 'changeCompletion', ...change }],
        [
          { action: 'changeTrialMod', ...change },
          { action: 'importTrialMods', target: list, after: { added: 0, changed: 1 } },
        ],
      ]
    }),
  ),
  [{ action: 'addRosterMember', target: 'roster/1', after: member() }],
  [{ action: 'changeRosterMember', target: 'roster/1', before: member(), after: member({ status: 'LOA', notes: '' }) }],
  [{ action: 'removeRosterMember', target: 'roster/1', before: member() }],
  [{ action: 'importRoster', target: 'roster', after: { added: 1, changed: 1 } }],
  [
    {
      action: 'receiveVerification',
      target: 'verifications/1',
      before: verification('started'),
      after: verification('verified'),
    },
  ],
]

describe('The text of a message', () => {
  it('a message contains no reason, note or other text that its event does not declare', () => {
    const events = EVERYTHING.flatMap((entries) => of(...entries))
    expect(new Set(events.map(({ event }) => event))).toEqual(new Set(Object.keys(announcementsOf(ANNOUNCED).shape)))
    for (const announced of events) {
      const everyWord = [...Object.keys(announced.placeholders), 'link'].map((name) => `{${name}}`).join(' ')
      const message = messageOf(everyWord, announced, ORIGIN)
      expect(message).not.toContain(SECRET)
      expect(message).not.toMatch(/\{/)
      expect(message).toContain(`${ORIGIN}/`)
    }
  })

  it('a name with the syntax of a placeholder is not replaced', () => {
    const [announced] = of({ action: 'addAction', target: 'x', after: action({ user_name: '{by} {link} $&' }) })
    expect(announced && messageOf('{name}!', announced, ORIGIN)).toBe('\\{by\\} \\{link\\} \\$\\&!')
  })

  it('a message never exceeds the length limit of Discord, and the longest names leave room for the link', () => {
    const long = '*'.repeat(5000)
    const [announced] = of({ action: 'addAction', target: 'x', after: action({ user_name: long, admin_name: long }) })
    if (!announced) throw new Error('the change has no announcement')
    expect(messageOf('{name} {by} {link}', announced, ORIGIN)).toMatch(/entry=7$/)
    expect(messageOf('{name}'.repeat(50), announced, ORIGIN)).toHaveLength(2000)
  })
})

it('the demo has a message for every announced event', () => {
  const read = readAnnouncements(join(root, 'community'), ANNOUNCED)
  expect(Object.keys(read).sort()).toEqual(Object.keys(announcementsOf(ANNOUNCED).shape).sort())
  expect(read.verificationWaiting?.words).toMatch(/\n\{link\}$/)
})
