import { expect, it } from 'vitest'
import { ENGLISH } from '#lib/messages.ts'
import { translateSentence, withValues } from '#lib/sentence.ts'
import { STAFF_LADDER } from '#test/rosters.ts'
import {
  blockedBy,
  firstEffectEnd,
  isPromotion,
  PROMOTION_BLOCKED,
  promotionBlockedValues,
  type RosterEffect,
  shownStatus,
  storedStatusFor,
  withEffects,
} from './effect-rules.ts'

const { positions } = STAFF_LADDER
const SUSPENSION = { action: 12, type: 'Suspension', until: '2026-04-01T12:00:00.000Z' }
const LATER = { action: 13, type: 'Demotion', until: '2026-05-01T12:00:00.000Z' }
const effect: RosterEffect = { status: { ...SUSPENSION, status: 'Suspended' }, promotion: LATER }
const iris = { discordId: '1', name: 'Iris', status: 'LOA', position: 'Moderator' }

it('a roster shows the status from an action in force, and keeps the stored status', () => {
  const [shown, other] = withEffects([iris, { ...iris, discordId: '2' }], new Map([['1', effect]]))
  expect(shown && [shownStatus(shown), shown.status]).toEqual(['Suspended', 'LOA'])
  expect(other && [shownStatus(other), 'effect' in other]).toEqual(['LOA', false])
  expect(shownStatus({ status: 'LOA', effect: { status: null, promotion: LATER } })).toBe('LOA')
})

it('a list changes when the first of its actions in force ends', () => {
  expect(firstEffectEnd([iris])).toBeNull()
  expect(
    firstEffectEnd([iris, { ...iris, effect }, { ...iris, effect: { status: null, promotion: LATER } }])?.toISOString(),
  ).toBe(SUSPENSION.until)
  expect(firstEffectEnd([{ ...iris, effect: { status: null, promotion: LATER } }])?.toISOString()).toBe(LATER.until)
})

it.each([
  ['Moderator', 'Administrator', true],
  ['Trial Moderator', 'Moderator', true],
  ['Moderator', 'Moderator', false],
  ['Mod', 'Moderator', false],
  ['Administrator', 'Moderator', false],
  ['Moderator', 'Tea Maker', false],
  ['Tea Maker', 'Moderator', true],
  ['Tea Maker', 'Cake Maker', false],
])('from %s to %s: a promotion is %s', (before, after, is) => {
  expect(isPromotion(before, after, positions)).toBe(is)
})

it('a promotion is blocked while an action in force blocks it', () => {
  const blocked = (after: string, of: RosterEffect | undefined, before: typeof iris | null = iris) =>
    blockedBy(before, { position: after }, of, positions)
  expect(blocked('Administrator', effect)).toBe(LATER)
  expect(blocked('Moderator', effect)).toBeNull()
  expect(blocked('Administrator', { ...effect, promotion: null })).toBeNull()
  expect(blocked('Administrator', undefined)).toBeNull()
  expect(blocked('Administrator', effect, null)).toBeNull()
})

it.each([
  [
    undefined,
    'Iris cannot be promoted before 2026-05-01 12:00 UTC: Demotion #13 is in force. Management can revoke it.',
  ],
  [
    'Europe/Berlin',
    'Iris cannot be promoted before 2026-05-01 14:00: Demotion #13 is in force. Management can revoke it.',
  ],
])('the blocking action and its end are shown in the time zone %s', (zone, expected) => {
  expect(translateSentence(withValues(PROMOTION_BLOCKED, promotionBlockedValues('Iris', LATER, zone)), ENGLISH)).toBe(
    expected,
  )
})

it('a spreadsheet with the shown status means the stored one', () => {
  expect(storedStatusFor('Suspended', iris, effect)).toBe('LOA')
  expect(storedStatusFor('Active', iris, effect)).toBe('Active')
  expect(storedStatusFor('Suspended', iris, undefined)).toBe('Suspended')
  expect(storedStatusFor('Suspended', null, effect)).toBe('Suspended')
})
