import { describe, expect, it } from 'vitest'
import { rightsOf } from '#features/auth/rules.ts'
import { allowsRights, can } from '#lib/access.ts'
import { ROLE_IDS } from '#test/people.ts'
import {
  changesBetween,
  isSameMapping,
  losesLastOwner,
  type MappedRole,
  type Mapping,
  missingRoles,
  OWNER_IDS,
  rightsIn,
  rolesGiving,
  waysOf,
} from './rules.ts'

const CODES = '200000000000000301'
const FHP = '200000000000000302'
const mapping: MappedRole[] = [
  ...(['owner', 'management', 'staff', 'es'] as const).map((access, index) => ({
    access,
    roleId: ROLE_IDS[access][0] ?? '',
    file: 'site.yaml',
    line: 70 + index,
  })),
  { access: can('law.edit'), roleId: CODES, file: 'site.yaml', line: 81 },
  { access: can('ranks.change', 'fhp'), roleId: FHP, file: 'site.yaml', line: 82 },
]
const given = [
  { capability: 'law.edit' as const, department: null, roleId: CODES },
  { capability: 'ranks.change' as const, department: 'fhp', roleId: FHP },
]

describe('The origin of a right', () => {
  const roles = [...Object.values(ROLE_IDS).flat(), CODES, FHP]
  it.each([...roles.map((id) => [id]), [], [CODES, FHP], [...ROLE_IDS.es, FHP]])(
    'the origin is returned exactly for the rights that a person has: %j',
    (...roleIds) => {
      for (const isNamed of [false, true]) {
        const rights = rightsOf({ id: '1', roleIds }, ROLE_IDS, isNamed ? ['1'] : [], given)
        for (const access of rightsIn(mapping)) {
          expect([access, waysOf({ roleIds, isNamed }, access, mapping).length > 0]).toEqual([
            access,
            allowsRights(access, rights),
          ])
        }
      }
    },
  )

  it('the origin contains the line of each role, and the level that includes a right', () => {
    const roleIds = [...ROLE_IDS.staff, CODES]
    expect(waysOf({ roleIds, isNamed: false }, can('law.edit'), mapping)).toEqual([
      { by: 'staff', roleId: ROLE_IDS.staff[0], file: 'site.yaml', line: 72 },
      { by: 'can:law.edit', roleId: CODES, file: 'site.yaml', line: 81 },
    ])
  })

  it('the origin is OWNER_IDS for an owner without a role', () => {
    expect(waysOf({ roleIds: [], isNamed: true }, 'staff', mapping)).toEqual([
      { by: 'owner', roleId: null, file: OWNER_IDS, line: null },
    ])
  })
})

it('a right is given by its own roles and by those of every level that includes it', () => {
  expect(rolesGiving(can('ranks.change', 'fhp'), mapping)).toEqual([...ROLE_IDS.owner, ...ROLE_IDS.management, FHP])
  expect(rolesGiving(can('ranks.change'), mapping)).toEqual([...ROLE_IDS.owner, ...ROLE_IDS.management])
})

it('a deleted role is known only if Discord reports the existing roles', () => {
  const existing = new Map(mapping.filter(({ roleId }) => roleId !== CODES).map(({ roleId }) => [roleId, 'a name']))
  expect(missingRoles(mapping, existing).map(({ roleId }) => roleId)).toEqual([CODES])
  expect(missingRoles(mapping, new Map())).toEqual([])
})

describe('Comparing two role mappings', () => {
  const was: Mapping = { roles: mapping, ownerIds: ['9'] }
  const without = (roleId: string): Mapping => ({ ...was, roles: mapping.filter((role) => role.roleId !== roleId) })
  const people = [
    { id: '1', roleIds: [...ROLE_IDS.staff, CODES] },
    { id: '2', roleIds: ROLE_IDS.management },
    { id: '3', roleIds: [CODES] },
    { id: '9', roleIds: [] },
  ]

  it('the order of roles and repeated lines make no difference', () => {
    expect(isSameMapping(was, { roles: [...mapping.toReversed(), ...mapping], ownerIds: ['9', '9'] })).toBe(true)
    expect(isSameMapping(was, without(CODES))).toBe(false)
    expect(isSameMapping(was, { ...was, ownerIds: [] })).toBe(false)
  })

  it('nobody loses what another of their roles gives', () => {
    expect(changesBetween(people, was, without(CODES))).toEqual([{ id: '3', gained: [], lost: ['can:law.edit'] }])
  })

  it('a level is named without what it includes, and what remains is not lost', () => {
    const moved: Mapping = {
      ownerIds: [],
      roles: mapping.map((role) => (role.access === 'management' ? { ...role, access: 'staff' as const } : role)),
    }
    expect(changesBetween(people, was, moved)).toEqual([
      { id: '2', gained: [], lost: ['management'] },
      { id: '9', gained: [], lost: ['owner'] },
    ])
  })

  it('the last owner is lost if there was one and is none', () => {
    expect(losesLastOwner(people, was, { ...was, ownerIds: [] })).toBe(true)
    expect(losesLastOwner(people, was, { ...was, ownerIds: ['2'] })).toBe(false)
    // People in OWNER_IDS who have not signed in yet must be able to start the site and sign in.
    expect(losesLastOwner(people, was, { ...was, ownerIds: ['310000000000000999'] })).toBe(false)
    expect(losesLastOwner(people, { ...was, ownerIds: [] }, { ...was, ownerIds: [] })).toBe(false)
  })
})
