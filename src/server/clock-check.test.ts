import { expect, it } from 'vitest'
import { createClockCheck } from './clock-check.ts'

const DAY = 24 * 60 * 60_000
const NEWEST = new Date('2026-03-14T18:30:00.000Z')

it.each([
  ['right after the newest row', 0, 0, true],
  ['a week of quiet later', 7, 0, true],
  ['400 days later', 400, 0, false],
  ['before the newest row', -400, 0, true],
  ['as much later as the process has run', 400, 394, true],
  ['400 days later, a day after the start', 400, 1, false],
])('the clock at a start %s', (_, daysOn, daysUp, isRight) => {
  let uptime = 5
  const clock = () => new Date(NEWEST.getTime() + daysOn * DAY)
  const isClockRight = createClockCheck({ newest: NEWEST, clock, uptime: () => uptime })
  uptime += daysUp * DAY
  expect(isClockRight()).toBe(isRight)
})

it('the clock of an empty database is trusted', () => {
  expect(createClockCheck({ newest: null, clock: () => NEWEST })()).toBe(true)
})
