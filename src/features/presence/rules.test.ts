import { describe, expect, it } from 'vitest'
import { NO_RIGHTS } from '#lib/access.ts'
import { isGone, ringClassOf, type Tab, viewersOf, waitBeforeList } from './rules.ts'

function tab(id: string, more: Partial<Tab> = {}): Tab {
  const person = { id, name: `Person ${id}`, avatarUrl: '', ringClass: 'ring-lagoon' as const }
  return { pid: `browser-${id}`, sid: `tab-${id}`, visible: true, person, joinedAt: 0, heardAt: 0, ...more }
}

describe('Viewers of a page', () => {
  it('a person with several tabs is one viewer', () => {
    const { viewers, total } = viewersOf([tab('1', { sid: 'a' }), tab('1', { sid: 'b' }), tab('2')])
    expect(viewers.map((each) => each.person.id)).toEqual(['1', '2'])
    expect(total).toBe(2)
  })

  it('a viewer is visible if any of their tabs is', () => {
    const { viewers } = viewersOf([tab('1', { sid: 'a', visible: false }), tab('1', { sid: 'b', joinedAt: 5 })])
    expect(viewers).toMatchObject([{ sid: 'b', visible: true, joinedAt: 0 }])
  })

  it('visible viewers come first, then by arrival', () => {
    const { viewers } = viewersOf([
      tab('late', { joinedAt: 9 }),
      tab('hidden', { visible: false, joinedAt: 1 }),
      tab('early', { joinedAt: 2 }),
    ])
    expect(viewers.map((each) => each.person.id)).toEqual(['early', 'late', 'hidden'])
  })

  it('at most 12 viewers are in the list, and all in the total', () => {
    const { viewers, total } = viewersOf(Array.from({ length: 15 }, (_, index) => tab(String(index))))
    expect(viewers).toHaveLength(12)
    expect(total).toBe(15)
  })
})

it('a viewer who misses three heartbeats is removed', () => {
  expect(isGone({ heardAt: 0 }, 20_000)).toBe(false)
  expect(isGone({ heardAt: 0 }, 30_000)).toBe(false)
  expect(isGone({ heardAt: 0 }, 33_000)).toBe(true)
})

it('the list is sent at most once a second', () => {
  expect(waitBeforeList(Number.NEGATIVE_INFINITY, 5_000)).toBe(0)
  expect(waitBeforeList(5_000, 5_400)).toBe(600)
  expect(waitBeforeList(5_000, 6_000)).toBe(0)
})

it('the ring colour of a viewer depends on their rights', () => {
  const staff = { ...NO_RIGHTS, isStaff: true }
  expect(ringClassOf(staff)).toBe('ring-lagoon')
  expect(ringClassOf({ ...staff, isManagement: true })).toBe('ring-amber')
  expect(ringClassOf({ ...staff, isManagement: true, isOwner: true })).toBe('ring-sunset')
})
