import { expect, it } from 'vitest'
import { byCategory, codeProblems, ladderProblems } from './rules.ts'

it('the code of an offence is unique, ignoring case', () => {
  expect(codeProblems([{ code: 'S-1' }, { code: 'S-2' }])).toEqual([])
  expect(codeProblems([{ code: 'S-1' }, { code: 's-1' }])).toEqual([
    { path: ['offences', 1, 'code'], message: 'a code that no other offence has: there is S-1 already' },
  ])
})

it('a ladder contains types of the family of its offence', () => {
  const types = { staff: ['Warning', 'Strike'], players: ['Kick'] }
  expect(ladderProblems([{ family: 'staff', ladder: [{ type: 'Strike' }] }], types)).toEqual([])
  expect(ladderProblems([{ family: 'players', ladder: [{ type: 'Kick' }, { type: 'Strike' }] }], types)).toEqual([
    { path: ['offences', 0, 'ladder', 1, 'type'], message: 'one of Kick' },
  ])
})

it('offences are sorted by category, and a search matches code, name and text', () => {
  const of = (code: string, name: string, category: string) => ({ code, name, category, text: `About ${name}` })
  const all = [of('S-2', 'Shouting', 'Conduct'), of('S-1', 'Missed shift', 'Activity'), of('S-3', 'Leaks', 'Conduct')]
  const codes = (search: string) => byCategory(all, search).map(({ offences }) => offences.map(({ code }) => code))
  expect(codes('')).toEqual([['S-2', 'S-3'], ['S-1']])
  expect(codes('s-1')).toEqual([['S-1']])
  expect(codes('about leaks')).toEqual([['S-3']])
  expect(codes('nothing of the kind')).toEqual([])
})
