import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BadConfiguration } from '#server/config/environment.ts'
import { root } from '#server/paths.ts'
import { readFrontDoor } from './gateway.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'community-'))
  cpSync(join(root, 'community'), dir, { recursive: true })
})
afterEach(() => rmSync(dir, { recursive: true }))

function problems(takenPaths: string[] = []): string[] {
  try {
    readFrontDoor(dir, takenPaths)
    return []
  } catch (error) {
    if (error instanceof BadConfiguration) return error.problems
    throw error
  }
}

/** Edits a file and gives the line on which the edit stands. */
function edit(name: string, from: string | RegExp, to: string): number {
  const file = join(dir, name)
  const before = readFileSync(file, 'utf8')
  const after = before.replace(from, to)
  if (after === before) throw new Error('nothing was edited')
  writeFileSync(file, after)
  return (after.split(to)[0] ?? '').split('\n').length
}

describe('The departments’ files', () => {
  it('are read as the pages /fhp, /hcso and /ttpd', () => {
    const { departments, cards } = readFrontDoor(dir, ['/', '/users'])
    expect(departments.map(({ slug }) => slug)).toEqual(['fhp', 'hcso', 'ttpd'])
    expect(cards.data.map(({ href }) => href)).toEqual([
      '/fhp',
      '/hcso',
      '/ttpd',
      expect.any(String),
      expect.any(String),
    ])
  })

  it.each([
    ['departments/fhp.yaml', 'a colour that is none', /accents: .*/, 'accents: { main: tan, deep: "#2a2119" }'],
    ['departments/ttpd.yaml', 'a link that is none', /application: .*/, 'application: javascript:alert(1)'],
    ['departments/hcso.yaml', 'an unknown key', /motto:/, 'slogan: x\nmotto:'],
    [
      'departments/hcso.yaml',
      'a post that does not say whether it is held',
      /name: Rosalind Tate/,
      'officer: Rosalind',
    ],
    ['departments.yaml', 'a badge from elsewhere', /badge: .*/, 'badge: https://elsewhere.example/badge.svg'],
    ['leadership.yaml', 'somebody without a role', /role: Owner, /, ''],
  ])('%s with %s is refused with file and line', (name, _, from, to) => {
    const line = edit(name, from, to)
    const [problem = ''] = problems()
    const [, said] = problem.match(/:(\d+): /) ?? []
    expect(problem.startsWith(join(dir, name))).toBe(true)
    // What is missing is said at the line of what should have it.
    if (to !== '') expect(Math.abs(Number(said) - line)).toBeLessThanOrEqual(2)
  })

  it('cannot take the address of another page', () => {
    renameSync(join(dir, 'departments/fhp.yaml'), join(dir, 'departments/users.yaml'))
    expect(problems(['/users'])).toEqual([expect.stringContaining('the site has a page /users already')])
  })

  it('are named as an address can be', () => {
    renameSync(join(dir, 'departments/fhp.yaml'), join(dir, 'departments/Highway Patrol.yaml'))
    expect(problems()).toEqual([expect.stringContaining('name it as its page')])
  })
})
