import { describe, expect, it } from 'vitest'
import type { AuditEntry, Json } from '#features/audit/contract.ts'
import { dueFirst, inboxChangeOf, inTheEnd } from './rules.ts'

const ANA = '310000000000000101'
const BEN = '310000000000000102'
const BOSS = '310000000000000204'

const action = (more: Record<string, Json> = {}) => ({
  user: ANA,
  type: 'Warning',
  date: '2026-03-14T18:30:00.000Z',
  internal_reason: 'between us',
  external_reason: 'rude on the radio',
  revoked: null,
  ...more,
})
const REVOKED = { revoked: { at: '2026-03-15T18:30:00.000Z', why: 'wrong person' } }

function told(entry: Partial<AuditEntry>, actorId: string | null = BOSS) {
  const { added, dropped } = inboxChangeOf([{ action: 'any', target: 'staff-da/7', ...entry }], actorId, {
    staff: ['Note'],
    players: ['Note'],
  })
  return {
    added: added.map(({ personId, kind }) => `${kind} ${personId}`),
    dropped: dropped.map(({ personId }) => personId),
  }
}
const add = (kind: string, personId = ANA) => ({ added: [`${kind} ${personId}`], dropped: [] })
const WAITING = { approval: { state: 'waiting', due_at: null } }
const IN_FORCE = { approval: { state: 'waiting', due_at: '2026-03-15' } }
const APPROVED = { approval: { state: 'approved', due_at: null } }
const NOTHING = { added: [], dropped: [] }

it('queues with a deadline come first, the nearest before the others', () => {
  const dueAt = (name: string, at: string | null) => ({ name, dueAt: at })
  const queues = [dueAt('any', null), dueAt('later', '2026-03-16'), dueAt('other', null), dueAt('soon', '2026-03-15')]
  expect(dueFirst(queues).map(({ name }) => name)).toEqual(['soon', 'later', 'any', 'other'])
})

describe('a decision on an appeal', () => {
  const appeal = { action: 'decideAppeal', target: 'appeals/3', after: { user: ANA } }
  it.each<[string, Json]>([
    ['reduced the action', action({ points: 0 })],
    ['took the action back', action(REVOKED)],
  ])('that %s is told once, at the appeal', (_, after) => {
    const { added } = inboxChangeOf(
      [appeal, { action: 'any', target: 'staff-da/7', before: action({ points: 4 }), after }],
      BOSS,
      { staff: [], players: [] },
    )
    expect(added).toEqual([{ personId: ANA, kind: 'appealDecided', about: 'appeals/3' }])
  })
})

describe('an action about somebody', () => {
  it.each<[string, Json | undefined, Json | undefined, object]>([
    ['logged', undefined, action(), add('actionAdded')],
    ['logged without a word for them', undefined, action({ external_reason: null }), add('actionAdded')],
    ['between staff', undefined, action({ type: 'Note', external_reason: null }), NOTHING],
    ['between staff with a word for them', undefined, action({ type: 'Note' }), add('actionAdded')],
    ['revised in what they read', action(), action({ external_reason: 'rude' }), add('actionChanged')],
    ['revised in what staff read', action(), action({ internal_reason: 'more', version: 2 }), NOTHING],
    ['with another end', action({ ends_at: null }), action({ ends_at: '2026-04-01' }), add('actionChanged')],
    ['acknowledged', action({ acknowledged_at: null }), action({ acknowledged_at: '2026-03-15' }), NOTHING],
    ['revoked', action(), action(REVOKED), add('actionRevoked')],
    [
      'revoked between staff',
      action({ type: 'Note', external_reason: null }),
      action({ type: 'Note', external_reason: null, ...REVOKED }),
      NOTHING,
    ],
    ['waiting for approval', undefined, action(WAITING), NOTHING],
    ['waiting for approval, and in force meanwhile', undefined, action(IN_FORCE), add('actionAdded')],
    ['approved', action(WAITING), action(APPROVED), add('actionAdded')],
    ['approved, and was in force', action(IN_FORCE), action(APPROVED), NOTHING],
    ['rejected', action(WAITING), action({ ...REVOKED, approval: { state: 'rejected', due_at: null } }), NOTHING],
    [
      'rejected, and was in force',
      action(IN_FORCE),
      action({ ...REVOKED, approval: { state: 'rejected', due_at: '2026-03-15' } }),
      add('actionRevoked'),
    ],
    [
      'about somebody else after all',
      action(),
      action({ user: BEN }),
      { added: [`actionAdded ${BEN}`], dropped: [ANA] },
    ],
    [
      'between staff after all',
      action({ type: 'Note' }),
      action({ type: 'Note', external_reason: null }),
      { added: [], dropped: [ANA] },
    ],
  ])('that is %s', (_, before, after, expected) => expect(told({ before, after })).toEqual(expected))

  it.each<[string, Json, object]>([
    ['with a word for them', action(), add('actionAdded')],
    ['without one, which they do not see', action({ external_reason: null }), NOTHING],
    ['by hand without one', action({ external_reason: null, source: 'site' }), add('actionAdded')],
    ['by hand as a note between staff', action({ type: 'Note', external_reason: null, source: 'site' }), NOTHING],
    ['without a Discord ID', action({ user: null }), NOTHING],
  ])('as a player: %s', (_, after, expected) => expect(told({ target: 'player-actions/3', after })).toEqual(expected))
})

describe('what else somebody is told', () => {
  const member = (more: object = {}) => ({
    discordId: ANA,
    position: 'Moderator',
    status: 'Active',
    notes: 'x',
    ...more,
  })
  const trainee = (status: string) => ({ traineeId: ANA, completion: { status } })
  it.each<[string, Partial<AuditEntry>, object]>([
    [
      'a verification that was approved',
      { action: 'approveVerification', after: { userId: ANA } },
      add('verificationApproved'),
    ],
    [
      'one that was rejected',
      { action: 'rejectVerification', after: { userId: ANA, reason: 'no' } },
      add('verificationRejected'),
    ],
    ['that their appeal was decided', { action: 'decideAppeal', after: { user: ANA } }, add('appealDecided')],
    [
      'that its issuer lifted the action',
      { action: 'liftAppealed', after: { user: ANA, state: 'decided' } },
      add('appealDecided'),
    ],
    [
      'that its issuer reduced the action',
      { action: 'liftAppealed', after: { user: ANA, state: 'in_review' } },
      add('appealReduced'),
    ],
    [
      'that an action of theirs was appealed',
      { action: 'addAppeal', after: { user: ANA, issuer: BEN } },
      add('givenAppealed', BEN),
    ],
    [
      'nothing of an appeal where no account gave the action',
      { action: 'addAppeal', after: { user: ANA, issuer: 'game:1' } },
      NOTHING,
    ],
    [
      'that the appeal of an action of theirs was withdrawn',
      { action: 'withdrawAppeal', after: { user: ANA, issuer: BEN } },
      add('givenAppealEnded', BEN),
    ],
    ['that its action was revoked', { action: 'closeAppeal', after: { user: ANA } }, add('appealClosed')],
    [
      'as the issuer, that the appeal of an action of theirs is closed',
      { action: 'closeAppeal', after: { user: ANA, issuer: BEN } },
      { ...NOTHING, added: [...add('appealClosed').added, ...add('givenAppealEnded', BEN).added] },
    ],
    [
      'as the issuer, that the appeal of an action of theirs was decided',
      { action: 'decideAppeal', after: { user: ANA, issuer: BEN } },
      { ...NOTHING, added: [...add('appealDecided').added, ...add('givenAppealEnded', BEN).added] },
    ],
    [
      'as the appellant alone, where they gave the action to themselves',
      { action: 'decideAppeal', after: { user: ANA, issuer: ANA } },
      add('appealDecided'),
    ],
    ['that their ban was lifted in the game', { action: 'closeLiftTask', after: { user: ANA } }, add('banLifted')],
    ['that there is a message', { action: 'messageAppellant', after: { user: ANA } }, add('appealMessage')],
    [
      'that they are asked for a statement',
      { action: 'askIssuer', after: { issuer: BEN } },
      add('statementAsked', BEN),
    ],
    ['nothing of what staff write', { action: 'commentOnAppeal', after: { user: ANA } }, NOTHING],
    [
      'a new position',
      { action: 'changeRosterMember', before: member(), after: member({ position: 'Senior' }) },
      add('rosterPosition'),
    ],
    [
      'a new status',
      { action: 'changeRosterMember', before: member(), after: member({ status: 'LOA' }) },
      add('rosterStatus'),
    ],
    ['no new note', { action: 'changeRosterMember', before: member(), after: member({ notes: 'y' }) }, NOTHING],
    ['to be on a roster', { action: 'addRosterMember', after: member() }, add('rosterAdded')],
    ['to be off it', { action: 'removeRosterMember', before: member() }, add('rosterRemoved')],
    [
      'to have passed',
      { action: 'changeCompletion', before: trainee('In-Training'), after: trainee('Passed') },
      add('checklistPassed'),
    ],
    [
      'to have failed',
      { action: 'changeCompletion', before: trainee('In-Training'), after: trainee('Failed') },
      add('checklistFailed'),
    ],
    [
      'no other change of it',
      { action: 'changeCompletion', before: trainee('Passed'), after: trainee('Passed') },
      NOTHING,
    ],
    ['whose mentor they are', { action: 'changeMentor', after: { mentorId: BEN } }, add('mentorAssigned', BEN)],
    [
      'nothing of a mentor who stays',
      { action: 'changeMentor', before: { mentorId: BEN }, after: { mentorId: BEN } },
      NOTHING,
    ],
    ['no longer to be one', { action: 'changeMentor', before: { mentorId: BEN }, after: { mentorId: null } }, NOTHING],
  ])('%s', (_, entry, expected) => expect(told({ target: 'roster/1', ...entry })).toEqual(expected))

  it('is not what they did themselves', () => expect(told({ after: action() }, ANA)).toEqual(NOTHING))

  it.each(['importActions', 'importRoster', 'undoImport', 'fillActions'])('is nothing of a file (%s)', (what) => {
    const entries = [
      { action: 'addAction', target: 'staff-da/7', after: action() },
      { action: what, target: 'staff-da' },
    ]
    expect(inboxChangeOf(entries, BOSS, { staff: [], players: [] })).toEqual(NOTHING)
  })
})

describe('the person who gave or changed an action', () => {
  const decided = (what: string, revised_by: string[] = []) =>
    told({ action: what, after: { user: null, admin: ANA, revised_by } }).added
  it('is told what became of it', () => {
    expect(decided('approveAction')).toEqual([`actionApproved ${ANA}`])
    expect(decided('rejectAction', [BEN])).toEqual([`actionRejected ${ANA}`, `revisionRejected ${BEN}`])
    expect(decided('approveAction', [BEN])).toEqual([`actionApproved ${ANA}`, `revisionApproved ${BEN}`])
  })
  it('is told once where they did both', () =>
    expect(decided('rejectAction', [ANA])).toEqual([`actionRejected ${ANA}`]))
})

describe('what came of several changes in the end', () => {
  const change = (before: Json, after: Json, actorId = BOSS) => {
    return { action: 'changeRosterMember', target: 'roster/1', before, after, actorId }
  }
  it('is from before the first to after the last', () => {
    expect(inTheEnd([change('a', 'b'), change('b', 'c')])).toEqual(change('a', 'c'))
  })
  it('was done by nobody alone where several did it', () => {
    expect(inTheEnd([change('a', 'b'), change('b', 'c', BEN)])?.actorId).toBeNull()
  })
  it('is nothing of nothing', () => expect(inTheEnd([])).toBeNull())
})
