import { readFileSync } from 'node:fs'
import { BadConfiguration } from './environment.ts'

/**
 * Reads a text file of the community in UTF-8. A byte order mark and Windows line ends are accepted. Any other encoding
 * throws `BadConfiguration` with the file and the line.
 */
export function readText(file: string): string {
  const bytes = readFileSync(file)
  const isUtf16 = bytes.length > 1 && [0xfeff, 0xfffe].includes(bytes.readUInt16BE(0))
  const zero = bytes.indexOf(0)
  if (isUtf16 || zero >= 0) {
    const line = isUtf16 ? 1 : lineAt(bytes, zero)
    throw new BadConfiguration([`${file}:${line}: this is not UTF-8 text, but UTF-16 or no text at all. ${SAVE_AGAIN}`])
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n')
  } catch {
    const text = bytes.toString('utf8')
    const line = text.slice(0, text.indexOf('\ufffd')).split('\n').length
    throw new BadConfiguration([`${file}:${line}: this is not UTF-8 text, but perhaps Windows-1252. ${SAVE_AGAIN}`])
  }
}

const SAVE_AGAIN = 'Save the file again with the encoding UTF-8'

const lineAt = (bytes: Buffer, place: number) => bytes.subarray(0, place).toString('latin1').split('\n').length
