import { describe, expect, it } from 'vitest'
import { groupBy } from '#lib/group-by.ts'
import { AUDIT_WORDS } from './audit-words.ts'
import { AUDITED, FEATURES, INBOX } from './features.ts'
import { INBOX_TITLES } from './inbox-titles.ts'

describe('Audit entries of features', () => {
  it('every audit entry has a label on its page, and every label an entry', () => {
    expect(Object.keys(AUDIT_WORDS.actions).toSorted()).toEqual(AUDITED.toSorted())
  })

  it.each(['actions', 'fields'] as const)('audit labels are declared by one feature: %s', (part) => {
    const featuresOf = groupBy(
      FEATURES.flatMap(({ name, audited }) => Object.keys(audited?.[part] ?? {}).map((word) => ({ word, name }))),
      ({ word }) => word,
    )
    const twice = [...featuresOf]
      .filter(([, named]) => named.length > 1)
      .map(([word, named]) => `${word}: ${named.map(({ name }) => name).join(', ')}`)
    expect(twice, 'Keep each in the audit-rules.ts of one of these features: its word holds for all').toEqual([])
  })
})

describe('Notifications of features', () => {
  const kinds = INBOX.parts.flatMap(({ titles }) => Object.keys(titles))

  it('every notification has a title and belongs to one feature', () => {
    expect(Object.keys(INBOX_TITLES).toSorted()).toEqual(kinds.toSorted())
    expect(kinds).toEqual([...new Set(kinds)])
  })

  it('a notification includes only existing kinds', () => {
    expect(
      [...INBOX.kinds.values()].flatMap(({ replaces = [] }) => replaces).filter((kind) => !kinds.includes(kind)),
    ).toEqual([])
  })
})
