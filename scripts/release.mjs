// @ts-check
// npm run release: packs the built site into release/, with everything that a server needs except Node. A server then
// has nothing to install or build. `-- --folder FOLDER` writes the files that run into a new folder instead, without
// the guides.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { prepare, ROOT } from './ensure.mjs'

const RUNS = [
  '.npmrc',
  'community',
  'db/migrations',
  'demo',
  'dist',
  'fonts',
  'scripts/command.mjs',
  'scripts/ensure.mjs',
  'scripts/start.mjs',
]
const GUIDES = ['CHANGELOG.md', 'LICENSE', 'README.md', 'deploy', 'docs', 'examples', 'integrations']
/** The server is bundled, except for this package, which loads files by their path. */
const MODULE = '@electric-sql/pglite'
/** Files of the package that the site never loads: types, source maps, and the same code as CommonJS (8 MB). */
const NEVER_READ = /\.(map|cjs|cts|d\.ts)$/
/** The template of a new embedded database. Creating a database without it takes 800 MB of memory. */
const EMPTY = 'dist/new-database'
const RUN_BY_NODE = /^node (--\S+ )*scripts\/(start|command)\.mjs\b/

/**
 * @typedef {{ version?: string, license?: string, dev?: boolean }} Locked
 * @typedef {{ name: string, version: string, license: string, engines: object, scripts: Record<string, string>, dependencies: Record<string, string> }} Manifest
 */

const read = (/** @type {string} */ file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'))

/**
 * Copies the files that run into a folder that must not exist yet. The site must have been built.
 * @param {string} folder
 */
export function packFiles(folder) {
  mkdirSync(folder, { recursive: true })
  copy(folder, RUNS)
  const from = join(ROOT, 'node_modules', MODULE)
  cpSync(from, join(folder, 'node_modules', MODULE), { recursive: true, filter: (path) => !NEVER_READ.test(path) })
  /** @type {Manifest} */
  const { scripts, dependencies, ...manifest } = read('package.json')
  const { name, version, license, engines } = manifest
  const kept = { [MODULE]: dependencies[MODULE] }
  const runs = Object.entries(scripts).filter(([, line]) => RUN_BY_NODE.test(line))
  const left = Object.entries(manifest).filter(([key]) => !['devDependencies', 'imports', 'overrides'].includes(key))
  write('package.json', { ...Object.fromEntries(left), scripts: Object.fromEntries(runs), dependencies: kept })
  /** @type {{ packages: Record<string, Locked> }} */
  const { packages, ...lock } = read('package-lock.json')
  const locked = { [`node_modules/${MODULE}`]: packages[`node_modules/${MODULE}`] }
  write('package-lock.json', {
    ...lock,
    packages: { '': { name, version, license, dependencies: kept, engines }, ...locked },
  })
  // npm's own list of installed packages. With it, `npm start` installs nothing.
  write('node_modules/.package-lock.json', { name, version, lockfileVersion: 3, requires: true, packages: locked })
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licensesOf(packages))

  function write(/** @type {string} */ file, /** @type {object} */ content) {
    writeFileSync(join(folder, file), `${JSON.stringify(content, null, 2)}\n`)
  }
}

function copy(/** @type {string} */ folder, /** @type {string[]} */ paths) {
  for (const path of paths) cpSync(join(ROOT, path), join(folder, path), { recursive: true })
}

/**
 * The license texts of every package whose code may be in the built files.
 * @param {Record<string, Locked>} packages
 */
function licensesOf(packages) {
  const texts = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev && existsSync(join(ROOT, path)))
    .map(([path, { version, license }]) => {
      const files = readdirSync(join(ROOT, path)).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return [
        `${name} ${version}: ${license ?? 'see below'}`,
        ...files.map((file) => readFileSync(join(ROOT, path, file), 'utf8').trim()),
      ].join('\n\n')
    })
  for (const folder of ['src/ui/fonts', 'fonts']) {
    const files = readdirSync(join(ROOT, folder)).filter((file) => file.endsWith('-license.txt'))
    texts.push(...files.map((file) => readFileSync(join(ROOT, folder, file), 'utf8').trim()))
  }
  return `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

/**
 * Creates the archive and a file with its checksum in a folder. Returns the path of the archive.
 * @param {string} target
 */
export function packArchive(target) {
  const { name, version } = read('package.json')
  const inside = `${name}-${version}`
  const folder = join(target, inside)
  rmSync(folder, { recursive: true, force: true })
  packFiles(folder)
  copy(folder, GUIDES)
  execFileSync(process.execPath, ['--liftoff-only', 'dist/server/database-worker.js', join(folder, EMPTY)], {
    cwd: ROOT,
  })
  const archive = `${folder}.tar.gz`
  const made = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' }).trim()
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${made}`, '--mode=u=rwX,go=rX']
  execFileSync('tar', [...same, '--use-compress-program=gzip -6n', '-cf', archive, '-C', target, inside])
  rmSync(folder, { recursive: true })
  const sum = createHash('sha256').update(readFileSync(archive)).digest('hex')
  writeFileSync(`${archive}.sha256`, `${sum}  ${inside}.tar.gz\n`)
  return archive
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { folder } = parseArgs({ options: { folder: { type: 'string' } } }).values
  await prepare()
  if (folder !== undefined) packFiles(resolve(folder))
  else {
    const archive = packArchive(join(ROOT, 'release'))
    console.log(`${archive}, ${(readFileSync(archive).length / 1024 / 1024).toFixed(1)} MB, and its checksum`)
  }
}
