import { describe, expect, it } from 'vitest'
import { DAY } from '#lib/dates.ts'
import { deliveryOf } from './delivery-rules.ts'
import { sendingOf } from './message-rules.ts'

const NOW = new Date('2026-03-14T18:30:00Z')
const ROW = { at: NOW, readAt: null, messageId: null, sending: null, isInSummary: false }
const SUMMARY = { ...ROW, isInSummary: true }
const old = { ...ROW, at: new Date(NOW.getTime() - 3 * DAY) }

describe('deliveryOf', () => {
  it.each([
    ['somebody who never signed in is told nothing', { ...ROW, sending: 'sent' as const }, false, 'never-here'],
    ['what was never in the inbox is not known', undefined, true, null],
    ['what has no message waits on the site', ROW, true, 'on-site'],
    ['what has no message waits there for long', old, true, 'on-site'],
    ['what their next daily summary counts', SUMMARY, true, 'in-summary'],
    ['what they read before their daily summary', { ...SUMMARY, readAt: NOW }, true, 'seen'],
    ['what had a message before they chose the daily summary', { ...SUMMARY, sending: 'sent' as const }, true, 'sent'],
    ['what became of the message', { ...ROW, sending: 'closed' as const }, true, 'closed'],
    ['a message on its way is not sent yet', { ...ROW, messageId: 7 }, true, 'on-site'],
    ['a message that did not leave for three days is lost', { ...old, messageId: 7 }, true, 'uncertain'],
    ['what they read reached them', { ...ROW, sending: 'closed' as const, readAt: NOW }, true, 'seen'],
  ])('deliveryOf: %s', (_, row, hasSignedIn, delivery) => {
    expect(deliveryOf(row, { hasSignedIn, canSend: true }, NOW)).toBe(delivery)
  })

  it.each([
    ['a message that waits', { ...ROW, messageId: 7 }, 'off'],
    ['one that waits for three days', { ...old, messageId: 7 }, 'off'],
    ['what their next daily summary would count', SUMMARY, 'off'],
    ['what has no message', ROW, 'on-site'],
    ['one that was sent before', { ...ROW, sending: 'sent' as const }, 'sent'],
    ['one that they read on the site', { ...ROW, messageId: 7, readAt: NOW }, 'seen'],
  ])('deliveryOf without messages of the site: %s', (_, row, delivery) => {
    expect(deliveryOf(row, { hasSignedIn: true, canSend: false }, NOW)).toBe(delivery)
  })
})

describe('sendingOf', () => {
  it.each([
    ['it was posted', { result: 'posted' }, false, 'sent'],
    ['their settings do not allow it', { result: 'refused', code: 50007 }, false, 'closed'],
    ['they share no server with the bot', { result: 'refused', code: 50278 }, false, 'no-server'],
    ['Discord says something else', { result: 'refused', code: 50001 }, false, 'refused'],
    ['the site stopped meanwhile', { result: 'refused' }, true, 'stopped'],
    ['they switched messages off meanwhile', { result: 'refused' }, false, null],
    ['it could not be sent for three days', { result: 'late' }, false, 'late'],
    ['the site sends no messages', { result: 'off' }, false, 'off'],
    ['no answer came', { result: 'unknown' }, false, 'uncertain'],
    ['it is tried again', { result: 'not-now' }, false, undefined],
  ])('sendingOf: %s', (_, answered, isStopped, sending) => {
    expect(sendingOf(answered, isStopped)).toBe(sending)
  })
})
