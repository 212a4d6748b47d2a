import { describe, expect, it } from 'vitest'
import { initialApproval, touchesApproval, whyNotApprove } from './approval-rules.ts'

const NOW = new Date('2026-03-14T18:30:00Z')
const ACTION = {
  ...{ user: 'nolan', linked: ['noel'], admin: 'marcus', importer: 'iris', revisedBy: ['dana'], decidedBy: ['mo'] },
  ...{ isRevoked: false, approval: 'waiting' as const },
}

describe('Types with approval', () => {
  it.each([
    ['that needs no approval waits for nothing', undefined, { approval: null, approvalDueAt: null }],
    ['that needs it before is not in force meanwhile', 'before', { approval: 'waiting', approvalDueAt: null }],
    [
      'that needs it within 24 hours is in force, and says until when',
      'within24Hours',
      { approval: 'waiting', approvalDueAt: new Date('2026-03-15T18:30:00Z') },
    ],
  ] as const)('an action of a type: %s', (_name, mode, waits) => {
    expect(initialApproval(mode, NOW)).toEqual(waits)
  })
})

describe('People who can approve', () => {
  it.each([
    ['anybody who had no part in it', 'theo', {}, null],
    ['not the person it is about', 'nolan', {}, 'about-you'],
    ['nor an account that may be theirs', 'noel', {}, 'linked'],
    ['not who gave it', 'marcus', {}, 'given-by-you'],
    ['nor who imported it', 'iris', {}, 'given-by-you'],
    ['nor who revised it', 'dana', {}, 'given-by-you'],
    ['nor who decided on an appeal of it', 'mo', {}, 'decided-by-you'],
    ['nobody once it is approved', 'theo', { approval: 'approved' }, 'not-waiting'],
    ['nobody once it is rejected', 'theo', { approval: 'rejected' }, 'not-waiting'],
    ['nobody once it is revoked', 'theo', { isRevoked: true }, 'not-waiting'],
    ['nobody where none is needed', 'theo', { approval: null }, 'not-waiting'],
  ] as const)('an approver: %s', (_name, id, more, why) => {
    expect(whyNotApprove({ ...ACTION, ...more }, { id })).toBe(why)
  })
})

describe('Revisions that need a new approval', () => {
  it.each(['date', 'user', 'type', 'ends_at', 'points', 'points_end_at'])(
    'a change of %s needs a new approval',
    (field) => {
      expect(touchesApproval(['internal_reason', field])).toBe(true)
    },
  )

  it('a change of the wording needs no approval', () => {
    expect(touchesApproval(['internal_reason', 'external_reason', 'user_name'])).toBe(false)
  })
})
