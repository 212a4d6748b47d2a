import { expect, it } from 'vitest'
import { BARE_PENAL_CODE } from '#test/penal-code.ts'
import { sortedBy } from '#web/use-sort.ts'
import { penalCodeSortValue, tenCodeSortValue } from './column-rules.ts'
import type { PenalCode, TenCode } from './contract.ts'

const at = { version: 1, created_at: '2026-03-14T18:30:00.000Z', updated_at: '2026-03-14T18:30:00.000Z' }

it('10-codes are sorted by number, and those without a category come last', () => {
  const codes: TenCode[] = [
    { ...at, id: 1, code: '10-20', meaning: 'Location', category: null, color: 'default' },
    { ...at, id: 2, code: '10-4', meaning: 'Understood', category: 'Radio', color: 'green' },
  ]
  const by = (column: string, isDescending = false) =>
    sortedBy(codes, { column, isDescending }, tenCodeSortValue).map(({ code }) => code)
  expect(by('code')).toEqual(['10-4', '10-20'])
  expect(by('category')).toEqual(['10-4', '10-20'])
  expect(by('category', true)).toEqual(['10-4', '10-20'])
  expect(by('nothing')).toEqual(['10-20', '10-4'])
})

it('penal codes are sorted by class in the order of the law book, and by penalties as numbers', () => {
  const classes = ['Felony', 'Misdemeanor', 'Infraction']
  const codes: PenalCode[] = [
    { ...BARE_PENAL_CODE, ...at, id: 1, statute: '1', title: 'C', class: 'Infraction', fine: 1500 },
    { ...BARE_PENAL_CODE, ...at, id: 2, statute: '2', title: 'A', class: 'Felony', fine: 200 },
    { ...BARE_PENAL_CODE, ...at, id: 3, statute: '3', title: 'B' },
    { ...BARE_PENAL_CODE, ...at, id: 4, statute: '4', title: 'D', class: 'Local ordinance' },
  ]
  const by = (column: string) =>
    sortedBy(codes, { column, isDescending: false }, (code, of) => penalCodeSortValue(code, of, classes)).map(
      ({ statute }) => statute,
    )
  expect(by('class')).toEqual(['2', '1', '4', '3'])
  expect(by('fine')).toEqual(['2', '1', '3', '4'])
  expect(by('title')).toEqual(['2', '3', '1', '4'])
})
