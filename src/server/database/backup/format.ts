import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'

/*
 * A backup consists of lines of JSON, compressed with gzip. An array is a marker: `["backup", …]` comes first,
 * `["table", …]` before the rows of each table, and `["end", …]` last. An object is a row, with its columns by name.
 */

const FORMAT = 1

const Header = z.object({
  format: z.number(),
  made: z.iso.datetime(),
  engine: z.enum(['embedded', 'postgresql']),
  /** The migrations that were applied to the tables: when each was written, and the SHA-256 of its text. */
  migrations: z.array(z.object({ when: z.number(), hash: z.string() })),
})
export type Header = z.infer<typeof Header>

const TableHead = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  /** The next value of each column with a sequence. */
  next: z.record(z.string(), z.number()),
})
export type TableHead = z.infer<typeof TableHead>

const Sum = z.object({ name: z.string(), rows: z.number(), sha256: z.string() })
export type Sum = z.infer<typeof Sum>

const End = z.object({
  tables: z.array(Sum),
  /** The SHA-256 of all lines before this one. */
  sha256: z.string(),
})

const Marker = z.union([
  z.tuple([z.literal('backup'), Header]),
  z.tuple([z.literal('table'), TableHead]),
  z.tuple([z.literal('end'), End]),
])

/** The file is not a backup, is incomplete, or is not for this version. The message says which. Nothing was changed. */
export class BadBackup extends Error {
  override name = 'BadBackup'
}

/** Computes the SHA-256 of lines. */
export class Digest {
  #hash = createHash('sha256')
  rows = 0

  add(lines: readonly string[]): void {
    this.rows += lines.length
    for (const line of lines) this.#hash.update(line).update('\n')
  }

  end(): string {
    return this.#hash.digest('hex')
  }
}

/** Writes the lines of a backup, with its checksums at the end. */
export class Writer {
  #all = new Digest()
  #sums: Sum[] = []
  #table: { name: string; digest: Digest } | undefined

  begin(header: Omit<Header, 'format'>): string {
    return this.#say(['backup', { format: FORMAT, ...header }])
  }

  table(head: TableHead): string {
    this.#endTable()
    this.#table = { name: head.name, digest: new Digest() }
    return this.#say(['table', head])
  }

  rows(lines: string[]): string {
    this.#table?.digest.add(lines)
    this.#all.add(lines)
    return `${lines.join('\n')}\n`
  }

  end(): { text: string; sums: Sum[] } {
    this.#endTable()
    const text = JSON.stringify(['end', { tables: this.#sums, sha256: this.#all.end() }])
    return { text: `${text}\n`, sums: this.#sums }
  }

  #say(marker: z.input<typeof Marker>): string {
    const line = JSON.stringify(marker)
    this.#all.add([line])
    return `${line}\n`
  }

  #endTable(): void {
    if (this.#table === undefined) return
    const { name, digest } = this.#table
    this.#sums.push({ name, rows: digest.rows, sha256: digest.end() })
    this.#table = undefined
  }
}

/** Longer than any row can be, in characters. A file that is not a backup must not fill the memory. */
const LONGEST = 64 * 1024 * 1024

export type Part =
  | { kind: 'backup'; line: string; header: Header }
  | { kind: 'table'; line: string; head: TableHead }
  | { kind: 'rows'; lines: string[] }
  | { kind: 'end'; sums: Sum[]; sha256: string }

/** The parts of a backup, in order. Throws `BadBackup` if the file is not a backup. */
export async function* readParts(file: string): AsyncGenerator<Part> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new BadBackup(`There is no file ${file}.`)
  const text = createGunzip()
  text.setEncoding('utf8')
  const reading = pipeline(createReadStream(file), text).catch(() => undefined)
  let rest = ''
  try {
    for await (const chunk of text) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > LONGEST) throw new BadBackup(`${file} is not a backup of this site: a line does not end.`)
      yield* partsOf(lines, file)
    }
  } catch (error) {
    const isGzip = error instanceof Error && 'code' in error && /^Z_/.test(String(error.code))
    if (isGzip) throw new BadBackup(`${file} is not a backup of this site, or not whole: ${error.message}.`)
    throw error
  } finally {
    text.destroy()
    await reading
  }
  if (rest !== '') throw new BadBackup(`${file} is not whole: it ends in the middle of a line.`)
}

function* partsOf(lines: string[], file: string): Generator<Part> {
  let from = 0
  for (const [at, line] of lines.entries()) {
    if (line.startsWith('{')) continue
    if (at > from) yield { kind: 'rows', lines: lines.slice(from, at) }
    from = at + 1
    yield markerOf(line, file)
  }
  if (lines.length > from) yield { kind: 'rows', lines: lines.slice(from) }
}

function markerOf(line: string, file: string): Part {
  let parsedLine: unknown
  try {
    parsedLine = JSON.parse(line)
  } catch {
    throw new BadBackup(`${file} is not a backup of this site.`)
  }
  const parsed = Marker.safeParse(parsedLine)
  if (!parsed.success) throw new BadBackup(`${file} is not a backup of this site, or of a version that is not known.`)
  const [kind, value] = parsed.data
  if (kind === 'backup') return { kind, line, header: value }
  return kind === 'table' ? { kind, line, head: value } : { kind, sums: value.tables, sha256: value.sha256 }
}

export interface Manifest extends Header {
  tables: (TableHead & Sum)[]
}

/** Reads a whole backup, verifies its checksums and returns its contents. Throws `BadBackup` if it was altered. */
export async function verifyBackup(file: string, onRows?: (rows: number) => void): Promise<Manifest> {
  const altered = (what: string) => new BadBackup(`${file} is not as it was written: ${what}.`)
  const all = new Digest()
  const found: { head: TableHead; digest: Digest }[] = []
  let header: Header | undefined
  let end: Extract<Part, { kind: 'end' }> | undefined
  let rows = 0
  for await (const part of readParts(file)) {
    if (end !== undefined) throw altered('something stands behind its end')
    if (header === undefined && part.kind !== 'backup') throw new BadBackup(`${file} is not a backup of this site.`)
    if (part.kind === 'backup') {
      header = part.header
      if (header.format > FORMAT) {
        throw new BadBackup(`${file} was made by a newer version of this site: update the site, then restore.`)
      }
      all.add([part.line])
    } else if (part.kind === 'table') {
      found.push({ head: part.head, digest: new Digest() })
      all.add([part.line])
    } else if (part.kind === 'rows') {
      const table = found.at(-1)
      if (table === undefined) throw altered('a row belongs to no table')
      table.digest.add(part.lines)
      all.add(part.lines)
      rows += part.lines.length
      onRows?.(rows)
    } else end = part
  }
  if (header === undefined || end === undefined) throw new BadBackup(`${file} is not whole: its end is missing.`)
  if (end.sums.length !== found.length) throw altered('it does not hold the tables that it says')
  const tables = found.map(({ head, digest }, at) => {
    const sum = { name: head.name, rows: digest.rows, sha256: digest.end() }
    const expected = end.sums[at]
    if (expected?.name !== sum.name || expected.rows !== sum.rows || expected.sha256 !== sum.sha256) {
      throw altered(`the table ${head.name} does not add up`)
    }
    return { ...head, ...sum }
  })
  if (all.end() !== end.sha256) throw altered('its lines do not add up')
  return { ...header, tables }
}
