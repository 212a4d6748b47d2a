import { describe, expect, it } from 'vitest'
import { REMOVABLE_BY_AUTHOR_FOR, whyNotRemove } from './rules.ts'

const AT = new Date('2026-03-14T18:30:00.000Z')
const work = { user: 'about', by: 'author', at: AT }
const later = (milliseconds: number) => new Date(AT.getTime() + milliseconds)
const moderator = (id: string) => ({ id, isManagement: false })
const manager = (id: string) => ({ id, isManagement: true })

describe('Removing evidence', () => {
  it('evidence is removed by its author within a day', () => {
    expect(whyNotRemove(work, moderator('author'), later(REMOVABLE_BY_AUTHOR_FOR))).toBeNull()
    expect(whyNotRemove(work, moderator('author'), later(REMOVABLE_BY_AUTHOR_FOR + 1))).toBe('not-yours')
    expect(whyNotRemove(work, moderator('other'), AT)).toBe('not-yours')
  })

  it('evidence is removed by management at any time, and never by the person concerned', () => {
    expect(whyNotRemove(work, manager('other'), later(100 * REMOVABLE_BY_AUTHOR_FOR))).toBeNull()
    expect(whyNotRemove(work, manager('about'), AT)).toBe('about-you')
    expect(whyNotRemove({ ...work, by: 'about' }, moderator('about'), AT)).toBe('about-you')
  })
})
