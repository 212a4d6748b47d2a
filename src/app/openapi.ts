import { type $ZodType, toJSONSchema } from 'zod/v4/core'
import type { Access } from '#lib/access.ts'
import { type Endpoint, Nothing } from '#lib/endpoint.ts'
import { isOn, type Part } from '#lib/part.ts'
import type { ApiDocument, JsonSchema, Operation } from './api-document.ts'
import { ENDPOINTS, ENDPOINTS_BY_TITLE } from './features.ts'

interface SiteOfApi {
  name: string
  origin: string
  cookieName: string
  off?: readonly Part[]
  /** The endpoints of the lists that only this community has. */
  further?: readonly Endpoint[]
  /** Strings whose allowed values the community defines. */
  values: Values
}

type Values = ReadonlyMap<$ZodType, readonly string[]>

/**
 * Builds the OpenAPI 3.1 document of every endpoint from the contracts: who may call it, its parameters, its replies
 * and its errors.
 */
export function openApiOf(site: SiteOfApi): ApiDocument {
  const paths: ApiDocument['paths'] = {}
  const { further = [] } = site
  const byTitle = [
    ...ENDPOINTS_BY_TITLE,
    ...(further.length > 0 ? [['Further Rosters and Checklists', further] as const] : []),
  ]
  for (const [title, endpoints] of byTitle) {
    for (const endpoint of endpoints.filter(({ part }) => isOn(site.off ?? [], part))) {
      const at = paths[endpoint.path] ?? {}
      at[endpoint.method.toLowerCase()] = operationOf(title, endpoint, site.values)
      paths[endpoint.path] = at
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: `${site.name} API`,
      version: '1.0.0',
      description:
        'Calls are authenticated with the session cookie that a sign-in sets. Writes are accepted only from pages of ' +
        'the site (Sec-Fetch-Site or Origin). Calls for programs use a key in a header instead. All errors have the ' +
        'same body.',
    },
    servers: [{ url: site.origin }],
    tags: byTitle.map(([name]) => ({ name })),
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: site.cookieName }, ...keySchemes() },
      schemas: { Failure: FAILURE },
      responses: Object.fromEntries(
        Object.entries(FAILURES).map(([name, description]) => [
          name,
          { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } },
        ]),
      ),
    },
  }
}

/** The header with the key, for each kind of call that other programs make. */
function keySchemes() {
  const names = ENDPOINTS.flatMap(({ keyHeader }) => keyHeader ?? [])
  return Object.fromEntries(names.map((name) => [name, { type: 'apiKey' as const, in: 'header' as const, name }]))
}

const FAILURE: JsonSchema = {
  type: 'object',
  required: ['ok', 'error'],
  properties: {
    ok: { const: false },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        fields: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'The error of each invalid field.',
        },
      },
    },
    item: { description: 'After a conflict: the current record.' },
  },
}

const FAILURES = {
  Invalid: 'The request is malformed or invalid. `fields` names each invalid field.',
  SignInNeeded: 'Nobody is signed in, or the session has ended.',
  WrongKey: 'The key is missing or wrong.',
  NotAllowed:
    'The Discord roles of the caller do not allow the call, the caller may not do this to the record, or the request did not come from a page of the site.',
  NotFound: 'The record does not exist, or the caller may not know of it.',
  Conflict: 'Another person changed the record, the record already exists, or its state does not allow the change.',
  TooLarge: 'The body is too large.',
  WrongType: 'The content type of the body is not supported.',
  TooMany: 'Too many requests. `Retry-After` states when to try again.',
  Unexpected: 'Internal error. The message contains the request id.',
  Unavailable: 'The database or Discord is not available.',
}

function operationOf(title: string, endpoint: Endpoint, values: Values): Operation {
  const { method, path, access, summary, params, query, body, bodyType, reply, replyType, keyHeader } = endpoint
  const isWrite = method !== 'GET'
  const hasBody = body !== Nothing
  const hasInput = hasBody || params !== Nothing || query !== Nothing
  const refuse = (name: keyof typeof FAILURES) => ({ $ref: `#/components/responses/${name}` })
  return {
    operationId: operationIdOf(endpoint),
    tags: [title],
    summary,
    'x-access': access,
    security: keyHeader !== null ? [{ [keyHeader]: [] }] : access === 'anyone' ? [] : [{ session: [] }],
    parameters: [...parametersOf('path', params), ...parametersOf('query', query)],
    ...(hasBody
      ? {
          requestBody: {
            required: true as const,
            content: { [bodyType]: { schema: schemaOf(body, 'input', values) } },
          },
        }
      : {}),
    responses: {
      200: { description: 'Success.', content: { [replyType]: { schema: schemaOf(reply, 'output', values) } } },
      ...(hasInput ? { 400: refuse('Invalid') } : {}),
      ...(keyHeader !== null
        ? { 401: refuse('WrongKey') }
        : access === 'anyone'
          ? {}
          : { 401: refuse('SignInNeeded') }),
      ...((isWrite && keyHeader === null) || !isOpen(access) ? { 403: refuse('NotAllowed') } : {}),
      ...(path.includes('{') ? { 404: refuse('NotFound') } : {}),
      ...(hasBody ? { 409: refuse('Conflict'), 413: refuse('TooLarge'), 415: refuse('WrongType') } : {}),
      ...(isWrite ? { 429: refuse('TooMany') } : {}),
      500: refuse('Unexpected'),
      503: refuse('Unavailable'),
    },
  }
}

const isOpen = (access: Access) => access === 'anyone' || access === 'member'

/** `PUT /api/codes/ten/{id}` → `put_codes_ten_id` */
function operationIdOf({ method, path }: Endpoint): string {
  return [method.toLowerCase(), ...path.split(/\W+/).filter((word) => word !== '' && word !== 'api')].join('_')
}

function parametersOf(place: 'path' | 'query', schema: $ZodType): Operation['parameters'] {
  if (schema === Nothing) return []
  const { properties = {}, required = [] } = toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: typeof one === 'boolean' ? {} : { ...one },
  }))
}

function schemaOf(schema: $ZodType, io: 'input' | 'output', values: Values): JsonSchema {
  const {
    $schema: _,
    '~standard': __,
    ...described
  } = toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const known = values.get(zodSchema)
      if (known !== undefined) jsonSchema.enum = [...known]
    },
  })
  return described
}
