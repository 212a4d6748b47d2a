// @ts-check
// The steps of `npm test`. Each step runs, prints its counts, and is part of the total at the end.
import { AsyncLocalStorage } from 'node:async_hooks'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bin, run } from './ensure.mjs'

/**
 * @typedef {{ passed: number, failed: number, skipped: number, failures?: string[] }} Counts
 * `failures` names the failed tests.
 */

export const PASSED = { passed: 1, failed: 0, skipped: 0 }
export const FAILED = { passed: 0, failed: 1, skipped: 0 }

/** The folder that steps write to. `removeScratch` deletes it. */
export const scratch = mkdtempSync(join(tmpdir(), 'community-website-test-'))
export const removeScratch = async () => rmSync(scratch, { recursive: true, force: true })

/** @type {(Counts & { name: string, seconds: number })[]} */
const steps = []

/**
 * Runs a step, whether or not earlier steps failed, and keeps its counts. An error counts as one failure.
 * @param {string} name
 * @param {() => Promise<Counts>} work
 * @returns {Promise<Counts>}
 */
export async function step(name, work) {
  console.log(`\n── ${name}`)
  const start = performance.now()
  const counts = await work().catch((error) => {
    console.error(error instanceof Error ? error.message : error)
    return FAILED
  })
  const seconds = (performance.now() - start) / 1000
  console.log(`── ${name}: ${summary(counts)} in ${seconds.toFixed(1)} s`)
  steps.push({ name, seconds, ...counts })
  return counts
}

/** @param {Counts} counts */
function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** The file that programs write to while their step runs in parallel with others. */
const output = /** @type {AsyncLocalStorage<number>} */ (new AsyncLocalStorage())

/**
 * Runs a step in parallel with others. The output of its programs is printed when the step has ended.
 * @param {string} name
 * @param {() => Promise<Counts>} work
 */
export function stepInParallel(name, work) {
  return step(name, async () => {
    const file = join(scratch, `${name}.txt`)
    const written = openSync(file, 'w')
    try {
      return await output.run(written, work)
    } finally {
      closeSync(written)
      process.stdout.write(`\n── output of ${name}\n${readFileSync(file, 'utf8')}`)
    }
  })
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {{ env: NodeJS.ProcessEnv, timeout: number }} options
 */
export function runBin(program, args, options) {
  const written = output.getStore()
  return run(bin(program), args, written === undefined ? options : { ...options, stdio: ['ignore', written, written] })
}

/** Prints every step and the total. Returns the number of failed tests. */
export function printSteps() {
  console.log('')
  for (const { name, seconds, failures = [], ...counts } of steps) {
    console.log(`${counts.failed > 0 ? '✗' : '✓'} ${name}: ${summary(counts)} (${seconds.toFixed(1)} s)`)
    for (const failure of failures) console.log(`    ✗ ${failure}`)
  }
  const total = (/** @type {'passed' | 'failed' | 'skipped'} */ kind) =>
    steps.reduce((sum, counts) => sum + counts[kind], 0)
  console.log(`\n${summary({ passed: total('passed'), failed: total('failed'), skipped: total('skipped') })}`)
  return total('failed')
}
