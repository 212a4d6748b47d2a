import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { freePort } from '../scripts/free-port.mjs'

/** A site for each worker, on a copy of the database that `new-site.config.ts` created. */
export const test = base.extend<object, { site: string }>({
  site: [
    async ({ browserName: _ }, use) => {
      const folder = newFolder()
      cpSync(process.env.NEW_SITE ?? '', folder, { recursive: true })
      const { address, close } = await startSite(folder)
      await use(address)
      await close()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ site }, use) => use(site),
})

export const newFolder = () => mkdtempSync(join(tmpdir(), 'journeys-'))

interface RunningSite {
  address: string
  /** The output so far. */
  printed(): string
  close(): Promise<void>
}

/**
 * Starts the built site on the database in this folder, or on a new one. It runs in demo mode unless `settings` differ.
 */
export async function startSite(
  folder: string,
  settings: Record<string, string> = {},
  args: readonly string[] = [],
): Promise<RunningSite> {
  const { PORT = String(await freePort()) } = settings
  const address = `http://localhost:${PORT}`
  const site = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js', ...args], {
    env: { ...process.env, ENV_FILE: devNull, DATA_DIR: folder, TRUST_PROXY: '1', ...settings, PORT },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [site.stdout, site.stderr]) {
    stream.on('data', (chunk) => {
      printed += chunk
      process.stdout.write(chunk)
    })
  }
  const ended = new Promise<never>((_, reject) => {
    site.once('error', reject)
    site.once('exit', (code) => reject(new Error(`The site ended with ${code}.`)))
  })
  const stop = () => site.kill('SIGKILL')
  process.once('exit', stop)
  await Promise.race([isReady(address), ended])
  return {
    address,
    printed: () => printed,
    close: async () => {
      await close(site)
      process.off('exit', stop)
    },
  }
}

async function isReady(address: string): Promise<void> {
  const ready = () =>
    fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await ready())) await new Promise((resolve) => setTimeout(resolve, 100))
}

async function close(site: ChildProcess): Promise<void> {
  if (site.exitCode !== null) return
  const closed = new Promise((resolve) => site.once('exit', resolve))
  site.kill('SIGTERM')
  await closed
}
