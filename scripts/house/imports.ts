import { posix } from 'node:path'
import type { Violation } from './laws.ts'

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
        found.push({ file: path, line, law: 'circles', fix: `move what both need into a file of its own: ${circle}` })
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

/** The room of a file: a feature, another folder of `src`, or a top-level folder of the repository. */
function roomOf(path: string): string {
  const [top = '', room = '', feature = ''] = path.split('/')
  if (top !== 'src') return room === '' ? '' : top
  return room === 'features' ? `${room}/${feature}` : room
}

/**
 * Whether an import must be relative. The server toolkit is large, so imports between its folders may be written both
 * ways.
 */
function isNear(path: string, target: string): boolean {
  const room = roomOf(path)
  return room === roomOf(target) && (room !== 'server' || path.split('/')[2] === target.split('/')[2])
}

function layerOf(path: string): string | undefined {
  const [top, room] = path.split('/')
  if (top === 'dev') return top
  return top === 'src' ? room : undefined
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

export function* checkImport(path: string, { specifier, line, target }: Import): Generator<Violation> {
  const at = { file: path, line }
  const layer = layerOf(path)
  const isTest = /\.test\.tsx?$/.test(path)
  const runsOnServer =
    /^dev\/|^src\/(server\/|features\/[^/]+\/(server\/|feature\.ts$)|app\/([a-z-]+\.ts$|render\.tsx|(commands|setup)\/))/
  const runsInBrowser = layer !== undefined && !isTest && !runsOnServer.test(path)

  if (target === undefined) {
    if (runsInBrowser && specifier.startsWith('node:')) {
      yield { ...at, law: 'two sides', fix: `keep ${specifier} on the server's side` }
    }
    const isDatabase = /^(drizzle-orm|pg|@electric-sql\/pglite)(\/|$)/.test(specifier)
    const mayUse = path.startsWith('src/server/database/') || /(^|[/-])(store|tables)\.ts$/.test(path)
    if (isDatabase && isProduct(path) && !mayUse) {
      yield { ...at, law: 'database', fix: 'move the query into the store.ts of its feature' }
    }
  }

  if (layer === 'features' && /[/-](contract|rules)\.ts$/.test(path)) {
    const isAllowed =
      target === undefined
        ? /^zod(\/|$)/.test(specifier)
        : layerOf(target) === 'lib' || /^src\/features\/[^/]+\/([a-z]+-)?(contract|rules)\.ts$/.test(target)
    if (!isAllowed) yield { ...at, law: 'pure', fix: `pass in what ${specifier} gives, or move this to where it runs` }
  }

  if (target === undefined) return
  const targetLayer = layerOf(target)
  const mayStandIn = isTest && targetLayer === 'dev'
  if (
    layer !== undefined &&
    targetLayer !== undefined &&
    !mayStandIn &&
    BELOW[layer]?.includes(targetLayer) === false
  ) {
    yield { ...at, law: 'layers', fix: `${layer} may not know ${targetLayer}: pass it in, or move it down` }
  }
  if (isProduct(path) && /^(test|e2e|bench|scripts)\//.test(target)) {
    yield { ...at, law: 'layers', fix: 'the product imports nothing from its tests and tools' }
  }
  const [own, other] = [roomOf(path), roomOf(target)]
  const otherFeature = targetLayer === 'features' && own !== other ? other.replace('features/', '') : undefined
  if (layer === 'features' && otherFeature !== undefined && !OPEN_FEATURES.includes(otherFeature)) {
    const fix = isTest
      ? 'move what tests two features into test/app'
      : runsOnServer.test(path)
        ? 'pass in what it needs, from createFeatureLinks in src/app/feature-links.ts'
        : 'compose the two in a page of src/app/pages'
    yield { ...at, law: 'strangers', fix }
  }
  if (runsInBrowser && /^src\/(server\/|features\/[^/]+\/(server\/|feature\.ts$))/.test(target)) {
    yield { ...at, law: 'two sides', fix: 'say it in the contract, or fetch it through an endpoint' }
  }

  if (!/\.\w+(\?\w+)?$/.test(specifier)) yield { ...at, law: 'paths', fix: `write ${specifier} with its extension` }
  const isRelative = specifier.startsWith('.')
  if (isNear(path, target) && !isRelative)
    yield { ...at, law: 'paths', fix: 'write it relative: it is in the same room' }
  const hasAlias = targetLayer !== undefined || target.startsWith('test/')
  if (own !== '' && own !== other && isRelative && hasAlias) {
    yield { ...at, law: 'paths', fix: `write #${target.replace(/^src\//, '')}` }
  }
}
