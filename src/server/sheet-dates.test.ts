import { describe, expect, it } from 'vitest'
import { formatLongDay } from '#lib/long-dates.ts'
import { clearDates, readAs, readDates } from './sheet-dates.ts'

const read = (texts: readonly string[], answers: Readonly<Record<string, string>> = {}) =>
  readDates(texts, { orderOf: (group) => answers[group] })
const daysOf = (...texts: string[]) => [...read(texts).days.values()]

describe('Dates in a spreadsheet', () => {
  it.each([
    ['2025-11-02', '2025-11-02'],
    ['2025/11/2', '2025-11-02'],
    ['2025.11.02', '2025-11-02'],
    ['11/14/2025', '2025-11-14'],
    ['14.11.2025', '2025-11-14'],
    ['14. 11. 2025', '2025-11-14'],
    ['14-11-25', '2025-11-14'],
    ['2 November 2025', '2025-11-02'],
    ['Nov 2, 2025', '2025-11-02'],
    ['November 2nd, 2025', '2025-11-02'],
    ['02-Nov-25', '2025-11-02'],
    ['2nd of Nov 2025', '2025-11-02'],
    ['3. März 2024', '2024-03-03'],
    ['3. Mrz. 2024', '2024-03-03'],
    ['1. Dez 2024', '2024-12-01'],
    ['2 de noviembre de 2025', '2025-11-02'],
    ['15 ene. 2025', '2025-01-15'],
    ['11/14/2025 9:30 PM', '2025-11-14'],
    ['14.11.2025, 21:30', '2025-11-14'],
    ['5/5/2025', '2025-05-05'],
  ])('the date %s is read as %s', (text, day) => {
    // '14-11-25' could also mean the year 2014, so the question about this group is answered.
    expect(read([text], { '-yy': 'dmy' }).days.get(text)).toBe(day)
  })

  it.each([
    'soon',
    '2/30/2026',
    '13/13/2025',
    '45999',
    '1/2/1969',
    '2025-13-02',
    '12025-01-02',
    '3 Foo 2025',
    '3 Ma 2025',
  ])('the text %s is not a date', (text) => {
    const { days, open } = read([text])
    expect([days.size, open]).toEqual([0, []])
  })

  it('an ambiguous date is read in the order of the others in its column', () => {
    expect(daysOf('3/4/2025', '3/14/2025')).toEqual(['2025-03-04', '2025-03-14'])
    expect(daysOf('3/4/2025', '14/3/2025')).toEqual(['2025-04-03', '2025-03-14'])
    expect(daysOf('03.04.2025', '14.03.2025', '2025-01-02')).toEqual(['2025-01-02', '2025-04-03', '2025-03-14'])
  })

  it('ambiguous dates without evidence of the order need an answer, with examples', () => {
    const texts = ['3/4/2025', '5/6/2025', '7/7/2025', '8/9/2025', '10/11/2025']
    const { days, open, doubtful } = read(texts)
    expect(open).toEqual([
      {
        group: '/',
        orders: ['mdy', 'dmy'],
        clear: { mdy: 0, dmy: 0, ymd: 0 },
        examples: ['3/4/2025', '5/6/2025', '8/9/2025'],
      },
    ])
    expect([...days]).toEqual([['7/7/2025', '2025-07-07']])
    expect([...doubtful.keys()]).toEqual(['3/4/2025', '5/6/2025', '8/9/2025', '10/11/2025'])
    const answered = read(texts, { '/': 'dmy' })
    expect([...answered.days.values()]).toEqual(['2025-04-03', '2025-06-05', '2025-07-07', '2025-09-08', '2025-11-10'])
    expect(answered.open).toHaveLength(1)
  })

  it('a column with both orders needs an answer for its ambiguous dates', () => {
    const { days, open } = read(['3/14/2025', '14/3/2025', '3/4/2025'])
    expect(open).toMatchObject([{ clear: { mdy: 1, dmy: 1 }, examples: ['3/4/2025'] }])
    expect([...days.values()]).toEqual(['2025-03-14', '2025-03-14'])
  })

  it('one date against many needs an answer', () => {
    const many = ['1', '2', '3', '4', '5', '6'].map((month) => `${month}/12/2025`)
    expect(read([...many, '3/14/2025']).open).toMatchObject([{ clear: { mdy: 1, dmy: 0 } }])
    expect(read([...many, '3/14/2025', '3/15/2025']).open).toEqual([])
  })

  it('a column needs an answer if another column of the file has the other order', () => {
    const elsewhere = clearDates(['3/14/2025', '3/4/2025'])
    const hints = { orderOf: () => undefined, elsewhere }
    expect(readDates(['13/1/2026', '1/9/2026'], hints).open).toMatchObject([{ group: '/', examples: ['1/9/2026'] }])
    expect(readDates(['1/13/2026', '1/9/2026'], hints).open).toEqual([])
  })

  it('a date with another separator has its own order', () => {
    expect(daysOf('3/14/2025', '3/4/2025', '14.3.2025', '3.4.2025')).toEqual([
      '2025-03-14',
      '2025-03-04',
      '2025-03-14',
      '2025-04-03',
    ])
  })

  it('an answer counts only for an order that was asked about', () => {
    expect(read(['3/4/2025'], { '/': 'ymd' }).days.size).toBe(0)
    expect(read(['3/14/2025', '3/4/2025'], { '/': 'dmy' }).days.get('3/4/2025')).toBe('2025-03-04')
  })

  it('a text longer than any date is not a date', () => {
    expect(daysOf('1          March 2026', `1${' '.repeat(80)}March 2026`)).toEqual(['2026-03-01'])
  })

  it('a date can be formatted in words', () => {
    expect(formatLongDay(readAs('3/4/2025', 'dmy') ?? '')).toBe('3 April 2025')
    expect(formatLongDay(readAs('3/4/2025', 'mdy') ?? '')).toBe('4 March 2025')
  })
})
