import { msg, type PlainMessage, t } from '#lib/messages.ts'
import { csvCell } from '#lib/sheet-text.ts'

/*
 * Reads the sheets of an .xlsx file in the browser, as CSV. Such a file is a zip archive of XML. The decompressed size
 * is counted during decompression, so that a small file cannot fill the memory.
 */

/** The file is not a spreadsheet or is too large. The message is for the person who chose the file. */
export class UnreadableXlsx extends Error {
  override name = 'UnreadableXlsx'
  constructor(message: PlainMessage) {
    super(t(message))
  }
}

/** The largest declared decompressed size of all parts, and of one part. A file that declares more is not opened. */
const MAX_DECLARED_BYTES = 100 * 1024 * 1024
const MAX_DECLARED_BYTES_OF_PART = 50 * 1024 * 1024
/** The largest actual decompressed size of all parts that are read, together. */
const MAX_DECOMPRESSED_BYTES = 40 * 1024 * 1024
const MAX_ENTRIES = 2000
const MAX_COLUMNS = 200
/** More than any import accepts. */
const MAX_ROWS = 60_000

const NOT_READABLE = msg('This is not an .xlsx file that can be read. Save it as CSV and choose that.')
const TOO_LARGE = msg('This file is too large when it is unpacked. Copy the rows into a new spreadsheet and save that.')

export interface Xlsx {
  /** The names of the visible sheets. */
  sheets: readonly string[]
  /**
   * Returns a sheet as CSV. Each row keeps its number, dates are written as 2026-03-14, and long numbers that were
   * rounded are written so that the rounding is visible.
   */
  read(sheet: string): Promise<string>
}

/** Opens an .xlsx file. Throws `UnreadableXlsx` for anything else. */
export async function openXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<Xlsx> {
  const archive = openArchive(bytes)
  const workbook = await archive.read('xl/workbook.xml')
  if (workbook === null) throw new UnreadableXlsx(NOT_READABLE)
  const sheets = [...elements(workbook, 'sheet')].filter(
    ({ attributes }) => !/\bstate="(very)?hidden"/i.test(attributes),
  )
  return {
    sheets: sheets.map(({ attributes }) => attribute(attributes, 'name')),
    read: async (name) => {
      const sheet = sheets.find(({ attributes }) => attribute(attributes, 'name') === name)
      const relations = (await archive.read('xl/_rels/workbook.xml.rels')) ?? ''
      const xml = sheet === undefined ? null : await archive.read(parseRecord(sheet.attributes, relations))
      if (xml === null) throw new UnreadableXlsx(NOT_READABLE)
      const strings = [...elements((await archive.read('xl/sharedStrings.xml')) ?? '', 'si')].map(textOf)
      const isDate = dateStyles((await archive.read('xl/styles.xml')) ?? '')
      const rows = rowsOf(xml, { strings, isDate, startsIn1904: /\bdate1904="(1|true)"/.test(workbook) })
      return rows.map((row) => row.map(csvCell).join(',')).join('\n')
    },
  }
}

interface Element {
  attributes: string
  inside: string
}

/** The elements with a name. Elements that contain another element of the same name are not supported. */
function* elements(xml: string, name: string): Generator<Element> {
  for (let at = xml.indexOf(`<${name}`); at !== -1; at = xml.indexOf(`<${name}`, at + 1)) {
    const begin = at + name.length + 1
    if (!/[\s/>]/.test(xml.charAt(begin))) continue
    const end = xml.indexOf('>', begin)
    if (end === -1) return
    const isEmpty = xml.charAt(end - 1) === '/'
    const attributes = xml.slice(begin, isEmpty ? end - 1 : end)
    const closing = isEmpty ? end : xml.indexOf(`</${name}>`, end)
    if (closing === -1) return
    yield { attributes, inside: isEmpty ? '' : xml.slice(end + 1, closing) }
    at = closing
  }
}

interface Entry {
  method: number
  compressedBytes: number
  decompressedBytes: number
  at: number
}

function openArchive(bytes: Uint8Array<ArrayBuffer>) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = entriesOf(bytes, view)
  let bytesLeft = MAX_DECOMPRESSED_BYTES
  return {
    /** Returns a part of the archive as text, or null if it does not exist. */
    read: async (name: string): Promise<string | null> => {
      const entry = entries.get(name)
      if (entry === undefined) return null
      // The declared size can reject a part at once. The actual size is counted below and must not exceed the declared
      // one.
      if (entry.decompressedBytes > bytesLeft) throw new UnreadableXlsx(TOO_LARGE)
      if (entry.at + 30 > bytes.length) throw new UnreadableXlsx(NOT_READABLE)
      const begin = entry.at + 30 + view.getUint16(entry.at + 26, true) + view.getUint16(entry.at + 28, true)
      const compressed = bytes.subarray(begin, begin + entry.compressedBytes)
      const stream = new Blob([compressed]).stream()
      const decompressed = entry.method === 0 ? stream : stream.pipeThrough(new DecompressionStream('deflate-raw'))
      const decoder = new TextDecoder()
      const parts: string[] = []
      const reader = decompressed.getReader()
      let size = 0
      try {
        for (;;) {
          const { done, value } = await reader.read()
          if (done) break
          bytesLeft -= value.length
          size += value.length
          if (bytesLeft < 0 || size > entry.decompressedBytes) throw new UnreadableXlsx(TOO_LARGE)
          parts.push(decoder.decode(value, { stream: true }))
        }
      } catch (error) {
        await reader.cancel().catch(() => undefined) // the stream has ended with the same error
        throw error instanceof UnreadableXlsx ? error : new UnreadableXlsx(NOT_READABLE)
      }
      return withoutPrefix(parts.join('') + decoder.decode())
    },
  }
}

/** Some programs write <x:row> instead of <row>. */
function withoutPrefix(xml: string): string {
  return /<\w{1,9}:(workbook|worksheet|sst|styleSheet)\b/.test(xml.slice(0, 1000))
    ? xml.replace(/<(\/?)\w{1,9}:/g, '<$1')
    : xml
}

/** The parts of a zip archive, from the directory at its end. */
function entriesOf(bytes: Uint8Array, view: DataView): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  let end = bytes.length - 22
  while (end >= 0 && end > bytes.length - 22 - 65_536 && view.getUint32(end, true) !== 0x06054b50) end -= 1
  if (end < 0 || view.getUint32(end, true) !== 0x06054b50) throw new UnreadableXlsx(NOT_READABLE)
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  if (count > MAX_ENTRIES) throw new UnreadableXlsx(TOO_LARGE)
  let declaredBytes = 0
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) throw new UnreadableXlsx(NOT_READABLE)
    const length = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length))
    const decompressedBytes = view.getUint32(at + 24, true)
    declaredBytes += decompressedBytes
    if (decompressedBytes > MAX_DECLARED_BYTES_OF_PART || declaredBytes > MAX_DECLARED_BYTES)
      throw new UnreadableXlsx(TOO_LARGE)
    entries.set(name.replace(/^\//, ''), {
      method: view.getUint16(at + 10, true),
      compressedBytes: view.getUint32(at + 20, true),
      decompressedBytes,
      at: view.getUint32(at + 42, true),
    })
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

/** The name of the part that contains a sheet. */
function parseRecord(sheet: string, relations: string): string {
  const id = attribute(sheet, 'r:id')
  const relation = [...elements(relations, 'Relationship')].find(({ attributes }) => attribute(attributes, 'Id') === id)
  const target = relation === undefined ? '' : attribute(relation.attributes, 'Target')
  if (target === '') return 'xl/worksheets/sheet1.xml'
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

const attribute = (attributes: string, name: string): string =>
  plain(new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')

/** The text of an element without its formatting and without phonetic hints (`rPh`). */
function textOf({ inside }: Pick<Element, 'inside'>): string {
  const spoken = new Set(
    [...elements(inside, 'rPh')].flatMap((each) => [...elements(each.inside, 't')].map(({ inside: text }) => text)),
  )
  return [...elements(inside, 't')]
    .filter(({ inside: text }) => !spoken.has(text))
    .map(({ inside: text }) => plain(text))
    .join('')
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function plain(xml: string): string {
  return xml
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return NAMED[name] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
    .replace(/_x([\dA-F]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** The first and last ids of the built-in date formats: two groups for everywhere, two for East Asia (ECMA-376, 18.8.30). */
const BUILT_IN_DATES = [
  [14, 17],
  [22, 22],
  [27, 36],
  [50, 58],
] as const

/** Returns a function that says whether a cell style shows a number as a date. */
function dateStyles(xml: string): (style: number) => boolean {
  const own = new Map(
    [...elements(xml, 'numFmt')].map(({ attributes }) => [
      Number(attribute(attributes, 'numFmtId')),
      attribute(attributes, 'formatCode'),
    ]),
  )
  const [cells] = elements(xml, 'cellXfs')
  const formats = [...elements(cells?.inside ?? '', 'xf')].map(({ attributes }) =>
    Number(attribute(attributes, 'numFmtId')),
  )
  const dates = formats.map((format) => {
    const code = own.get(format)
    if (code === undefined) return BUILT_IN_DATES.some(([first, last]) => format >= first && format <= last)
    return /[dy]/i.test(code.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, ''))
  })
  return (style) => dates[style] ?? false
}

interface WorkbookFormat {
  strings: readonly string[]
  isDate(style: number): boolean
  startsIn1904: boolean
}

/** The rows of a sheet. Rows without cells are included, so that each row keeps its number. */
function rowsOf(sheet: string, format: WorkbookFormat): string[][] {
  const rows: string[][] = []
  for (const { attributes, inside } of elements(sheet, 'row')) {
    const number = Number(attribute(attributes, 'r')) || rows.length + 1
    const row: string[] = []
    for (const cell of elements(inside, 'c')) {
      const column = columnOf(attribute(cell.attributes, 'r')) ?? row.length
      const value = cellText(cell, format)
      if (column >= MAX_COLUMNS || value === '') continue
      while (row.length < column) row.push('')
      row[column] = value
    }
    // Formatted empty cells may reach far below the last row.
    if (row.length === 0) continue
    if (number > MAX_ROWS) throw new UnreadableXlsx(TOO_LARGE)
    while (rows.length < number - 1) rows.push([])
    rows[number - 1] = row
  }
  return rows
}

/** The zero-based column of a cell such as AB12. */
function columnOf(cell: string): number | null {
  const [letters] = /^[A-Z]{1,3}/.exec(cell) ?? []
  if (letters === undefined) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function cellText({ attributes, inside }: Element, { strings, isDate, startsIn1904 }: WorkbookFormat): string {
  const type = attribute(attributes, 't')
  if (type === 'inlineStr') return textOf({ inside })
  const [content] = elements(inside, 'v')
  const value = plain(content?.inside ?? '')
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type === 'd') return value.slice(0, 10)
  if (type !== '' && type !== 'n') return value
  const number = Number(value)
  if (value === '' || Number.isNaN(number)) return value
  if (isDate(Number(attribute(attributes, 's')))) return dayOf(number, startsIn1904) ?? value
  // Spreadsheets keep 15 digits of a number. A longer number was rounded, and must not look exact.
  if (Math.abs(number) >= 1e15) return number.toExponential(14).replace('e+', 'E+')
  return String(number)
}

/** The day of a spreadsheet's date number. Day 1 is the first day, and 1900 has a 29th of February there. */
function dayOf(number: number, startsIn1904: boolean): string | null {
  const days = Math.floor(number) + (startsIn1904 ? 1462 : 0)
  if (days < 61 || days > 2_958_465) return null
  return new Date(Date.UTC(1899, 11, 30) + days * 86_400_000).toISOString().slice(0, 10)
}
