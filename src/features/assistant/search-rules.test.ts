import { describe, expect, it } from 'vitest'
import type { Passage } from './rules.ts'
import { bookOf, markedIn, numberedFirst, readSearch, searchAddress } from './search-rules.ts'

const passage = (href: string, number?: string): Passage => ({
  kind: href.startsWith('/rules/') ? 'rule' : 'code',
  title: href,
  ...(number !== undefined && { number }),
  trail: '',
  href,
  text: '',
})

describe('The address of a search', () => {
  it.each([
    ['?q=weed', { q: 'weed', book: null }, '/api/search?q=weed'],
    ['?q=+10+50+&in=ten-codes', { q: '10 50', book: 'ten-codes' }, '/api/search?q=10+50&book=ten-codes'],
    ['?q=a%26b&in=elsewhere', { q: 'a&b', book: null }, '/api/search?q=a%26b'],
    ['?in=rules', null, null],
    [`?q=${'a'.repeat(101)}`, { q: 'a'.repeat(100), book: null }, `/api/search?q=${'a'.repeat(100)}`],
  ] as const)('the query %s is sent as on the page', (query, asked, address) => {
    expect(readSearch(query)).toEqual(asked)
    expect(asked && searchAddress(asked.q, asked.book)).toBe(address)
  })
})

describe('Results of a search', () => {
  it('a result belongs to one of three books', () => {
    expect(
      ['/rules/conduct#11-age', '/penal-codes#statute-1', '/ten-codes#code-1'].map((href) => bookOf(passage(href))),
    ).toEqual(['rules', 'penal-codes', 'ten-codes'])
  })

  it.each([
    ['Petit theft, under $100', ['theft'], ['Petit ', 'theft', ', under $100']],
    ['Theft', ['theft'], ['', 'Theft']],
    ['No theft of theft', ['theft'], ['No ', 'theft', ' of ', 'theft']],
    ['Nothing of it', ['theft'], ['Nothing of it']],
    ['Körperverletzung in 10-50', ['körperverletzung', '10-50'], ['', 'Körperverletzung', ' in ', '10-50']],
    ['', ['theft'], ['']],
  ])('the matched text is marked: %s', (text, found, pieces) => {
    expect(markedIn(text, (word) => found.includes(word.toLowerCase()))).toEqual(pieces)
    expect(pieces.join('')).toBe(text)
  })
})

describe('Searches for a number', () => {
  const passages = [
    passage('/penal-codes#statute-316-193-1', '316.193(1)'),
    passage('/penal-codes#statute-316-19', '316.19'),
    passage('/ten-codes#code-10-50', '10-50'),
    passage('/ten-codes#code-10-5', '10-5'),
    passage('/rules/conduct#61', '6.1'),
    passage('/rules/conduct#none'),
  ]
  const found = (search: string) => numberedFirst(search, passages).map(({ number }) => number)

  it.each([
    ['316.19', ['316.19', '316.193(1)']],
    ['316.193(1)', ['316.193(1)']],
    ['10 50', ['10-50']],
    ['10-5', ['10-5', '10-50']],
    ['6.1', ['6.1']],
    ['6', ['6.1']],
    ['speeding 50', []],
    ['50', []],
    ['', []],
  ])('the search %s finds numbers that start with it, the exact one first', (search, numbers) => {
    expect(found(search)).toEqual(numbers)
  })
})
