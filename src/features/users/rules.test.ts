import { describe, expect, it } from 'vitest'
import { NO_RIGHTS } from '#lib/access.ts'
import { matches, sortUsers, typeOf } from './rules.ts'

describe('The type of a user', () => {
  const staff = { ...NO_RIGHTS, isStaff: true, canESQuick: true }
  it.each([
    ['ownership', { ...staff, isManagement: true, isOwner: true }],
    ['management', { ...staff, isManagement: true, isES: true }],
    ['staff', { ...staff, isES: true }],
    ['es', { ...NO_RIGHTS, isES: true, canESQuick: true }],
    ['-', NO_RIGHTS],
  ])('the type of a user is %s', (type, rights) => {
    expect(typeOf(rights)).toBe(type)
  })
})

const theo = { id: '310000000000000205', username: 'theo', global_name: 'Theo Marchetti', type: 'ownership' } as const
const jules = { id: '310000000000000201', username: 'jules', global_name: null, type: '-' } as const
const ada = { id: '310000000000000299', username: 'ada', global_name: 'Ada', type: '-' } as const

describe('Searching users', () => {
  it.each([
    ['THEO', true],
    ['marchetti', true],
    ['0205', true],
    ['owner', true],
    ['theo ownership', true],
    ['staff', false],
    ['%', false],
    ['  ', true],
  ])('the search matches name, id or type: %s', (search, isMatch) => {
    expect(matches(theo, search)).toBe(isMatch)
  })
})

it('users with the highest right come first, then by name', () => {
  expect(sortUsers([jules, ada, theo])).toEqual([theo, ada, jules])
})
