// @ts-check
// npm test: runs every check and every test. `--check` (npm run check) leaves out PostgreSQL and the browser tests.
// `--changed` also leaves out every test that is not near a change.
import { existsSync, readFileSync } from 'node:fs'
import { devNull } from 'node:os'
import { join, relative } from 'node:path'
import { ensureCaddy } from './caddy.mjs'
import { allTests, changedFiles, testsNear } from './changed-tests.mjs'
import { ensureChromium } from './chromium.mjs'
import { installFromDebian } from './debian.mjs'
import { ensureBuilt, ensureInstalled, ROOT } from './ensure.mjs'
import { findPostgres, startThrowawayPostgres } from './postgres.mjs'
import { FAILED, PASSED, printSteps, removeScratch, runBin, scratch, step, stepInParallel } from './steps.mjs'

/** @typedef {import('./steps.mjs').Counts} Counts */

const MINUTE = 60_000
/**
 * Ends a runner that hangs. Each test has a timeout of its own. On a slow machine the browser tests alone took almost
 * 20 minutes.
 */
const RUNNER_TIMEOUT = 40 * MINUTE
const EMBEDDED = 'store and route tests, embedded database'

/** Settings that a developer made for their own site. They must not affect the tests. */
const SITE_VARIABLE =
  /^((DISCORD|ASSISTANT|VERIFYPASS)_.*|PORT|HOST|PUBLIC_URL|DATABASE_URL|DATA_DIR|COMMUNITY_DIR|OWNER_IDS|(OWNER|MANAGEMENT|STAFF|ES)_ROLES|GAME_SERVER|ROLE_MAX_AGE|SESSION_DAYS|AUDIT_KEEP_DAYS|EVIDENCE_QUOTA_MB|TRUST_PROXY|METRICS_TOKEN|ENV_FILE|UPDATE_CHECK|LOG_LEVEL|NODE_ENV)$/
/** @type {NodeJS.ProcessEnv} */
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !SITE_VARIABLE.test(name))),
  ENV_FILE: devNull,
}

let reports = 0
/** Cleans up when the tests end, also when a signal ends them. */
let cleanUp = removeScratch
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => cleanUp().finally(() => process.exit(1)))

/**
 * Runs a check without tests of its own. It counts as one test.
 * @param {string} program
 * @param {string[]} args
 */
async function check(program, ...args) {
  return (await runBin(program, args, { env, timeout: 5 * MINUTE })) === 0 ? PASSED : FAILED
}

/**
 * Runs a test runner and reads its report. A runner that fails without a failed test, for example because it crashed,
 * counts as a failure. So does a runner that ran no test.
 * @template Report
 * @param {string} program
 * @param {(report: string) => { args: string[], variables: NodeJS.ProcessEnv }} setting
 * @param {(report: Report) => Counts} count
 */
async function runner(program, setting, count) {
  reports += 1
  const report = join(scratch, `${reports}.json`)
  const { args, variables } = setting(report)
  const code = await runBin(program, args, { env: { ...env, ...variables }, timeout: RUNNER_TIMEOUT })
  const counts = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : FAILED
  if (counts.failed > 0 || (code === 0 && counts.passed > 0)) return counts
  console.error(code === 0 ? `${program} ran no test.` : `${program} ended with exit code ${code}.`)
  return { ...counts, failed: 1 }
}

/**
 * The fields that this script reads of Vitest's and Playwright's reports.
 * @typedef {{ name: string, status: string, assertionResults: { status: string, fullName: string }[] }} VitestFile
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: VitestFile[] }} VitestReport
 * @typedef {{ title: string, specs: { title: string, ok: boolean }[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ stats: { expected: number, flaky: number, unexpected: number, skipped: number }, suites: PlaywrightSuite[] }} PlaywrightReport
 */

/**
 * @param {string[]} projects
 * @param {NodeJS.ProcessEnv} variables
 * @param {string[]} [further] More arguments, such as the files to test. Without files, all tests run.
 */
function vitest(projects, variables, further = []) {
  const named = projects.map((name) => `--project=${name}`)
  const args = ['run', ...named, ...further, '--reporter=default', '--reporter=json']
  return runner(
    'vitest',
    (report) => ({ args: [...args, `--outputFile.json=${report}`], variables }),
    (/** @type {VitestReport} */ found) => ({
      passed: found.numPassedTests,
      failed: found.numFailedTests + found.testResults.filter(isBroken).length,
      skipped: found.numPendingTests + found.numTodoTests,
      failures: found.testResults.flatMap(failuresOf),
    }),
  )
}

/** @param {VitestFile} file */
function failuresOf(file) {
  const name = relative(ROOT, file.name)
  if (isBroken(file)) return [name]
  return file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName }) => `${name} › ${fullName}`)
}

/** Whether a test file failed without a failed test: the file could not be loaded, or its hooks failed. */
function isBroken(/** @type {VitestFile} */ file) {
  return file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed')
}

/**
 * Runs the tests of the embedded database again on PostgreSQL: on the given server, or on a temporary one.
 * @param {Counts} embedded
 */
async function onPostgresql(embedded) {
  const isGiven = Boolean(env.TEST_DATABASE_URL)
  if (!isGiven && findPostgres() === undefined) await installFromDebian('postgresql')
  if (!isGiven && findPostgres() === undefined) {
    console.log('Skipped: there is no PostgreSQL here. Install it, or name one with TEST_DATABASE_URL.')
    const { passed, failed, skipped } = embedded
    return { passed: 0, failed: 0, skipped: passed + failed + skipped }
  }
  const server = await startThrowawayPostgres()
  const before = cleanUp
  cleanUp = () => server.stop().finally(before)
  try {
    return await vitest(['database'], { TEST_ENGINE: 'postgresql', TEST_DATABASE_URL: server.url })
  } finally {
    cleanUp = before
    await server.stop()
  }
}

/** Runs the browser tests of e2e/ on the built site. */
async function journeys() {
  if (await ensureChromium()) {
    return playwright([], ({ stats, suites }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
      failures: suites.flatMap(failedJourneys),
    }))
  }
  console.log('Skipped: there is no Chromium here, and none could be installed.')
  const listed = await playwright(['--list'], ({ stats }) => ({ ...PASSED, skipped: stats.skipped }))
  return { ...listed, passed: 0 }
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
function failedJourneys({ title, specs, suites = [] }) {
  const own = specs.filter(({ ok }) => !ok).map((spec) => spec.title)
  return [...own, ...suites.flatMap(failedJourneys)].map((failure) => `${title} › ${failure}`)
}

/**
 * @param {string[]} args
 * @param {(report: PlaywrightReport) => Counts} count
 */
function playwright(args, count) {
  return runner(
    'playwright',
    (report) => ({
      args: ['test', '--reporter=list,json', ...args],
      variables: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, NEW_SITE: join(scratch, 'new-site') },
    }),
    count,
  )
}

/** tsc stores its result, so that the next run checks only what changed. */
const TYPES = ['--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo']

async function whatChanged() {
  const tests = testsNear(changedFiles(), allTests())
  await step('types', () => check('tsc', ...TYPES))
  await step('Biome', () => check('biome', 'check', '--error-on-warnings'))
  await step('check-house', () => check('tsx', 'scripts/check-house.ts'))
  if (tests.length === 0) return console.log('\nNo test is near a change.')
  await step(`${tests.length} test files near a change`, () =>
    vitest(['unit', 'web', 'database'], { TEST_ENGINE: 'embedded' }, tests),
  )
}

async function everything() {
  // Some unit tests run the build and would otherwise wait for it in their hooks. Other unit tests mostly wait for
  // programs and clocks, so the checks run at the same time.
  const building = stepInParallel('build', () => ensureBuilt().then(() => PASSED))
  await Promise.all([
    stepInParallel('types', () => check('tsc', ...TYPES)),
    stepInParallel('Biome', () => check('biome', 'check', '--error-on-warnings')),
    stepInParallel('knip', () => check('knip')),
    stepInParallel('check-house', () => check('tsx', 'scripts/check-house.ts')),
    building.then(() =>
      step('unit tests', async () => {
        await ensureCaddy()
        return vitest(['unit', 'web'], {})
      }),
    ),
  ])
  // One of these steps keeps two processors nearly busy. Running them in parallel saves no time, and both may then
  // exceed the time limit of a runner.
  const embedded = await step(EMBEDDED, () => vitest(['database'], { TEST_ENGINE: 'embedded' }))
  if (process.argv.includes('--check')) return
  await step('store and route tests, PostgreSQL', () => onPostgresql(embedded))
  if ((await building).failed > 0) return
  await step('journeys, and all pages with axe', journeys)
}

try {
  await ensureInstalled()
  await (process.argv.includes('--changed') ? whatChanged() : everything())
} catch (error) {
  await step('tests', () => Promise.reject(error))
}
await cleanUp()
process.exitCode = printSteps() > 0 ? 1 : 0
