import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '#server/paths.ts'

/** A copy of the shipped community's folder, to be changed. */
export interface CommunityCopy {
  dir: string
  /** Replaces a text of one file, which must be there. */
  edit(file: string, from: string | RegExp, to: string): void
  write(file: string, content: string | Buffer): void
  remove(file: string): void
  /** Deletes the copy. */
  discard(): void
}

export function copyCommunity(): CommunityCopy {
  const dir = mkdtempSync(join(tmpdir(), 'community-'))
  cpSync(join(root, 'community'), dir, { recursive: true })
  const write = (file: string, content: string | Buffer) => {
    mkdirSync(dirname(join(dir, file)), { recursive: true })
    writeFileSync(join(dir, file), content)
  }
  return {
    dir,
    write,
    edit: (file, from, to) => {
      const before = readFileSync(join(dir, file), 'utf8')
      const after = before.replace(from, () => to)
      if (after === before) throw new Error(`nothing was edited in ${file}`)
      write(file, after)
    },
    remove: (file) => rmSync(join(dir, file), { recursive: true }),
    discard: () => rmSync(dir, { recursive: true }),
  }
}
