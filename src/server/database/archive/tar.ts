/*
 * The POSIX tar format (ustar), as far as an archive of plain files needs it. Each file is a header block of 512 bytes
 * with its name and size, followed by its bytes, padded to whole blocks. Two empty blocks end the archive.
 */

const BLOCK = 512

/** A file's bytes in the archive. */
export function tarFile(name: string, text: string, at: Date): Buffer {
  const bytes = Buffer.from(text)
  const head = Buffer.alloc(BLOCK)
  const write = (value: string, offset: number, length: number) => head.write(value, offset, length, 'latin1')
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  write(name, 0, 100)
  write(octal(0o600, 7), 100, 8)
  write(octal(0, 7), 108, 8)
  write(octal(0, 7), 116, 8)
  write(octal(bytes.length, 11), 124, 12)
  write(octal(Math.floor(at.getTime() / 1000), 11), 136, 12)
  write('0', 156, 1)
  write('ustar\u000000', 257, 8)
  // The checksum is computed with blanks in its own field.
  head.fill(' ', 148, 156)
  write(
    `${octal(
      head.reduce((sum, byte) => sum + byte, 0),
      6,
    )}\0 `,
    148,
    8,
  )
  return Buffer.concat([head, bytes, Buffer.alloc(-bytes.length & (BLOCK - 1))])
}

export const TAR_END = Buffer.alloc(2 * BLOCK)

/** The files of an archive, in order. Throws if the archive is incomplete. */
export async function* filesInTar(chunks: AsyncIterable<Buffer>): AsyncGenerator<{ name: string; text: string }> {
  let held = Buffer.alloc(0)
  let size: number | null = null
  let name = ''
  for await (const chunk of chunks) {
    held = Buffer.concat([held, chunk])
    for (;;) {
      if (size === null) {
        if (held.length < BLOCK) break
        if (held[0] === 0) return
        name = held.toString('latin1', 0, 100).replace(/\0.*$/s, '')
        size = Number.parseInt(held.toString('latin1', 124, 135), 8)
        if (Number.isNaN(size)) throw new Error('This is no tape archive.')
        held = held.subarray(BLOCK)
      }
      const whole = size + (-size & (BLOCK - 1))
      if (held.length < whole) break
      yield { name, text: held.toString('utf8', 0, size) }
      held = held.subarray(whole)
      size = null
    }
  }
  throw new Error('The archive is not whole: its end is missing.')
}
