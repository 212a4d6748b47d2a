// A temporary PostgreSQL server for one run of the tests, started with the machine's own programs.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, chownSync, constants, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from './free-port.mjs'

/** @param {string} folder */
function hasServer(folder) {
  try {
    for (const program of ['initdb', 'postgres']) accessSync(join(folder, program), constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Finds the folder of initdb and postgres: on PATH, or else Debian's newest. Undefined when there is none.
 * @returns {string | undefined}
 */
export function findPostgres() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...versions.map((it) => join(debian, it, 'bin'))]
  return folders.find((folder) => folder !== '' && hasServer(folder))
}

/** The user to run PostgreSQL as. PostgreSQL refuses to run as root, so root uses the user that the package created. */
function unprivileged() {
  if (process.getuid?.() !== 0) return {}
  /** @param {string} flag */
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/**
 * Starts a server in a folder of its own. If `TEST_DATABASE_URL` is set, that server is used and none is started,
 * unless the caller asks for its `own`. `crash` kills the server as a fault would, and returns a function that starts
 * it again.
 * @param {{ own?: boolean }} [options]
 * @returns {Promise<{ url: string, stop(): Promise<void>, crash(): Promise<{ start(): Promise<void> }> }>}
 */
export async function startThrowawayPostgres({ own = false } = {}) {
  const given = process.env.TEST_DATABASE_URL
  const crash = async () => {
    throw new Error('Only a server of its own can be made to crash')
  }
  if (given && !own) return { url: given, stop: async () => {}, crash }
  const programs = findPostgres()
  if (!programs) throw new Error('No PostgreSQL server on this machine: neither in PATH nor in /usr/lib/postgresql')

  const folder = mkdtempSync(join(tmpdir(), 'site-postgres-'))
  const user = unprivileged()
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  try {
    execFileSync(
      join(programs, 'initdb'),
      ['-D', data, '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'trust', '--no-sync'],
      { ...user, cwd: folder, stdio: 'pipe' },
    )
    const port = await freePort()
    const start = async () => {
      const server = spawn(
        join(programs, 'postgres'),
        // -F turns fsync off: the data is thrown away after the tests.
        [
          '-D',
          data,
          '-F',
          '-h',
          '127.0.0.1',
          '-p',
          String(port),
          '-k',
          folder,
          '-c',
          'max_connections=200',
          '-c',
          'full_page_writes=off',
        ],
        { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
      )
      const ended = once(server, 'exit')
      await new Promise((resolve, reject) => {
        let output = ''
        server.stderr.setEncoding('utf8').on('data', (text) => {
          if (output.includes('ready to accept connections')) return
          output += text
          if (output.includes('ready to accept connections')) resolve(undefined)
        })
        server.once('error', reject)
        server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${output}`)))
      })
      return async (/** @type {NodeJS.Signals} */ signal) => {
        server.kill(signal)
        await ended
      }
    }
    let end = await start()
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      async stop() {
        await end('SIGINT')
        rmSync(folder, { recursive: true, force: true })
      },
      async crash() {
        await end('SIGQUIT')
        return {
          async start() {
            end = await start()
          },
        }
      },
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}
