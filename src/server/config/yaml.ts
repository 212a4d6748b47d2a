import { existsSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { CORE_SCHEMA, load, YAMLException } from 'js-yaml'
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument, visit, type YAMLError } from 'yaml'
import * as core from 'zod/v4/core'
import { fromRoot } from '../paths.ts'
import { BadConfiguration } from './environment.ts'
import { allowedKeysAt, expected, oneOf } from './expected.ts'
import { readText } from './text-file.ts'

/**
 * The path of a file of the community. If its folder is from an older version and lacks the file, the path is that of
 * the file in this program's own `community` folder.
 */
export function ownOrDefaultPath(communityDir: string, name: string): string {
  const own = join(communityDir, name)
  return existsSync(own) ? own : join(fromRoot('community'), name)
}

/**
 * Reads one YAML file of the community and validates it. Throws `BadConfiguration` with the file, the line and what was
 * expected, also if the file or a picture that it names does not exist.
 */
export function readYaml<S extends core.$ZodType>(file: string, schema: S): core.output<S> {
  if (!existsSync(file)) throw new BadConfiguration([`${file} is missing`])
  const text = readText(file)
  const folder = folderOf(file)
  const quick = readQuickly(text)
  if (quick !== null) {
    const read = core.safeParse(schema, quick.value)
    if (read.success && textsIn(quick.value).every((each) => mediaProblem(folder, each) === null)) return read.data
  }
  // Either the file has a mistake, or only the slower `yaml` package can read it.
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  if (document.errors.length > 0) {
    // A syntax error causes further errors in the lines after it, so report only the first.
    const isReadable = document.errors.every(({ code }) => code === 'DUPLICATE_KEY')
    const own = isReadable ? document.errors : document.errors.slice(0, 1)
    throw new BadConfiguration(own.map((error) => `${file}:${lines.linePos(error.pos[0]).line}: ${syntaxOf(error)}`))
  }
  const parsed = core.safeParse(schema, plainValue(document, file), { error: expected, reportInput: true })
  const problems = parsed.success ? [] : parsed.error.issues.flatMap(problemsOf)
  visit(document, {
    Scalar: (_key, { value, range }) => {
      const problem = mediaProblem(folder, value)
      if (problem !== null) problems.push(`${file}:${lines.linePos(range?.[0] ?? 0).line}: ${problem}`)
    },
  })
  if (!parsed.success || problems.length > 0) throw new BadConfiguration(problems)
  return parsed.data

  function problemsOf(issue: core.$ZodIssue): string[] {
    const path = issue.path.map((step) => (typeof step === 'symbol' ? step.toString() : step))
    const at = path.join('.') || 'the file'
    if (issue.code === 'unrecognized_keys') {
      const known = allowedKeysAt(schema, path)
      return issue.keys.map(
        (key) => `${file}:${lineOfName(path, key)}: ${at}: ${key} is not known here. Expected ${oneOf(known, key)}`,
      )
    }
    // The schema's own message may not list the allowed values.
    const words = issue.code === 'invalid_value' ? String(expected({ ...issue, input: issue.input })) : issue.message
    return [`${file}:${lineOf(path)}: ${at}: ${isThere(path) ? words : missing(issue, words)}`]
  }

  /** Whether the file has a value at the path, valid or not. */
  function isThere(path: (string | number)[]): boolean {
    return path.length === 0 ? document.contents !== null : document.hasIn(path)
  }

  function lineOfName(path: (string | number)[], name: string): number {
    const map = path.length === 0 ? document.contents : document.getIn(path, true)
    const pair = isMap(map) ? map.items.find(({ key }) => isScalar(key) && String(key.value) === name) : undefined
    return isScalar(pair?.key) && pair.key.range ? lines.linePos(pair.key.range[0]).line : lineOf(path)
  }

  function lineOf(path: (string | number)[]): number {
    return lineIn(document, lines, path)
  }
}

type Path = readonly (string | number)[]

/** The line of the value, or of its nearest parent if the value is missing. */
function lineIn(document: Document, lines: LineCounter, path: Path): number {
  for (let depth = path.length; depth >= 0; depth--) {
    const node = depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return 1
}

/** Returns a function that finds the line of a value in a valid file. */
export function readLines(file: string): (path: Path) => number {
  const lines = new LineCounter()
  const document = parseDocument(readText(file), { lineCounter: lines })
  return (path) => lineIn(document, lines, path)
}

/**
 * Parses YAML in a quarter of the time that the `yaml` package takes, but without line numbers. Null for a text with a
 * mistake, and for one with a YAML directive (`%`).
 */
export function readQuickly(text: string): { value: unknown } | null {
  if (/^%/m.test(text)) return null
  try {
    return { value: load(text, { schema: CORE_SCHEMA }) }
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    return null
  }
}

/** Every text in a value, including keys. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.entries(value).flat().flatMap(textsIn) : []
}

/** The problem with a path to a font or picture. Null if there is none, and for any other value. */
function mediaProblem(folder: string | undefined, value: unknown): string | null {
  if (folder === undefined || typeof value !== 'string' || !/^\/media\/\S+$/.test(value)) return null
  const plain = posix.normalize(value)
  // Browsers request the normalized path, and any other path may lead out of the folder.
  if (plain !== value) {
    const corrected = plain.startsWith('/media/') ? plain : `/media/${posix.basename(plain)}`
    return `${value} must be a plain path, without .. or //. Write ${corrected}`
  }
  if (existsSync(join(folder, value))) return null
  return `there is no ${value.endsWith('.woff2') ? 'font' : 'picture'} ${value.slice(1)}`
}

function missing({ code, message }: core.$ZodIssue, words: string): string {
  // The schema's own message and a list of the allowed values both tell the author what to write.
  const isOwn = !/^(expected |Invalid input$)/.test(message)
  const helps = code === 'invalid_value' || (isOwn && (code === 'invalid_type' || code === 'invalid_union'))
  return helps ? `this is missing: ${words}` : 'this is missing'
}

/** The community's folder: the one with site.yaml. */
const folderOf = (file: string) =>
  [dirname(file), dirname(dirname(file))].find((folder) => existsSync(join(folder, 'site.yaml')))

function plainValue(document: Document, file: string): unknown {
  try {
    return document.toJS()
  } catch (error) {
    // An alias (*name) without an anchor, or too many aliases.
    if (!(error instanceof ReferenceError)) throw error
    throw new BadConfiguration([`${file}: a text that begins with * must stand in quotes (${error.message})`])
  }
}

/** The message about a YAML syntax error, for the author of the file. */
function syntaxOf({ code, message }: YAMLError): string {
  if (code === 'BAD_INDENT' && message.startsWith('Flow')) return 'a bracket is open: close it with ] or }'
  return SYNTAX[code] ?? message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? code
}

const SYNTAX: Partial<Record<YAMLError['code'], string>> = {
  TAB_AS_INDENT: 'there is a tab: indent with spaces',
  DUPLICATE_KEY: 'this name stands there twice: keep one of them',
  MULTIPLE_DOCS: 'there is a line of --- in the middle: a file says one thing, so delete that line',
  BAD_INDENT: 'the spaces at the beginning of the line do not fit the lines above',
  BLOCK_AS_IMPLICIT_KEY:
    'a text with a colon and a space must stand in quotes, and names of one level begin below each other',
  BAD_SCALAR_START: 'a text that begins with @, %, ` or such must stand in quotes',
  BLOCK_IN_FLOW: 'a text with a colon and a space must stand in quotes',
  MULTILINE_IMPLICIT_KEY: 'there is no colon with a space between a name and what it says, here or in a line below',
  UNEXPECTED_TOKEN:
    'this line cannot be read: put its text in double quotes, and see that it begins where its neighbours do',
  MISSING_CHAR: 'a quotation mark, a bracket or a comma is missing, here or in the line above',
  BAD_DQ_ESCAPE: 'a backslash in double quotes means something else: write it twice, or use single quotes',
}
