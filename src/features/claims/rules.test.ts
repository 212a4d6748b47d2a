import { expect, it } from 'vitest'
import { stateNow } from './rules.ts'

it.each([
  ['waiting', 'of nobody with an account, or gone', { isLinked: false, isOfOther: false }, 'waiting'],
  ['waiting', 'theirs', { isLinked: true, isOfOther: false }, 'confirmed'],
  ['waiting', 'of somebody else', { isLinked: false, isOfOther: true }, 'refused'],
  ['confirmed', 'theirs', { isLinked: true, isOfOther: false }, 'confirmed'],
  ['confirmed', 'of nobody with an account again', { isLinked: false, isOfOther: false }, 'unlinked'],
  ['refused', 'theirs', { isLinked: true, isOfOther: false }, 'refused'],
] as const)('the state of a claim that is %s while its ban is %s', (state, _ban, now, expected) => {
  expect(stateNow(state, now)).toBe(expected)
})
