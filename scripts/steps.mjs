// @ts-check
// The steps of `npm test`: each runs, says what it counted, and stands in the sum at the end.
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

/** Where steps write; `removeScratch` deletes it. */
export const scratch = mkdtempSync(join(tmpdir(), 'community-website-test-'))
export const removeScratch = async () => rmSync(scratch, { recursive: true, force: true })

/** @type {(Counts & { name: string, seconds: number })[]} */
const steps = []

/**
 * Runs a step, whatever became of those before it, and keeps what it counted.
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

/** Where programs write while a step runs beside others. */
const output = /** @type {AsyncLocalStorage<number>} */ (new AsyncLocalStorage())

/**
 * Runs a step beside others: what its programs write is printed when it has ended.
 * @param {string} name
 * @param {() => Promise<Counts>} work
 */
export function stepBeside(name, work) {
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

/** Prints every step and the sum. Answers how many tests failed. */
export function tellSteps() {
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
