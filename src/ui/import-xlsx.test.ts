import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, deflateRawSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { isArchive } from '#lib/sheet-text.ts'
import { openXlsx } from './import-xlsx.ts'

const sheet = (name: string) => new Uint8Array(readFileSync(join(import.meta.dirname, '../../test/sheets', name)))

/** A zip archive. `declaredBytes` is the decompressed size that a part declares. */
function zip(
  parts: Record<string, { content: Buffer; compressed?: Buffer; declaredBytes?: number }>,
): Uint8Array<ArrayBuffer> {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [
    name,
    { content, compressed = deflateRawSync(content), declaredBytes = content.length },
  ] of Object.entries(parts)) {
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50)
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(compressed.length, 20)
    entry.writeUInt32LE(declaredBytes, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    files.push(head, Buffer.from(name), compressed)
    directory.push(entry, Buffer.from(name))
    at += head.length + name.length + compressed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(Object.keys(parts).length, 10)
  end.writeUInt32LE(at, 16)
  return new Uint8Array(Buffer.concat([...files, ...directory, end]))
}

const WORKBOOK = { content: Buffer.from('<workbook><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>') }
const MEGABYTE = 1024 * 1024
const ROWS = { content: Buffer.from('<worksheet/>') }

/** A number of megabytes of spaces, compressed: one megabyte that is repeated, and an end. */
function spacesOf(megabytes: number): Buffer {
  const one = deflateRawSync(Buffer.alloc(MEGABYTE, ' '), { finishFlush: constants.Z_FULL_FLUSH })
  return Buffer.concat([...Array.from({ length: megabytes }, () => one), deflateRawSync(Buffer.alloc(0))])
}

/** Counts the bytes that are decompressed in this test. */
function countDecompressed(): { bytes: number } {
  const decompressed = { bytes: 0 }
  const { DecompressionStream: Real } = globalThis
  vi.stubGlobal(
    'DecompressionStream',
    class {
      readonly writable: WritableStream<BufferSource>
      readonly readable: ReadableStream<Uint8Array>
      constructor(format: CompressionFormat) {
        const { writable, readable } = new Real(format)
        const counter = new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            decompressed.bytes += chunk.length
            controller.enqueue(chunk)
          },
        })
        this.writable = writable
        this.readable = readable.pipeThrough(counter)
      }
    },
  )
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  return decompressed
}

const withSheet = (xml: string) =>
  zip({ 'xl/workbook.xml': WORKBOOK, 'xl/worksheets/sheet1.xml': { content: Buffer.from(xml) } })
const readSheet = async (xml: string) => (await openXlsx(withSheet(xml))).read('A')

describe('An .xlsx file', () => {
  it('is read with its row numbers, dates as days, and texts as they are', async () => {
    const { sheets, read } = await openXlsx(sheet('excel.xlsx'))
    expect(sheets).toEqual(['Staff & more', 'Old'])
    expect((await read('Staff & more')).split('\n')).toEqual([
      'HAMMOCK COAST — STAFF',
      '',
      'Callsign,Name,Rank,Discord ID,Hired,Last Move,Status,Notes',
      'SD-1,Dana Whitfield,Staff Director,213456789012345678,2021-03-14,2025-01-25,Active,"Two lines',
      'in a cell"',
      'HA-1,Theo Marchetti,Head Admin,224567890123456789,2024-03-04,,,"a, b; ""c"""',
      '',
      'M-12,Ivy Cho,Mod,1057890123456789012,2024-09-03,,LOA',
    ])
  })

  it('shows that a long number was rounded, and leaves hidden sheets alone', async () => {
    const { sheets, read } = await openXlsx(sheet('excel-rounded-ids.xlsx'))
    expect(sheets).toEqual(['Roster'])
    expect((await read('Roster')).split('\n').slice(1)).toEqual([
      'Dana Whitfield,Mod,2.13456789012345E+17',
      'Ivy Cho,Mod,1.05789012345679E+18',
    ])
  })

  it('of an old Mac counts its days from 1904', async () => {
    expect(await (await openXlsx(sheet('excel-of-a-mac.xlsx'))).read('Roster')).toContain(',2021-03-14')
  })

  it.each([
    [
      'formatted texts',
      '<c r="A1" t="inlineStr"><is><r><t>Da</t></r><r><t xml:space="preserve">na W</t></r></is></c>',
      'Dana W',
    ],
    ['what a formula gives', '<c r="A1" t="str"><f>A2</f><v>M-1</v></c>', 'M-1'],
    ['signs that stand for others', '<c t="str"><v>a &amp;&lt;&#228;&#xE4;_x0041_</v></c>', 'a &<ääA'],
    ['true and false', '<c t="b"><v>1</v></c><c t="b"><v>0</v></c>', 'TRUE,FALSE'],
    ['columns that are left out', '<c r="A1"><v>1</v></c><c r="AA1"><v>2</v></c>', `1${','.repeat(26)}2`],
    ['numbers', '<c><v>12.5</v></c><c><v>1E3</v></c>', '12.5,1000'],
  ])('is read with %s', async (_, cells, text) => {
    expect(await readSheet(`<worksheet><sheetData><row>${cells}</row></sheetData></worksheet>`)).toBe(text)
  })

  it('is read with the built-in date formats of every language as days, and others as numbers', async () => {
    const formats = [0, 4, 14, 17, 22, 27, 36, 37, 50, 58, 59]
    const cells = formats.map((_, style) => `<c s="${style}"><v>44269</v></c>`).join('')
    const styles = formats.map((format) => `<xf numFmtId="${format}"/>`).join('')
    const { read } = await openXlsx(
      zip({
        'xl/workbook.xml': WORKBOOK,
        'xl/worksheets/sheet1.xml': {
          content: Buffer.from(`<worksheet><sheetData><row>${cells}</row></sheetData></worksheet>`),
        },
        'xl/styles.xml': { content: Buffer.from(`<styleSheet><cellXfs>${styles}</cellXfs></styleSheet>`) },
      }),
    )
    const shown = (await read('A')).split(',')
    expect(formats.filter((_, at) => shown[at] === '2021-03-14')).toEqual([14, 17, 22, 27, 36, 50, 58])
    expect(formats.filter((_, at) => shown[at] === '44269')).toEqual([0, 4, 37, 59])
  })

  it('may name its elements with a prefix', async () => {
    const xml = '<x:worksheet><x:sheetData><x:row r="1"><x:c><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>'
    expect(await readSheet(xml)).toBe('1')
  })

  it.each([
    ['a text', Buffer.from('Name,Discord ID')],
    ['a picture in an archive', zip({ 'a.png': { content: Buffer.from('x') } })],
    ['half a file', sheet('excel.xlsx').slice(0, 900)],
  ])('that is %s is refused', async (_, bytes) => {
    await expect(openXlsx(new Uint8Array(bytes))).rejects.toThrow('This is not an .xlsx file that can be read.')
  })

  it('whose parts are broken is refused', async () => {
    const bytes = withSheet('<worksheet/>'.repeat(50))
    bytes.fill(0xff, 170, 190)
    const reading = openXlsx(bytes).then(({ read }) => read('A'))
    await expect(reading).rejects.toThrow('This is not an .xlsx file that can be read.')
  })

  it.each<[string, Record<string, number>]>([
    ['one part', { 'xl/worksheets/sheet1.xml': 700 }],
    ['a part that is no sheet', { 'xl/worksheets/sheet1.xml': 1, 'xl/media/image1.png': 51 }],
    ['many parts together', { 'xl/worksheets/sheet1.xml': 40, 'xl/media/a.png': 40, 'xl/media/b.png': 40 }],
  ])(
    'that says of %s that it unfolds to far more than a roster is refused before any of it is unfolded',
    async (_, declaredMegabytes) => {
      const decompressed = countDecompressed()
      const parts = Object.entries(declaredMegabytes).map(([name, megabytes]) => [
        name,
        { ...ROWS, declaredBytes: megabytes * MEGABYTE },
      ])
      await expect(openXlsx(zip({ 'xl/workbook.xml': WORKBOOK, ...Object.fromEntries(parts) }))).rejects.toThrow(
        'This file is too large when it is unpacked.',
      )
      expect(decompressed.bytes).toBe(0)
    },
  )

  it.each([
    ['39 MB', 39 * MEGABYTE],
    ['next to nothing', 100],
  ])('that unfolds to 700 MB and says %s is refused where it is more than that', async (_, declaredBytes) => {
    const part = { content: Buffer.alloc(0), compressed: spacesOf(700), declaredBytes }
    const decompressed = countDecompressed()
    const { read } = await openXlsx(zip({ 'xl/workbook.xml': WORKBOOK, 'xl/worksheets/sheet1.xml': part }))
    await expect(read('A')).rejects.toThrow('This file is too large when it is unpacked.')
    expect(decompressed.bytes).toBeGreaterThan(declaredBytes)
    expect(decompressed.bytes).toBeLessThan(declaredBytes + 2 * MEGABYTE)
  })

  it('with a cell far below all others is refused, and with formats there it is not', async () => {
    await expect(readSheet('<row r="1000000"><c><v>1</v></c></row>')).rejects.toThrow('too large')
    expect(await readSheet('<row r="1"><c><v>1</v></c></row><row r="1000000"><c r="A1000000" s="1"/></row>')).toBe('1')
  })

  it('is told from other files by its first bytes', () => {
    expect([isArchive(sheet('excel.xlsx')), isArchive(Buffer.from('PK,1'))]).toEqual([true, false])
  })
})
