// @ts-check
// A Chromium that starts, for the journeys: the machine's, else Playwright's own, else Debian's.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installFromDebian } from './debian.mjs'
import { bin, run } from './ensure.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The machine's Chromium. One that cannot even tell its version does not count. */
export function findChromium() {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find(starts)
}

/** @param {string} program */
function starts(program) {
  return existsSync(program) && spawnSync(program, ['--version'], { timeout: 30_000 }).status === 0
}

/** Answers whether there is a Chromium, after trying to get one. */
export async function ensureChromium() {
  if (findChromium() !== undefined) return true
  const { chromium } = await import('@playwright/test')
  const own = () => starts(chromium.executablePath())
  if (own()) return true
  await run(bin('playwright'), ['install', 'chromium'], { timeout: 5 * 60_000 })
  if (own()) return true
  await installFromDebian('chromium', 'fonts-liberation')
  return findChromium() !== undefined
}
