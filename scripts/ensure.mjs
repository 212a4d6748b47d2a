// @ts-check
// Prepares what every command needs, with nothing but Node: installed packages and an up-to-date build.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Everything that the build depends on. Tests in these folders are left out when the inputs are hashed. */
const BUILD_INPUTS = ['src', 'dev', 'db', 'vite.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json']
const STAMP = 'dist/.built-from'
const OLDEST_NODE = [20, 19]

/** @typedef {import('node:child_process').SpawnOptions} SpawnOptions */

/**
 * Runs a program in the repository and returns its exit code. Returns 1 when the program could not be started or was
 * ended by a signal.
 * @param {string} program
 * @param {string[]} args
 * @param {SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(program, args, options) {
  return new Promise((resolve) => {
    const shell = process.platform === 'win32'
    const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], shell, ...options })
    child.on('error', (error) => {
      console.error(`${program} could not be started: ${error.message}`)
      resolve(1)
    })
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/** @param {string} name */
export function bin(name) {
  return join(ROOT, 'node_modules', '.bin', name)
}

/** Installs the packages of package-lock.json if node_modules does not match it. */
export async function ensureInstalled() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
    throw new Error(
      `This needs Node ${OLDEST_NODE.join('.')} or newer (24 is recommended); here is ${process.versions.node}.`,
    )
  }
  if (isInstalled()) return console.log('Packages: installed')
  console.log('Packages: installing (about half a minute) …')
  // With NODE_ENV=production, npm would leave out packages that the build needs.
  const code = await run('npm', ['ci', '--include=dev', '--loglevel=error'])
  if (code !== 0) throw new Error('The packages could not be installed: npm says why above.')
}

/**
 * Whether the packages are up to date. npm keeps a list of installed packages in node_modules. The list must have each
 * package of the lockfile with the same integrity hash, except optional packages for other platforms.
 */
function isInstalled() {
  const kept = join(ROOT, 'node_modules', '.package-lock.json')
  if (!existsSync(kept)) return false
  const wanted = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(kept, 'utf8')).packages
  return Object.keys(wanted).every((path) => {
    if (path === '') return true
    const found = present[path]
    return found ? found.integrity === wanted[path].integrity : wanted[path].optional === true
  })
}

/**
 * Builds the browser's and the server's code if a source has changed since the last build. A release has no sources, so
 * nothing is built.
 */
export async function ensureBuilt() {
  if (!existsSync(join(ROOT, 'src'))) return console.log('Build: as it was released')
  const sources = hashOf(BUILD_INPUTS)
  const stamp = join(ROOT, STAMP)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return console.log('Build: up to date')
  console.log('Build: building …')
  const start = performance.now()
  rmSync(stamp, { force: true })
  const code = await run('npm', ['run', '--silent', 'build'])
  if (code !== 0) throw new Error('The build failed: see above.')
  mkdirSync(join(ROOT, 'dist'), { recursive: true })
  writeFileSync(stamp, sources)
  console.log(`Build: done in ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

/**
 * Hashes files by content. Modification times are useless because a checkout sets them all to the time of the checkout.
 * @param {string[]} paths
 */
function hashOf(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesIn)) {
    if (/\.test\.tsx?$/.test(file)) continue
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(path) {
  const full = join(ROOT, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`))
}

/**
 * Runs the built program in this process, so that signals, exit code and memory limits apply to it directly.
 * @param {string} name
 * @param {string[]} args
 */
export async function runBuilt(name, args) {
  const entry = join(ROOT, 'dist', 'server', `${name}.js`)
  process.setSourceMapsEnabled(true)
  process.argv = [process.execPath, entry, ...args]
  await import(pathToFileURL(entry).href)
}

/** Installs and builds. If that fails, prints the reason and ends the process. */
export async function prepare() {
  try {
    await ensureInstalled()
    await ensureBuilt()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
