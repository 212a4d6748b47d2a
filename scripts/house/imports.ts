import { posix } from 'node:path'
import type { Violation } from './rules.ts'

const OPEN_FEATURES = ['auth', 'audit']

export interface Import {
  specifier: string
  line: number
  /** The imported file, relative to the repository's root. Undefined for a package. */
  target: string | undefined
}

/** Finds the imports that close a circle, each with the path around the circle. */
export function findCircles(importsOf: ReadonlyMap<string, readonly Import[]>): Violation[] {
  const found: Violation[] = []
  const done = new Set<string>()
  const follow = (path: string, way: readonly string[]) => {
    if (done.has(path)) return
    const around = [...way, path]
    for (const { target = '', line } of importsOf.get(path) ?? []) {
      if (!around.includes(target)) follow(target, around)
      else {
        const circle = [...around.slice(around.indexOf(target)), target].join(' → ')
        found.push({
          file: path,
          line,
          rule: 'import cycles',
          fix: `move what both need into a file of its own: ${circle}`,
        })
      }
    }
    done.add(path)
  }
  for (const path of importsOf.keys()) follow(path, [])
  return found
}

export function targetOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier)
  if (/^#(dev|test)\//.test(specifier)) return specifier.slice(1)
  return specifier.startsWith('#') ? `src/${specifier.slice(1)}` : undefined
}

/** Whether a file is part of the shipped product, and neither a test nor a tool. */
export function isProduct(path: string): boolean {
  return /^(src|db)\//.test(path) && !/\.test\.tsx?$/.test(path)
}

/** The part of the program that a file is in: a feature, another folder of `src`, or a top-level folder. */
function partOf(path: string): string {
  const [top = '', folder = '', feature = ''] = path.split('/')
  if (top !== 'src') return folder === '' ? '' : top
  return folder === 'features' ? `${folder}/${feature}` : folder
}

/**
 * Whether an import must be relative. The server toolkit is large, so imports between its folders may be written both
 * ways.
 */
function isNear(path: string, target: string): boolean {
  const part = partOf(path)
  return part === partOf(target) && (part !== 'server' || path.split('/')[2] === target.split('/')[2])
}

function layerOf(path: string): string | undefined {
  const [top, folder] = path.split('/')
  if (top === 'dev') return top
  return top === 'src' ? folder : undefined
}

const BELOW: Record<string, string[]> = {
  app: ['app', 'dev', 'features', 'server', 'web', 'ui', 'lib', 'messages'],
  messages: ['messages', 'lib'],
  dev: ['dev', 'server', 'lib'],
  features: ['features', 'server', 'web', 'ui', 'lib'],
  server: ['server', 'lib', 'messages'],
  web: ['web', 'ui', 'lib'],
  ui: ['web', 'ui', 'lib'],
  lib: ['lib'],
}

export function* checkImport(path: string, one: Import): Generator<Violation> {
  const { specifier, line, target } = one
  const at = { file: path, line }
  const layer = layerOf(path)
  const isTest = /\.test\.tsx?$/.test(path)
  const runsOnServer =
    /^dev\/|^src\/(server\/|features\/[^/]+\/(server\/|feature\.ts$)|app\/([a-z-]+\.ts$|render\.tsx|(commands|setup)\/))/
  const runsInBrowser = layer !== undefined && !isTest && !runsOnServer.test(path)

  if (target === undefined) yield* checkPackage(path, one, runsInBrowser)

  if (layer === 'features' && /[/-](contract|rules)\.ts$/.test(path)) {
    const isAllowed =
      target === undefined
        ? /^zod(\/|$)/.test(specifier)
        : layerOf(target) === 'lib' || /^src\/features\/[^/]+\/([a-z]+-)?(contract|rules)\.ts$/.test(target)
    if (!isAllowed)
      yield {
        ...at,
        rule: 'pure',
        fix: `pass in what ${specifier} provides, or move this code out of the contract or the rules`,
      }
  }

  if (target === undefined) return
  const targetLayer = layerOf(target)
  const isTestOfDev = isTest && targetLayer === 'dev'
  if (
    layer !== undefined &&
    targetLayer !== undefined &&
    !isTestOfDev &&
    BELOW[layer]?.includes(targetLayer) === false
  ) {
    yield {
      ...at,
      rule: 'layers',
      fix: `${layer} may not import ${targetLayer}: pass it in as an argument, or move it to a lower layer`,
    }
  }
  if (isProduct(path) && /^(test|e2e|bench|scripts)\//.test(target)) {
    yield { ...at, rule: 'layers', fix: 'the product imports nothing from its tests and tools' }
  }
  const [own, other] = [partOf(path), partOf(target)]
  const otherFeature = targetLayer === 'features' && own !== other ? other.replace('features/', '') : undefined
  if (layer === 'features' && otherFeature !== undefined && !OPEN_FEATURES.includes(otherFeature)) {
    const fix = isTest
      ? 'move tests of two features to test/app'
      : runsOnServer.test(path)
        ? 'pass in what it needs, from createFeatureLinks in src/app/feature-links.ts'
        : 'combine the two features in a page of src/app/pages'
    yield { ...at, rule: 'feature imports', fix }
  }
  if (runsInBrowser && /^src\/(server\/|features\/[^/]+\/(server\/|feature\.ts$))/.test(target)) {
    yield { ...at, rule: 'server and browser', fix: 'define it in the contract, or fetch it from an endpoint' }
  }
  yield* checkSpelling(path, one, target)
}

function* checkPackage(path: string, { specifier, line }: Import, runsInBrowser: boolean): Generator<Violation> {
  const at = { file: path, line }
  if (runsInBrowser && specifier.startsWith('node:')) {
    yield { ...at, rule: 'server and browser', fix: `use ${specifier} only in server code` }
  }
  const isDatabase = /^(drizzle-orm|pg|@electric-sql\/pglite)(\/|$)/.test(specifier)
  const mayUse = path.startsWith('src/server/database/') || /(^|[/-])(store|tables)\.ts$/.test(path)
  if (isDatabase && isProduct(path) && !mayUse) {
    yield { ...at, rule: 'database', fix: 'move the query into the store.ts of its feature' }
  }
}

function* checkSpelling(path: string, { specifier, line }: Import, target: string): Generator<Violation> {
  const at = { file: path, line }
  if (!/\.\w+(\?\w+)?$/.test(specifier)) yield { ...at, rule: 'paths', fix: `write ${specifier} with its extension` }
  const isRelative = specifier.startsWith('.')
  if (isNear(path, target) && !isRelative)
    yield { ...at, rule: 'paths', fix: 'write it relative: it is in the same folder or feature' }
  const hasAlias = layerOf(target) !== undefined || target.startsWith('test/')
  const own = partOf(path)
  if (own !== '' && own !== partOf(target) && isRelative && hasAlias) {
    yield { ...at, rule: 'paths', fix: `write #${target.replace(/^src\//, '')}` }
  }
}
