import { type ChildProcessByStdio, execFile, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { devNull } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { root } from '#server/paths.ts'
import { CACHE, withLock } from './database.ts'

const { PATH = '', HOME = '' } = process.env
const WASM = join(root, 'node_modules/@electric-sql/pglite/dist/pglite.wasm')

/**
 * Builds the site if its sources changed, as `npm start` does. The tests' own environment variables are left out,
 * because they would change the build.
 */
const build = () =>
  withLock(join(CACHE, 'build'), async () => {
    const code = `import('./scripts/ensure.mjs').then(({ ensureBuilt }) => ensureBuilt())`
    await promisify(execFile)(process.execPath, ['-e', code], { cwd: root, env: { PATH, HOME } })
  })
let isBuilt: Promise<void> | undefined

/** Builds the site once for all tests of this process. */
export function built(): Promise<void> {
  isBuilt ??= build()
  return isBuilt
}

/**
 * Starts the built `main` or a command in its own process. V8 does not optimise the embedded database's WebAssembly,
 * because that takes longer than such a process lives.
 */
export async function startBuilt(
  program: string,
  args: readonly string[],
  env: Record<string, string | undefined>,
): Promise<ChildProcessByStdio<Writable, Readable, Readable>> {
  await built()
  return spawn(process.execPath, ['--liftoff-only', join(root, `dist/server/${program}.js`), ...args], {
    cwd: root,
    // A developer's own .env file must not have any effect.
    env: { PATH, ENV_FILE: devNull, ...env },
  })
}

export interface Ended {
  code: number | null
  out: string
  problems: string
}

/** Runs a command as `npm run` does, with this typed input. Returns its exit code and output. */
export async function runCommand(
  command: string,
  args: readonly string[],
  env: Record<string, string | undefined>,
  typed = '',
): Promise<Ended> {
  const child = await startBuilt(command, args, env)
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  child.stdin.on('error', () => undefined).end(typed) // a command without questions may exit first
  const [out, problems, code] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  return { code, out, problems }
}

export interface CommandProcess {
  /**
   * Runs a command like `runCommand`. It is only for commands that ask nothing and read no settings file, because a
   * process remembers its settings.
   */
  run(command: string, args: readonly string[], env: Record<string, string>): Promise<Ended>
  end(): Promise<void>
}

/**
 * A single process that runs many commands one after another, because starting a process takes longer than most
 * commands. Whether a command exits by itself is tested with `runCommand`.
 */
export async function startCommandProcess(): Promise<CommandProcess> {
  await built()
  const child = fork(join(root, 'test/command-process.mjs'), [WASM], {
    cwd: root,
    env: { PATH, ENV_FILE: devNull },
    execArgv: ['--liftoff-only'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const exited = ended.then(() => Promise.reject(new Error('the command process exited')))
  exited.catch(() => undefined)
  return {
    async run(command, args, env) {
      const answered = once(child, 'message')
      child.send({ file: join(root, `dist/server/${command}.js`), args, env })
      const [answer] = await Promise.race([answered, exited])
      return answer
    },
    async end() {
      child.kill()
      await ended
    },
  }
}
