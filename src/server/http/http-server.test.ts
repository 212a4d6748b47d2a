import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { allows, type Member, NO_RIGHTS } from '#lib/access.ts'
import { endpoint } from '#lib/endpoint.ts'
import { MAX_BYTES } from '#lib/sheet.ts'
import { portOf } from '#test/listen.ts'
import { createChanges } from '../changes.ts'
import { DatabaseUnavailable } from '../database/unavailable.ts'
import { answerHttpError } from './answer-error.ts'
import { createFastPaths } from './fast-paths.ts'
import {
  alreadyExists,
  changedMeanwhile,
  HttpError,
  notAllowed,
  notFound,
  signInNeeded,
  someChangedMeanwhile,
  tooMany,
} from './http-error.ts'
import { createHttpServer, type HttpServerOptions } from './http-server.ts'
import { limitsInMemory } from './limits.ts'
import { answerHeaders } from './security.ts'
import { type Authorization, JSON_LIMIT, serveOn } from './serve.ts'

const ORIGIN = 'https://site.example'
const FROM_HERE = { 'sec-fetch-site': 'same-origin' }
const STAFF: Member = { id: '1', username: 's', name: 'S', avatarUrl: '', ...NO_RIGHTS, isStaff: true }

/** Treats requests with the header `x-staff` as staff. */
const authorization: Authorization = {
  authorizeNow: () => undefined,
  authorize: (access, request) => {
    const actor = request.headers['x-staff'] === undefined ? null : STAFF
    if (allows(access, actor)) return actor
    throw actor === null ? signInNeeded() : notAllowed()
  },
}

const Draft = z.strictObject({ name: z.string().check(z.trim(), z.minLength(1, 'a name'), z.maxLength(10)) })
const Thing = z.object({ id: z.number(), name: z.string() })
const addThing = endpoint({
  method: 'POST',
  path: '/api/things/{id}',
  access: 'anyone',
  summary: '',
  params: z.object({ id: z.string().check(z.regex(/^\d+$/, 'a number')) }),
  query: z.strictObject({ loud: z.optional(z.enum(['yes', 'no'])) }),
  body: Draft,
  reply: z.object({ ok: z.literal(true), item: Thing }),
})
const importThings = endpoint({
  method: 'POST',
  path: '/api/things/import',
  access: 'anyone',
  summary: '',
  bodyType: 'text/csv',
  body: z.string(),
  reply: z.object({ length: z.number() }),
})
const guarded = endpoint({
  method: 'POST',
  path: '/api/guarded',
  access: 'staff',
  summary: '',
  body: Draft,
  reply: z.object({}),
})
const Versioned = z.object({ id: z.number(), version: z.number() })
const fail = endpoint({
  method: 'GET',
  path: '/api/fail',
  access: 'anyone',
  summary: '',
  reply: z.object({ item: Versioned, data: z.array(Versioned) }),
})
const failToRemove = endpoint({
  method: 'DELETE',
  path: '/api/fail',
  access: 'anyone',
  summary: '',
  reply: z.object({ ok: z.literal(true) }),
})
const things = endpoint({
  method: 'GET',
  path: '/api/things',
  access: 'anyone',
  summary: '',
  reply: z.object({ data: z.array(Thing) }),
})

let app: FastifyInstance
let failure: unknown
let logged: string[]

function build(options: Partial<HttpServerOptions> = {}): void {
  logged = []
  app = createHttpServer({
    origin: ORIGIN,
    cdnUrl: 'https://cdn.example',
    logger: pino({ level: 'info' }, { write: (line) => void logged.push(line) }),
    trustProxy: 0,
    limits: limitsInMemory,
    answerFailure: (_request, reply, failure) => answerHttpError(reply, failure),
    ...options,
  })
  const serve = serveOn({
    app,
    off: [],
    authorization,
    changes: createChanges(),
    fastPaths: createFastPaths(),
    headers: answerHeaders({ origin: options.origin ?? ORIGIN }),
    exporting: { today: () => '2026-03-14', recordExport: async () => undefined },
  })
  serve.call(addThing)(async ({ params, body }) => {
    const stored = { id: Number(params.id), name: body.name, secretColumn: 'never leaves' }
    return { ok: true, item: stored }
  })
  serve.call(importThings)(async ({ body }) => ({ length: body.length }))
  serve.call(guarded)(async () => ({}))
  serve.call(fail)(async () => Promise.reject(failure))
  serve.call(failToRemove)(async () => Promise.reject(failure))
  serve.snapshot(things, [], async () => ({ data: [{ id: 1, name: 'one '.repeat(100) }] }))
  app.get('/ip', async (request) => request.ip)
  app.get('/away', async (_request, reply) => reply.redirect('/ip', 303))
}
beforeEach(() => build())
afterEach(() => app.close())

const send = async (options: InjectOptions) => {
  const response = await app.inject({ ...options, headers: { ...FROM_HERE, ...options.headers } })
  return { status: response.statusCode, headers: response.headers, text: response.body, body: jsonOf(response.body) }
}
const add = (payload: unknown, more: InjectOptions = {}) =>
  send({
    method: 'POST',
    url: '/api/things/7',
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    headers: { 'content-type': 'application/json' },
    ...more,
  })

function jsonOf(body: string) {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

describe('Endpoints', () => {
  it('a response contains only the fields that its reply declares', async () => {
    const { status, body, headers } = await add({ name: '  Ana ' })
    expect([status, body]).toEqual([200, { ok: true, item: { id: 7, name: 'Ana' } }])
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  })

  it.each([
    ['an unknown field', { name: 'a', role: 'owner' }, { role: 'This field is not known here.' }],
    ['a missing field', {}, { name: expect.any(String) }],
    ['an empty text', { name: ' ' }, { name: 'a name' }],
    ['a text that is too long', { name: 'a'.repeat(11) }, { name: expect.any(String) }],
    ['another type', { name: 5 }, { name: expect.any(String) }],
    ['no object', '[]', { body: expect.any(String) }],
    ['null', 'null', { body: expect.any(String) }],
  ])('a body with %s is refused and the field is named', async (_, payload, fields) => {
    const { status, body } = await add(payload)
    expect(status).toBe(400)
    expect(body).toEqual({ ok: false, error: { code: 'invalid', message: expect.any(String), fields } })
  })

  it('parameters and query are validated too', async () => {
    expect((await add({ name: 'a' }, { url: '/api/things/x' })).body.error.fields).toEqual({ id: 'a number' })
    expect((await add({ name: 'a' }, { url: '/api/things/7?loud=maybe' })).body.error.fields).toHaveProperty('loud')
    expect((await add({ name: 'a' }, { url: '/api/things/7?shy=1' })).body.error.fields).toHaveProperty('shy')
    expect((await add({ name: 'a' }, { url: '/api/things/7?loud=yes' })).status).toBe(200)
  })

  it.each([
    ['malformed JSON', '{"name":', 400, 'malformed'],
    ['an empty body', '', 400, 'malformed'],
    ['a __proto__ key', '{"name":"a","__proto__":{"isOwner":true}}', 400, 'malformed'],
    ['a constructor.prototype key', '{"name":"a","constructor":{"prototype":{}}}', 400, 'malformed'],
    ['a body over the limit', JSON.stringify({ name: 'a'.repeat(JSON_LIMIT) }), 413, 'too_large'],
  ])('a request with %s is refused', async (_, payload, status, code) => {
    const seen = await add(payload)
    expect([seen.status, seen.body.error.code]).toEqual([status, code])
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/csv', ''])(
    'the content type %j is refused, because only JSON is accepted',
    async (type) => {
      const seen = await add('{"name":"a"}', { headers: { 'content-type': type } })
      expect([seen.status, seen.body.error.code]).toEqual([415, 'wrong_type'])
    },
  )

  it('JSON is accepted with any parameters and in any case', async () => {
    expect((await add({ name: 'a' }, { headers: { 'content-type': 'Application/JSON; charset=utf-8' } })).status).toBe(
      200,
    )
  })

  it('an endpoint for spreadsheets has its own content type and size limit', async () => {
    const csv = (length: number, type = 'text/csv') =>
      send({
        method: 'POST',
        url: '/api/things/import',
        payload: 'a'.repeat(length),
        headers: { 'content-type': type },
      })
    expect((await csv(MAX_BYTES)).body).toEqual({ length: MAX_BYTES })
    expect((await csv(MAX_BYTES + 1)).status).toBe(413)
    expect((await csv(10, 'application/json')).status).toBe(415)
  })

  it('a request is authorized before its body is read', async () => {
    for (const payload of ['{"name":', 'a'.repeat(JSON_LIMIT * 2), '{}']) {
      const seen = await send({
        method: 'POST',
        url: '/api/guarded',
        payload,
        headers: { 'content-type': 'application/json' },
      })
      expect([seen.status, seen.body.error.code]).toEqual([401, 'sign_in_needed'])
    }
    expect((await send({ method: 'POST', url: '/api/guarded', headers: { 'x-staff': 'yes' } })).status).toBe(400)
  })
})

describe('Error responses', () => {
  it.each([
    [notFound(), 404, { code: 'not_found', message: 'This page or record does not exist.' }],
    [alreadyExists({ callsign: 'Taken.' }), 409, { code: 'already_there', fields: { callsign: 'Taken.' } }],
    [changedMeanwhile({ id: 1, version: 3 }), 409, { code: 'changed_meanwhile' }],
    [new HttpError(428, 'email_needed', 'Allow your e-mail address first.'), 428, { code: 'email_needed' }],
    [tooMany(12.2), 429, { code: 'too_many_requests' }],
    [new DatabaseUnavailable('gone'), 503, { code: 'unavailable' }],
    [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 503, { code: 'unavailable' }],
    [
      Object.assign(new Error('read-only'), { code: '25006' }),
      503,
      { message: expect.stringContaining('disk of the site is full') },
    ],
    [
      Object.assign(new Error('extend'), { code: '53100' }),
      503,
      { message: expect.stringContaining('disk of the site is full') },
    ],
  ])('the error response for %s', async (thrown, status, error) => {
    failure = thrown
    const seen = await send({ url: '/api/fail' })
    expect(seen.status).toBe(status)
    expect(seen.body).toMatchObject({ ok: false, error })
    expect(seen.headers['cache-control']).toBe('no-store')
  })

  it('a conflict contains the current item', async () => {
    failure = changedMeanwhile({ id: 1, version: 3 })
    expect((await send({ url: '/api/fail' })).body.item).toEqual({ id: 1, version: 3 })
  })

  it('a conflict contains only the declared fields of one or several items', async () => {
    const stored = { id: 1, version: 3, secretColumn: 'never leaves' }
    failure = changedMeanwhile(stored)
    expect((await send({ url: '/api/fail' })).body.item).toEqual({ id: 1, version: 3 })
    failure = someChangedMeanwhile([stored], ['One'])
    expect((await send({ url: '/api/fail' })).body.item).toEqual([{ id: 1, version: 3 }])
    failure = changedMeanwhile({ secretColumn: 'never leaves' })
    const { status, body } = await send({ url: '/api/fail' })
    expect([status, body.error.code, body.item]).toEqual([409, 'changed_meanwhile', undefined])
  })

  it('a conflict of an endpoint without an item contains none', async () => {
    failure = changedMeanwhile({ id: 1 })
    const { status, body } = await send({ method: 'DELETE', url: '/api/fail' })
    expect([status, body.error.code, body.item]).toEqual([409, 'changed_meanwhile', undefined])
  })

  it('429 and 503 responses have Retry-After in whole seconds', async () => {
    failure = tooMany(12.2)
    expect((await send({ url: '/api/fail' })).headers['retry-after']).toBe('13')
    failure = new DatabaseUnavailable('gone')
    expect((await send({ url: '/api/fail' })).headers['retry-after']).toBe('5')
  })

  it('a 500 response has a request id that is also in the log, and no stack', async () => {
    failure = new Error('SELECT password FROM secrets')
    const { status, body, text: answer } = await send({ url: '/api/fail' })
    expect([status, body.error.code]).toEqual([500, 'unexpected'])
    expect(answer).not.toMatch(/SELECT|stack|at /)
    const [id = 'none'] = /[\da-f]{8}-[\da-f-]{27}/.exec(body.error.message) ?? []
    expect(logged.find((line) => line.includes(id))).toContain('SELECT password')
  })

  it('a thrown value that is not an error gives a 500 response', async () => {
    failure = 'just a word'
    expect((await send({ url: '/api/fail' })).status).toBe(500)
  })

  it.each([
    ['an unknown address', '/api/nothing', 404, 'not_found'],
    ['a method that an address does not have', '/api/fail', 404, 'not_found'],
    ['upper case', '/API/things', 404, 'not_found'],
    ['a broken escape', '/api/%zz', 400, 'malformed'],
    ['a parameter that is too long', `/api/things/${'1'.repeat(300)}`, 400, 'malformed'],
  ])('the error response for the address: %s', async (_, url, status, code) => {
    const seen = await send({ method: 'POST', url })
    expect([seen.status, seen.body]).toEqual([
      status,
      { ok: false, error: { code, message: expect.not.stringContaining('FST') } },
    ])
    expect(seen.headers['x-content-type-options']).toBe('nosniff')
  })

  it.each([
    ['is not HTTP', 'hello\r\n\r\n', 'could not be read'],
    ['has an address over 16 kB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 'too long'],
  ])('a request that %s has the same error body', async (_, sent, words) => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect(portOf(app.server), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(sent)
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(jsonOf(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      ok: false,
      error: { code: 'malformed', message: expect.stringContaining(words) },
    })
  })
})

describe('Origins of writes', () => {
  it.each([
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'same-origin', origin: ORIGIN }, 200],
    [{ origin: ORIGIN }, 200],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'none' }, 403],
    [{ 'sec-fetch-site': 'cross-site', origin: ORIGIN }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'http://site.example' }, 403],
    [{ origin: 'https://site.example.evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ referer: `${ORIGIN}/` }, 403],
    [{}, 403],
  ])('the response to a write with the headers %j is %i', async (headers, status) => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/things/7',
      payload: { name: 'a' },
      headers: { ...headers },
    })
    expect(response.statusCode).toBe(status)
    if (status === 403) expect(response.json().error.code).toBe('cross_site')
  })

  it.each(['GET', 'HEAD'] as const)(
    '%s requests are allowed from any page, because they change nothing',
    async (method) => {
      const response = await app.inject({ method, url: '/api/things', headers: { 'sec-fetch-site': 'cross-site' } })
      expect(response.statusCode).toBe(200)
    },
  )

  it('a visitor can make 120 writes a minute', async () => {
    let last = await add({ name: 'a' })
    for (let count = 1; count < 120; count++) last = await add({ name: 'a' })
    expect(last.status).toBe(200)
    last = await add({ name: 'a' })
    expect([last.status, last.body.error.code]).toEqual([429, 'too_many_requests'])
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
    expect((await add({ name: 'a' }, { remoteAddress: '203.0.113.9' })).status).toBe(200)
    expect((await send({ url: '/api/things' })).status).toBe(200)
  })
})

describe('Polled lists', () => {
  const get = (headers: Record<string, string>) => app.inject({ url: '/api/things', headers })

  it('a list has an ETag, and an unchanged one responds with 304 without a body', async () => {
    const first = await get({})
    const etag = String(first.headers.etag)
    expect(first.headers['cache-control']).toBe('private, no-cache')
    expect(first.headers.vary).toContain('accept-encoding')
    for (const seen of [etag, `"other", ${etag}`, '*']) {
      const again = await get({ 'if-none-match': seen })
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    }
    expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.5', 'br'],
    ['gzip;q=0, br; q=0.0', undefined],
    ['identity', undefined],
    ['', undefined],
  ])('a list is compressed as Accept-Encoding %j allows', async (accepts, encoding) => {
    const response = await get({ 'accept-encoding': accepts })
    expect(response.headers['content-encoding']).toBe(encoding)
    if (encoding === undefined) expect(response.json().data).toHaveLength(1)
    else expect(response.rawPayload.length).toBeLessThan(200)
  })

  it('HEAD of a list has the same headers and no body', async () => {
    const response = await app.inject({ method: 'HEAD', url: '/api/things' })
    expect([response.statusCode, response.body]).toEqual([200, ''])
    expect(response.headers['content-length']).toBe((await get({})).headers['content-length'])
  })
})

describe('HEAD requests', () => {
  it.each([
    ['a list', '/api/things', 200],
    ['what is made for each request', '/ip', 200],
    ['what is sent piece by piece', '/pieces', 200],
    ['what is not there', '/api/nothing', 404],
  ])('HEAD of %s responds like GET, without a body', async (_, path, status) => {
    app.get('/pieces', () => Readable.from(['one', 'two']))
    await app.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect(portOf(app.server), '127.0.0.1')
    socket.end(['HEAD', 'GET'].map((method) => `${method} ${path} HTTP/1.1\r\nhost: x\r\n\r\n`).join(''))
    const [first = '', second = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    expect(first).toMatch(`HTTP/1.1 ${status}`)
    const headersOf = (answer: string) =>
      answer.split('\r\n').filter((line) => !/^(date|transfer-encoding):/i.test(line))
    expect(headersOf(first)).toEqual(headersOf(second))
    expect(body).not.toBe('')
  })

  it('the handler can see that a request is HEAD', async () => {
    app.get('/method', (request, reply) => reply.header('x-method', request.method).send())
    for (const method of ['GET', 'HEAD'] as const) {
      expect((await app.inject({ method, url: '/method' })).headers['x-method']).toBe(method)
    }
  })
})

describe('Headers of every response', () => {
  it.each(['/api/things', '/api/nothing', '/ip', '/away', '/api/%zz'])(
    'the response of %s has a content type and security headers',
    async (url) => {
      const { headers } = await send({ url })
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'cross-origin-resource-policy': 'same-origin',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
      })
      expect(headers).not.toHaveProperty('x-powered-by')
      expect(headers).not.toHaveProperty('server')
    },
  )

  it('a site on plain http sends no HSTS', async () => {
    build({ origin: 'http://localhost:3000' })
    expect((await send({ url: '/ip' })).headers).not.toHaveProperty('strict-transport-security')
  })
})

describe('The address of a visitor', () => {
  const ipWith = async (forwarded: string) =>
    (await send({ url: '/ip', headers: { 'x-forwarded-for': forwarded } })).text

  it('the address of a visitor is that of the connection, whatever a header says', async () => {
    expect(await ipWith('198.51.100.1')).toBe('127.0.0.1')
  })

  it('behind one trusted proxy the address of a visitor comes from that proxy, not from the visitor', async () => {
    build({ trustProxy: 1 })
    expect(await ipWith('198.51.100.1')).toBe('198.51.100.1')
    expect(await ipWith('10.0.0.1, 198.51.100.1')).toBe('198.51.100.1')
    build({ trustProxy: 2 })
    expect(await ipWith('10.0.0.1, 198.51.100.1, 192.0.2.7')).toBe('198.51.100.1')
  })
})

describe('Starting the server', () => {
  afterEach(() => void vi.useRealTimers())

  it('a start can take long on a busy machine', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    build()
    void app.register(async () => void (await new Promise((resolve) => setTimeout(resolve, 45_000))))
    const started = app.ready().then(
      () => 'ready',
      (error: Error) => error.message,
    )
    await vi.advanceTimersByTimeAsync(45_000)
    expect(await started).toBe('ready')
  })
})

describe('Closing the server', () => {
  const closesWithin = (milliseconds: number) =>
    Promise.race([
      app.close().then(() => 'closed'),
      new Promise((resolve) => setTimeout(resolve, milliseconds, 'still open')),
    ])

  it('closing does not wait for a connection without a request', async () => {
    await app.listen({ host: '127.0.0.1', port: 0 })
    const accepted = once(app.server, 'connection')
    const socket = connect(portOf(app.server))
    await accepted
    expect(await closesWithin(5_000)).toBe('closed')
    socket.destroy()
  })

  it('closing waits for a response in progress, and not for a next request', async () => {
    let answer: (text: string) => void = () => undefined
    app.get('/slow', () => new Promise<string>((resolve) => (answer = resolve)))
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    const asked = once(app.server, 'request')
    const answered = fetch(`${origin}/slow`)
    await asked
    const closing = closesWithin(5_000)
    setTimeout(() => answer('the whole answer'), 300)
    expect(await (await answered).text()).toBe('the whole answer')
    expect(await closing).toBe('closed')
  })
})
