import { beforeAll, describe, expect, it } from 'vitest'
import * as core from 'zod/v4/core'
import { endpoints as auditEndpoints } from '#features/audit/contract.ts'
import { auditLog } from '#features/audit/server/tables.ts'
import { endpoints as disciplineEndpoints } from '#features/discipline/contract.ts'
import { endpoints as ingestEndpoints } from '#features/ingest/contract.ts'
import { endpoints as quickLinksEndpoints } from '#features/quick-links/contract.ts'
import { endpoints as rosterEndpoints } from '#features/roster/contract.ts'
import { endpoints as trainingEndpoints } from '#features/training/contract.ts'
import { endpoints as trialModsEndpoints } from '#features/trial-mods/contract.ts'
import { endpoints as usersEndpoints } from '#features/users/contract.ts'
import { approveVerification, rejectVerification } from '#features/verification/contract.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import { MAX_BYTES } from '#lib/sheet.ts'
import { PEOPLE } from '../people.ts'
import { ORIGIN, useSharedWorld } from '../world.ts'

/** None of these calls changes anything. */
const world = useSharedWorld()
let sent = 0
let cookie: string
beforeAll(async () => {
  cookie = await world().signIn(PEOPLE.owner)
})

const STAFF_CALLS: readonly Endpoint[] = [
  ...rosterEndpoints,
  ...quickLinksEndpoints,
  ...usersEndpoints,
  ...auditEndpoints,
  ...trialModsEndpoints,
  ...trainingEndpoints,
  ...disciplineEndpoints,
  approveVerification,
  rejectVerification,
  // game-actions.test.ts covers the calls that programs make.
  ...ingestEndpoints.filter(({ keyHeader }) => keyHeader === null),
]
const named = (endpoints: readonly Endpoint[]) =>
  endpoints.map((endpoint): [string, Endpoint] => [`${endpoint.method} ${endpoint.path}`, endpoint])
const parametersOf = ({ path }: Endpoint) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)

const WRITES = STAFF_CALLS.filter(({ body, bodyType }) => bodyType === 'application/json' && takesAnObject(body))
const IMPORTS = STAFF_CALLS.filter(({ bodyType }) => bodyType === 'text/csv')
const WITH_ID = STAFF_CALLS.filter((endpoint) => parametersOf(endpoint).length > 0)

function takesAnObject(schema: core.$ZodType): boolean {
  return schema instanceof core.$ZodObject
}

/** Valid ids that no record has. */
const DISCORD_ID = '310000000000000999'
const UUID = 'd4f1c2de-7d67-4a39-9a10-9e7bd63c8f00'
function idFor(path: string): string {
  if (/^\/api\/(staff-da|ingest)/.test(path)) return '4711'
  if (path.startsWith('/api/es')) return 'nothing'
  return /^\/api\/(trialmods|training|users)/.test(path) ? DISCORD_ID : UUID
}
const addressOf = ({ path }: Endpoint, id = idFor(path)) => path.replaceAll(/\{\w+\}/g, () => id)

/** Sends a request as an owner. It may contain what the types or `call` would reject. */
async function send({ method }: Endpoint, url: string, type: string | null, payload?: string) {
  sent++
  const before = await world().database.db.$count(auditLog)
  const response = await world().app.inject({
    method,
    url,
    // Use a new address for each request. Otherwise a rate limit would answer before the call itself.
    remoteAddress: `10.0.${sent >> 8}.${sent & 255}`,
    headers: { cookie, origin: ORIGIN, ...(type === null ? {} : { 'content-type': type }) },
    ...(payload === undefined ? {} : { payload }),
  })
  expect(await world().database.db.$count(auditLog)).toBe(before)
  const answer: { error?: { code: string; message: string; fields?: Record<string, string> } } = response.json()
  return { status: response.statusCode, error: answer.error }
}

describe.each(named(WRITES))('%s', (_, endpoint) => {
  const JSON_TYPE = 'application/json'

  it('a body that is not JSON or has another shape is refused and changes nothing', async () => {
    for (const payload of ['{', '{"a":1,}', '[]', 'null', '"text"', '']) {
      const { status, error } = await send(endpoint, addressOf(endpoint), JSON_TYPE, payload)
      expect([payload, status, error?.message]).toEqual([payload, 400, expect.any(String)])
    }
  })

  it('a body that is too large or of another type is refused and changes nothing', async () => {
    const large = JSON.stringify({ name: 'x'.repeat(70_000) })
    expect((await send(endpoint, addressOf(endpoint), JSON_TYPE, large)).status).toBe(413)
    expect((await send(endpoint, addressOf(endpoint), 'text/plain', 'name=x')).status).toBe(415)
    expect((await send(endpoint, addressOf(endpoint), 'application/x-www-form-urlencoded', 'name=x')).status).toBe(415)
  })

  it('an unknown field is refused by name and changes nothing', async () => {
    const payload = JSON.stringify({ shoe_size: 44, isOwner: true })
    const { status, error } = await send(endpoint, addressOf(endpoint), JSON_TYPE, payload)
    expect(status).toBe(400)
    expect(Object.keys(error?.fields ?? {})).toEqual(expect.arrayContaining(['shoe_size', 'isOwner']))
  })
})

describe.each(named(IMPORTS))('%s', (_, endpoint) => {
  it('a file that is too large or of another type, or a misspelt dryRun, is refused and changes nothing', async () => {
    const file = `Name\n${'x'.repeat(MAX_BYTES)}`
    expect((await send(endpoint, addressOf(endpoint), 'text/csv', file)).status).toBe(413)
    expect((await send(endpoint, addressOf(endpoint), 'application/json', '{}')).status).toBe(415)
    const misspelt = await send(endpoint, `${addressOf(endpoint)}?dryRun=yes`, 'text/csv', 'Name')
    expect([misspelt.status, Object.keys(misspelt.error?.fields ?? {})]).toEqual([400, ['dryRun']])
    const unknown = await send(endpoint, `${addressOf(endpoint)}?dryrun=true`, 'text/csv', 'Name')
    expect([unknown.status, Object.keys(unknown.error?.fields ?? {})]).toEqual([400, ['dryrun']])
  })

  it('an empty file and a file with other content are refused with the line, and change nothing', async () => {
    for (const file of ['\n', '<!doctype html>', 'PK\u0003\u0004\u0000', '"', 'Name;Age\nNolan;20']) {
      expect((await send(endpoint, addressOf(endpoint), 'text/csv', file)).status).toBe(400)
    }
  })
})

describe.each(named(WITH_ID))('%s', (_, endpoint) => {
  it.each(['%', '_', '\\', "1' or '1'='1", 'NaN', '\0', '9'.repeat(90)])(
    'the id %j is refused and changes nothing',
    async (id) => {
      const body = WRITES.includes(endpoint) ? '{}' : undefined
      const url = addressOf(endpoint, encodeURIComponent(id))
      const { status, error } = await send(endpoint, url, body === undefined ? null : 'application/json', body)
      expect([status, Object.keys(error?.fields ?? {})]).toEqual([400, parametersOf(endpoint)])
    },
  )
})
