import { expect, it } from 'vitest'
import { stateNow } from './rules.ts'

it.each([
  ['waiting', 'of nobody with an account', { isLinked: false, isUnlinked: true }, 'waiting'],
  ['waiting', 'theirs', { isLinked: true, isUnlinked: false }, 'confirmed'],
  ['waiting', 'of somebody else, or gone', { isLinked: false, isUnlinked: false }, 'refused'],
  ['confirmed', 'theirs', { isLinked: true, isUnlinked: false }, 'confirmed'],
  ['confirmed', 'of nobody with an account again', { isLinked: false, isUnlinked: true }, 'unlinked'],
  ['refused', 'theirs', { isLinked: true, isUnlinked: false }, 'refused'],
] as const)('a claim that is %s while its ban is %s', (state, _ban, now, expected) => {
  expect(stateNow(state, now)).toBe(expected)
})
