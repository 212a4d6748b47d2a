import { describe, expect, it } from 'vitest'
import { MOST_ERRORS } from '#lib/sheet.ts'
import { answerImport, cellsOf, inOrder, readSheet, type SheetShape } from './sheet.ts'

type Field = 'name' | 'id' | 'notes'
const LABELS: Record<Field, string> = { name: 'Name', id: 'Discord ID', notes: 'Notes' }
const FIELDS: readonly Field[] = ['name', 'id', 'notes']
const SHAPE: SheetShape<Field> = {
  fieldsOf: (headers) => headers.map((text) => FIELDS.find((field) => LABELS[field] === text) ?? null),
  labelOf: (field) => LABELS[field],
  fields: FIELDS,
  signs: ['name', 'id'],
  things: 'members',
  most: 2,
}
const read = (...lines: string[]) => readSheet(lines.join('\n'), SHAPE)

describe('A spreadsheet', () => {
  it('may have a title above its header, and columns without one', () => {
    expect(read('STAFF ROSTER,,', '', 'Notes,Name,,Discord ID', 'late,Ann,,1')).toEqual({
      columns: ['notes', 'name', null, 'id'],
      rows: [{ line: 4, cells: ['late', 'Ann', '', '1'] }],
      errors: [],
      headerLine: 3,
    })
  })

  it.each([
    [['A-1,Ann'], [1, 'file', /^No row names the columns.*"Name".*"Discord ID"/]],
    [['<!doctype html>'], [1, 'file', /web page/]],
    [
      ['Name,Discord ID', 'Ann,1', 'Bob,2', 'Cy,3'],
      [4, 'file', 'A file may hold at most 2 members.'],
    ],
    [
      ['Name,Shoes,Discord ID', 'Ann,9,1'],
      [1, 'Shoes', /^The column "Shoes" is not known.*: Name, Discord ID, Notes\.$/],
    ],
    [
      ['Name,Discord ID,Name', 'Ann,1,Bo'],
      [1, 'Name', 'The columns "Name" and "Name" mean the same. Keep one.'],
    ],
  ])('%j is refused, and nothing of it is read', (lines, [line, field, message]) => {
    const { errors, rows } = read(...lines)
    const said = message instanceof RegExp ? expect.stringMatching(message) : message
    expect({ errors, rows }).toEqual({ errors: [{ line, field, message: said }], rows: [] })
  })

  it('says which cell stands in no column', () => {
    const sheet = read('Name,Discord ID', 'Ann,1,stray')
    const problems: string[] = []
    const cells = sheet.rows.map((row) =>
      cellsOf(sheet, row, (field, message) => problems.push(`${field}: ${message}`)),
    )
    expect(cells).toEqual([{ name: 'Ann', id: '1' }])
    expect(problems).toEqual(['file: "stray" stands in column 3, which has no header.'])
  })
})

describe('The answer to an import', () => {
  const REPORT = { ok: true, added: 1, changed: 0, unchanged: 0, missing: 0, errors: [] }
  const errors = [
    { line: 9, field: 'id', message: 'Nine.' },
    { line: 2, field: 'id', message: 'Two.' },
  ]

  it('is the report; of a refused one with status 400 and the first error in the order of the file', () => {
    const statuses: number[] = []
    const reply = { code: (status: number) => statuses.push(status) }
    expect(answerImport(REPORT, reply)).toBe(REPORT)
    expect(statuses).toEqual([])
    const refused = { ...REPORT, ok: false, errors: inOrder(errors) }
    const message = 'The file was refused and nothing was written. Line 2: Two.'
    expect(answerImport(refused, reply)).toEqual({ ...refused, error: { code: 'invalid', message } })
    expect(statuses).toEqual([400])
  })

  it('tells no more errors than anybody reads', () => {
    expect(inOrder(Array.from({ length: MOST_ERRORS + 1 }, () => errors).flat())).toHaveLength(MOST_ERRORS)
  })
})
