import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { readFont } from './font-file.ts'

const KB = 1024
const MB = 1024 * KB

interface Kind {
  max: number
  /** The reason why these bytes are not a valid file of this kind. Null if they are. */
  problem(bytes: Buffer): string | null
}

const BROKEN = 'is not complete, or another kind of file than its name says'
const unless = (isWhole: boolean) => (isWhole ? null : BROKEN)
const startsWith = (bytes: Buffer, at: number, text: string) => bytes.toString('latin1', at, at + text.length) === text

const PNG: Kind = {
  max: 2 * MB,
  problem: (bytes) => unless(startsWith(bytes, 1, 'PNG') && bytes.subarray(-12).includes('IEND')),
}
const JPG: Kind = {
  max: 2 * MB,
  problem: (bytes) => unless(bytes[0] === 0xff && bytes[1] === 0xd8 && bytes.subarray(-64).includes(JPG_END)),
}
const JPG_END = Buffer.from([0xff, 0xd9])

/** The kinds of files that `media` may contain, by file extension. */
const KINDS: Readonly<Record<string, Kind>> = {
  '.svg': {
    max: 300 * KB,
    problem: (bytes) => {
      const text = bytes.toString('utf8').trim()
      if (text.includes('\ufffd')) return 'is not UTF-8 text. Save it again with the encoding UTF-8'
      return unless(text.includes('<svg') && text.endsWith('>') && text.includes('</svg>'))
    },
  },
  '.png': PNG,
  '.jpg': JPG,
  '.webp': {
    max: 2 * MB,
    problem: (bytes) =>
      unless(startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP') && bytes.readUInt32LE(4) <= bytes.length - 8),
  },
  '.avif': { max: 2 * MB, problem: (bytes) => unless(startsWith(bytes, 4, 'ftyp')) },
  '.gif': { max: 2 * MB, problem: (bytes) => unless(startsWith(bytes, 0, 'GIF8') && bytes.at(-1) === 0x3b) },
  '.mp4': { max: 8 * MB, problem: (bytes) => unless(startsWith(bytes, 4, 'ftyp')) },
  '.webm': { max: 8 * MB, problem: (bytes) => unless(bytes.length > 4 && bytes.readUInt32BE(0) === 0x1a45dfa3) },
  '.woff2': { max: 300 * KB, problem: (bytes) => unless(readFont(bytes) !== null) },
}

/** The problem with a file in `media`. Null if there is none. */
export function pictureProblem(file: string): string | null {
  const kind = KINDS[extname(file)]
  if (kind === undefined) {
    return `is nothing that browsers show everywhere. Expected a name that ends in ${Object.keys(KINDS).join(', ')}`
  }
  if (!/^[\w./-]+$/.test(file.slice(file.lastIndexOf('/') + 1))) {
    return 'has a name that addresses cannot carry. Use the letters a to z, digits, - and _'
  }
  const bytes = readFileSync(file)
  if (bytes.length === 0) return 'is empty'
  if (bytes.length > kind.max) {
    return `has ${sizeOf(bytes.length)}. Expected at most ${sizeOf(kind.max)}: people on phones wait for it`
  }
  return bytes.length < 16 ? BROKEN : kind.problem(bytes)
}

const sizeOf = (bytes: number) => (bytes < MB ? `${Math.round(bytes / KB)} kB` : `${(bytes / MB).toFixed(1)} MB`)
