import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { root } from '../paths.ts'
import { readText } from './text-file.ts'
import { readQuickly, readYaml } from './yaml.ts'

const folder = mkdtempSync(join(tmpdir(), 'site-yaml-'))
afterAll(() => rmSync(folder, { recursive: true }))

const yamlIn = (name: string) =>
  readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => join(name, file))

const Anything = z.record(z.string(), z.unknown())

function read<S extends z.ZodType>(text: string, schema: S): z.output<S> {
  const file = join(folder, 'file.yaml')
  writeFileSync(file, text)
  return readYaml(file, schema)
}

describe('The fast and the full YAML parser', () => {
  it.each(yamlIn('community'))('the fast parser reads %s with the same result', (file) => {
    const text = readText(join(root, file))
    expect(readQuickly(text)?.value).toEqual(parse(text))
  })

  it.each([...yamlIn('examples'), ...yamlIn('demo')])(
    'the fast parser reads %s with the same result, or leaves it to the full one',
    (file) => {
      const text = readText(join(root, file))
      const quick = readQuickly(text)
      expect(quick === null ? parse(text) : quick.value).toEqual(parse(text))
    },
  )

  it.each([
    ['days', ['2026-01-02', '2026-01-02T03:04:05Z']],
    ['yes and no', ['yes', 'No', 'on', 'off', 'y', 'true', 'False', 'TRUE']],
    ['nothing', ['', '~', 'null', 'NULL', 'none']],
    ['octal numbers', ['017', '0o17', '-0o7', '08', '0o8']],
    ['other bases', ['0x1F', '-0x1F', '+0x1F', '0b11', '1:30']],
    ['underscores in numbers', ['1_000', '0x1_F', '1_0.5', '1_']],
    ['fractions', ['.5', '+.5', '-.5', '5.', '1e3', '-1.5e-3', '.inf', '-.INF', '.NaN', '1.']],
    ['long and odd numbers', ['310000000000000105', '-0', '+12', '00']],
    ['quoted texts', ['"a\\u00e4\\n"', "'it''s'", '"2026-01-02"', '"017"', "'yes'"]],
    ['texts of several lines', ['|\n  a\n\n  b\n', '>-\n  a\n  b\n\n  c', '|+\n  a\n\n', '"a\n  b"', 'a\n  b']],
    ['comments', ['a # b', 'a#b', '# b']],
    ['lists', ['[1, yes, "a",]', '\n  - a\n  -\n  - - b', '{ b: 1, c }']],
  ])('both parsers give the same result for %s', (_what, written) => {
    for (const value of written) expect(readQuickly(`a: ${value}`)?.value, value).toEqual(parse(`a: ${value}`))
  })

  it('both parsers give the same result for an anchor and its alias', () => {
    expect(readQuickly('a: &x { b: 1 }\nc: *x')?.value).toEqual({ a: { b: 1 }, c: { b: 1 } })
  })

  it('both parsers give the same result for special key names', () => {
    const text = '1: a\ntrue: b\n2026-01-02: c\n__proto__: d\n<<: e'
    expect(Object.entries(Object(readQuickly(text)?.value))).toEqual(Object.entries(parse(text)))
  })
})

it.each([
  ['a number beyond all, which stays a text', 'a: 1e400', { a: '1e400' }],
  ['a name that is nothing', '~: a', { null: 'a' }],
  [
    'a name of more than 1,024 letters, which the other refuses',
    `${'a'.repeat(1_025)}: b`,
    { ['a'.repeat(1_025)]: 'b' },
  ],
])('the parsers differ in %s', (_what, text, value) => {
  expect(readQuickly(text)?.value).toEqual(value)
})

describe('Input that the fast parser leaves to the full one', () => {
  it.each([
    ['a name that stands there twice', 'a: 1\na: 2'],
    ['a tab as indent', 'a:\n\tb: 1'],
    ['two documents', 'a: 1\n---\nb: 2'],
    ['a text with a colon', 'a: b: c'],
    ['a name for a value that nobody gave', 'a: *b'],
    ['an open bracket', 'a: [1'],
    ['a text that begins with @', 'a: @b'],
    ['a tag of its own', 'a: !b c'],
    ['a text that names its version of YAML', '%YAML 1.1\n---\na: yes'],
    ['an empty text', ''],
  ])('the fast parser does not read %s', (_what, text) => {
    expect(readQuickly(text)).toBeNull()
  })
})

describe('A file of the community', () => {
  it('a file that only the full parser understands is read', () => {
    const text = 'a: [\n  b\n]\n'
    expect(readQuickly(text)).toBeNull()
    expect(read(text, Anything)).toEqual({ a: ['b'] })
    expect(read('%YAML 1.1\n---\na: yes', Anything)).toEqual({ a: true })
  })

  it('a mistake is reported with its line', () => {
    expect(() => read('a: 1\nb: 2\na: 3', Anything)).toThrow(/file\.yaml:3: this name stands there twice/)
    expect(() => read('a: b\nc: d: e', Anything)).toThrow(/file\.yaml:2: a text with a colon and a space/)
    expect(() => read('a: 1\nb: two', z.record(z.string(), z.number()))).toThrow(/file\.yaml:2: b: /)
  })
})
