import { describe, expect, it } from 'vitest'
import { readCsv, UnreadableCsv, writeCsv } from './csv.ts'

const cellsOf = (text: string) => readCsv(text).map(({ cells }) => cells)

describe('Reading CSV', () => {
  it.each([
    ['rows', 'a\n'.repeat(60_000), 50_001],
    ['columns', `a\n${','.repeat(300)}`, 2],
  ])('a file of more %s than the limit is refused with the line', (_, text, line) => {
    expect(() => readCsv(text)).toThrow(expect.objectContaining({ name: 'UnreadableCsv', line }))
  })

  it.each([
    ['commas', 'a,b\n1,2'],
    ['semicolons, with commas inside', 'a;b\n1;2'],
    ['tabs', 'a\tb\n1\t2'],
    ['the separator that Excel is told', 'sep=;\r\na;b\n1;2'],
    ['a byte order mark', '\uFEFFa,b\n1,2'],
    ['Windows line ends', 'a,b\r\n1,2\r\n'],
    ['old Mac line ends', 'a,b\r1,2'],
    ['quotation marks and spaces around', '"a",b \n 1,"2"'],
  ])('a file with %s is read', (_, text) => {
    expect(cellsOf(text)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  it('separators, quotation marks and line breaks in a cell are kept', () => {
    expect(cellsOf('a;b\n"x;y";"say ""hi""\nand go"\nDanny "Deuce" Park;')).toEqual([
      ['a', 'b'],
      ['x;y', 'say "hi"\nand go'],
      ['Danny "Deuce" Park', ''],
    ])
  })

  it('the separator is the one with the same number in each row, whatever the texts contain', () => {
    const notes = 'late, loud, rude, away, sorry, and back, again'
    const rows = Array.from({ length: 5 }, (_, at) => `M-${at};Ann;${notes.slice(0, 10 + at * 9)}`)
    expect(cellsOf(['Sign;Name;Notes', ...rows].join('\n')).every((cells) => cells.length === 3)).toBe(true)
  })

  it('empty rows are omitted, and the others have the numbers of the spreadsheet', () => {
    expect(readCsv('title,,\n\n,,\na,b\n"1\n2",3\n4\n').map(({ line }) => line)).toEqual([1, 4, 5, 6])
  })

  it('an empty file has no rows', () => {
    expect(readCsv('')).toEqual([])
  })

  it.each([
    ['a web page', '\n<!DOCTYPE html><html></html>', 1, /web page/],
    ['UTF-16', 'n\0a\0m\0e\0', 1, /UTF-8/],
    ['another encoding', 'name\nZo\uFFFD', 2, /UTF-8/],
    ['a quotation mark that is never closed', 'a,b\n1,2\n3,"4\n5,6', 3, /quotation mark/],
  ])('a file with %s is refused', (_, text, line, why) => {
    const reading = () => readCsv(text)
    expect(reading).toThrow(UnreadableCsv)
    expect(reading).toThrow(why)
    expect(reading).toThrow(expect.objectContaining({ line }))
  })
})

describe('Writing CSV', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '＝1', "'=1", "''@x"])(
    'a cell with %j is escaped against formulas',
    (cell) => {
      expect(writeCsv([[cell]])).toContain(`'${cell}`)
    },
  )

  it.each([
    ['a;=1+1', "a;'=1+1"],
    ['a;;@SUM(A1);b', "a;;'@SUM(A1);b"],
    ['a\t-1', "a\t'-1"],
    ['\t=1', "'\t'=1"],
    ['a\n=1', "a\n'=1"],
    ['a\r\n＝1', "a\r\n'＝1"],
    ["a;'=1", "a;''=1"],
    ['=1;=2', "'=1;'=2"],
    // The quotation mark opens a cell after the separator, so the sign is the first character of that cell.
    ['x;"=1', `x;'""=1`],
    ['x\t"\'"=1', `x\t'""'""=1`],
  ])('a cell with %j is escaped for programs that split at other separators', (cell, guarded) => {
    expect(writeCsv([['x', cell]])).toContain(guarded)
  })

  it('a cell that no program takes for a formula is unchanged', () => {
    expect(writeCsv([['a; b - c', 'a;b=c', 'well-known']])).toBe('\uFEFFa; b - c,a;b=c,well-known\r\n')
  })

  it('a long id is protected from rounding', () => {
    expect(writeCsv([['310000000000000101', '2026']])).toBe("\uFEFF'310000000000000101,2026\r\n")
  })

  it('a written file is read back unchanged', () => {
    const rows = [
      ['=cmd|calc', "'=x", "''+1", '-', "'tis", '310000000000000101', "'310000000000000101", 'a,b;"c"\nd', '', 'Zoë'],
      ["a;=1;'=2;''x", 'a\t-1\n@b', "=;'", ";';=1", "'\n'+1"],
      ['x;"=1', `x;'"=1`, `x;"'=1`, `x\t"'"+1`, '"=1', `'"=1`],
    ]
    expect(cellsOf(writeCsv([...rows, ['a\nb']]))).toEqual([...rows, ['a\nb']])
  })
})
