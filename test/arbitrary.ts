import fc from 'fast-check'
import * as core from 'zod/v4/core'
import { type Endpoint, Nothing } from '#lib/endpoint.ts'
import { lossless, riff } from './webp.ts'

/** The seed of the generated cases. It is the same in every run unless FUZZ_SEED is set, and a failure prints it. */
export const FUZZ_SEED = Number(process.env.FUZZ_SEED ?? 20_260_314)

/** Texts that commonly break programs: markup, queries, paths, formulas, formats, lone surrogates, long texts. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  '\ud800',
  'a\r\nset-cookie: sid=1',
  '\u202egnp.exe',
  'Z\u0335\u0321\u0322algo'.repeat(20),
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  'javascript:alert(1)',
  "' or '1'='1",
  "'; drop table users; --",
  '$1',
  '%s%n%x',
  '%00',
  '%',
  '_',
  '\\',
  '../../../../etc/passwd',
  '=HYPERLINK("http://evil.example","x")',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  'true',
  '-1',
  '0',
  '1e400',
  '0x7f',
  '2147483648',
  '9007199254740993',
  '99999999999999999999',
  '0000-00-00',
  '2026-02-30',
  '275760-09-13',
  '+275761-01-01T00:00:00.000Z',
  '2026-03-14T18:30:60Z',
  'x'.repeat(5_000),
  '\u0130'.repeat(300),
  'é'.normalize('NFD').repeat(100),
  '(a+)+$',
  '👩‍👩‍👧‍👦',
]

/** A picture as a string with one character per byte. */
const PICTURE = Buffer.from(riff(lossless(17, 17))).toString('latin1')

// Created once, because each of them builds a table of all characters.
const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
const bytes = fc.string({ unit: 'binary', maxLength: 40 })

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 2, arbitrary: bytes },
  { weight: 2, arbitrary: fc.constantFrom(null, true, 0, -0, -1, 1.5, 1e308, 2 ** 31, 2 ** 53, [], {}, [[]]) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
)

/** Whether the schema accepts free text. Otherwise it accepts only certain values. */
const isFree = (schema: core.$ZodType) => core.safeParse(schema, 'Probe 7').success

/**
 * Values that the schema accepts: objects with its fields, and for each field one of the `known` values that fit.
 * `where` is the path of the field, for errors.
 */
export function validValues(schema: core.$ZodType, known: readonly unknown[], where: string): fc.Arbitrary<unknown> {
  const bare = inside(schema)
  if (bare instanceof core.$ZodObject) {
    const fields = Object.entries(bare._zod.def.shape).map(([name, field]): [string, fc.Arbitrary<unknown>] => [
      name,
      validValues(field, known, `${where}.${name}`),
    ])
    return fc.record(Object.fromEntries(fields))
  }
  if (bare instanceof core.$ZodArray)
    return fc.array(validValues(bare._zod.def.element, known, `${where}[]`), { maxLength: 3 })
  if (bare instanceof core.$ZodUnion && bare._zod.def.options.every((option) => option instanceof core.$ZodObject)) {
    return fc.oneof(...bare._zod.def.options.map((option) => validValues(option, known, where)))
  }
  const fitting = [...known, ...valuesOf(bare)].filter((value) => core.safeParse(schema, value).success)
  if (fitting.length === 0) throw new Error(`No known value fits ${where}. Add one to KNOWN in this test.`)
  const one = fc.constantFrom(...fitting)
  return isFree(schema) ? fc.oneof(one, words) : one
}

/** The values that an enum schema lists. */
const valuesOf = (schema: core.$ZodType) =>
  schema instanceof core.$ZodEnum ? Object.values(schema._zod.def.entries) : []

/** The inner schema of a field, without optional, nullable, default and transform wrappers. */
function inside(schema: core.$ZodType): core.$ZodType {
  if (schema instanceof core.$ZodPipe) return inside(schema._zod.def.in)
  if (
    schema instanceof core.$ZodOptional ||
    schema instanceof core.$ZodNullable ||
    schema instanceof core.$ZodDefault
  ) {
    return inside(schema._zod.def.innerType)
  }
  return schema
}

/** Values with a single mistake: a field of the wrong type, a missing field, or an unknown field. */
export function nearlyValidValues(
  schema: core.$ZodType,
  known: readonly unknown[],
  where: string,
): fc.Arbitrary<unknown> {
  const place = fc.nat(20)
  const stranger = fc.constantFrom('isOwner', 'id', 'constructor', 'toString', 'created_by_username', '')
  return fc
    .tuple(validValues(schema, known, where), place, hostileValue, stranger, fc.nat(5))
    .map(([value, at, wrongType, name, how]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrongType
      const entries = Object.entries(value)
      const [field = name] = entries[at % Math.max(1, entries.length)] ?? []
      if (how === 0) return Object.fromEntries(entries.filter(([key]) => key !== field))
      if (how === 1) return Object.fromEntries([...entries, [name, wrongType]])
      return Object.fromEntries([...entries, [field, wrongType]])
    })
}

/** The parts of an HTTP request, valid or not. */
export interface Sent {
  url: string
  type: string | undefined
  payload: string | undefined
}

/** Requests to an endpoint: valid, nearly valid, and arbitrary ones. */
export function callsOf(
  endpoint: Endpoint,
  known: readonly unknown[],
  spreadsheet: string | undefined,
): fc.Arbitrary<Sent> {
  return fc
    .tuple(pathOf(endpoint, known), queryOf(endpoint, known), bodyOf(endpoint, known, spreadsheet))
    .map(([path, query, body]) => ({ url: query === '' ? path : `${path}?${query}`, ...body }))
}

function pathOf({ path, params }: Endpoint, known: readonly unknown[]): fc.Arbitrary<string> {
  if (params === Nothing) return fc.constant(path)
  const text = fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), bytes)
  const anyText = fc.record({ id: text, key: text, slug: text, traineeId: text })
  return fc
    .oneof({ weight: 5, arbitrary: validValues(params, known, `${path} params`) }, { weight: 1, arbitrary: anyText })
    .map((values) =>
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(new Map(Object.entries(values ?? {})).get(name))),
    )
}

/** An empty segment, `.` and `..` would change the path. */
function segment(value: unknown): string {
  const text = String(value).toWellFormed()
  return /^\.{0,2}$/.test(text) ? '0' : encodeURIComponent(text)
}

function queryOf({ path, query }: Endpoint, known: readonly unknown[]): fc.Arbitrary<string> {
  const strange = fc.constantFrom(
    'page=1&page=2',
    'query[]=1',
    'query[a]=b',
    '__proto__=1',
    'x=%zz',
    '%00=%00',
    '&&==&',
  )
  const written = (values: unknown) =>
    new URLSearchParams(
      Object.entries(values ?? {}).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, String(value).toWellFormed()]],
      ),
    ).toString()
  if (query === Nothing) return fc.oneof({ weight: 9, arbitrary: fc.constant('') }, { weight: 1, arbitrary: strange })
  return fc.oneof(
    { weight: 6, arbitrary: validValues(query, known, `${path} query`).map(written) },
    { weight: 3, arbitrary: nearlyValidValues(query, known, `${path} query`).map(written) },
    { weight: 1, arbitrary: strange },
  )
}

type Body = Pick<Sent, 'type' | 'payload'>

function bodyOf(endpoint: Endpoint, known: readonly unknown[], spreadsheet: string | undefined): fc.Arbitrary<Body> {
  const { method, path, body, bodyType } = endpoint
  const where = `${method} ${path} body`
  if (body === Nothing) return fc.constant({ type: undefined, payload: undefined })
  const raw = fc.oneof(
    fc.constantFrom(
      '{',
      '[]',
      'null',
      '""',
      '{"__proto__":{"isOwner":true}}',
      '['.repeat(5_000),
      `"${'x'.repeat(70_000)}"`,
    ),
    bytes,
  )
  const type = fc.oneof(
    { weight: 19, arbitrary: fc.constant(bodyType) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('text/plain', 'multipart/form-data; boundary=x', 'application/json; charset=x'),
    },
  )
  const jsonOf = (value: unknown) => JSON.stringify(value) ?? ''
  const payload =
    bodyType === 'image/webp'
      ? fc.oneof({ weight: 3, arbitrary: fc.constant(PICTURE) }, { weight: 1, arbitrary: raw })
      : bodyType === 'text/csv'
        ? fc.oneof({ weight: 6, arbitrary: sheets(spreadsheet ?? '', known) }, { weight: 1, arbitrary: raw })
        : fc.oneof(
            { weight: 6, arbitrary: validValues(body, known, where).map(jsonOf) },
            { weight: 4, arbitrary: nearlyValidValues(body, known, where).map(jsonOf) },
            { weight: 1, arbitrary: raw },
          )
  return fc.record({ type, payload })
}

/** Spreadsheets with these headings and one valid row. The other rows have known and hostile cells. */
function sheets(example: string, known: readonly unknown[]): fc.Arbitrary<string> {
  const width = (example.split('\n')[0] ?? '').split(',').length
  const texts = known.flatMap((value) => (typeof value === 'string' ? [value] : []))
  const cell = fc.oneof(fc.constantFrom(...texts), fc.constantFrom(...HOSTILE_TEXTS))
  const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return fc
    .array(fc.array(cell, { minLength: 1, maxLength: width + 1 }), { maxLength: 3 })
    .map((rows) => [example, ...rows.map((row) => row.map(quoted).join(','))].join('\n'))
}
