import { describe, expect, it } from 'vitest'
import { decodeSheet } from './sheet-text.ts'

const TEXT = 'Name;Rufzeichen\nJosé Peña;Ä-12\n'
const wide = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

describe('The encoding of a spreadsheet', () => {
  it.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${TEXT}`)],
    ['UTF-16, the low byte first', wide(`\uFEFF${TEXT}`, false)],
    ['UTF-16, the high byte first', wide(`\uFEFF${TEXT}`, true)],
    ['UTF-16 without a mark', wide(TEXT, false)],
    ['UTF-16 without a mark, the high byte first', wide(TEXT, true)],
    ['Windows-1252', Buffer.from(TEXT, 'latin1')],
  ])('the bytes are read as %s', (_, bytes) => {
    expect(decodeSheet(bytes).replace('\uFEFF', '')).toBe(TEXT)
  })

  it('Windows-1252 is read with its quotation marks and the euro sign', () => {
    expect(decodeSheet(Uint8Array.of(0x80, 0x93, 0xe4, 0x94, 0x9f))).toBe('€“ä”Ÿ')
  })

  it('an empty file is read', () => {
    expect(decodeSheet(new Uint8Array())).toBe('')
  })
})
