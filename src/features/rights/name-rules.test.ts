import { expect, it } from 'vitest'
import { namedRight, RIGHT_NAMES } from './name-rules.ts'

it.each([
  ['staff', 'Staff'],
  ['can:discipline.give', 'Give actions'],
  ['can:ranks.change@police', 'Change rosters'],
])('an access needs a right with a name: %s', (access, name) => {
  const right = namedRight(access)
  expect(right && RIGHT_NAMES[right]).toBe(name)
})

it.each(['anyone', 'member', 'toString', 'can:nothing', '@police'])('an access needs no right: %s', (access) => {
  expect(namedRight(access)).toBeUndefined()
})
