import { describe, expect, it } from 'vitest'
import { AUDIT_WORDS } from './audit-words.ts'
import { AUDITED, FEATURES } from './features.ts'

describe('What features write into the audit log', () => {
  it('has words on its page, and nothing else has', () => {
    expect(Object.keys(AUDIT_WORDS.actions).toSorted()).toEqual(AUDITED.toSorted())
  })

  it.each(['actions', 'fields'] as const)('is named by one feature: %s', (part) => {
    const names = FEATURES.flatMap(({ audited }) => Object.keys(audited?.[part] ?? {}))
    expect(names).toEqual([...new Set(names)])
  })
})
