import { existsSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { CORE_SCHEMA, load, YAMLException } from 'js-yaml'
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument, visit, type YAMLError } from 'yaml'
import * as core from 'zod/v4/core'
import { fromRoot } from '../paths.ts'
import { BadConfiguration } from './environment.ts'
import { expected, namesAt, oneOf } from './expected.ts'
import { readText } from './text-file.ts'

/**
 * A file of the community; a folder made for an older version, which lacks it, has the one that this program comes
 * with.
 */
export function ownOrShipped(communityDir: string, name: string): string {
  const own = join(communityDir, name)
  return existsSync(own) ? own : join(fromRoot('community'), name)
}

/**
 * Reads one YAML file of the community against its schema. A mistake throws `BadConfiguration` with the file, the line
 * and what was expected; so does a file that is not there, and a picture that it names and nobody added.
 */
export function readYaml<S extends core.$ZodType>(file: string, schema: S): core.output<S> {
  if (!existsSync(file)) throw new BadConfiguration([`${file} is missing`])
  const text = readText(file)
  const folder = folderOf(file)
  const quick = readQuickly(text)
  if (quick !== null) {
    const read = core.safeParse(schema, quick.value)
    if (read.success && textsIn(quick.value).every((said) => mediaProblem(folder, said) === null)) return read.data
  }
  // There is a mistake, or what only `yaml` reads.
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  if (document.errors.length > 0) {
    // Whatever cannot be read makes more of what follows unreadable.
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
      const known = namesAt(schema, path)
      return issue.keys.map(
        (key) => `${file}:${lineOfName(path, key)}: ${at}: ${key} is not known here. Expected ${oneOf(known, key)}`,
      )
    }
    // Words of the schema's own may leave out what is allowed.
    const words = issue.code === 'invalid_value' ? String(expected({ ...issue, input: issue.input })) : issue.message
    return [`${file}:${lineOf(path)}: ${at}: ${isThere(path) ? words : missing(issue, words)}`]
  }

  /** Whether the file says anything there, be it wrong. */
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

/** The line of the value, or of its nearest parent where it is missing. */
function lineIn(document: Document, lines: LineCounter, path: Path): number {
  for (let depth = path.length; depth >= 0; depth--) {
    const node = depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return 1
}

/** On which line of a file without a mistake a value stands. */
export function readLines(file: string): (path: Path) => number {
  const lines = new LineCounter()
  const document = parseDocument(readText(file), { lineCounter: lines })
  return (path) => lineIn(document, lines, path)
}

/**
 * What a text says, in a quarter of the time that `yaml` takes, but without the lines. Null for a text with a mistake,
 * and for one that says which YAML it is written in.
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

/** Every text in a value, names too. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.entries(value).flat().flatMap(textsIn) : []
}

/** What is wrong with a path to a font or picture; null where nothing is, and for any other value. */
function mediaProblem(folder: string | undefined, value: unknown): string | null {
  if (folder === undefined || typeof value !== 'string' || !/^\/media\/\S+$/.test(value)) return null
  const plain = posix.normalize(value)
  // Browsers ask for the plain path, and another one may lead out of the folder.
  if (plain !== value) {
    const meant = plain.startsWith('/media/') ? plain : `/media/${posix.basename(plain)}`
    return `${value} must be a plain path, without .. or //. Write ${meant}`
  }
  if (existsSync(join(folder, value))) return null
  return `there is no ${value.endsWith('.woff2') ? 'font' : 'picture'} ${value.slice(1)}`
}

function missing({ code, message }: core.$ZodIssue, words: string): string {
  // Words of the schema's own say what it should be, and so does a list of what is allowed.
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
    // One name for another value (*name) that nobody gave, or too many of them.
    if (!(error instanceof ReferenceError)) throw error
    throw new BadConfiguration([`${file}: a text that begins with * must stand in quotes (${error.message})`])
  }
}

/** What keeps a text from being YAML, for anyone who wrote it. */
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
