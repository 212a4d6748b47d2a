import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { problemsOf, useCommunityCopy } from '#test/community-copy.ts'
import { root } from '../paths.ts'
import { readCommunity } from './community.ts'
import { BadConfiguration } from './environment.ts'

const copy = useCommunityCopy()
const read = (...over: [] | [Parameters<typeof readCommunity>[1]]) => readCommunity(copy().dir, ...over)
const edit = (from: string | RegExp, to: string) => copy().edit('site.yaml', from, to)
const lineOf = (words: string) => copy().lineOf('site.yaml', words)
const problems = () => problemsOf(read, copy().dir)

describe('The settings of a community', () => {
  it('role ids are read separately, because they never go to a browser', () => {
    const { site, roles } = readCommunity(join(root, 'community'))
    expect(site.shortName).toBe('HCRP')
    expect(site).not.toHaveProperty('roles')
    expect(roles.owner).toEqual([expect.stringMatching(/^\d{17,20}$/)])
  })

  it('the role for verified people is optional', () => {
    expect(read().verifiedRole).toMatch(/^\d{17,20}$/)
    edit(/^verifiedRole: .*$/m, '')
    expect(read().verifiedRole).toBeNull()
  })

  it('the connect address can open the game', () => {
    for (const address of ['fivem://connect/cfx.re/join/abc123', 'fivem://connect/203.0.113.7:30120']) {
      edit(/connect: .*$/m, `connect: ${address}`)
      expect(read().site.links.connect).toBe(address)
    }
  })

  it('the address of the game server is optional and never goes to a browser', () => {
    expect(read().gameServer).toBeNull()
    edit(/^developers:/m, 'gameServer: http://203.0.113.7:30120\ndevelopers:')
    const { gameServer, site } = read()
    expect(gameServer).toBe('http://203.0.113.7:30120')
    expect(site).not.toHaveProperty('gameServer')
  })

  it('environment variables override the roles of a right and the game server', () => {
    const before = read().roles
    const over = { roles: { staff: ['200000000000000077'], es: [] }, gameServer: 'http://203.0.113.9:30120' }
    const { roles, gameServer } = read(over)
    expect(roles).toEqual({ ...before, staff: ['200000000000000077'], es: [] })
    expect(gameServer).toBe('http://203.0.113.9:30120')
  })

  it('an environment variable gives no right to the verified role either', () => {
    const { verifiedRole } = read()
    expect(() => read({ roles: { owner: [verifiedRole ?? ''] } })).toThrow(BadConfiguration)
  })

  it('further roles can have single capabilities, in general or in one department', () => {
    edit(
      /^roles:/m,
      'capabilities:\n  law.edit: ["200000000000000006"]\n  ranks.change: [{ role: "200000000000000007", in: fhp }]\nroles:',
    )
    expect(read().capabilityRoles).toEqual([
      { capability: 'ranks.change', department: 'fhp', roleId: '200000000000000007' },
      { capability: 'law.edit', department: null, roleId: '200000000000000006' },
    ])
  })

  it('the verified role gives no capability, because the site gives that role to people', () => {
    edit(/^roles:/m, `capabilities:\n  law.edit: ["${read().verifiedRole}"]\nroles:`)
    expect(problems()).toEqual([expect.stringContaining('verifiedRole: a role that gives no right here')])
  })

  it.each([
    ['a capability that there is not', 'law.eat: ["200000000000000006"]', 'law.eat'],
    [
      'a capability without a department in one',
      'audit.read: [{ role: "200000000000000006", in: fhp }]',
      'a role id in quotes',
    ],
    ['a capability that would open nothing', 'evidence.internal: ["200000000000000006"]', 'leave this out'],
    ['a person in place of a role', 'audit.read: [theo]', 'a Discord role id in quotes'],
  ])('a community with %s is refused', (_, line, expected) => {
    edit(/^roles:/m, `capabilities:\n  ${line}\nroles:`)
    expect(problems()).toEqual([expect.stringContaining(expected)])
  })

  it('a missing community names the folder to set', () => {
    copy().remove('site.yaml')
    expect(problems()).toEqual([expect.stringContaining('site.yaml is missing: COMMUNITY_DIR')])
  })

  it('mistakes in site.yaml and in custom texts are reported together', () => {
    edit(/^tagline:.*$/m, 'tagline: ""')
    copy().write('messages.de.yaml', 'Log uot: Raus\n')
    expect(problems()).toEqual([
      expect.stringContaining('site.yaml:'),
      expect.stringContaining('messages.de.yaml:1: Log uot: '),
    ])
  })

  it.each([
    [
      'a game server with a path',
      /^developers:/m,
      'gameServer: http://203.0.113.7/dynamic.json\ndevelopers:',
      'gameServer: http://203.0.113.7/d',
    ],
    ['a wrong type', /^shortName:.*$/m, 'shortName: [a]', '[a]'],
    ['an empty text', /^tagline:.*$/m, 'tagline: ""', 'tagline: ""'],
    ['a connect address that is none', /connect: .*$/m, 'connect: fivem:alert(1)', 'connect: '],
    ['a verified role without quotes', /^verifiedRole: .*$/m, 'verifiedRole: 200000000000000005', 'verifiedRole: 2'],
    ['a list of verified roles', /^verifiedRole: .*$/m, 'verifiedRole: ["200000000000000005"]', 'verifiedRole: ['],
  ])('a site.yaml with %s is refused with file and line', (_, from, to, at) => {
    edit(from, to)
    expect(problems()[0]).toContain(`site.yaml:${lineOf(at)}: `)
  })

  it('a missing setting is named', () => {
    edit(/^tagline: .*\n/m, '')
    expect(problems()).toEqual([`site.yaml:${lineOf('name:')}: tagline: this is missing`])
  })

  it('the links require connect or discord', () => {
    edit(/^links:\n(?: {2}.*\n)+/m, 'links:\n  discord: https://discord.example\n')
    expect(read().site.links).toEqual({ discord: 'https://discord.example' })
    edit('  discord: https://discord.example', '  store: https://store.example')
    expect(problems()).toEqual([`site.yaml:${lineOf('  store:')}: links: connect or discord: people need one way in`])
  })

  it('all mistakes are reported together', () => {
    edit(/^shortName:.*$/m, 'shortName: X')
    edit(/^tagline:.*$/m, 'tagline: 5')
    expect(problems()).toHaveLength(2)
  })
})
