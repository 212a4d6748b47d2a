import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { BadConfiguration } from '#server/config/environment.ts'
import { root } from '#server/paths.ts'
import { furtherRosterPlaces } from '../content-rules.ts'
import { rostersOf } from '../contract.ts'
import { readRosterContent } from './gateway.ts'

let dir: string
let file: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'rosters-'))
  file = join(dir, 'rosters.yaml')
  cpSync(join(root, 'community/rosters.yaml'), file)
})
afterEach(() => rmSync(dir, { recursive: true }))

/** The problems after one part of the file is replaced, without the file's name. */
function problemsAfter(from: string, to: string): string[] {
  const before = readFileSync(file, 'utf8')
  const after = before.replace(from, () => to)
  if (after === before) throw new Error('nothing was edited')
  writeFileSync(file, after)
  try {
    readRosterContent(dir)
    return []
  } catch (error) {
    if (error instanceof BadConfiguration) return error.problems.map((problem) => problem.replace(`${file}:`, ''))
    throw error
  }
}
const lineOf = (words: string) => readFileSync(file, 'utf8').split(words)[0]?.split('\n').length

it('a community can have other statuses, positions and colours', () => {
  expect(problemsAfter('name: LOA, aliases: [Leave of absence, On leave, On LOA]', 'name: Beurlaubt')).toEqual([])
  expect(problemsAfter('name: Moderator\n', 'name: Löschmeister\n        colour: "#7fd0ff"\n')).toEqual([])
  const { statuses, rosters } = readRosterContent(dir)
  expect(statuses[4]).toMatchObject({ name: 'Beurlaubt', colour: 'amber', counts: 'away' })
  expect(rosters.roster?.groups[6]).toEqual({ name: 'Löschmeister', colour: '#7fd0ff' })
})

it.each([
  ['an unknown colour', 'colour: ok,', 'colour: green,', 'colour: green', 'one of ok, warn, danger'],
  ['a colour without quotes', 'colour: ok,', 'colour: "64d79b",', 'colour: "64', 'a colour in quotes'],
  ['a colour that is too dark', 'colour: ok,', 'colour: "#3a4a7a",', 'colour: "#3a', 'has a contrast of'],
  ['an unknown word for who is present', 'ok, counts: present', 'ok, counts: here', 'counts: here', 'present, away'],
  ['an unknown key', 'name: Exempt,', 'name: Exempt, color: ok,', 'color: ok', 'color'],
  ['a status twice', 'name: Exempt', 'name: active', 'name: active', '"active" is read as "Active"'],
  ['a status that is an alias', 'name: Exempt', 'name: Semi', '{ name: Semi,', '"Semi" is read as "Semi"'],
  [
    'an alias of another status',
    'On probation',
    'in training',
    '[in training',
    '"in training" is read as "In Training"',
  ],
  ['a name of signs only', 'name: Exempt', 'name: "--"', 'name: "--"', 'a name with letters or digits'],
  ['an empty status that is none', 'emptyStatus: Active', 'emptyStatus: Aktiv', 'emptyStatus', 'one of Active, Semi'],
  ['a group twice', '- name: Moderator\n', '- name: administrator\n', '- name: administrator', 'nothing else has'],
  [
    'a group that is an alias',
    '[SM, SMod, SrM]',
    '[SM, Admins]',
    '[SM, Admins]',
    '"Admins" is read as "Administrator"',
  ],
  ['a title twice', '[SM, SMod, SrM]', '[SM, HA]', '[SM, HA]', '"HA" is read as "HA"'],
  ['no group for the others', 'others: Auxiliary Staff', 'others: Aux', 'others: Aux', 'one of Staff Director'],
  [
    'a further roster without a title',
    '  dev-roster:',
    '  fire-roster: { groups: [{ name: A }], others: A }\n  dev-roster:',
    '  fire-roster',
    'rosters.fire-roster.title: this is missing',
  ],
  ['a list in place of a text', 'title: Staff Roster', 'title: [Staff]', 'title: [Staff]', 'Write a text here'],
])('%s stops the start with line and expectation', (_, from, to, at, expected) => {
  const [problem = '', ...more] = problemsAfter(from, to)
  expect(more).toEqual([])
  expect(problem.split(':')[0]).toBe(String(lineOf(at)))
  expect(problem).toContain(expected)
})

it('a community without the file has the shipped values', () => {
  rmSync(file)
  expect(readRosterContent(dir)).toEqual(readRosterContent(join(root, 'community')))
})

const FURTHER = `  fire-academy:
    title: Fire Academy
    groups: [{ name: Cadet }]
    others: Cadet
`
const plusFurther = (more = '') => problemsAfter('rosters:\n  roster:', `rosters:\n${FURTHER}${more}  roster:`)

it('a community can have further rosters with their own access', () => {
  expect(plusFurther('    readBy: owner\n')).toEqual([])
  expect(furtherRosterPlaces(readRosterContent(dir))).toEqual([
    { key: 'fire-academy', title: 'Fire Academy', readBy: 'owner', changedBy: 'owner' },
  ])
})

it('people who can change a further roster can read it', () => {
  expect(plusFurther('    readBy: management\n    changedBy: staff\n')).toEqual([
    `${lineOf('changedBy: staff')}: rosters.fire-academy.changedBy: management or owner: those who change a roster read it`,
  ])
})

it('the name of a further roster must be valid in an address', () => {
  expect(
    problemsAfter('rosters:\n  roster:', `rosters:\n${FURTHER.replace('fire-academy', 'Fire_Academy')}  roster:`),
  ).toEqual([
    expect.stringContaining('rosters.Fire_Academy: at most 40 lower-case letters, digits and hyphens, as fire-academy'),
  ])
})

it('the Staff Roster is available to staff and cannot be omitted', () => {
  expect(problemsAfter('    title: Staff Roster', '    title: Staff Roster\n    readBy: owner')).toEqual([
    expect.stringContaining('rosters.roster.readBy: of further rosters only: staff read this one'),
  ])
  expect(problemsAfter('rosters:\n  roster:', 'rosters:\n  rooster:')).toContainEqual(
    expect.stringContaining('rosters: roster is missing: the Staff Roster'),
  )
})

it('the developers roster can be omitted if its page is off', () => {
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^ {2}dev-roster:[\s\S]*/m, ''))
  expect(() => readRosterContent(dir, [])).toThrow(
    'rosters: dev-roster is missing. Write it, or turn its page off: `off: [dev-roster]`',
  )
  expect(rostersOf(readRosterContent(dir, ['dev-roster'])).map(({ name }) => name)).toEqual(['roster'])
})
