import { describe, expect, it } from 'vitest'
import { ACCESS_LEVELS, allowsRights, CAPABILITIES, CAPABILITY_NAMES, can, levelOf, NO_RIGHTS } from './access.ts'

const STAFF = { ...NO_RIGHTS, isStaff: true, canESQuick: true }
const MANAGEMENT = { ...STAFF, isManagement: true }
const OWNER = { ...MANAGEMENT, isOwner: true }

describe('A capability', () => {
  it('is held by the people of its level and of those above, without a word in any file', () => {
    const held = CAPABILITY_NAMES.map((name) => [
      name,
      ...[NO_RIGHTS, STAFF, MANAGEMENT, OWNER].map((rights) => allowsRights(can(name), rights)),
    ])
    expect(held).toEqual(
      CAPABILITY_NAMES.map((name) => {
        const level = CAPABILITIES[name]
        return [name, false, level === 'staff', level !== 'owner', true]
      }),
    )
  })

  it('opens itself and nothing else', () => {
    for (const held of CAPABILITY_NAMES) {
      const rights = { ...NO_RIGHTS, capabilities: [can(held)] }
      expect(CAPABILITY_NAMES.filter((name) => allowsRights(can(name), rights))).toEqual([held])
      expect(ACCESS_LEVELS.filter((level) => allowsRights(level, rights))).toEqual(['anyone', 'member'])
    }
  })

  it('of one department opens that department alone, and everywhere opens each', () => {
    const here = { ...NO_RIGHTS, capabilities: [can('ranks.change', 'fhp')] }
    expect(allowsRights(can('ranks.change', 'fhp'), here)).toBe(true)
    expect(allowsRights(can('ranks.change', 'ttpd'), here)).toBe(false)
    expect(allowsRights(can('ranks.change'), here)).toBe(false)
    expect(allowsRights(can('import.run', 'fhp'), here)).toBe(false)
    const everywhere = { ...NO_RIGHTS, capabilities: [can('ranks.change')] }
    expect(allowsRights(can('ranks.change', 'fhp'), everywhere)).toBe(true)
    expect(allowsRights(can('ranks.change', 'fhp'), MANAGEMENT)).toBe(true)
  })

  it('has the level of its declaration, in a department too', () => {
    expect(levelOf(can('ranks.change', 'fhp'))).toBe('management')
    expect(levelOf(can('audit.read'))).toBe('owner')
    expect(levelOf('es')).toBe('es')
  })
})

it('A capability that no role gives, and whose level nobody has, is the owners’', () => {
  for (const name of CAPABILITY_NAMES) expect([name, allowsRights(can(name), OWNER)]).toEqual([name, true])
})
