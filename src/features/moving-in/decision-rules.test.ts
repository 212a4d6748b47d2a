import { describe, expect, it } from 'vitest'
import type { SourceHistory } from './contract.ts'
import { authorsOf, countKinds, countOlder, idOfStaff, withStaff } from './decision-rules.ts'

type Action = SourceHistory['actions'][number]

const action = (change: Partial<Action>): Action => ({
  nativeId: 'W1',
  kind: 'warn',
  identifiers: [],
  name: 'Avery',
  reason: 'Late',
  author: { name: 'mdelgado', discordId: null },
  at: '2025-03-14T12:00:00.000Z',
  expiresAt: null,
  isAcknowledged: true,
  revoked: null,
  ...change,
})
const MARCUS = '310000000000000103'

describe('Authors in a file', () => {
  it('authors are counted by name ignoring case, the most frequent first', () => {
    const actions = [
      action({ author: { name: 'pcastell', discordId: null } }),
      action({}),
      action({ author: { name: 'MDelgado', discordId: null } }),
    ]
    expect(authorsOf({ actions })).toEqual([
      { name: 'mdelgado', discordId: null, actions: 2 },
      { name: 'pcastell', discordId: null, actions: 1 },
    ])
  })

  it('an author gets the Discord ID that was assigned to the name, unless the file has one', () => {
    const actions = [
      action({ author: { name: 'MDELGADO', discordId: null } }),
      action({ author: { name: 'mdelgado', discordId: '310000000000000199' } }),
      action({ author: { name: 'constructor', discordId: null } }),
    ]
    const ids = withStaff({ actions }, { mdelgado: MARCUS }).actions.map(({ author }) => author.discordId)
    expect(ids).toEqual([MARCUS, '310000000000000199', null])
    expect(idOfStaff({ mdelgado: MARCUS }, 'MDelgado')).toBe(MARCUS)
    expect(idOfStaff({ mdelgado: MARCUS }, 'toString')).toBeNull()
  })
})

describe('The content of a file', () => {
  it('actions are counted by kind, the most frequent first', () => {
    const actions = [action({}), action({ kind: 'ban' }), action({ kind: 'ban' })]
    expect(countKinds({ actions })).toEqual([
      { kind: 'ban', count: 2 },
      { kind: 'warn', count: 1 },
    ])
  })

  it('actions are counted by age, without years that omit nothing', () => {
    const actions = ['2022-11-22T23:59:59.000Z', '2024-11-23T00:00:00.000Z', '2026-01-01T00:00:00.000Z'].map((at) =>
      action({ at }),
    )
    expect(countOlder({ actions }, '2026-11-23')).toEqual([
      { years: 1, day: '2025-11-23', actions: 2 },
      { years: 2, day: '2024-11-23', actions: 1 },
      { years: 3, day: '2023-11-23', actions: 1 },
      { years: 4, day: '2022-11-23', actions: 1 },
    ])
  })
})
