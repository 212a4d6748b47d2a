import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import { devNull } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { root } from '#server/paths.ts'
import { CACHE, withLock } from './database.ts'

const { PATH = '', HOME = '' } = process.env

/** Builds the site where its sources changed, as `npm start` does; the tests' own environment would build another one. */
const build = () =>
  withLock(join(CACHE, 'build'), async () => {
    const code = `import('./scripts/ensure.mjs').then(({ ensureBuilt }) => ensureBuilt())`
    await promisify(execFile)(process.execPath, ['-e', code], { cwd: root, env: { PATH, HOME } })
  })
let isBuilt: Promise<void> | undefined

/** The site is built, once for all tests of this process. */
export function built(): Promise<void> {
  isBuilt ??= build()
  return isBuilt
}

/**
 * Starts `main` or a command as it is built, in a process of its own. Its embedded database stays as it is compiled at
 * first: to optimize that takes longer than such a process lives.
 */
export async function startBuilt(
  program: string,
  args: readonly string[],
  env: Record<string, string | undefined>,
): Promise<ChildProcessByStdio<Writable, Readable, Readable>> {
  await built()
  return spawn(process.execPath, ['--liftoff-only', join(root, `dist/server/${program}.js`), ...args], {
    cwd: root,
    // A developer's own settings stay out of it.
    env: { PATH, ENV_FILE: devNull, ...env },
  })
}

export interface Ended {
  code: number | null
  out: string
  problems: string
}

/** What `npm run` of a command answers, and prints, to whoever types this. */
export async function runCommand(
  command: string,
  args: readonly string[],
  env: Record<string, string | undefined>,
  typed = '',
): Promise<Ended> {
  const child = await startBuilt(command, args, env)
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  child.stdin.on('error', () => undefined).end(typed) // One that asks nothing may have ended before.
  const [out, problems, code] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  return { code, out, problems }
}
