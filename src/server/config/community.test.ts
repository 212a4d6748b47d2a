import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../paths.ts'
import { readCommunity } from './community.ts'
import { BadConfiguration } from './environment.ts'

let dir: string
let file: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'community-'))
  cpSync(join(root, 'community'), dir, { recursive: true })
  file = join(dir, 'site.yaml')
})
afterEach(() => rmSync(dir, { recursive: true }))

const edit = (from: string | RegExp, to: string) => {
  const before = readFileSync(file, 'utf8')
  const after = before.replace(from, to)
  if (after === before) throw new Error('nothing was edited')
  writeFileSync(file, after)
}
const lineOf = (words: string) => readFileSync(file, 'utf8').split(words)[0]?.split('\n').length

function problems(): string[] {
  try {
    readCommunity(dir)
    return []
  } catch (error) {
    if (error instanceof BadConfiguration) return error.problems
    throw error
  }
}

describe('The community’s content', () => {
  it('is read with its roles apart: they never go to a browser', () => {
    const { site, roles } = readCommunity(join(root, 'community'))
    expect(site.shortName).toBe('HCRP')
    expect(site).not.toHaveProperty('roles')
    expect(roles.owner).toEqual([expect.stringMatching(/^\d{17,20}$/)])
  })

  it('may name a role for who is verified, or none', () => {
    expect(readCommunity(dir).verifiedRole).toMatch(/^\d{17,20}$/)
    edit(/^verifiedRole: .*$/m, '')
    expect(readCommunity(dir).verifiedRole).toBeNull()
  })

  it('may open the game with its connect address', () => {
    for (const address of ['fivem://connect/cfx.re/join/abc123', 'fivem://connect/203.0.113.7:30120']) {
      edit(/connect: .*$/m, `connect: ${address}`)
      expect(readCommunity(dir).site.links.connect).toBe(address)
    }
  })

  it('may say where the game server is, which never goes to a browser either', () => {
    expect(readCommunity(dir).gameServer).toBeNull()
    edit(/^developers:/m, 'gameServer: http://203.0.113.7:30120\ndevelopers:')
    const { gameServer, site } = readCommunity(dir)
    expect(gameServer).toBe('http://203.0.113.7:30120')
    expect(site).not.toHaveProperty('gameServer')
  })

  it('gives way to settings for the roles of a right and the game server', () => {
    const before = readCommunity(dir).roles
    const over = { roles: { staff: ['200000000000000077'], es: [] }, gameServer: 'http://203.0.113.9:30120' }
    const { roles, gameServer } = readCommunity(dir, over)
    expect(roles).toEqual({ ...before, staff: ['200000000000000077'], es: [] })
    expect(gameServer).toBe('http://203.0.113.9:30120')
  })

  it('gives no right to the verified role by a setting either', () => {
    const { verifiedRole } = readCommunity(dir)
    expect(() => readCommunity(dir, { roles: { owner: [verifiedRole ?? ''] } })).toThrow(BadConfiguration)
  })

  it('that is not there names the folder to set', () => {
    rmSync(file)
    expect(problems()).toEqual([expect.stringContaining(`${file} is missing: COMMUNITY_DIR`)])
  })

  it.each([
    ['broken YAML', /^links:$/m, 'links: [', 'links: ['],
    ['a key twice', /^shortName:.*$/m, 'shortName: HCRP\nshortName: TWICE', 'shortName: TWICE'],
    [
      'a game server without its scheme',
      /^developers:/m,
      'gameServer: 203.0.113.7:30120\ndevelopers:',
      'gameServer: 203',
    ],
    [
      'a game server with a path',
      /^developers:/m,
      'gameServer: http://203.0.113.7/dynamic.json\ndevelopers:',
      'gameServer: http://203.0.113.7/d',
    ],
    ['an unknown key', /^tagline:/m, 'motto: x\ntagline:', 'motto: x'],
    ['an unknown key inside', '  store:', '  shop: https://x.example\n  store:', 'shop:'],
    ['a wrong type', /^shortName:.*$/m, 'shortName: [a]', '[a]'],
    ['an empty text', /^tagline:.*$/m, 'tagline: ""', 'tagline: ""'],
    ['an address of the game where none is opened', /store: .*$/m, 'store: fivem://connect/hcrp.example', 'store: '],
    ['a connect address that is none', /connect: .*$/m, 'connect: fivem:alert(1)', 'connect: '],
    ['a link that is none', /store: .*$/m, 'store: javascript:alert(1)', 'store: '],
    ['a role id without quotes', /owner: .*$/m, 'owner: [200000000000000001]', 'owner: '],
    ['a role that is no id', /staff: .*$/m, 'staff: ["Moderators"]', 'staff: '],
    ['a verified role without quotes', /^verifiedRole: .*$/m, 'verifiedRole: 200000000000000005', 'verifiedRole: 2'],
    ['a list of verified roles', /^verifiedRole: .*$/m, 'verifiedRole: ["200000000000000005"]', 'verifiedRole: ['],
    [
      'a verified role that gives rights',
      /^verifiedRole: .*$/m,
      'verifiedRole: "200000000000000003"',
      'verifiedRole: ',
    ],
  ])('with %s is refused with file and line', (_, from, to, at) => {
    edit(from, to)
    const [problem = ''] = problems()
    const [, line = ''] = problem.match(/site\.yaml:(\d+): /) ?? []
    // A YAML reader may notice what is open only on the next line.
    expect([lineOf(at), (lineOf(at) ?? 0) + 1]).toContain(Number(line))
    expect(problem.startsWith(`${file}:${line}: `)).toBe(true)
  })

  it('without something it needs names what is missing', () => {
    edit(/^tagline: .*\n/m, '')
    expect(problems()).toEqual([`${file}:${lineOf('name:')}: tagline: this is missing`])
  })

  it('needs connect or discord of its links', () => {
    edit(/^links:\n(?: {2}.*\n)+/m, 'links:\n  discord: https://discord.example\n')
    expect(readCommunity(dir).site.links).toEqual({ discord: 'https://discord.example' })
    edit('  discord: https://discord.example', '  store: https://store.example')
    expect(problems()).toEqual([`${file}:${lineOf('  store:')}: links: connect or discord: people need one way in`])
  })

  it('says everything that is wrong at once', () => {
    edit(/^shortName:.*$/m, 'shortName: X')
    edit(/^tagline:.*$/m, 'tagline: 5')
    expect(problems()).toHaveLength(2)
  })
})
