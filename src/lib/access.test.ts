import { describe, expect, it } from 'vitest'
import { ACCESS_LEVELS, allowsRights, CAPABILITIES, CAPABILITY_NAMES, can, levelOf, NO_RIGHTS } from './access.ts'

const STAFF = { ...NO_RIGHTS, isStaff: true, canESQuick: true }
const MANAGEMENT = { ...STAFF, isManagement: true }
const OWNER = { ...MANAGEMENT, isOwner: true }

describe('Capabilities', () => {
  it('people of its level and higher ones have a capability by default', () => {
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

  it('a capability gives no other right', () => {
    for (const held of CAPABILITY_NAMES) {
      const rights = { ...NO_RIGHTS, capabilities: [can(held)] }
      expect(CAPABILITY_NAMES.filter((name) => allowsRights(can(name), rights))).toEqual([held])
      expect(ACCESS_LEVELS.filter((level) => allowsRights(level, rights))).toEqual(['anyone', 'member'])
    }
  })

  it('a capability of one department applies there only, and a general one in each', () => {
    const here = { ...NO_RIGHTS, capabilities: [can('ranks.change', 'fhp')] }
    expect(allowsRights(can('ranks.change', 'fhp'), here)).toBe(true)
    expect(allowsRights(can('ranks.change', 'ttpd'), here)).toBe(false)
    expect(allowsRights(can('ranks.change'), here)).toBe(false)
    expect(allowsRights(can('import.run', 'fhp'), here)).toBe(false)
    const everywhere = { ...NO_RIGHTS, capabilities: [can('ranks.change')] }
    expect(allowsRights(can('ranks.change', 'fhp'), everywhere)).toBe(true)
    expect(allowsRights(can('ranks.change', 'fhp'), MANAGEMENT)).toBe(true)
  })

  it('a capability has the level of its declaration, also in a department', () => {
    expect(levelOf(can('ranks.change', 'fhp'))).toBe('management')
    expect(levelOf(can('audit.read'))).toBe('owner')
    expect(levelOf('es')).toBe('es')
  })
})

it('only owners have a capability without a role and without people of its level', () => {
  for (const name of CAPABILITY_NAMES) expect([name, allowsRights(can(name), OWNER)]).toEqual([name, true])
})
