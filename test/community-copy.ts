import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { BadConfiguration } from '#server/config/environment.ts'
import { root } from '#server/paths.ts'
import { scratchFolder } from './scratch-folder.ts'

/** A copy of the shipped community's folder, for tests that change it. */
export interface CommunityCopy {
  dir: string
  /** Replaces a text in a file. Throws when the file does not contain the text. */
  edit(file: string, from: string | RegExp, to: string): void
  write(file: string, content: string | Buffer): void
  remove(file: string): void
  /** The number of the line that contains the text, starting at 1. */
  lineOf(file: string, text: string): number
  /** Deletes the copy. */
  discard(): void
}

export function copyCommunity(): CommunityCopy {
  const dir = scratchFolder()
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
      if (after === before) throw new Error(`the edit changed nothing in ${file}`)
      write(file, after)
    },
    remove: (file) => rmSync(join(dir, file), { recursive: true }),
    lineOf: (file, text) => {
      const [before, after] = readFileSync(join(dir, file), 'utf8').split(text, 2)
      if (before === undefined || after === undefined) throw new Error(`${file} has no ${text}`)
      return before.split('\n').length
    },
    discard: () => rmSync(dir, { recursive: true }),
  }
}

/** Creates a new copy for each test. */
export function useCommunityCopy(): () => CommunityCopy {
  let copy: CommunityCopy
  beforeEach(() => {
    copy = copyCommunity()
  })
  afterEach(() => copy.discard())
  return () => copy
}

/** The configuration errors of a read, without the name of the folder. Empty when the read succeeds. */
export function problemsOf(read: () => unknown, dir?: string): string[] {
  try {
    read()
    return []
  } catch (error) {
    if (error instanceof BadConfiguration)
      return error.problems.map((problem) => (dir === undefined ? problem : problem.replace(`${dir}/`, '')))
    throw error
  }
}
