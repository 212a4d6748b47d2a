import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type * as core from 'zod/v4/core'
import { msg, type Translate } from '#lib/messages.ts'
import { type Sentence, withValues } from '#lib/sentence.ts'
import { BadConfiguration } from '#server/config/environment.ts'
import { readYaml } from '#server/config/yaml.ts'
import { badInEnglish, type Finding, good } from '#server/finding.ts'

/** Turns a configuration error into findings. Any other error is a bug and is thrown again. */
export function problemsOf(error: unknown, fix: Sentence): Finding[] {
  if (error instanceof BadConfiguration) return error.problems.map((problem) => badInEnglish(problem, fix))
  throw error
}

/** Checks the files of a community one after another. */
export interface FileFindings {
  /** The folder of the files. */
  dir: string
  found: Finding[]
  /** Reads something and records what it says. A file with a mistake is recorded as a problem and answers null. */
  check<T>(read: () => T | Promise<T>, summarise: (content: T) => Sentence): Promise<T | null>
  /** Does the same for a list file that may be missing. */
  checkList<S extends core.$ZodType<unknown[]>>(
    name: string,
    schema: S,
    what: (t: Translate, count: number) => string,
  ): Promise<void>
}

export function createFileFindings(dir: string): FileFindings {
  const found: Finding[] = []
  async function check<T>(read: () => T | Promise<T>, summarise: (content: T) => Sentence): Promise<T | null> {
    try {
      // Reading a file takes up to a fifth of a second. In a running site, this lets requests be answered between two
      // files.
      await setImmediate()
      const content = await read()
      found.push(good(summarise(content)))
      return content
    } catch (error) {
      found.push(...problemsOf(error, msg('Correct the line, then run the doctor again.')))
      return null
    }
  }
  async function checkList<S extends core.$ZodType<unknown[]>>(
    name: string,
    schema: S,
    what: (t: Translate, count: number) => string,
  ): Promise<void> {
    const file = join(dir, name)
    if (existsSync(file))
      await check(
        () => readYaml(file, schema),
        ({ length }) => withValues('{name}: {count}', { name, count: ({ t }) => what(t, length) }),
      )
  }
  return { dir, found, check, checkList }
}
