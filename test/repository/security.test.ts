import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'
import { root } from '#server/paths.ts'

/** The names of the tests and their groups in a source file, except those that do not run. */
function titlesOf(source: string): Set<string> {
  const titles = new Set<string>()
  const { program } = parseSync('a.test.ts', source)
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (first?.type !== 'Literal' || typeof first.value !== 'string') return
      const called: string[] = []
      let at: { type: string; [key: string]: unknown } = { ...callee }
      while (at.type !== 'Identifier') {
        const inner = at.type === 'CallExpression' ? at.callee : at.type === 'MemberExpression' ? at.object : null
        if (at.type === 'MemberExpression') called.push(nameOf(at.property))
        if (!isNode(inner)) return
        at = inner
      }
      const isTest = ['it', 'test', 'describe'].includes(nameOf(at))
      if (isTest && !called.some((name) => /^(skip|todo|fixme|fails)/.test(name))) titles.add(first.value)
    },
  })
  visitor.visit(program)
  return titles
}

function isNode(value: unknown): value is { type: string; [key: string]: unknown } {
  return typeof value === 'object' && value !== null && 'type' in value
}

const nameOf = (node: unknown): string => (isNode(node) && typeof node.name === 'string' ? node.name : '')

/** The rows of the tables. Each has a number of the standard, a promise, and its tests as `file › title`. */
const rows = readFileSync(join(root, 'docs/security.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))

describe('docs/security.md', () => {
  it('names a test that exists for every promise', () => {
    expect(rows.length).toBeGreaterThan(40)
    const missing = rows.flatMap(([numbers = '', promise = '', tests = '']) => {
      const named = [...tests.matchAll(/`([^`]+)`/g)].map(([, test = '']) => test.split(' › '))
      if (named.length === 0 || promise === '' || !/^\d+\.\d+\.\d+(, \d+\.\d+\.\d+)*$/.test(numbers)) return [numbers]
      return named.flatMap(([file = '', ...titles]) => {
        if (titles.length === 0 || !existsSync(join(root, file))) return [file]
        const known = titlesOf(readFileSync(join(root, file), 'utf8'))
        return titles.filter((title) => !known.has(title)).map((title) => `${file} › ${title}`)
      })
    })
    expect(missing).toEqual([])
  })

  it('does not count a skipped test, or a text that is no test', () => {
    const source = `it.skip('a', f); test.fixme('b', f); it.each([1])('c', f); say('d'); describe('e', () => it('f', f))`
    expect([...titlesOf(source)]).toEqual(['c', 'e', 'f'])
  })
})
