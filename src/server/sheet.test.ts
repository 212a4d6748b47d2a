import { describe, expect, it } from 'vitest'
import { createTranslator, t, withTranslator } from '#lib/messages.ts'
import { CATALOGUES } from '#messages/catalogues.ts'
import { cellsOf, readSheet, reporterOf, reportOpenColumns } from './sheet.ts'
import type { SheetShape } from './sheet-columns.ts'
import { validateSheet } from './sheet-validation.ts'

type Field = 'name' | 'id' | 'notes'
const LABELS: Record<Field, string> = { name: 'Name', id: 'Discord ID', notes: 'Notes' }
const FIELDS: readonly Field[] = ['name', 'id', 'notes']
const SHAPE: SheetShape<Field> = {
  fieldsOf: (headers) => headers.map((text) => FIELDS.find((field) => LABELS[field] === text) ?? null),
  labelOf: (field) => LABELS[field],
  fields: FIELDS,
  headerFields: ['name', 'id'],
  recordsName: 'members',
  maxRows: 2,
}
const read = (...lines: string[]) => readSheet({ csv: lines.join('\n') }, SHAPE)
const chosen = (choices: Record<string, string>, ...lines: string[]) =>
  readSheet({ csv: lines.join('\n'), choices: new Map(Object.entries(choices)) }, SHAPE)

describe('A spreadsheet', () => {
  it('may have a title above its header, and columns without one', () => {
    expect(read('STAFF ROSTER,,', '', 'Notes,Name,,Discord ID', 'late,Ann,,1')).toMatchObject({
      columns: ['notes', 'name', null, 'id'],
      rows: [{ line: 4, cells: ['late', 'Ann', '', '1'] }],
      errors: [],
      headerLine: 3,
      namedColumns: [
        { name: 'Notes', field: 'notes', sample: 'late', isOpen: false },
        { name: 'Name', field: 'name', sample: 'Ann', isOpen: false },
        { name: 'Discord ID', field: 'id', sample: '1', isOpen: false },
      ],
    })
  })

  it('looks for the names of columns until it finds them, and not in every row of a file that has none', () => {
    let asked = 0
    const fieldsOf = (headers: readonly string[]) => {
      asked++
      return SHAPE.fieldsOf(headers)
    }
    const csv = ['Name,Discord ID', ...Array.from({ length: 1000 }, (_, at) => `Ann,${at}`)].join('\n')
    expect(readSheet({ csv }, { ...SHAPE, fieldsOf }).errors).toHaveLength(1)
    expect(asked).toBeLessThan(5)
    asked = 0
    expect(readSheet({ csv: csv.replace('Name', 'Nobody') }, { ...SHAPE, fieldsOf }).errors).toHaveLength(1)
    expect(asked).toBeLessThan(1000)
  })

  it.each([
    [['A-1,Ann'], [1, 'file', /^No row has the column names.*"Name".*"Discord ID"/]],
    [['<!doctype html>'], [1, 'file', /web page/]],
    [
      ['Name,Discord ID', 'Ann,1', 'Bob,2', 'Cy,3'],
      [4, 'file', 'A file may hold at most 2 members.'],
    ],
    [
      ['STAFF,,', 'Notes,Name,Snowflake', 'late,Ann,1'],
      [2, 'Discord ID', 'A column "Discord ID" is needed.'],
    ],
  ])('%j is refused', (lines, [line, field, message]) => {
    const expectedMessage = message instanceof RegExp ? expect.stringMatching(message) : message
    expect(read(...lines).errors).toEqual([{ line, field, message: expectedMessage }])
  })

  it('leaves a column that nobody knows out of what is read, and open for a choice', () => {
    const sheet = read('Name,Shoes,Discord ID', 'Ann,9,1')
    expect(sheet).toMatchObject({ columns: ['name', null, 'id'], errors: [], rows: [{ line: 2 }] })
    expect(sheet.namedColumns[1]).toEqual({ name: 'Shoes', field: null, sample: '9', isOpen: true })
    expect(reportOpenColumns(sheet).errors).toEqual([
      {
        line: 1,
        field: 'Shoes',
        message: expect.stringMatching(/^The column "Shoes" is not known\. Leave it out, or/),
      },
    ])
  })

  it('of two columns that mean the same reads the first, and leaves both open for a choice', () => {
    const sheet = read('Name,Discord ID,Name', 'Ann,1,Bo')
    expect(sheet).toMatchObject({ columns: ['name', 'id', null], errors: [] })
    expect(sheet.namedColumns.filter(({ isOpen }) => isOpen).map(({ name }) => name)).toEqual([
      'Name',
      'Name (column 3)',
    ])
    expect(reportOpenColumns(sheet).errors.map(({ message }) => message)).toEqual([
      'The columns "Name" and "Name (column 3)" mean the same thing. Leave one of them out.',
    ])
    const resolved = chosen({ Name: '' }, 'Name,Discord ID,Name', 'Ann,1,Bo')
    expect(reportOpenColumns(resolved)).toMatchObject({ columns: [null, 'id', 'name'], errors: [] })
  })

  it('takes a column for what is chosen, by the name of the field or its label, or leaves it out', () => {
    const lines = ['Name,Shoes,Discord ID,Remark', 'Ann,9,1,late']
    expect(reportOpenColumns(chosen({ Shoes: '', Remark: 'Notes' }, ...lines))).toMatchObject({
      columns: ['name', null, 'id', 'notes'],
      errors: [],
    })
    expect(reportOpenColumns(chosen({ Shoes: 'notes', Remark: '' }, ...lines))).toMatchObject({
      columns: ['name', 'notes', 'id', null],
      errors: [],
    })
  })

  it('can be read where no header is known, once its columns are chosen', () => {
    const lines = ['Personal', 'Nombre,Identificador', 'Ana,1']
    expect(read(...lines).namedColumns.map(({ name, isOpen }) => [name, isOpen])).toEqual([
      ['Nombre', true],
      ['Identificador', true],
    ])
    expect(chosen({ Nombre: 'name', Identificador: 'id' }, ...lines)).toMatchObject({
      columns: ['name', 'id'],
      errors: [],
      rows: [{ line: 3 }],
    })
  })

  it('says that a choice is no field, and that two columns were chosen for one', () => {
    const lines = ['Name,Discord ID,Shoes,Remark', 'Ann,1,9,late']
    expect(chosen({ Shoes: 'feet', Remark: '' }, ...lines).errors).toEqual([
      { line: 1, field: 'Shoes', message: '"feet" is none of these: Name, Discord ID, Notes.' },
    ])
    expect(chosen({ Shoes: 'notes', Remark: 'notes' }, ...lines).errors).toEqual([
      { line: 1, field: 'Remark', message: 'The column "Shoes" is already used as Notes. Leave one of the two out.' },
    ])
  })

  it('says once that a column is missing, and not in every row again', () => {
    const sheet = read('Name,Notes', 'Ann,late')
    const errors = [...sheet.errors]
    const report = reporterOf(sheet, { line: 2, problems: [] }, errors)
    report('id', 'This is required.')
    report('notes', 'This is too long.')
    expect(errors.map(({ line, field }) => [line, field])).toEqual([
      [1, 'Discord ID'],
      [2, 'notes'],
    ])
  })

  it('says which cell stands in no column', () => {
    const sheet = read('Name,Discord ID', 'Ann,1,stray')
    const problems: string[] = []
    const cells = sheet.rows.map((row) =>
      cellsOf(sheet, row, (field, message) => problems.push(`${field}: ${message}`)),
    )
    expect(cells).toEqual([{ name: 'Ann', id: '1' }])
    expect(problems).toEqual(['file: "stray" is in column 3, which has no header.'])
  })
})

describe('A spreadsheet of somebody who reads German', () => {
  const translator = createTranslator('de', CATALOGUES.de)
  /** A shape with translated labels and a field for days. */
  const shape: SheetShape<Field> = {
    ...SHAPE,
    labelOf: (field) => (field === 'notes' ? t('Notes') : LABELS[field]),
    days: ['notes'],
  }
  const readGerman = (...lines: string[]) => readSheet({ csv: lines.join('\n'), translator }, shape)

  it('is told what is wrong in German', () => {
    expect(readGerman('Name', 'Ann').errors.map(({ message }) => message)).toEqual([
      'Eine Spalte „Discord ID“ ist nötig.',
    ])
  })

  it('may name its columns as the German page does', () => {
    expect(readGerman('Name,Discord ID,Anmerkungen', 'Ann,1,').columns).toEqual(['name', 'id', 'notes'])
  })

  it('is asked about dates with the days in German words', () => {
    const [question] = readGerman('Name,Discord ID,Notes', 'Ann,1,3/4/2025').questions
    expect(question?.text).toBe('Was kommt in der Spalte „Anmerkungen“ zuerst, bei Datumsangaben wie „3/4/2025“?')
    expect(question?.options.map(({ label }) => label)).toEqual(['Der Monat: 4. März 2025', 'Der Tag: 3. April 2025'])
  })

  it('gets wrong rows back under a German heading, which nobody is asked about when the file comes again', () => {
    const sheet = readGerman('Name,Discord ID', 'Ann,1')
    const errors = [{ line: 2, field: 'name', message: 'Falsch.' }]
    const { returned } = withTranslator(translator, () => validateSheet(sheet, errors)).reportBase
    expect(returned?.file).toContain('Name,Discord ID,Was nicht stimmt')
    const csv = returned?.file ?? ''
    expect(readSheet({ csv, translator }, shape).openColumnErrors).toEqual([])
    expect(readSheet({ csv }, shape).openColumnErrors).toEqual([])
  })
})
