import { describe, expect, it } from 'vitest'
import { compareText } from '#lib/compare.ts'
import { matchesSearch } from '#lib/search.ts'
import { LAW } from '#test/site.ts'
import {
  categoriesOf,
  classesOf,
  compareStatutes,
  overviewOf,
  penalCodeAnchor,
  penalCodeText,
  tenCodeAnchor,
  tenCodeText,
} from './rules.ts'

describe('The order of codes', () => {
  it('codes are in natural order: 10-4 before 10-20, Signal 4 before Signal 13', () => {
    const codes = ['Signal 13', '10-20', '10-18X', 'Signal 4', '10-4', '10-18', '10-100']
    expect(codes.sort(compareText)).toEqual(['10-4', '10-18', '10-18X', '10-20', '10-100', 'Signal 4', 'Signal 13'])
  })
})

describe('The order of statutes', () => {
  it('statutes are in the order of the statute book, where sections are decimals', () => {
    const sections = ['316.193', '784.03', '316.1925', '784.011', '316.192', '1006.07', '784.021', '316.074']
    expect(sections.sort(compareStatutes)).toEqual([
      '316.074',
      '316.192',
      '316.1925',
      '316.193',
      '784.011',
      '784.021',
      '784.03',
      '1006.07',
    ])
  })

  it('subsections are sorted by their number', () => {
    const statutes = ['893.13(10)', '893.13(2)', '893.13(1)(b)', '893.13(1)(a)', '893.13']
    expect(statutes.sort(compareStatutes)).toEqual([
      '893.13',
      '893.13(1)(a)',
      '893.13(1)(b)',
      '893.13(2)',
      '893.13(10)',
    ])
  })

  it('texts that are no statute numbers come last', () => {
    expect(['County Ord. 12', '316.074', 'County Ord. 3'].sort(compareStatutes)).toEqual([
      '316.074',
      'County Ord. 3',
      'County Ord. 12',
    ])
  })
})

describe('Filters of ten-codes', () => {
  const code = { code: 'Signal 4', meaning: 'Vehicle crash', category: 'Traffic' }

  it('the search matches code or meaning, with all words, ignoring case', () => {
    for (const search of ['', 'signal 4', 'CRASH', 'crash 4'])
      expect(matchesSearch(search, [tenCodeText(code)])).toBe(true)
    for (const search of ['traffic', 'crash 5']) expect(matchesSearch(search, [tenCodeText(code)])).toBe(false)
  })

  it('the categories are listed once each', () => {
    expect(categoriesOf([code, { category: null }, { category: 'Crime' }, code])).toEqual(['Crime', 'Traffic'])
  })
})

describe('Filters of penal codes', () => {
  const code = {
    statute: '316.193(1)',
    title: 'DUI',
    class: 'Misdemeanor (1st degree)',
    notes: 'Tow the vehicle.',
    aliases: 'drunk',
  }

  it('the search matches statute, title, notes or aliases', () => {
    for (const search of ['316.193', 'dui', 'tow', 'dui tow', 'drunk']) {
      expect(matchesSearch(search, [penalCodeText(code)])).toBe(true)
    }
    expect(matchesSearch('misdemeanor', [penalCodeText(code)])).toBe(false)
    expect(matchesSearch('tow', [penalCodeText({ ...code, notes: null })])).toBe(false)
  })

  it('the classes are listed by severity, with custom texts last', () => {
    const classes = ['Felony (3rd degree)', 'Ordinance', null, 'Infraction', 'Felony (3rd degree)']
    expect(
      classesOf(
        classes.map((each) => ({ class: each })),
        LAW.classes,
      ),
    ).toEqual(['Infraction', 'Felony (3rd degree)', 'Ordinance'])
    expect(LAW.classes.findIndex(({ name }) => name === 'Infraction')).toBe(0)
  })
})

describe('The overview of classes', () => {
  it('the overview counts the codes of each class, with their penalties', () => {
    const codes = [
      { class: 'Felony (3rd degree)', fine: 5000, jail: 30 },
      { class: 'Infraction', fine: 165, jail: 0 },
      { class: 'Infraction', fine: 65, jail: null },
      { class: null, fine: 1, jail: 1 },
    ]
    expect(overviewOf(codes, LAW.classes)).toEqual([
      { name: 'Infraction', count: 2, fine: { min: 65, max: 165 }, jail: { min: 0, max: 0 } },
      { name: 'Felony (3rd degree)', count: 1, fine: { min: 5000, max: 5000 }, jail: { min: 30, max: 30 } },
    ])
    expect(overviewOf([{ class: 'Infraction', fine: null, jail: null }], LAW.classes)[0]).toMatchObject({
      fine: null,
      jail: null,
    })
  })
})

describe('Permalinks', () => {
  it('a permalink contains the code', () => {
    expect(tenCodeAnchor('10-18X')).toBe('code-10-18x')
    expect(tenCodeAnchor('Signal 13')).toBe('code-signal-13')
    expect(penalCodeAnchor('316.192(1)(a)')).toBe('statute-316-192-1-a')
  })

  it('permalinks of different statutes differ', () => {
    expect(penalCodeAnchor('316.192(1)')).not.toBe(penalCodeAnchor('316.1921'))
  })
})
