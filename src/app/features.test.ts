import { describe, expect, it } from 'vitest'
import { isNamed } from '#features/audit/rules.ts'
import { SENTENCES } from '#features/audit/sentence-rules.ts'
import { AUDITED } from './features.ts'

describe('An action that a feature writes into the audit log', () => {
  it('has a sentence there, and no other action has one', () => {
    const told = Object.keys(SENTENCES).filter((action) => !action.endsWith(' of a list'))
    expect(told.toSorted()).toEqual(AUDITED.toSorted())
  })

  it('has a name there, by which it is filtered', () => {
    expect(AUDITED.filter((action) => !isNamed(action))).toEqual([])
  })

  it('is declared once', () => {
    expect(AUDITED).toEqual([...new Set(AUDITED)])
  })
})
