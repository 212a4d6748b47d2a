import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCommunity } from '#server/config/community.ts'
import { readGuild, withSupporters } from './guild.ts'

const NO_ROLES = { owner: [], management: [], staff: [], es: [] }

describe('The people of the demo', () => {
  const community = readCommunity('community')
  const guild = readGuild('demo/guild.yaml', { name: community.site.name, roles: community.roles })
  const withRight = (right: keyof typeof community.roles) =>
    guild.people.filter(({ member }) => member?.roles.some((id) => community.roles[right].includes(id)))

  it('the people cover every right of the community, and some have none', () => {
    for (const right of ['owner', 'management', 'staff', 'es'] as const) expect(withRight(right)).not.toEqual([])
    expect(guild.people.some(({ member }) => member?.roles.length === 0)).toBe(true)
  })

  it('one person is outside the guild, and one denies', () => {
    expect(guild.people.filter(({ member }) => member === null).map(({ globalName }) => globalName)).toEqual([
      'Sam Okafor',
    ])
    expect(guild.people.filter(({ denies }) => denies).map(({ globalName }) => globalName)).toEqual(['Casey Nguyen'])
  })

  it('each person has an id and a username', () => {
    expect(new Set(guild.people.map(({ id }) => id)).size).toBe(guild.people.length)
    expect(new Set(guild.people.map(({ username }) => username)).size).toBe(guild.people.length)
  })

  it('the people get the role ids of any community', () => {
    const roles = { ...NO_ROLES, staff: ['990000000000000001', '990000000000000002'] }
    const edited = readGuild('demo/guild.yaml', { name: 'Another', roles })
    expect(edited.people.find(({ globalName }) => globalName === 'Nolan Reyes')?.member?.roles).toEqual([
      '990000000000000001',
    ])
    expect(edited.people.find(({ globalName }) => globalName === 'Theo Marchetti')?.member?.roles).toEqual([])
    expect(edited.roles.map(({ id }) => id)).toEqual(roles.staff)
  })

  it('an id that is a number is refused with file and line', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'guild-')), 'guild.yaml')
    writeFileSync(
      file,
      'people:\n  - id: 310000000000000101\n    username: aa\n    name: A\n    title: T\n    sees: S\n',
    )
    expect(() => readGuild(file, { name: 'X', roles: NO_ROLES })).toThrow(`${file}:2: people.0.id`)
  })
})

describe('The supporters of the demo', () => {
  const guild = { id: '300000000000000001', name: 'X', roles: [], people: [] }
  const role = (id: string) => ({ label: id, roles: [id] })
  const wall = { tiers: ['1', '2', '3', '4'].map(role), badges: ['5', '6', '7', '8', '9'].map(role) }
  const made = () => withSupporters(guild, 'demo/supporters.yaml', wall)
  const roles = () => made().people.map(({ member }) => member?.roles ?? [])

  it('there are at least 120 supporters in the four tiers', () => {
    expect(made().people.length).toBeGreaterThanOrEqual(120)
    for (const { label } of wall.tiers) expect(roles().some((held) => held[0] === label)).toBe(true)
  })

  it('the supporters are the same at every start, with unique ids, usernames and names', () => {
    const { people } = made()
    expect(made()).toEqual({ ...guild, people, roles: expect.anything() })
    for (const key of ['id', 'username', 'globalName'] as const) {
      expect(new Set(people.map((person) => person[key])).size).toBe(people.length)
    }
  })

  it('the supporters cover the difficult cases: no or many badges, two tiers, no picture', () => {
    const badges = roles().map((held) => held.filter((id) => Number(id) > 4).length)
    expect(Math.min(...badges)).toBe(0)
    expect(Math.max(...badges)).toBeGreaterThan(3)
    expect(roles().some((held) => held.filter((id) => Number(id) < 5).length === 2)).toBe(true)
    expect(made().people.some(({ avatar }) => avatar === null)).toBe(true)
  })

  it('the supporters get the roles of any community, and are not in the picker', () => {
    const small = withSupporters(guild, 'demo/supporters.yaml', { tiers: [role('77')], badges: [] })
    expect(small.people.every(({ member, card }) => member?.roles.join() === '77' && card === null)).toBe(true)
    expect(small.roles).toEqual([{ id: '77', name: '77' }])
  })
})
