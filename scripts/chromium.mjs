// @ts-check
// A Chromium that starts, for the journeys: the machine's, else Debian's, else Playwright's own.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installFromDebian } from './debian.mjs'
import { bin, run } from './ensure.mjs'

/** Chromium without its windows: a new page and its first visit cost it a third of the processor time. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The machine's Chromium, without its windows where there is one. */
export function findChromium() {
  return find(SHELLS) ?? find(BROWSERS)
}

/**
 * The first of these programs that is on the path. One that cannot even tell its version does not count.
 * @param {string[]} names
 */
function find(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(starts)
}

/** @param {string} program */
function starts(program) {
  return existsSync(program) && spawnSync(program, ['--version'], { timeout: 30_000 }).status === 0
}

/** Answers whether there is a Chromium, after trying to get one. */
export async function ensureChromium() {
  if (find(SHELLS) === undefined) await installFromDebian('chromium-headless-shell', 'fonts-liberation')
  if (findChromium() !== undefined) return true
  const { chromium } = await import('@playwright/test')
  const own = () => starts(chromium.executablePath())
  if (own()) return true
  await run(bin('playwright'), ['install', '--only-shell', 'chromium'], { timeout: 5 * 60_000 })
  return own()
}
