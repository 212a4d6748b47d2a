import { describe, expect, it } from 'vitest'
import { type Entry, findCommands } from './palette-commands.ts'

function entry(group: string, label: string, ...texts: string[]): Entry {
  return { id: `${group}:${label}`, group, label, texts, icon: null, run: () => {} }
}

const roster = entry('Pages', 'Staff Roster')
const checklist = entry('Pages', 'Trial Mod Checklist')
const dana = entry('People', 'Dana Whitfield', 'SD-1', 'Staff Director')
const stan = entry('People', 'Stan Roe', 'M-2', 'Moderator')
const traffic = entry('10-Codes', '10-50', 'Traffic crash')
const ALL = [roster, checklist, dana, stan, traffic]

const find = (search: string, recent: string[] = []) =>
  findCommands(ALL, search, recent, ['Pages']).map(({ label, commands }) => [label, commands.map((each) => each.label)])

describe('The commands of the palette', () => {
  it('recently used commands come first, then pages', () => {
    expect(find('', [dana.id, 'person:gone', roster.id])).toEqual([
      ['Recent', ['Dana Whitfield', 'Staff Roster']],
      ['Pages', ['Trial Mod Checklist']],
    ])
  })

  it('pages, people and codes are found by name and other data, the best group first', () => {
    expect(find('sta')).toEqual([
      ['Pages', ['Staff Roster']],
      ['People', ['Stan Roe', 'Dana Whitfield']],
    ])
    expect(find('crash')).toEqual([['10-Codes', ['10-50']]])
    expect(find('sd-1')).toEqual([['People', ['Dana Whitfield']]])
    expect(find('tmc')).toEqual([['Pages', ['Trial Mod Checklist']]])
    expect(find('nothing like it')).toEqual([])
  })

  it('recently used commands come first among equals', () => {
    expect(find('sta', [stan.id])[0]?.[0]).toBe('People')
  })

  it('results of the server come after names that start with the query', () => {
    const rule: Entry = { ...entry('Rules', '26.1 Speed limits'), rank: 1 }
    const statute: Entry = { ...entry('Penal Codes', '316.187'), rank: 0 }
    const page = entry('Pages', 'Speedway')
    const shown = (search: string) => findCommands([rule, statute, page], search, [], []).map(({ label }) => label)
    expect(shown('speeding')).toEqual(['Penal Codes', 'Rules'])
    expect(shown('spee')).toEqual(['Pages', 'Penal Codes', 'Rules'])
  })

  it('actions are offered for results, and for a query that starts with the action', () => {
    const act = (label: string, id = label): Entry => ({ ...entry('Actions', label), id })
    const twice = {
      ...dana,
      id: 'dev',
      acts: [act('Log action on Dana Whitfield'), act('Copy mention of Dana Whitfield')],
    }
    const logout = entry('Actions', 'Log out')
    const all = [
      roster,
      { ...dana, acts: twice.acts },
      twice,
      { ...stan, acts: [act('Log action on Stan Roe')] },
      logout,
    ]
    const shown = (search: string, recent: string[] = []) =>
      findCommands(all, search, recent, []).map(({ label, commands }) => [label, commands.map((each) => each.label)])
    const [log, copy] = ['Log action on Dana Whitfield', 'Copy mention of Dana Whitfield']
    expect(shown('whitf')).toEqual([
      ['People', ['Dana Whitfield', 'Dana Whitfield']],
      ['Actions', [log, copy]],
    ])
    expect(shown('log dan')).toEqual([['Actions', [log]]])
    expect(shown('log')[0]).toEqual(['Actions', ['Log out', log, 'Log action on Stan Roe']])
    expect(shown('', [copy])).toEqual([['Recent', [copy]]])
  })

  it('only the best results are shown', () => {
    const many = Array.from({ length: 40 }, (_, index) => entry('People', `Sam ${index}`))
    expect(findCommands(many, 'sam', [], [])[0]?.commands).toHaveLength(7)
  })
})
