import { describe, expect, it } from 'vitest'
import { inboxMessagesOf } from '#test/inbox-messages.ts'
import { inboxRules } from './inbox-rules.ts'

const ANA = '310000000000000101'
const BEN = '310000000000000102'

const action = (more: object = {}) => ({
  user: ANA,
  type: 'Warning',
  date: '2026-03-14T18:30:00.000Z',
  internal_reason: 'between us',
  external_reason: 'rude on the radio',
  revoked: null,
  ...more,
})
const REVOKED = { revoked: { at: '2026-03-15T18:30:00.000Z', why: 'wrong person' } }

const messagesOf = inboxMessagesOf(inboxRules, 'staff-da/7', { staff: ['Note'], players: ['Note'] })
const add = (kind: string, personId = ANA) => ({ added: [`${kind} ${personId}`], dropped: [] })
const WAITING = { approval: { state: 'waiting', due_at: null } }
const IN_FORCE = { approval: { state: 'waiting', due_at: '2026-03-15' } }
const APPROVED = { approval: { state: 'approved', due_at: null } }
const NOTHING = { added: [], dropped: [] }

describe('Messages to the person concerned', () => {
  it.each<[string, object | undefined, object | undefined, object]>([
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
  ])('the messages about an action that is %s', (_, before, after, expected) =>
    expect(messagesOf({ before, after })).toEqual(expected),
  )

  it.each<[string, object, object]>([
    ['with a word for them', action(), add('actionAdded')],
    ['without one, which they do not see', action({ external_reason: null }), NOTHING],
    ['by hand without one', action({ external_reason: null, source: 'site' }), add('actionAdded')],
    ['by hand as a note between staff', action({ type: 'Note', external_reason: null, source: 'site' }), NOTHING],
    ['without a Discord ID', action({ user: null }), NOTHING],
  ])('the messages about an action against a player: %s', (_, after, expected) =>
    expect(messagesOf({ target: 'player-actions/3', after })).toEqual(expected),
  )
})

describe('Messages to the issuer and the author of a revision', () => {
  const decided = (what: string, revised_by: string[] = []) =>
    messagesOf({ action: what, after: { user: null, admin: ANA, revised_by } }).added
  it('the issuer is told the result', () => {
    expect(decided('approveAction')).toEqual([`actionApproved ${ANA}`])
    expect(decided('rejectAction', [BEN])).toEqual([`actionRejected ${ANA}`, `revisionRejected ${BEN}`])
    expect(decided('approveAction', [BEN])).toEqual([`actionApproved ${ANA}`, `revisionApproved ${BEN}`])
  })
  it('a person who did both is told once', () =>
    expect(decided('rejectAction', [ANA])).toEqual([`actionRejected ${ANA}`]))
})
