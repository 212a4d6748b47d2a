// @ts-check
// Finds the tests near a change, for `npm run check -- --changed`.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { ROOT } from './ensure.mjs'

const TEST = /\.test\.tsx?$/
/** Folders in which all files belong to one subject, so that a change of one file concerns all tests in the folder. */
const OF_ONE_THING = /^(src\/(features|server)|dev)\//
/** Files of a feature that both its server and its web code use. */
const OF_A_FEATURE = /^(src\/features\/[^/]+\/)[^/]+\.ts$/
/** Tests of the whole site that a change in one feature breaks more often than others. */
const OF_THE_SITE = [
  { changed: /^(demo|examples\/[^/]+\/demo)\/|\/seed\.ts$/, tests: /^test\/app\/seeded-/ },
  { changed: /[/-]contract\.ts$/, tests: /^test\/app\/access-matrix\./ },
]

/** The files that differ from `main`, or from the last commit when there is no `main`. Deleted files are left out. */
export function changedFiles() {
  const since = git('merge-base', 'HEAD', 'main')[0] ?? 'HEAD'
  const names = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
  return names.filter((name) => existsSync(join(ROOT, name)))
}

/** Every test of the repository, with its text. */
export function allTests() {
  return git('ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx')
    .filter((path) => existsSync(join(ROOT, path)))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
}

/** @param {string[]} args */
function git(...args) {
  try {
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).split('\n').filter(Boolean)
  } catch {
    return [] // there is no repository, or no branch of that name
  }
}

/**
 * Finds the tests near a change: tests that changed, tests that are named after a changed file or import it, and tests
 * in its folder or feature. For a contract they include the access matrix, for the demo the tests of its data. For
 * another file without code, these are the tests of the repository. Tests that use a changed file only indirectly run in
 * `npm test`.
 * @param {string[]} changed
 * @param {{ path: string, text: string }[]} tests
 */
export function testsNear(changed, tests) {
  return tests.filter((test) => changed.some((file) => isNear(test, file))).map(({ path }) => path)
}

/**
 * @param {{ path: string, text: string }} test
 * @param {string} file
 */
function isNear({ path, text }, file) {
  if (TEST.test(file)) return path === file
  if (OF_THE_SITE.some(({ changed, tests }) => changed.test(file) && tests.test(path))) return true
  if (!/\.(tsx?|mjs|css)$/.test(file)) return path.startsWith('test/repository/')
  if (path.replace(TEST, '') === file.replace(/\.[a-z]+$/, '')) return true
  const feature = OF_A_FEATURE.exec(file)?.[1]
  if (feature !== undefined && path.startsWith(feature)) return true
  if (OF_ONE_THING.test(file) && dirname(path) === dirname(file)) return true
  return importsOf(path, text).includes(file)
}

/**
 * @param {string} path
 * @param {string} text
 */
function importsOf(path, text) {
  return [...text.matchAll(/(?:from|import) '([#.][^']+)'/g)].map(([, specifier = '']) => {
    if (specifier.startsWith('.')) return posix.join(dirname(path), specifier)
    return /^#(dev|test)\//.test(specifier) ? specifier.slice(1) : `src/${specifier.slice(1)}`
  })
}
