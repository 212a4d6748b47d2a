import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'
import { checkDocuments } from './house/documents.ts'
import { findLongFunctions } from './house/functions.ts'
import { checkImport, findCircles, type Import, isProduct, targetOf } from './house/imports.ts'
import { checkName, checkTestNames, LIST_OF_FEATURES } from './house/names.ts'
import { RULES, type Source, type Violation } from './house/rules.ts'
import { checkWords, unusualWordsIn } from './house/words.ts'

/**
 * Reads every file under `root` that git tracks or would track, and returns where it breaks the rules of this
 * repository.
 */
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
    found.push({ file: 'src', line: 1, rule: 'reading', fix: 'run it in a git checkout of the repository' })
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

/** Returns where a file breaks the rules, and adds its imports to `importsOf`. */
function checkCode({ path, text }: Source, importsOf: Map<string, Import[]>): Violation[] {
  const found: Violation[] = []
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  const report = (offset: number, rule: Violation['rule'], fix: string) =>
    found.push({ file: path, line: lineOf(offset), rule, fix })

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
      if (exportName.kind === 'Default' && !path.endsWith('.config.ts')) report(start, 'exports', 'use a named export')
      if (importName.kind === 'AllButDefault' || importName.kind === 'All') {
        report(start, 'exports', 'import it from the file that defines it')
      }
    }
  }
  const isBarrel =
    program.body.length > 0 &&
    program.body.every((part) => part.type.startsWith('Export') && 'source' in part && part.source !== null)
  if (isBarrel || /^index\.tsx?$/.test(basename(path)))
    report(0, 'exports', 'import from the files that define the exports')

  const reportUnusualWords = (words: string, offset: number) => {
    for (const { at, fix } of unusualWordsIn(words)) report(offset + at, 'vocabulary', fix)
  }
  reportUnusualWords(basename(path), 0)
  for (const { value, start } of comments) reportUnusualWords(value, start)
  new Visitor({
    Identifier({ name, start }) {
      reportUnusualWords(name, start)
    },
    ImportExpression({ source }) {
      if (source.type === 'Literal' && typeof source.value === 'string') addImport(source.value, source.start)
    },
    TSImportType({ source }) {
      addImport(source.value, source.start)
    },
    TSAsExpression({ typeAnnotation, start }) {
      if (typeAnnotation.type === 'TSAnyKeyword') report(start, 'forbidden text', 'state the type')
    },
    MemberExpression({ object, property, start }) {
      const isEnvironment =
        object.type === 'Identifier' &&
        object.name === 'process' &&
        property.type === 'Identifier' &&
        property.name === 'env'
      if (isEnvironment && isProduct(path) && !path.startsWith('src/server/config/')) {
        report(start, 'environment', 'read it in server/config and pass it in')
      }
    },
  }).visit(program)

  // The functions of tests are lists of tests.
  if (!/\.(test|spec)\.tsx?$/.test(path)) {
    for (const { start, lines } of findLongFunctions(program, text)) {
      report(
        start,
        'function length',
        `split it (${lines} lines), or say why in its comment: "Over 60 lines because …"`,
      )
    }
  }

  return [...found, ...imports.flatMap((one) => [...checkImport(path, one)])]
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const violations = checkHouse(fileURLToPath(new URL('..', import.meta.url)))
  for (const { file, line, rule, fix } of violations) console.error(`${file}:${line}  ${RULES[rule]}\n    ${fix}`)
  console.log(violations.length === 0 ? 'No rule of the repository is broken.' : `${violations.length} violations.`)
  process.exitCode = violations.length === 0 ? 0 : 1
}
