// @ts-check
// Finds a Chromium that starts, for the browser tests: the machine's own, or Debian's, or Playwright's.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installFromDebian } from './debian.mjs'
import { bin, run } from './ensure.mjs'

/** Chromium without windows. A new page and its first visit take a third of the processor time of a full Chromium. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The path of the machine's Chromium. One without windows comes first. */
export function findChromium() {
  return find(SHELLS) ?? find(BROWSERS)
}

/**
 * The first of these programs that is on the path and starts. A program that cannot even print its version does not
 * count.
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

/** Tries to install a Chromium if there is none. Returns whether there is one. */
export async function ensureChromium() {
  if (find(SHELLS) === undefined) await installFromDebian('chromium-headless-shell', 'fonts-liberation')
  if (findChromium() !== undefined) return true
  const { chromium } = await import('@playwright/test')
  const own = () => starts(chromium.executablePath())
  if (own()) return true
  await run(bin('playwright'), ['install', '--only-shell', 'chromium'], { timeout: 5 * 60_000 })
  return own()
}
