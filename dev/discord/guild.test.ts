import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCommunity } from '#server/config/community.ts'
import { readGuild, withSupporters } from './guild.ts'

const NO_ROLES = { owner: [], management: [], staff: [], es: [] }

describe('the people of the demo', () => {
  const community = readCommunity('community')
  const guild = readGuild('demo/guild.yaml', { name: community.site.name, roles: community.roles })
  const withRight = (right: keyof typeof community.roles) =>
    guild.people.filter(({ member }) => member?.roles.some((id) => community.roles[right].includes(id)))

  it('hold every right of the community, and some hold none', () => {
    for (const right of ['owner', 'management', 'staff', 'es'] as const) expect(withRight(right)).not.toEqual([])
    expect(guild.people.some(({ member }) => member?.roles.length === 0)).toBe(true)
  })

  it('include somebody outside the guild and somebody who denies', () => {
    expect(guild.people.filter(({ member }) => member === null).map(({ globalName }) => globalName)).toEqual([
      'Sam Okafor',
    ])
    expect(guild.people.filter(({ denies }) => denies).map(({ globalName }) => globalName)).toEqual(['Casey Nguyen'])
  })

  it('each have their own id and username', () => {
    expect(new Set(guild.people.map(({ id }) => id)).size).toBe(guild.people.length)
    expect(new Set(guild.people.map(({ username }) => username)).size).toBe(guild.people.length)
  })

  it('get the role ids of whatever community they are put in', () => {
    const roles = { ...NO_ROLES, staff: ['990000000000000001', '990000000000000002'] }
    const edited = readGuild('demo/guild.yaml', { name: 'Another', roles })
    expect(edited.people.find(({ globalName }) => globalName === 'Nolan Reyes')?.member?.roles).toEqual([
      '990000000000000001',
    ])
    expect(edited.people.find(({ globalName }) => globalName === 'Theo Marchetti')?.member?.roles).toEqual([])
    expect(edited.roles.map(({ id }) => id)).toEqual(roles.staff)
  })

  it('are refused with file and line when an id is written as a number', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'guild-')), 'guild.yaml')
    writeFileSync(
      file,
      'people:\n  - id: 310000000000000101\n    username: aa\n    name: A\n    title: T\n    sees: S\n',
    )
    expect(() => readGuild(file, { name: 'X', roles: NO_ROLES })).toThrow(`${file}:2: people.0.id`)
  })
})

describe('the supporters of the demo', () => {
  const guild = { id: '300000000000000001', name: 'X', roles: [], people: [] }
  const role = (id: string) => ({ label: id, roles: [id] })
  const wall = { tiers: ['1', '2', '3', '4'].map(role), badges: ['5', '6', '7', '8', '9'].map(role) }
  const made = () => withSupporters(guild, 'demo/supporters.yaml', wall)
  const roles = () => made().people.map(({ member }) => member?.roles ?? [])

  it('are at least 120 over the four tiers', () => {
    expect(made().people.length).toBeGreaterThanOrEqual(120)
    for (const { label } of wall.tiers) expect(roles().some((held) => held[0] === label)).toBe(true)
  })

  it('are the same at every start, each with their own id, username and name', () => {
    const { people } = made()
    expect(made()).toEqual({ ...guild, people, roles: expect.anything() })
    for (const key of ['id', 'username', 'globalName'] as const) {
      expect(new Set(people.map((person) => person[key])).size).toBe(people.length)
    }
  })

  it('have what the wall must cope with: none and many badges, two tiers, no picture', () => {
    const badges = roles().map((held) => held.filter((id) => Number(id) > 4).length)
    expect(Math.min(...badges)).toBe(0)
    expect(Math.max(...badges)).toBeGreaterThan(3)
    expect(roles().some((held) => held.filter((id) => Number(id) < 5).length === 2)).toBe(true)
    expect(made().people.some(({ avatar }) => avatar === null)).toBe(true)
  })

  it('get the roles of whatever community they are put in, and are not offered by the picker', () => {
    const small = withSupporters(guild, 'demo/supporters.yaml', { tiers: [role('77')], badges: [] })
    expect(small.people.every(({ member, card }) => member?.roles.join() === '77' && card === null)).toBe(true)
    expect(small.roles).toEqual([{ id: '77', name: '77' }])
  })
})
