import { describe, expect, it } from 'vitest'
import { useSharedWorld } from '#test/world.ts'
import { type ApiDocument, readApiDocument } from './api-document.ts'
import { shapeOf } from './api-shape.ts'
import { ENDPOINTS } from './features.ts'

const world = useSharedWorld()

async function documentOf(): Promise<ApiDocument> {
  const { status, body } = await world().as.anyone(readApiDocument)
  expect(status).toBe(200)
  return body
}

/** Finds every `$ref` at any depth. */
function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [String(inner)] : refsIn(inner)))
}

describe('The OpenAPI document', () => {
  it('the document has every call once, with its access level', async () => {
    const { paths, openapi } = await documentOf()
    expect(openapi).toBe('3.1.1')
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [method.toUpperCase(), path, operation['x-access']]),
    )
    expect(described.sort()).toEqual(ENDPOINTS.map(({ method, path, access }) => [method, path, access]).sort())
  })

  it('the document has the parts that OpenAPI 3.1 requires', async () => {
    const document = await documentOf()
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) })
    const ids = new Set<string>()
    for (const [path, methods] of Object.entries(document.paths)) {
      expect(path).toMatch(/^\/api\//)
      for (const operation of Object.values(methods)) {
        expect(ids).not.toContain(operation.operationId)
        ids.add(operation.operationId)
        expect(operation.summary).toMatch(/^[A-Z].*\.$/)
        expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining(operation.tags))
        const inPath = operation.parameters.filter((one) => one.in === 'path')
        expect(inPath.map(({ name }) => `{${name}}`).sort()).toEqual((path.match(/\{\w+\}/g) ?? []).sort())
        expect(inPath.every(({ required }) => required)).toBe(true)
        expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', '500', '503']))
      }
    }
  })

  it('every reference has a target', async () => {
    const document = await documentOf()
    const targets = new Set(refsIn(document))
    expect(targets.size).toBeGreaterThan(5)
    for (const ref of targets) {
      const [, kind, name] = /^#\/components\/(schemas|responses)\/(\w+)$/.exec(ref) ?? []
      expect(kind === 'schemas' ? document.components.schemas : document.components.responses).toHaveProperty(
        name ?? '',
      )
    }
  })

  it('the document describes request bodies and errors', async () => {
    const { paths } = await documentOf()
    const add = paths['/api/codes/ten']?.post
    expect(add).toMatchObject({ 'x-access': 'can:law.edit', security: [{ session: [] }] })
    expect(Object.keys(add?.responses ?? {})).toEqual([
      '200',
      '400',
      '401',
      '403',
      '409',
      '413',
      '415',
      '429',
      '500',
      '503',
    ])
    const body = add?.requestBody?.content['application/json']?.schema
    expect(body).toMatchObject({ type: 'object', required: expect.arrayContaining(['code', 'meaning']) })
    const list = paths['/api/codes/ten']?.get
    expect(list).toMatchObject({ 'x-access': 'anyone', security: [] })
    expect(list).not.toHaveProperty('requestBody')
  })

  it('the document responds with 304 to a client that has it', async () => {
    const { headers } = await world().as.anyone(readApiDocument)
    const again = await world().as.anyone(readApiDocument, { headers: { 'if-none-match': String(headers.etag) } })
    expect(again.status).toBe(304)
  })
})

describe('The page of the API', () => {
  it('the page is rendered by the server with every call, for everybody', async () => {
    const { status, html } = await world().visit('/api/docs')
    expect(status).toBe(200)
    for (const { path, summary } of ENDPOINTS) {
      expect(html).toContain(path)
      expect(html).toContain(summary.replaceAll("'", '&#x27;'))
    }
  })
})

describe('Descriptions of schemas', () => {
  it.each([
    [{ type: 'string' }, 'string'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ const: true }, 'true'],
    [{ enum: ['a', 'b'] }, '"a" | "b"'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
    [{ type: 'array', items: { type: 'integer' } }, 'whole number[]'],
    [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, '{ [name]: string }'],
    [{ type: 'object', properties: {} }, '{}'],
    [{}, 'anything'],
    [
      {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 20 },
          fine: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
          by: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
        },
      },
      [
        '{',
        '  name: string  // not empty, at most 20 characters',
        '  fine?: whole number  // 0 or more',
        '  by?: {',
        '    id: string',
        '  }',
        '}',
      ].join('\n'),
    ],
  ])('the schema %j is described', (schema, text) => {
    expect(shapeOf(schema)).toBe(text)
  })
})
