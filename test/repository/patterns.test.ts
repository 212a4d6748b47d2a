import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'
import { root } from '#server/paths.ts'

/** Beginnings that a pattern may match. A repeated text and an end that does not match let a slow one backtrack. */
const PREFIXES = ['', 'x', 'done', 'br;q=0', '"', '[1', '/']
const REPEATED = [
  ...[' ', 'a', 'A', '1', '-', '.', '!', '"', "'", '\n', '/', '(', ':', '\\', '=', 'é', '#', ' -', 'a-', 'a.', '1.'],
  ...['1,', ', ', ' (', '[1]', '[1] ', '=0', '.0', 'br', 'br;q=0,', 'http://', 'aA', '1 ', '%2', '::', 'a ', 'a\n'],
]
const ENDS = ['', '\n!', '\0x']

const SHORT = 3_000
const LONG = 30_000

/** Milliseconds: far more than one pass over `LONG` characters takes, far less than one pass for each of them. */
const AT_MOST = 150

/**
 * Files whose patterns no visitor can reach: tests, commands that only the person who runs the site uses, and the
 * stand-ins of the demo.
 */
const OWN = /\.test\.tsx?$|\/commands\/|\/stand-in\//

interface Pattern {
  file: string
  pattern: RegExp
}

function patternsOf(file: string): Pattern[] {
  const found: Pattern[] = []
  const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'))
  const visitor = new Visitor({
    Literal(node) {
      if (!('regex' in node)) return
      const { pattern, flags } = node.regex
      // Remove the flags with which a pattern keeps its `lastIndex` between two tries.
      found.push({ file, pattern: new RegExp(pattern, flags.replace(/[gy]/g, '')) })
    },
  })
  visitor.visit(program)
  return found
}

/** Measures processor time, so that other work of the machine does not count. */
function milliseconds(pattern: RegExp, text: string): number {
  const start = process.cpuUsage()
  pattern.test(text)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

interface HostileText {
  parts: readonly [prefix: string, repeated: string, end: string]
  short: string
}

const textOf = ([prefix, repeated, end]: HostileText['parts'], length: number) =>
  // A text that is decoded from bytes is one piece, as the text of a request is.
  Buffer.from(`${prefix}${repeated.repeat(length / repeated.length)}${end}`).toString()

const TEXTS: readonly HostileText[] = PREFIXES.flatMap((prefix) =>
  REPEATED.flatMap((repeated) =>
    ENDS.map((end): HostileText => {
      const parts = [prefix, repeated, end] as const
      return { parts, short: textOf(parts, SHORT) }
    }),
  ),
)

/** The parts of a text for which this pattern takes far too long for its length. Undefined when there is none. */
function slowTextOf(pattern: RegExp): string | undefined {
  for (const { parts, short } of TEXTS) {
    // The machine may pause once, so a text that seems slow is tried again, then with a longer one.
    if (milliseconds(pattern, short) < 1 || milliseconds(pattern, short) < 1) continue
    const long = textOf(parts, LONG)
    if (Math.min(...[1, 2, 3].map(() => milliseconds(pattern, long))) > AT_MOST) return JSON.stringify(parts)
  }
  return undefined
}

describe('Regular expressions', () => {
  const patterns = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name}`)
    .filter((file) => /\.tsx?$/.test(file) && !OWN.test(file))
    .flatMap(patternsOf)

  it('every regular expression takes linear time for any text', () => {
    expect(patterns.length).toBeGreaterThan(100)
    const slow = patterns.flatMap(({ file, pattern }) => {
      const text = slowTextOf(pattern)
      return text === undefined ? [] : [`${file} ${pattern} ${text}`]
    })
    expect(slow).toEqual([])
  }, 120_000)

  it('a regular expression with exponential time is detected', () => {
    expect(slowTextOf(/\s+$/)).toBeDefined()
    expect(slowTextOf(/^\s*\S+\s*$/)).toBeUndefined()
  })
})
