import { execFile, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { program } from '#server/version.ts'
import { built } from '#test/built.ts'
import { freePort } from './free-port.mjs'
import { packArchive } from './release.mjs'

const target = mkdtempSync(join(tmpdir(), 'site-release-'))
const name = `community-website-${program.version}`
const unpacked = join(target, 'elsewhere', name)
/** The release runs without this repository: neither its packages nor its settings are available. */
const env = { PATH: process.env.PATH ?? '', ENV_FILE: devNull, LOG_LEVEL: 'error' }

beforeAll(async () => {
  await built()
  const archive = packArchive(target)
  const sum = createHash('sha256').update(readFileSync(archive)).digest('hex')
  expect(readFileSync(`${archive}.sha256`, 'utf8')).toBe(`${sum}  ${basename(archive)}\n`)
  mkdirSync(join(target, 'elsewhere'))
  execFileSync('tar', ['-xzf', archive, '-C', join(target, 'elsewhere')])
}, 120_000)
afterAll(() => rmSync(target, { recursive: true, force: true }))

const read = (file: string) => JSON.parse(readFileSync(join(unpacked, file), 'utf8'))

describe('The release archive', () => {
  it('the archive contains one package, no sources, and the text of every license', () => {
    expect(readdirSync(join(unpacked, 'node_modules')).sort()).toEqual(['.package-lock.json', '@electric-sql'])
    expect(Object.keys(read('package-lock.json').packages)).toEqual(['', 'node_modules/@electric-sql/pglite'])
    expect(read('package.json')).not.toHaveProperty('devDependencies')
    expect(Object.keys(read('package.json').scripts)).toEqual(expect.arrayContaining(['start', 'doctor', 'rollback']))
    for (const path of ['docs/running-it.md', 'examples/lagunenwacht/site.yaml'])
      expect(existsSync(join(unpacked, path)), path).toBe(true)
    for (const path of ['src', '.env', 'data']) expect(existsSync(join(unpacked, path)), path).toBe(false)
    const licenses = readFileSync(join(unpacked, 'THIRD-PARTY-LICENSES.txt'), 'utf8')
    for (const words of ['react-dom 19', 'MIT License', 'SIL Open Font License']) expect(licenses).toContain(words)
  })

  it('the release starts where it was unpacked, without installing or building, and runs the doctor', async () => {
    const port = await freePort()
    const site = spawn(process.execPath, ['--liftoff-only', 'scripts/start.mjs'], {
      cwd: unpacked,
      env: { ...env, PORT: String(port) },
    })
    const ended = once(site, 'close')
    let output = ''
    for (const stream of [site.stdout, site.stderr]) {
      stream.on('data', (data) => {
        output += data
      })
    }
    try {
      await Promise.race([
        once(site.stdout, 'end'),
        new Promise<void>((resolve) => {
          site.stdout.on('data', () => output.includes('Ready after') && resolve())
        }),
      ])
      expect(output).toMatch(/^Packages: installed\nBuild: as it was released\nVersion: /)
      const health = await fetch(`http://127.0.0.1:${port}/healthz`)
      expect(await health.json()).toEqual({ ok: true, version: program.version })
      const home = await fetch(`http://localhost:${port}/`)
      expect(await home.text()).toContain('Our Departments')
    } finally {
      site.kill('SIGTERM')
    }
    expect(await ended).toEqual([0, null])
    // The first eight bytes identify a database. They are chosen when it is created.
    const identity = (folder: string) => readFileSync(join(unpacked, folder, 'global/pg_control')).subarray(0, 8)
    expect(identity('data/database')).toEqual(identity('dist/new-database'))
    expect(statSync(join(unpacked, 'data/database')).mode & 0o777).toBe(0o700)
    const doctor = await promisify(execFile)(process.execPath, ['scripts/command.mjs', 'doctor'], {
      cwd: unpacked,
      env,
    })
    expect(doctor.stdout).toContain(`ok  version ${program.version} of the site`)
    expect(doctor.stdout).toContain('Everything is in order.')
  }, 60_000)
})
