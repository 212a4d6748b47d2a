import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'

/** One place where the repository breaks a law of the house, and how to fix it. */
export interface Violation {
  file: string
  line: number
  law: keyof typeof LAWS
  fix: string
}

const LAWS = {
  layers:
    'app → features → (server | web | ui) → lib; nobody imports app, toolkits import no feature; dev → server, lib',
  strangers: 'features are strangers, except that all may import auth and audit',
  'two sides': 'nothing that runs in a browser imports from a server folder',
  pure: 'contract.ts and rules.ts import only lib, zod and each other',
  database: 'only store.ts and tables.ts import Drizzle',
  environment: 'only server/config reads the environment',
  circles: 'no file imports itself, by whatever way round, also not for a type',
  paths: 'relative inside a room, #… between rooms, always with the extension',
  exports: 'no barrels, no default exports',
  'feature files': 'a feature has the files of the closed list; a new name is a decision record',
  names: 'files are kebab-case nouns of the product',
  tests: 'a test file is named after the file beside it that it tests, or is in test/app or test/repository',
  documents: 'documents name files that exist, and the map names every feature',
  'old words': 'machinery is named in the words that engineers search for',
  words: 'nothing in the repository names a machine, silences the compiler or postpones work',
  reading: 'every file of code can be read, and there are some',
} as const

const ROOMS = ['app', 'features', 'server', 'web', 'ui', 'lib', 'messages']
const LIST_OF_FEATURES = 'src/app/features.ts'
const OPEN_FEATURES = ['auth', 'audit']
const FEATURE_FILE =
  /^(contract\.ts|feature\.ts|([a-z]+-)?rules\.ts|server\/(tables|([a-z]+-)?store|seed|routes|worker|gateway|room)\.ts|web\/(queries|use-[a-z-]+)\.ts|web\/[a-z-]+\.tsx|((server|web)\/)?[a-z.-]+\.test\.tsx?)$/
const NOT_A_NOUN = /^(utils?|helpers?|misc|common|managers?)$/
const KEBAB = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/
const CAPITALS = /^[A-Z]+(\.md)?$/
/** Tests of the site as a whole, and of what the repository holds beside code. */
const TESTS_OF_A_WHOLE = /^test\/(app|repository)\//
const NAMED_BY_ITS_TOOL = /^(Dockerfile|Caddyfile)$/

/** Written so that this file does not contain them. */
const FORBIDDEN: { words: RegExp; fix: string }[] = [
  { words: /(?<![\w.])\/(work|root)\//, fix: 'name no path of one machine' },
  { words: /\b(registry\.[a-z]+|npmjs|deb\.debian)\.(org|com|io|dev|net)\b/, fix: 'name no package registry' },
  { words: /"resolved"\s*:/, fix: 'npm install with this .npmrc: the lockfile records no addresses' },
  { words: /\b(TO[D]O|FIX[M]E)\b/, fix: 'do it now, or leave it out' },
  { words: /@ts-(ignore|nocheck)/, fix: 'state the type' },
]

/**
 * Words of our own for machinery, with those that engineers search for. Asked of names and comments in code, never of
 * texts that people read. Written so that this file does not contain them.
 */
const OLD_WORDS: { words: RegExp; instead: string }[] = [
  { words: /\bkno[c]k(s|ed|ing)?\b/i, instead: 'call, access matrix' },
  { words: /\b(create)?Do[o]r\b|(?<!front[ -])\bdo[o]r\b/, instead: 'authorization, authorize, can' },
  { words: /\bRefu[s]al\b|\brefu[s]alOf\b/, instead: 'HttpError' },
  { words: /\bless[e]r\b/, instead: 'restrictedReply, or below' },
  { words: /\bShort[c]ut(To)?\b|\bshort[c]utTo\b/, instead: 'fastPath' },
  { words: /\bLing[e]ring\b|\bedi[t]ion\b/, instead: 'maxStale, variant' },
  { words: /\bHappen[i]ng\b/, instead: 'Event' },
  { words: /\bisHol[d]er\b|\bheld-wo[r]k\b|\bisInTou[c]h\b|\bonG[a]p\b/, instead: 'leader, isConnected, onReconnect' },
  { words: /\boneAfterTheOth[e]r\b/, instead: 'withLock' },
  { words: /patien(t|c[e])/i, instead: 'withoutTimeout, a limit or a timeout' },
  { words: /\bstea[d]y\b/, instead: 'monotonicClock' },
  { words: /upke[e]p/i, instead: 'maintenance, worker' },
  { words: /\b(Cour[s]e|cour[s]eOf)\b/, instead: 'lifecycle' },
  { words: /[dD]es[k]\b/, instead: 'page, view' },
  { words: /\bmen[d](s|ed|ing)?\b/, instead: 'fix' },
  { words: /\bcomes? to li[f]e\b|\bcoming[ -]to-?li[f]e\b|\barrive-la[t]e\b/, instead: 'hydrated, hydration' },
  { words: /\bMOS[T]_/, instead: 'MAX_' },
  { words: /\bWOR[D]S\b/, instead: 'MESSAGES' },
]

interface Source {
  path: string
  text: string
}

interface Import {
  specifier: string
  line: number
  /** The file it means, from the repository's root; undefined for a package. */
  target: string | undefined
}

/** Reads every file that git tracks or would track under `root`, and answers where it breaks the laws. */
export function checkHouse(root: string): Violation[] {
  const paths = listPaths(root)
  const files = readTexts(root, paths)
  const features = files.find(({ path }) => path === LIST_OF_FEATURES)?.text ?? ''
  const decisions = files
    .filter(({ path }) => path.startsWith('docs/decisions/'))
    .map(({ text }) => text)
    .join('\n')
  const code = files.filter(({ path }) => /\.(ts|tsx|mjs)$/.test(path))
  const found = files.flatMap((file) => [...checkName(file.path, decisions, features), ...checkWords(file)])
  const imports = new Map<string, Import[]>()
  found.push(...code.flatMap((file) => checkCode(file, imports)))
  found.push(...findCircles(imports), ...checkTestNames(files), ...checkDocuments(files, paths))
  if (!code.some(({ path }) => path.startsWith('src/'))) {
    found.push({ file: 'src', line: 1, law: 'reading', fix: 'run it in a git checkout of the repository' })
  }
  return found
}

function listPaths(root: string): string[] {
  const git = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  return git.stdout
    .toString()
    .split('\0')
    .filter((path) => path !== '' && statSync(join(root, path), { throwIfNoEntry: false })?.isFile())
}

function readTexts(root: string, paths: readonly string[]): Source[] {
  return paths
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ text }) => !text.slice(0, 8000).includes('\0'))
}

function* checkName(path: string, decisions: string, features: string): Generator<Violation> {
  const at = { file: path, line: 1 }
  const names = path.split('/')
  if (!path.startsWith('db/migrations/')) {
    const odd = names.find((name) => !KEBAB.test(name) && !CAPITALS.test(name) && !NAMED_BY_ITS_TOOL.test(name))
    if (odd !== undefined) yield { ...at, law: 'names', fix: `write ${odd} in kebab-case` }
  }
  const vague = names.flatMap((name) => name.split(/[-.]/)).find((word) => NOT_A_NOUN.test(word))
  if (vague !== undefined) yield { ...at, law: 'names', fix: `say what it is instead of ${vague}` }

  const [top, room = '', feature = ''] = names
  if (top !== 'src') return
  if (!ROOMS.includes(room)) yield { ...at, law: 'layers', fix: `src has only ${ROOMS.join(', ')}` }
  if (room !== 'features') return
  const file = names.slice(3).join('/')
  if (!features.includes(`'#features/${feature}/feature.ts'`)) {
    yield {
      ...at,
      law: 'feature files',
      fix: `say what it is in ${feature}/feature.ts, and add it to ${LIST_OF_FEATURES}`,
    }
    return
  }
  if (!FEATURE_FILE.test(file) && !decisions.includes(`${feature}/${file}`)) {
    const fix = `use a name of the list, or state why in a record in docs/decisions that names ${feature}/${file}`
    yield { ...at, law: 'feature files', fix }
  }
}

function* checkTestNames(files: Source[]): Generator<Violation> {
  const paths = new Set(files.map(({ path }) => path))
  for (const path of paths) {
    const tested = path.match(/^(.+)\.test\.tsx?$/)?.[1]
    if (tested === undefined || TESTS_OF_A_WHOLE.test(path)) continue
    if (['.ts', '.tsx', '.mjs', '.css'].some((extension) => paths.has(tested + extension))) continue
    yield { file: path, line: 1, law: 'tests', fix: 'name it after the file that it tests, or move it to test/app' }
  }
}

const DOCUMENT = /^(README|docs\/.+)\.md$/
const MAP = 'docs/map.md'
const NAMED_FILE = /[\w.-][\w./-]*\.(?:tsx?|mjs|lua|css|md|json|ya?ml)\b(?![\w*/-])/g

/** A path may be written from any folder on its way: `auth/server/sessions.ts`. */
function* checkDocuments(files: readonly Source[], paths: readonly string[]): Generator<Violation> {
  const tops = new Set(paths.map((path) => path.split('/')[0]))
  const exists = (name: string) => paths.some((path) => `/${path}/`.includes(`/${name.replace(/^\.\/|\/$/g, '')}/`))
  for (const { path, text } of files.filter(({ path }) => DOCUMENT.test(path))) {
    // What a guide adds step by step is not there yet.
    const invented = [...text.matchAll(/\bsrc\/features\/([a-z-]+)\//g)]
      .map(([, name = '']) => name)
      .filter((name) => path.startsWith('docs/adding-') && !exists(`src/features/${name}`))
    for (const [index, line] of text.split('\n').entries()) {
      const quoted = [...line.matchAll(/(?<=`)[\w.][\w./-]*(?=[` ])/g)].map(([name]) => name)
      const named = [
        ...((path === MAP ? line : quoted.join(' ')).match(NAMED_FILE) ?? []),
        ...quoted.filter((name) => name.includes('/') && tops.has(name.split('/')[0])),
        ...[...line.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) =>
          posix.join(posix.dirname(path), link),
        ),
      ]
      for (const name of new Set(named)) {
        if (exists(name) || invented.some((feature) => name.includes(feature))) continue
        yield { file: path, line: index + 1, law: 'documents', fix: `there is no ${name}` }
      }
    }
    if (path !== MAP) continue
    const features = new Set(paths.flatMap((path) => /^src\/features\/([^/]+)\//.exec(path)?.[1] ?? []))
    for (const feature of features) {
      if (!text.includes(`${feature}/`)) {
        yield { file: path, line: 1, law: 'documents', fix: `say in one line what ${feature}/ is` }
      }
    }
  }
}

function* checkWords({ path, text }: Source): Generator<Violation> {
  for (const [index, line] of text.split('\n').entries()) {
    for (const { words, fix } of FORBIDDEN) {
      if (words.test(line)) yield { file: path, line: index + 1, law: 'words', fix }
    }
  }
}

/** Answers where a file breaks the laws, and writes down what it imports. */
function checkCode({ path, text }: Source, importsOf: Map<string, Import[]>): Violation[] {
  const found: Violation[] = []
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  const report = (offset: number, law: Violation['law'], fix: string) =>
    found.push({ file: path, line: lineOf(offset), law, fix })

  const { program, module, comments, errors } = parseSync(path, text)
  const [error] = errors
  if (error) report(error.labels[0]?.start ?? 0, 'reading', error.message)

  const imports: Import[] = []
  importsOf.set(path, imports)
  const addImport = (specifier: string, offset: number) =>
    imports.push({ specifier, line: lineOf(offset), target: targetOf(path, specifier) })
  for (const { moduleRequest, start } of module.staticImports) addImport(moduleRequest.value, start)
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, exportName, importName, start } of entries) {
      if (moduleRequest) addImport(moduleRequest.value, start)
      if (exportName.kind === 'Default' && !path.endsWith('.config.ts'))
        report(start, 'exports', 'export it by its name')
      if (importName.kind === 'AllButDefault' || importName.kind === 'All') {
        report(start, 'exports', 'import from the file that has it')
      }
    }
  }
  const isBarrel =
    program.body.length > 0 &&
    program.body.every((part) => part.type.startsWith('Export') && 'source' in part && part.source !== null)
  if (isBarrel || /^index\.tsx?$/.test(basename(path))) report(0, 'exports', 'import from the files that have it')

  const findOldWords = (said: string, offset: number) => {
    for (const { words, instead } of OLD_WORDS) {
      const found = words.exec(said)
      if (found) report(offset + found.index, 'old words', `write ${instead} instead of ${found[0]}`)
    }
  }
  findOldWords(basename(path), 0)
  for (const { value, start } of comments) findOldWords(value, start)
  new Visitor({
    Identifier({ name, start }) {
      findOldWords(name, start)
    },
    ImportExpression({ source }) {
      if (source.type === 'Literal' && typeof source.value === 'string') addImport(source.value, source.start)
    },
    TSImportType({ source }) {
      addImport(source.value, source.start)
    },
    TSAsExpression({ typeAnnotation, start }) {
      if (typeAnnotation.type === 'TSAnyKeyword') report(start, 'words', 'state the type')
    },
    MemberExpression({ object, property, start }) {
      const isEnvironment =
        object.type === 'Identifier' &&
        object.name === 'process' &&
        property.type === 'Identifier' &&
        property.name === 'env'
      if (isEnvironment && isProduct(path) && !path.startsWith('src/server/config/')) {
        report(start, 'environment', 'let server/config read it and pass it in')
      }
    },
  }).visit(program)

  return [...found, ...imports.flatMap((one) => [...checkImport(path, one)])]
}

/** The imports that close a circle, each with the way round. */
function findCircles(importsOf: ReadonlyMap<string, readonly Import[]>): Violation[] {
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

function targetOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier)
  if (/^#(dev|test)\//.test(specifier)) return specifier.slice(1)
  return specifier.startsWith('#') ? `src/${specifier.slice(1)}` : undefined
}

/** What is shipped: not a test, not a tool. */
function isProduct(path: string): boolean {
  return /^(src|db)\//.test(path) && !/\.test\.tsx?$/.test(path)
}

/** A room is a feature, one of the other folders of `src`, or a folder of the repository. */
function roomOf(path: string): string {
  const [top = '', room = '', feature = ''] = path.split('/')
  if (top !== 'src') return room === '' ? '' : top
  return room === 'features' ? `${room}/${feature}` : room
}

/** The server toolkit is large: between its folders both ways of writing a path are good. */
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

function* checkImport(path: string, { specifier, line, target }: Import): Generator<Violation> {
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
        : layerOf(target) === 'lib' || /^src\/features\/[^/]+\/(contract|([a-z]+-)?rules)\.ts$/.test(target)
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
    yield { ...at, law: 'strangers', fix: 'compose the two in app/pages' }
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

if (argv[1] === fileURLToPath(import.meta.url)) {
  const violations = checkHouse(fileURLToPath(new URL('..', import.meta.url)))
  for (const { file, line, law, fix } of violations) console.error(`${file}:${line}  ${LAWS[law]}\n    ${fix}`)
  console.log(violations.length === 0 ? 'The house is in order.' : `${violations.length} breaches of the house's laws.`)
  process.exitCode = violations.length === 0 ? 0 : 1
}
